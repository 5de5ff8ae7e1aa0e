"""The doctor's look from outside: each thing that does not come through is named, and nothing else is."""

import json
import re
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from running import free_port

from app import __version__, db
from app.__main__ import main
from app.backups.rules import name_of
from app.backups.shelf import NOTE
from app.config import Config
from app.doctor import outside
from app.documents import disk
from app.payments.provider import Endpoint, ProviderRefused
from app.payments.rules import EVENT_TYPES
from app.sandbox.client import sandbox_gateway
from app.sandbox.sandbox import Sandbox
from tests.conftest import Configured
from tests.mail.mail_helpers import CERTIFICATE, Mailbox, serving

GOOD = dict.fromkeys(outside.HEADERS, "yes")
NOW = datetime.now(UTC)


@dataclass
class Front:
    """A site over TLS, and how it answers."""

    status: int = 200
    version: str = __version__
    headers: dict[str, str] = field(default_factory=lambda: dict(GOOD))
    port: int = 0


@pytest.fixture
def front(monkeypatch: pytest.MonkeyPatch) -> Iterator[Front]:
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    made = Front()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(made.status)
            for name, value in made.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(json.dumps({"status": "ok", "version": made.version}).encode())

        def log_message(self, *arguments: Any) -> None:
            """Quietly."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    made.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield made
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a backup of an hour ago lies."""
    place = tmp_path_factory.mktemp("backups")
    backup = place / name_of(NOW - timedelta(hours=1))
    backup.mkdir()
    (backup / NOTE).write_text('{"bytes": 1, "files": 1, "disagreeing": []}', encoding="utf-8")
    return place


@pytest.fixture
def mail() -> Iterator[int]:
    with serving(Mailbox()) as port:
        yield port


@pytest.fixture
def config(folder: Path, front: Front, shelf: Path, mail: int, configured: Configured) -> Callable[..., Config]:
    """A public server's configuration on all of these; config(section={...}) changes it."""

    def made(**more: dict[str, Any]) -> Config:
        tables: dict[str, dict[str, Any]] = {
            "server": {"address": f"https://localhost:{front.port}"},
            "backups": {"folder": str(shelf)},
            "mail": {"host": "localhost", "port": mail, "security": "none"},
        }
        return configured("serve", {name: tables.get(name, {}) | more.get(name, {}) for name in (*tables, *more)})

    return made


def found(config: Config, now: datetime = NOW) -> list[str]:
    """What the look finds, a line for each."""
    return [str(each) for each in outside.examine(config, now)]


def test_nothing_is_found_where_all_comes_through(config: Callable[..., Config]) -> None:
    assert found(config()) == []


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"status": 503}, "answers with status 503."),
        ({"version": "0.0.9"}, f"is served by version 0.0.9, and this is {__version__}."),
        (
            {"headers": GOOD | {"Strict-Transport-Security": None}},
            "lost the header Strict-Transport-Security on its way.",
        ),
    ],
)
def test_a_site_that_does_not_come_through(
    config: Callable[..., Config], front: Front, changes: dict[str, Any], said: str
) -> None:
    for name, value in changes.items():
        kept = {header: text for header, text in value.items() if text} if isinstance(value, dict) else value
        setattr(front, name, kept)
    assert found(config()) == [f"site: https://localhost:{front.port} {said}"]


def test_a_site_that_is_not_there_or_that_nobody_can_trust(
    config: Callable[..., Config], front: Front, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    [line] = found(config(server={"address": f"https://localhost:{port}"}))
    assert line.startswith(f"site: https://localhost:{port} does not answer: ")
    monkeypatch.delenv("SSL_CERT_FILE")
    [line] = found(config())
    assert "does not answer: " in line and "certificate" in line


def test_a_certificate_that_ends_soon(config: Callable[..., Config], front: Front) -> None:
    made, ends = config(), outside._certificate_ends(f"https://localhost:{front.port}")
    soon = [line for line in found(made, ends - timedelta(days=5, hours=1)) if line.startswith("site")]
    assert soon == [f"site: https://localhost:{front.port} has a certificate that ends in 5 days."]
    assert not [line for line in found(made, ends - timedelta(days=15)) if line.startswith("site")]


def test_a_mail_server_that_takes_no_letters(config: Callable[..., Config]) -> None:
    port = free_port()
    [line] = found(config(mail={"port": port}))
    assert line.startswith(f"mail: localhost:{port} takes no letters: ")
    assert found(config(mail={"host": ""})) == []


def test_a_card_provider_that_refuses_the_keys(config: Callable[..., Config], monkeypatch: pytest.MonkeyPatch) -> None:
    class Refusing:
        def list_events(self, since: datetime, types: object) -> list[object]:
            raise ProviderRefused("Invalid API Key provided")

    monkeypatch.setattr(outside, "stripe_gateway", lambda *keys: Refusing())
    keys = {"secret_key": "sk_live_1", "publishable_key": "pk_live_1", "webhook_secret": "whsec_1"}
    [line] = found(config(payments=keys))
    assert line == "cards: The card provider does not answer as it should: Invalid API Key provided."


URL = "https://helios.example/api/stripe/webhook"
ALL = frozenset(EVENT_TYPES)


@pytest.mark.parametrize(
    ("endpoints", "said"),
    [
        ([Endpoint(URL, ALL, True)], ""),
        ([Endpoint(URL, frozenset({"*"}), True)], ""),
        ([Endpoint(URL, ALL - {"charge.refunded"}, True), Endpoint(URL, frozenset({"charge.refunded"}), True)], ""),
        ([], f"has no webhook that leads to {URL}"),
        ([Endpoint("https://www.helios.example/api/stripe/webhook", ALL, True)], f"has no webhook that leads to {URL}"),
        ([Endpoint(URL, ALL, False)], f"has disabled the webhook to {URL}"),
        ([Endpoint(URL, ALL, False), Endpoint(URL, ALL, True)], ""),
        (
            [Endpoint(URL, ALL - {"charge.refunded", "refund.failed"}, True)],
            "does not send to the webhook: charge.refunded, refund.failed",
        ),
    ],
)
def test_why_events_do_not_reach_us(endpoints: list[Endpoint], said: str) -> None:
    assert outside.webhook_trouble(endpoints, "https://helios.example") == said


def test_the_providers_webhooks_are_looked_at(
    config: Callable[..., Config], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = {"secret_key": "sk_live_1", "publishable_key": "pk_live_1", "webhook_secret": "whsec_1"}
    made = config(payments=keys)
    with Sandbox(tmp_path / "books.sqlite3", "whsec_1") as sandbox:
        monkeypatch.setattr(outside, "stripe_gateway", lambda *keys: sandbox_gateway(sandbox))
        url = f"{made.server.address}/api/stripe/webhook"
        assert found(made) == [f"webhook: The card provider has no webhook that leads to {url}."]
        sandbox.endpoints.append(
            {"id": "we_1", "object": "webhook_endpoint", "url": url, "status": "enabled", "enabled_events": ["*"]}
        )
        assert found(made) == []


@pytest.mark.parametrize(
    ("ahead", "said"),
    [
        (None, ""),
        (timedelta(0), ""),
        (timedelta(minutes=1), ""),
        (timedelta(minutes=-1), ""),
        (timedelta(minutes=6), "is 360 seconds ahead of the card provider's: please let it be set from the network"),
        (timedelta(days=-1), "is 86,400 seconds behind the card provider's: please let it be set from the network"),
    ],
)
def test_a_clock_that_is_wrong(ahead: timedelta | None, said: str) -> None:
    assert outside.clock_trouble(None if ahead is None else NOW - ahead, NOW) == said


def test_the_providers_clock_is_compared(
    config: Callable[..., Config], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = config(payments={"secret_key": "sk_live_1", "publishable_key": "pk_live_1", "webhook_secret": "whsec_1"})
    with Sandbox(tmp_path / "books.sqlite3", "whsec_1", clock=lambda: time.time() + 600) as sandbox:
        monkeypatch.setattr(outside, "stripe_gateway", lambda *keys: sandbox_gateway(sandbox))
        [line] = [each for each in found(made) if each.startswith("clock")]
    assert re.fullmatch(r"clock: This machine's clock is (59\d|60\d) seconds behind the card provider's: .*", line)


def test_backups_and_room(config: Callable[..., Config], shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = config()
    (old,) = shelf.iterdir()
    assert found(made, NOW + timedelta(hours=36)) == [f"backup: {old} is the newest, and older than a night."]
    old.rename(shelf / "away")
    assert found(made) == [f"backup: {shelf} holds no backup."]
    assert found(config(backups={"nightly": False})) == []
    monkeypatch.setattr(disk, "space", lambda folder: (1_000_000, 10**12))
    [line] = found(config(backups={"nightly": False}))
    assert line.endswith("has 1,000,000 of 1,000,000,000,000 bytes left.")


def test_the_command_asks_outside_only_where_it_is_told_to(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HELIOS_DATA_DIR", str(folder))
    monkeypatch.setenv("PORT", str(free_port()))
    db.close()
    inside, both = (CliRunner().invoke(main, ["doctor", *more]) for more in ((), ("--outside", "--json")))
    db.connect(folder)
    assert (inside.exit_code, inside.output) == (0, "Nothing disagrees.\n")
    assert both.exit_code == 1
    assert [each["kind"] for each in json.loads(both.output)["found"]] == ["site", "backup"]
