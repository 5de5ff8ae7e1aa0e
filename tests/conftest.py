"""Fixtures for every test: an empty data folder, a program on top of it, and people with roles in the story."""

import gc
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from flask import Flask
from playwright.sync_api import Browser, BrowserType, expect
from werkzeug.routing import Map, RuleFactory

from app import bundle, clock, db, factory, schema
from app import config as configuration
from app.accounts import passwords
from app.config import Config, Mode, in_force, put_in_force
from app.factory import House, create_app
from app.limits import limiter
from app.payments import patience
from app.payments.patience import Patience
from app.sandbox import store
from app.slots import actions as slots
from tests import databases
from tests.firms import Configured
from tests.people import People
from tests.watch import Watch

# How long a browser may take over anything before a test gives up: long, because the machine may be busy with others.
PATIENCE_MS = 60_000
expect.set_options(timeout=PATIENCE_MS)
PRAGMAS = dict(db.PRAGMAS)
DESKTOPS = ("chromium", "chromium-browser", "google-chrome")
# Begun at the end, one of these would keep all other processors waiting.
BEGIN_FIRST = ("test_archive", "test_kill", "test_long_life", "test_openapi", "histories", "/browser/")


# What is loaded while tests are collected stays until the end: looked through for garbage again and again, it would
# take a tenth of the time.
gc.disable()


def pytest_collection_finish() -> None:
    """Leave what there is by now out of every later search for garbage, and what steers tests out of the program's."""
    gc.freeze()
    gc.enable()
    # Every file has read its own by now; the program would take them for settings that it does not know.
    for name in [name for name in os.environ if name.startswith("HELIOS_TEST_")]:
        del os.environ[name]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the files that take longest before the others."""
    items.sort(
        key=lambda item: next((at for at, name in enumerate(BEGIN_FIRST) if name in item.nodeid), len(BEGIN_FIRST))
    )


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Debian's Chromium (HELIOS_CHROMIUM names another), quiet and without a sandbox of its own, as in a container."""
    quiet = ("no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-background-networking")
    flags = [f"--{flag}" for flag in (*quiet, "disable-component-update", "disable-sync")]
    return {**browser_type_launch_args, "executable_path": _found("chromium-headless-shell", *DESKTOPS), "args": flags}


def _found(*names: str) -> str | None:
    named = os.environ.get("HELIOS_CHROMIUM")
    return next((path for name in (named, *names) if name and (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def desktop(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """A whole Chromium: brings pages back as they were left, sets type and fetches pictures as visitors' do."""
    whole = {**browser_type_launch_args, "executable_path": _found(*DESKTOPS)}
    made = browser_type.launch(**whole, ignore_default_args=["--disable-back-forward-cache"])
    yield made
    made.close()


@pytest.fixture
def browser(request: pytest.FixtureRequest, browser: Browser) -> Browser:
    """The quick headless shell, or the whole one for a test that asks for it."""
    asked = request.node.get_closest_marker("desktop")
    whole: Browser = request.getfixturevalue("desktop") if asked else browser
    return whole


@pytest.fixture(autouse=True, scope="session")
def _quick_hashes() -> Iterator[None]:
    """Passwords are hashed with the real algorithm at its smallest cost, which nothing here measures."""
    with pytest.MonkeyPatch.context() as cheaply:
        cheaply.setattr(passwords, "hasher", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        yield


@pytest.fixture(autouse=True, scope="session")
def _quick_pages() -> Iterator[None]:
    """Pages are compressed with as little effort as can be: what they weigh is measured in the build."""
    with pytest.MonkeyPatch.context() as cheaply:
        cheaply.setattr(bundle, "EFFORT", 1)
        yield


class Addresses(Map):
    """The addresses of every program that is made in one mode: those that it has already are not spelt out again."""

    def __init__(self, host_matching: bool) -> None:
        super().__init__(host_matching=host_matching)
        self.known = set[tuple[str, str]]()

    def add(self, rulefactory: RuleFactory) -> None:
        for rule in rulefactory.get_rules(self):
            if (rule.rule, rule.endpoint) not in self.known:
                self.known.add((rule.rule, rule.endpoint))
                super().add(rule)


@pytest.fixture(autouse=True, scope="session")
def _quick_routes() -> Iterator[None]:
    """Programs of one mode have the same addresses: they are read and compiled for the first of this process alone."""
    made = dict[Mode, Addresses]()

    class Program(Flask):
        def url_map_class(self, host_matching: bool) -> Map:
            return made.setdefault(in_force().mode, Addresses(host_matching))

    with pytest.MonkeyPatch.context() as cheaply:
        cheaply.setattr(factory, "Flask", Program)
        yield


@pytest.fixture(autouse=True, scope="session")
def _quick_disk() -> Iterator[None]:
    """Nobody waits for the disk: no test pulls the plug, and what is killed here runs in a process of its own."""
    with pytest.MonkeyPatch.context() as cheaply:
        cheaply.setitem(db.PRAGMAS, "synchronous", "off")
        cheaply.setattr(store, "SYNCHRONOUS", "OFF")
        cheaply.setattr(os, "fsync", lambda handle: None)
        yield


@pytest.fixture
def as_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connections that are opened from now on wait for the disk as the program's own do."""
    monkeypatch.setattr(db, "PRAGMAS", PRAGMAS)


@pytest.fixture(autouse=True, scope="session")
def _patient_callers() -> Iterator[None]:
    """Nobody gives up on the card provider because this machine is busy; a provider that hangs does so until let go."""
    callers = (patience.VISITOR, patience.WEBHOOK, patience.JOB)
    real = [(each.seconds, each.silence_seconds) for each in callers]
    _let_wait(callers, [(PATIENCE_MS / 1000, PATIENCE_MS / 1000)] * len(callers))
    yield
    _let_wait(callers, real)


def _let_wait(callers: Iterable[Patience], seconds: Iterable[tuple[float, float]]) -> None:
    for each, (whole, silence) in zip(callers, seconds, strict=True):
        object.__setattr__(each, "seconds", whole)
        object.__setattr__(each, "silence_seconds", silence)


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a database without a row, made once: the migrations take longer than most tests."""
    made = tmp_path_factory.mktemp("empty")
    db.connect(made)
    schema.migrate(made)
    databases.settle()
    db.close()
    return made


@pytest.fixture
def folder(tmp_path: Path, empty_database: Path) -> Iterator[Path]:
    """A data folder with an empty, current database."""
    databases.put(empty_database, tmp_path)
    db.connect(tmp_path)
    yield tmp_path
    db.close()


@pytest.fixture
def configured(tmp_path: Path) -> Iterator[Configured]:
    """Puts a configuration of the data folder in force: configured("serve", {section: {...}}, variables)."""

    def put(
        mode: Mode = "demo", values: dict[str, Any] | None = None, environ: Mapping[str, str] | None = None
    ) -> Config:
        made = configuration.build(tmp_path, mode, values or {}, environ)
        put_in_force(made)
        return made

    yield put
    put_in_force(None)


@pytest.fixture
def config(folder: Path, configured: Configured) -> Config:
    """A demo configuration, in force on that folder."""
    return configured()


@pytest.fixture
def house(config: Config) -> Iterator[House]:
    """The program without its pages; its sandbox delivers no webhooks by itself."""
    made = create_app(config, bundle=False)
    limiter.reset()
    yield made
    made.sandbox.close()
    limiter.reset()


@pytest.fixture
def people(house: House) -> People:
    """The people of the story, each with a browser."""
    return People(house)


@pytest.fixture
def watch(house: House) -> Iterator[Watch]:
    """The time stands still until a test moves it; the consultation times that can be booked then are made."""
    made = Watch(clock.now())
    with clock.reading(made):
        slots.generate(made.now)
        yield made
