"""The built site in memory: pages with the owner's facts in them, and hashed assets.

Pages are finished at the start, and anew when staff change what one tells, and tagged, and compressed (a file of
the build: unpacked) for the first who asks for them, so that a request costs a dictionary look-up.
"""

import gzip
import hashlib
import json
import re
import sys
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import brotli

from app.filling import Filling, fill

IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
EFFORT = 9  # of 9, in compressing: once, for every visitor
PACKING: dict[str, Callable[[bytes], bytes]] = {
    "br": lambda body: brotli.compress(body, quality=EFFORT),
    "gzip": lambda body: gzip.compress(body, EFFORT, mtime=0),
}
COMPRESSIBLE = re.compile(r"^(text/|application/(javascript|json|manifest\+json|xml)|image/svg\+xml)")
PREPARES = '<script type="speculationrules">'
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
CLIENT_PAGE = re.compile(r"/admin/clients/[0-9]{1,18}")
PROJECT_PAGE = re.compile(r"/client-portal/projects/HPM-[0-9]{1,18}")
ADMIN_PATHS = (
    "/admin/login",
    "/admin/dashboard",
    "/admin/clients",
    "/admin/documents",
    "/admin/appointments",
    "/admin/projects",
)


class BundleMissing(Exception):
    """The UI has not been built, or for another version of the program."""


@dataclass(frozen=True)
class Held:
    """One file ready to go.

    kept: its bytes, in the content coding `coding` ('' is plain); the other codings are made for their first visitor.
    style: the CSP source of a page's own rules; prepares_links: a page tells the browser which links it may prepare.
    """

    kept: bytes
    coding: str
    type: str
    cache: str
    tag: str
    status: str = "200 OK"
    style: str = ""
    prepares_links: bool = False

    @property
    def own(self) -> tuple[str, bool]:
        """What its policy admits beside what every answer's does."""
        return self.style, self.prepares_links

    @cached_property
    def codings(self) -> tuple[str, ...]:
        """The content codings that it can be had in."""
        if self.coding:
            return (*PACKING, "")
        tried = PACKING if COMPRESSIBLE.match(self.type) else ()
        return (*(coding for coding in tried if len(self.coded(coding)) < len(self.kept)), "")

    def coded(self, coding: str) -> bytes:
        """Its bytes in one of its codings."""
        if (made := self._made.get(coding)) is None:
            body = self.kept if self.coding == "" else brotli.decompress(self.kept)
            made = self._made[coding] = PACKING[coding](body) if coding else body
        return made

    @cached_property
    def _made(self) -> dict[str, bytes]:
        return {self.coding: self.kept}


def folder() -> Path:
    """ui/dist in the source tree or inside the packaged program."""
    base = Path(getattr(sys, "_MEIPASS", Path(__file__).resolve().parent.parent))
    return base / "ui" / "dist"


class Bundle:
    """Every file of the site by path."""

    def __init__(self, dist: Path, filling: Filling, texts: Mapping[str, tuple[str, str]]) -> None:
        """dist: the build; filling: what goes into its pages; texts: further files made here, path -> (type, text).

        Raises BundleMissing when there is no build, or one for another version.
        """
        manifest_path = dist / "manifest.json"
        if not manifest_path.exists():
            raise BundleMissing(f"The pages are not built ({manifest_path} is missing). Run `make build`.")
        manifest = json.loads(manifest_path.read_text(encoding="utf-8"))
        self.files: dict[str, Held] = {}
        for path, name in manifest["pages"].items():
            self.files[path] = _page((dist / name).read_text(encoding="utf-8"), filling)
        self.not_found = _page((dist / manifest["notFound"]).read_text(encoding="utf-8"), filling, "404 Not Found")
        shell, self.project_page = (
            _page((dist / manifest["shells"][name]).read_text(encoding="utf-8"), filling)
            for name in ("admin", "project")
        )
        for path in ADMIN_PATHS:
            self.files[path] = shell
        for path, entry in {**manifest["assets"], **manifest["files"]}.items():
            cache = IMMUTABLE if path in manifest["assets"] else "public, max-age=3600"
            self.files[path] = asset(dist / path.lstrip("/"), entry["type"], cache)
        for path, (kind, text) in texts.items():
            body = text.encode()
            self.files[path] = Held(body, "", kind, REVALIDATE, _tag(body))

    def find(self, path: str) -> Held | None:
        """The file at a path, if the site has one."""
        if PROJECT_PAGE.fullmatch(path):
            return self.project_page
        return self.files.get("/admin/clients" if CLIENT_PAGE.fullmatch(path) else path)


def _tag(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:24]


def _page(source: str, filling: Filling, status: str = "200 OK") -> Held:
    try:
        body = fill(source, filling).encode()
    except KeyError as error:
        raise BundleMissing(
            f"The pages were built for another version of the program (they ask for {error}). Run `make build`."
        ) from None
    own = STYLE.search(source)
    style = f"'sha256-{b64encode(hashlib.sha256(own[1].encode()).digest()).decode()}'" if own else ""
    return Held(body, "", "text/html; charset=utf-8", REVALIDATE, _tag(body), status, style, PREPARES in source)


def asset(path: Path, kind: str, cache: str) -> Held:
    """A file of the build: as the build has compressed it, where it has, for the package holds no other."""
    coding = "br" if (packed := path.with_name(f"{path.name}.br")).exists() else ""
    kept = (packed if coding else path).read_bytes()
    return Held(kept, coding, kind, cache, _tag(kept))
