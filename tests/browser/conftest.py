"""The real program on a free port, and visitors whose browsers must have nothing to complain about."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from booking_visit import WIDE, Program, Visit
from playwright.sync_api import Browser, Page

from app import config as configuration
from app.factory import create_app
from app.limits import limiter
from tests.serving import free_line, serving


@pytest.fixture
def settings() -> dict[str, Any]:
    """Tables of the owner's configuration; a module that needs some states its own."""
    return {}


@pytest.fixture
def program(folder: Path, settings: dict[str, Any]) -> Iterator[Program]:
    """Demo mode over real HTTP: pages, API, sandbox and its webhooks; background jobs run only when a test says so."""
    line = free_line()
    port = line.getsockname()[1]
    server = {"port": port, "address": f"http://127.0.0.1:{port}"}
    tables = {"server": server, **settings}
    house = create_app(configuration.build(folder, "demo", tables, {"HELIOS_ADDRESS_LIMITS": "off"}))
    limiter.reset()
    with serving(house.wsgi, line):
        house.sandbox.resume()
        yield Program(house, server["address"])
        house.sandbox.close()
    limiter.reset()


@pytest.fixture
def arrive(program: Program, browser: Browser) -> Iterator[Callable[..., Visit]]:
    """Lets visitors arrive, each with a browser of their own: `arrive(width)`. Their consoles must stay silent."""
    visits: list[Visit] = []

    def come(width: int = WIDE, **options: Any) -> Visit:
        # Without motion, so that nothing is judged or pressed half-way through a fade.
        size = {"width": width, "height": 900}
        context = browser.new_context(viewport=size, reduced_motion="reduce", **options)
        context.set_default_timeout(60_000)
        visit = Visit(program, context, options.get("java_script_enabled", True))
        visits.append(visit)
        return visit

    yield come
    for visit in visits:
        visit.context.close()
    assert [complaint for visit in visits for complaint in visit.complaints] == []


@pytest.fixture
def visit(arrive: Callable[..., Visit]) -> Visit:
    """One visitor on a wide screen."""
    return arrive()


@pytest.fixture
def page(visit: Visit) -> Page:
    """The page of that visitor."""
    return visit.page
