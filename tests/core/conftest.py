"""A very small site on top of the program: a build of a few files, served as the real one is."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import brotli
import pytest
from tiny_site import PRIVATE_PAGES, SCRIPT, VIDEO
from werkzeug.test import Client as Browser

from app import bundle, config
from app.factory import House, create_app
from app.pages.facts import PUBLIC_PATHS

HEAD = (
    '<html><head><title>{{business.name}}</title><meta content="{{business.name}}">'
    '<script type="application/json" id="site-facts">{{siteFacts}}</script></head>'
)


def page(text: str) -> str:
    return f"{HEAD}<body>{text} by {{{{business.name}}}}</body></html>" + " " * 200


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    """The build: a page for each path, a shell, a script, a video and an icon."""
    here = tmp_path / "dist"
    (here / "pages").mkdir(parents=True)
    (here / "assets").mkdir()
    pages = {}
    for path in (*PUBLIC_PATHS, *PRIVATE_PAGES):
        name = f"pages/{path.strip('/') or 'index'}.html"
        (here / name).write_text(page(f"page {path}"), encoding="utf-8")
        pages[path] = name
    (here / "pages" / "404.html").write_text(page("404 Page Not Found"), encoding="utf-8")
    (here / "pages" / "admin.html").write_text(page("Loading..."), encoding="utf-8")
    (here / "pages" / "project.html").write_text(page("Loading your portal..."), encoding="utf-8")
    # As in the package, which holds nothing beside what is compressed.
    (here / "assets" / "app-ABC123.js.br").write_bytes(brotli.compress(SCRIPT.encode()))
    (here / "assets" / "hero-ABC123.mp4").write_bytes(VIDEO)
    (here / "favicon.ico").write_bytes(b"icon")
    manifest = {
        "pages": pages,
        "notFound": "pages/404.html",
        "shells": {"admin": "pages/admin.html", "project": "pages/project.html"},
        "assets": {
            "/assets/app-ABC123.js": {"type": "text/javascript"},
            "/assets/hero-ABC123.mp4": {"type": "video/mp4"},
        },
        "files": {"/favicon.ico": {"type": "image/x-icon"}},
    }
    (here / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    return here


@pytest.fixture
def served(dist: Path, house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Makes a browser for the small site of a configuration: served(mode, {section: {...}})."""
    monkeypatch.setattr(bundle, "folder", lambda: dist)
    made: list[House] = []

    def make(mode: config.Mode = "demo", values: dict[str, Any] | None = None) -> Browser:
        made.append(create_app(config.build(house.config.folder, mode, values or {})))
        return Browser(made[-1].wsgi)

    yield make
    for one in made:
        if one.sandbox is not None:
            one.sandbox.close()
