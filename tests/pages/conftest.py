"""The built site on a free port, for readers, browsers with and without script, and machines."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import pytest
from page_samples import TRACKED
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page
from werkzeug.test import Client

from app import config as configuration
from app import db, schema
from app.factory import create_app
from tests import axe
from tests.serving import free_line, serving


@dataclass
class Site:
    """The site at an address; `reader` asks it without a network."""

    address: str
    reader: Client

    def text(self, path: str) -> str:
        """The document at a path."""
        return self.reader.get(path, base_url=self.address).get_data(as_text=True)


@pytest.fixture(scope="module")
def make_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Site]]:
    """Makes sites of a configuration's tables on one database: make_site({"analytics": {...}})."""
    folder = tmp_path_factory.mktemp("pages")
    db.connect(folder)
    schema.migrate(folder)
    open_sites = ExitStack()

    def make(values: dict[str, Any] | None = None, mode: configuration.Mode = "demo") -> Site:
        line = free_line()
        port = line.getsockname()[1]
        address = f"http://127.0.0.1:{port}"
        tables = {"server": {"port": port, "address": address}, **(values or {})}
        house = create_app(configuration.build(folder, mode, tables))
        if house.sandbox is not None:
            open_sites.callback(house.sandbox.close)
        open_sites.enter_context(serving(house.wsgi, line))
        return Site(address, Client(house.wsgi))

    with open_sites:
        yield make
    db.close()


@pytest.fixture(scope="module")
def site(make_site: Callable[..., Site]) -> Site:
    """The site of an owner who configured nothing."""
    return make_site()


@pytest.fixture(scope="module")
def tracked(make_site: Callable[..., Site]) -> Site:
    """The site of an owner with both trackers, who asks for consent."""
    return make_site({"analytics": TRACKED})


def _is_complaint(said: ConsoleMessage, page: Page) -> bool:
    # A browser logs the status of the 404 page itself.
    return said.type == "error" and said.location.get("url") != page.url


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens pages: visit(width=1440, **context options). Their consoles must stay free of errors."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def come(width: int = 1440, height: int = 900, **options: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if _is_complaint(said, page) else None)
        return page

    yield come
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def faults() -> Callable[[Page], list[str]]:
    """What axe finds on a page as it stands."""
    return axe.faults
