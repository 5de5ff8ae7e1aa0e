"""Thumbnails: small, upright and without a word of where they were taken; what harms is left alone."""

import io
import subprocess
from typing import Any

import pytest
from document_archive import Archive
from document_samples import PDF, PNG, picture
from PIL import Image

from app import db
from app.documents import actions, disk, shrinking, thumbnails
from app.documents.models import Document
from app.documents.rules import Thumbnail
from tests.people import People


def made_of(archive: Archive, content: bytes, name: str) -> Image.Image | None:
    """The thumbnail that the program's own process makes of a project's picture."""
    row = archive.store(content, name, project_id=1)
    assert thumbnails.make_due(archive.folder) == 1
    row = Document.get_by_id(row.id)
    made = thumbnails.read(row, archive.folder)
    assert (made is None) == (row.thumbnail_state == Thumbnail.NONE) == (row.thumbnail is None)
    return None if made is None else Image.open(io.BytesIO(made))


def is_red(made: Image.Image, at: tuple[int, int]) -> bool:
    red, green, blue = made.getpixel(at)
    return bool(red > 200 and green < 60 and blue < 60)


@pytest.mark.parametrize(
    ("kind", "mode"),
    [("JPEG", "RGB"), ("JPEG", "L"), ("JPEG", "CMYK"), ("PNG", "RGB"), ("PNG", "RGBA"), ("PNG", "P"), ("PNG", "1")],
)
def test_a_picture_gets_a_thumbnail_of_its_shape(archive: Archive, kind: str, mode: str) -> None:
    made = made_of(archive, picture(kind, mode=mode), f"site.{kind.lower()}")
    assert made is not None and (made.format, made.size, made.mode) == ("JPEG", (320, 240), "RGB")
    assert mode in ("L", "1") or is_red(made, (40, 120))


def test_a_photograph_stands_upright_and_tells_nothing(archive: Archive) -> None:
    exif = Image.Exif()
    exif[0x0112], exif[0x010F] = 6, "Secret Camera"  # turned to the right; its maker
    exif.get_ifd(0x8825)[1] = "S"  # where it was
    made = made_of(archive, picture("JPEG", exif=exif, comment=b"a secret"), "site.jpg")
    assert made is not None and made.size == (240, 320) and is_red(made, (120, 40))  # the left is the top now
    content = disk.thumbnail_of(archive.folder, archive.rows()[0].stored_name).read_bytes()
    assert not made.getexif() and b"Secret" not in content and b"secret" not in content


def test_what_is_seen_through_is_white(archive: Archive) -> None:
    target = io.BytesIO()
    Image.new("RGBA", (50, 50), (0, 0, 0, 0)).save(target, "PNG")
    made = made_of(archive, target.getvalue(), "logo.png")
    assert made is not None and min(made.getpixel((25, 25))) > 250


def test_sixteen_bits_of_grey_stay_grey(archive: Archive) -> None:
    target = io.BytesIO()
    Image.new("I;16", (50, 50), 0x8000).save(target, "PNG")
    made = made_of(archive, target.getvalue(), "scan.png")
    assert made is not None and 120 < made.getpixel((25, 25))[0] < 136


@pytest.mark.parametrize(
    "content",
    [picture("PNG", (8000, 6300), "1"), picture("PNG")[:-400] + picture("PNG")[-12:]],
    ids=["too large", "cut"],
)
def test_a_picture_that_cannot_be_read_has_none_and_is_not_tried_again(archive: Archive, content: bytes) -> None:
    assert made_of(archive, content, "site.png") is None
    assert thumbnails.make_due(archive.folder) == 0
    assert archive.files() == [archive.rows()[0].stored_name]


def test_documents_and_drafts_are_left_alone(archive: Archive) -> None:
    archive.store(PDF, project_id=1)
    archive.store(PNG, "site.png")
    assert thumbnails.make_due(archive.folder) == 0


def test_a_process_that_dies_or_answers_nonsense_harms_nothing(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = subprocess.run

    def instead(*script: str) -> Any:
        return lambda program, **options: run([*program[:1], "-c", *script], **options)

    for number, script in enumerate(
        ("import os; os.kill(os.getpid(), 9)", "print('<script>')", "print('\\xff\\xd8\\xff' + 'x' * 300_000)")
    ):
        monkeypatch.setattr(subprocess, "run", instead(script))
        assert made_of(archive, PNG, f"{number}.png") is None
    assert len(archive.files()) == 3


def test_the_process_has_little_memory_and_no_environment(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    run = subprocess.run
    greedy = (
        "import os; from app.documents import shrinking; shrinking.hold_back();"
        # What the program tells itself is not handed down (app/__init__.py).
        "assert not set(os.environ) - {{'LC_CTYPE', 'PYDANTIC_DISABLE_PLUGINS'}};"
        "made = bytearray({})"
    )
    for size, works in ((100, True), (shrinking.MOST_BYTES, False)):
        said: list[int] = []

        def instead(program: list[str], size: int = size, said: list[int] = said, **options: Any) -> Any:
            done = run([program[0], "-c", greedy.format(size)], **{**options, "check": False})
            said.append(done.returncode)
            return done

        monkeypatch.setattr(subprocess, "run", instead)
        made_of(archive, PNG, "site.png")
        assert (said == [0]) is works


def test_the_query_for_what_is_due_uses_its_index(archive: Archive) -> None:
    query, values = Document.select().where(thumbnails.DUE).order_by(Document.id.desc()).sql()
    (*_, plan), *_ = db.database.execute_sql(f"EXPLAIN QUERY PLAN {query}", values).fetchall()
    assert "documents_to_shrink" in plan


def test_a_thumbnail_goes_with_its_picture_and_an_orphan_with_the_sweep(archive: Archive) -> None:
    assert made_of(archive, picture("PNG"), "site.png") is not None
    (row,) = archive.rows()
    actions.remove(row, archive.folder)
    assert archive.files() == []
    orphan = disk.thumbnail_of(archive.folder, row.stored_name)
    orphan.write_bytes(b"left")
    thumbnails.clear_away(archive.folder)
    assert not orphan.exists()


@pytest.mark.spec("R-01")
def test_its_owner_alone_sees_it_and_no_browser_keeps_it(people: People) -> None:
    client, bruno = people.client("amelia@example.com", files=0), people.client("bruno@example.com", files=0)
    project = client.get("/api/client/projects").get_json()[0]["id"]
    form = {"file": (io.BytesIO(picture("JPEG")), "site.jpg"), "projectId": str(project)}
    assert client.browser.post("/api/documents", data=form).status_code == 201
    assert client.get("/api/client/documents").get_json()[0]["thumbnail"] is None
    people.house.jobs.run("thumbnails")
    (entry,) = client.get("/api/client/documents").get_json()
    address = f"/api/client/documents/{entry['id']}/thumbnail/{entry['thumbnail']}"
    answer = client.get(address)
    assert (answer.status_code, answer.mimetype) == (200, "image/jpeg")
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert answer.headers["Content-Security-Policy"] == "sandbox; default-src 'none'"
    assert bruno.get(address).status_code == client.get(address[:-1]).status_code == 404
    assert people.visitor().get(address).status_code == 401
    for lost in people.house.config.documents_folder.rglob(f"*{disk.THUMBNAIL}"):
        lost.unlink()
    assert client.get(address).status_code == 404
    people.house.jobs.run("thumbnails")
    assert client.get(address).data == answer.data
