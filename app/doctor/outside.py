"""What a look from outside finds: whether visitors, letters and payments come through, and backups and room are there.

It asks the network and changes nothing.
"""

import json
import socket
import ssl
import urllib.error
import urllib.request
from collections.abc import Callable, Collection, Iterator
from datetime import UTC, datetime, timedelta
from http.client import HTTPException, HTTPMessage
from urllib.parse import urlsplit

from app import __version__, clock
from app.backups.rules import STALE_AFTER
from app.backups.shelf import newest
from app.config import Config
from app.doctor.finding import Finding
from app.documents import disk, rules
from app.mail import transport
from app.mail.failures import Postponed, Refused
from app.payments.gateway import stripe_gateway
from app.payments.provider import Endpoint, GatewayError
from app.payments.rules import EVENT_TYPES

ANSWER_SECONDS = 10.0
# The provider's events are taken for forged when their time is five minutes off (`SIGNATURE_TOLERANCE_SECONDS`).
CLOCK_MAY_DIFFER = timedelta(minutes=1)
CERTIFICATE_DAYS = 14  # Caddy and certbot renew a month before the end
WEBHOOK_PATH = "/api/stripe/webhook"
HEADERS = ("Content-Security-Policy", "X-Content-Type-Options", "Strict-Transport-Security")


def examine(config: Config, now: datetime) -> list[Finding]:
    """Everything that does not come through. The server runs, or the first finding says that it does not."""
    looks: tuple[Callable[[Config, datetime], Iterator[Finding]], ...] = (_site, _mail, _cards, _backups, _room)
    return [found for look in looks for found in look(config, now)]


def _site(config: Config, now: datetime) -> Iterator[Finding]:
    address = config.server.address
    try:
        with urllib.request.urlopen(f"{address}/api/health", timeout=ANSWER_SECONDS) as answer:
            headers, told = answer.headers, json.load(answer)
    except urllib.error.HTTPError as error:
        yield Finding("site", address, f"answers with status {error.code}")
        return
    except (OSError, HTTPException, ValueError) as error:
        yield Finding("site", address, f"does not answer: {getattr(error, 'reason', error)}")
        return
    if told.get("version") != __version__:
        yield Finding("site", address, f"is served by version {told.get('version')}, and this is {__version__}")
    if config.server.secure:
        yield from _protected(address, headers, now)


def _protected(address: str, headers: HTTPMessage, now: datetime) -> Iterator[Finding]:
    for name in HEADERS:
        if name not in headers:
            yield Finding("site", address, f"lost the header {name} on its way")
    left = _certificate_ends(address) - now
    if left < timedelta(days=CERTIFICATE_DAYS):
        yield Finding("site", address, f"has a certificate that ends in {left.days} days")


def _certificate_ends(address: str) -> datetime:
    parts = urlsplit(address)
    host, port = parts.hostname or "", parts.port or 443
    with (
        socket.create_connection((host, port), ANSWER_SECONDS) as plain,
        ssl.create_default_context().wrap_socket(plain, server_hostname=host) as line,
    ):
        ends = (line.getpeercert() or {}).get("notAfter")
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(str(ends)), UTC)


def _mail(config: Config, now: datetime) -> Iterator[Finding]:
    if not config.mail.host:
        return
    try:
        transport.try_out()
    except (Refused, Postponed) as trouble:
        yield Finding("mail", f"{config.mail.host}:{config.mail.port}", f"takes no letters: {trouble}")


def _cards(config: Config, now: datetime) -> Iterator[Finding]:
    keys = config.payments
    if not keys.secret_key:
        return
    gateway = stripe_gateway(keys.secret_key, keys.publishable_key, keys.webhook_secret)
    try:
        gateway.list_events(now - timedelta(hours=1), EVENT_TYPES)
        told = gateway.told_time()
    except GatewayError as trouble:
        yield Finding("cards", "The card provider", f"does not answer as it should: {trouble}")
        return
    if differs := clock_trouble(told, clock.now()):
        yield Finding("clock", "This machine's clock", differs)
    try:
        trouble_there = webhook_trouble(gateway.list_endpoints(), config.server.address)
    except GatewayError:
        return  # a key may be made for payments alone
    if trouble_there:
        yield Finding("webhook", "The card provider", trouble_there)


def webhook_trouble(endpoints: Collection[Endpoint], address: str) -> str:
    """Why events do not reach us, '' where they do. What they tell is found without them, too, minutes later."""
    url = f"{address}{WEBHOOK_PATH}"
    ours = [each for each in endpoints if each.url == url]
    if not ours:
        return f"has no webhook that leads to {url}"
    working = [each for each in ours if each.is_enabled]
    if not working:
        return f"has disabled the webhook to {url}"
    sent = frozenset[str]().union(*(each.events for each in working))
    missing = [] if "*" in sent else [kind for kind in EVENT_TYPES if kind not in sent]
    return f"does not send to the webhook: {', '.join(missing)}" if missing else ""


def clock_trouble(told: datetime | None, now: datetime) -> str:
    """How far this machine's clock is from the card provider's, '' where that does not matter or is not known."""
    ahead = now - told if told else timedelta()
    if abs(ahead) <= CLOCK_MAY_DIFFER:
        return ""
    which = "ahead of" if ahead > timedelta() else "behind"
    seconds = f"{abs(ahead).total_seconds():,.0f} seconds"
    return f"is {seconds} {which} the card provider's: please let it be set from the network"


def _backups(config: Config, now: datetime) -> Iterator[Finding]:
    if not config.backs_up:
        return
    made = newest(config.backups_folder)
    if made is None:
        yield Finding("backup", str(config.backups_folder), "holds no backup")
    elif now - made.made_at > STALE_AFTER:
        yield Finding("backup", str(made.path), "is the newest, and older than a night")


def _room(config: Config, now: datetime) -> Iterator[Finding]:
    free, total = disk.space(config.folder)
    if rules.is_low(free, total):
        yield Finding("disk", str(config.folder), f"has {free:,} of {total:,} bytes left")
