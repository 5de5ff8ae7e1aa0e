"""Tries a built program out from outside, on an empty folder and with nothing of this machine's Python or Node."""

import io
import json
import struct
import tempfile
import time
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from running import PASSWORD, ROOT, Running, fetch, free_port
from visiting import Visit

CLIENT = "client@example.com"
BOOKED, CONSULTED = "packaged@example.com", "consulted@example.com"
LETTERS_SECONDS = PICTURES_SECONDS = 120.0


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


# A green square.
PNG = b"\x89PNG\r\n\x1a\n" + b"".join(
    _chunk(kind, body)
    for kind, body in (
        (b"IHDR", struct.pack(">IIBBBBB", 400, 400, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress((b"\0" + b"\x20\x80\x40" * 400) * 400)),
        (b"IEND", b""),
    )
)


def try_out(program: list[str]) -> float:
    """Walk through everything that a build can lose; the seconds from the second start to the first answer.

    program: the command line of its demo. RuntimeError with what does not hold.
    """
    # Away from the source tree, and without a PATH: nothing may be found there by accident.
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        demo = Running(program, folder, free_port(), cwd=folder, environ={"PATH": str(folder)})
        with _started(demo):
            _read_pages(demo.port)
            _ask_for_scripts(demo.port)
            _read_invoices(demo.port)
            _look_at_pictures(demo.port)
            _expect("a booking's payment", Visit(demo.port).book(BOOKED), "paid")
            visit = Visit(demo.port)
            # Not the soonest: when the hour strikes, that one cannot be booked any more.
            slot = visit.free_times()[1]
            project = visit.submit(CONSULTED, slot)
            total = visit.get(f"/api/projects/{project}")["totalCents"] / 100
            _expect("a consultation's payment", visit.pay(projectId=project, amount=total), "paid")
            _find_consultation(visit, project, slot)
        with _started(demo) as took:
            _find_consultation(visit, project, slot)
            _wait_for_letters(folder / "data" / "letters")
    return took


@contextmanager
def _started(demo: Running) -> Iterator[float]:
    """Start and stop; the seconds to the first answer."""
    took = demo.start()
    try:
        yield took
    finally:
        demo.stop()


def _expect(what: str, got: object, wanted: object) -> None:
    if got != wanted:
        raise RuntimeError(f"{what}: {got!r} instead of {wanted!r}")


def _read_pages(port: int) -> None:
    """Every page whole, and every file of the build to the byte."""
    dist = ROOT / "ui" / "dist"
    manifest = json.loads((dist / "manifest.json").read_text(encoding="utf-8"))
    for path in manifest["pages"]:
        status, _, body = fetch(port, path)
        if status != 200 or b"{{" in body or b"<main" not in body:
            raise RuntimeError(f"{path} is not the finished page (status {status})")
    for path in [*manifest["assets"], *manifest["files"]]:
        status, _, body = fetch(port, path)
        if status != 200 or body != (dist / path.lstrip("/")).read_bytes():
            raise RuntimeError(f"{path} is not the file that was built (status {status})")
    for path in ("/robots.txt", "/sitemap.xml", "/admin/login"):
        _expect(path, fetch(port, path)[0], 200)
    _expect("an unknown path", fetch(port, "/no-such-page")[0], 404)


def _ask_for_scripts(port: int) -> None:
    """The sandbox's script and the API's own description."""
    status, _, script = fetch(port, "/sandbox/stripe.js")
    if status != 200 or b"use strict" not in script:
        raise RuntimeError(f"the sandbox's script is missing (status {status})")
    if "/api/slots/available" not in Visit(port).get("/api/openapi.json")["paths"]:
        raise RuntimeError("the API does not describe itself")


def _read_invoices(port: int) -> None:
    """The sample client's tax invoices as files, which take the fonts and the library that draws them."""
    client = Visit(port)
    client.send("POST", "/api/client/login", email=CLIENT, password=PASSWORD)
    orders = [
        order
        for project in client.get("/api/client/projects")
        for order in client.get(f"/api/client/projects/{project['id']}/money")["orders"]
    ]
    numbers = [paper["id"] for order in orders for paper in order["papers"]]
    if not numbers:
        raise RuntimeError("the sample client has no invoice")
    for number in numbers:
        kind, content = client.call("GET", f"/api/client/invoices/{number}/download")
        if kind != "application/pdf" or not content.startswith(b"%PDF-"):
            raise RuntimeError(f"invoice {number} is {kind}: {content[:80]!r}")


def _look_at_pictures(port: int) -> None:
    """A PNG of the sample client becomes a small JPEG, which has a thumbnail, too; what we keep can be had."""
    client = Visit(port)
    client.send("POST", "/api/client/login", email=CLIENT, password=PASSWORD)
    project = str(client.get("/api/client/projects")[0]["id"])
    client.add_file("/api/documents", PNG, "Site.png", projectId=project)
    client.add_file("/api/documents", _thumbnail(client, "Site.png"), "Again.jpg", projectId=project)
    _thumbnail(client, "Again.jpg")
    kept = zipfile.ZipFile(io.BytesIO(client.call("GET", "/api/client/data.zip")[1]))
    if kept.testzip() is not None or not any(name.endswith("Site.png") for name in kept.namelist()):
        raise RuntimeError(f"what we keep of the client lacks the picture: {kept.namelist()}")


def _thumbnail(client: Visit, name: str) -> bytes:
    deadline = time.monotonic() + PICTURES_SECONDS
    while time.monotonic() < deadline:
        (shown,) = (each for each in client.get("/api/client/documents") if each["fileName"] == name)
        if shown["thumbnail"]:
            path = f"/api/client/documents/{shown['id']}/thumbnail/{shown['thumbnail']}"
            kind, picture = client.call("GET", path)
            if kind != "image/jpeg" or not picture.startswith(b"\xff\xd8"):
                raise RuntimeError(f"the thumbnail of {name} is {kind}: {picture[:80]!r}")
            return picture
        time.sleep(0.05)
    raise RuntimeError(f"{name} has no thumbnail")


def _find_consultation(visit: Visit, project: int, slot: Any) -> None:
    """The paid consultation belongs to its visitor: on the success page, in the calendar file, off the list."""
    shown = visit.get(f"/api/bookings/confirmation?projectId={project}")
    _expect("the confirmation", (shown["state"], shown["booking"]["consultationSlot"]), ("paid", slot["date"]))
    kind, calendar = visit.call("GET", f"/api/projects/{project}/consultation.ics")
    if not kind.startswith("text/calendar") or not calendar.startswith(b"BEGIN:VCALENDAR"):
        raise RuntimeError(f"the calendar file is {kind}: {calendar[:80]!r}")
    if slot["id"] in {each["id"] for each in visit.free_times()}:
        raise RuntimeError("a paid time is still offered to others")


def _wait_for_letters(folder: Path) -> None:
    """The letters of both visitors are kept as files, the consultation's with its calendar entry."""
    deadline = time.monotonic() + LETTERS_SECONDS
    while missing := _missing_letters([path.read_text(encoding="utf-8") for path in folder.glob("*.eml")]):
        if time.monotonic() > deadline:
            raise RuntimeError(f"no letter {missing[0]}")
        time.sleep(0.05)


def _missing_letters(letters: list[str]) -> list[str]:
    wanted = {f"to {address}": f"To: {address}" for address in (BOOKED, CONSULTED)}
    wanted["with a calendar entry"] = "Content-Type: text/calendar"
    return [what for what, words in wanted.items() if not any(words in letter for letter in letters)]
