"""The owner's configuration: `config.toml` in the data folder, overridden by HELIOS_* variables.

It is read once, checked as a whole and frozen. Anything wrong stops the start with the key's name.
"""

import os
import re
import secrets
import tomllib
from collections.abc import Mapping
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from app.sample_config import SAMPLE
from app.ways import WaysToPay, closed_text, not_offered, ways_to_pay

FILE_NAME = "config.toml"
Mode = Literal["serve", "demo"]

# The forms that a text may have to have, each with what the owner is told who wrote another.
_LINE, _EMAIL = r"^[^\r\n]*$", r"^[^@\s<>]+@[^@\s<>]+$"
_BSB, _ACCOUNT = r"^\d{3}-\d{3}$", r"^\d{5,9}$"
_ADDRESS = r"^https?://[^/\s]+$"
_GOOGLE, _PIXEL = r"^([A-Z]{1,3}-[A-Z0-9-]{4,20})?$", r"^\d{0,20}$"
FORMS = {
    _LINE: "must stand on one line",
    _EMAIL: "must be one e-mail address, such as hello@example.com",
    _BSB: "must be six digits with a dash, such as 062-001",
    _ACCOUNT: "must be the account's 5 to 9 digits, without spaces",
    _ADDRESS: "must begin with https:// (or http:// on this machine) and end with the name or port, without a path",
    _GOOGLE: "must be a measurement id such as G-ABC1234567, or empty",
    _PIXEL: "must be the pixel's digits, or empty",
}

Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200, pattern=_LINE)]
Email = Annotated[str, StringConstraints(strip_whitespace=True, max_length=254, pattern=_EMAIL)]

# Variables that steer the program rather than set a key of the file.
STEERING = {"HELIOS_DATA_DIR", "HELIOS_DEMO_PASSWORD", "HELIOS_ADDRESS_LIMITS"}


class ConfigError(Exception):
    """The configuration cannot be used; the message begins with the key."""


class Section(BaseModel):
    """A frozen table of the file; an unknown key is an error, since it is a typing slip."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Business(Section):
    """Who the firm is."""

    name: Line = "Helios Project Management"
    short_name: Line = "Helios"
    phone: Line = "(02) 5550 0134"
    email: Email = "hello@heliospm.example"
    support_email: Email = "hello@heliospm.example"
    abn: Line = "51 824 753 556"
    address: Line = "Hurstville, NSW 2220"
    hours: Line = "Monday to Friday, 9am to 5pm"


class Bank(Section):
    """Where transfers go."""

    account_name: Line = "Helios Project Management"
    bsb: Annotated[str, StringConstraints(pattern=_BSB)] = "000-000"
    account: Annotated[str, StringConstraints(pattern=_ACCOUNT)] = "00000000"


class Server(Section):
    """How the program is reached."""

    address: Annotated[str, StringConstraints(pattern=_ADDRESS)] = "http://127.0.0.1:8000"
    host: Line = "127.0.0.1"
    port: Annotated[int, Field(ge=1, le=65535)] = 8000
    threads: Annotated[int, Field(ge=1, le=32)] = 8
    behind_proxy: bool = False
    allowed_hosts: tuple[Line, ...] = ()

    @property
    def secure(self) -> bool:
        """Whether visitors come over TLS."""
        return self.address.startswith("https://")


class Payments(Section):
    """The card provider's keys; all empty means no card payment."""

    secret_key: str = ""
    publishable_key: str = ""
    webhook_secret: str = ""
    allow_test_keys: bool = False


class Mail(Section):
    """The SMTP server; an empty host keeps letters as files, and nothing can be booked then (but in the demo)."""

    host: str = ""
    port: Annotated[int, Field(ge=1, le=65535)] = 587
    username: str = ""
    password: str = ""
    security: Literal["starttls", "tls", "none"] = "starttls"
    sender: Email = "hello@heliospm.example"
    staff: Email = "hello@heliospm.example"


class Analytics(Section):
    """Trackers; nothing loads without an id."""

    google_id: Annotated[str, StringConstraints(pattern=_GOOGLE)] = ""
    pixel_id: Annotated[str, StringConstraints(pattern=_PIXEL)] = ""
    consent_required: bool = True


class PackageOffer(Section):
    """What the owner may say differently about a package; price in dollars including GST."""

    title: Line | None = None
    price: Annotated[Decimal, Field(gt=0, le=1_000_000, decimal_places=2)] | None = None


class Offer(PackageOffer):
    """What the owner may say differently about a service, whose cards have a text of their own."""

    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=600)] | None = None


class Catalogue(Section):
    """Overrides by service id and package id."""

    services: dict[str, Offer] = {}
    packages: dict[str, PackageOffer] = {}


class Config(Section):
    """The whole configuration. `folder` is the data folder, `mode` how the program was started."""

    folder: Path
    mode: Mode
    address_limits: bool = True
    business: Business = Business()
    bank: Bank = Bank()
    server: Server = Server()
    payments: Payments = Payments()
    mail: Mail = Mail()
    analytics: Analytics = Analytics()
    catalogue: Catalogue = Catalogue()

    @property
    def documents_folder(self) -> Path:
        """Where uploaded files live."""
        return self.folder / "documents"

    @property
    def letters_folder(self) -> Path:
        """Where letters are filed when no mail server is set."""
        return self.folder / "letters"

    @property
    def test_mark(self) -> str:
        """'TEST' while no real money can move, else ''."""
        return "TEST" if self.mode == "demo" or "_test_" in self.payments.secret_key else ""

    @cached_property
    def hosts(self) -> frozenset[str]:
        """The host names that requests may carry, in lower case and without ports."""
        own = self.server.address.split("://", 1)[1].rsplit(":", 1)[0]
        names = (own, *self.server.allowed_hosts, "127.0.0.1", "localhost", "[::1]")
        return frozenset(name.lower() for name in names)

    def standing_defaults(self) -> list[str]:
        """The keys still at their fictional defaults; staff are reminded of each."""
        keys = {
            "business.phone": (self.business.phone, Business().phone),
            "business.email": (self.business.email, Business().email),
            "business.support_email": (self.business.support_email, Business().support_email),
            "business.abn": (self.business.abn, Business().abn),
            "bank.bsb": (self.bank.bsb, Bank().bsb),
            "bank.account": (self.bank.account, Bank().account),
        }
        if self.mail.host:
            keys["mail.sender"] = (self.mail.sender, Mail().sender)
            keys["mail.staff"] = (self.mail.staff, Mail().staff)
        return [key for key, (value, default) in keys.items() if value == default]

    @property
    def ways_to_pay(self) -> WaysToPay:
        """What visitors can choose between."""
        has_keys, standing = bool(self.payments.secret_key), self.standing_defaults()
        return ways_to_pay(self.mode == "serve", has_keys, self.mail.host, standing)

    @property
    def not_offered(self) -> str:
        """What staff are told that visitors cannot pay by, and which settings it takes; '' when nothing is missing."""
        return not_offered(self.ways_to_pay, self.mail.host, self.standing_defaults())

    @property
    def closed(self) -> str:
        """What visitors are told instead of booking; '' while something can be paid."""
        return "" if self.ways_to_pay else closed_text(self.real("business.phone", self.business.phone))

    def real(self, key: str, value: str) -> str:
        """`value`, or '' where the public would be told the fictional default of `key` as a fact."""
        return "" if self.mode == "serve" and key in self.standing_defaults() else value


def data_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """The data folder: HELIOS_DATA_DIR, else `data` under the working folder."""
    return Path(environ.get("HELIOS_DATA_DIR") or "data").resolve()


def secret_of(folder: Path) -> str:
    """This installation's own secret, drawn at first use into a file that only its user may read.

    Raises ConfigError when the file is there and holds no secret, or others may read it; OSError as the disk says.
    """
    path = folder / "secret.key"
    if not path.exists():
        drawn = path.with_suffix(".drawn")
        drawn.unlink(missing_ok=True)
        with open(os.open(drawn, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(secrets.token_hex(32))
            file.flush()
            os.fsync(file.fileno())
        os.replace(drawn, path)  # a process that dies meanwhile leaves no empty secret
    secret = path.read_bytes().strip()
    if path.stat().st_mode & 0o077:
        raise ConfigError(f"secret.key: other users of this machine can read it; run chmod 600 {path}")
    if not re.fullmatch(rb"[0-9a-f]{64}", secret):
        raise ConfigError(
            f"secret.key: {path} does not hold this installation's secret; put it back from your backup, or remove the "
            "file: a new one is drawn and everybody has to sign in again"
        )
    return secret.decode("ascii")


def load(folder: Path, mode: Mode, environ: Mapping[str, str] = os.environ) -> Config:
    """Read and check the configuration, writing the documented sample when there is none.

    Raises ConfigError naming the key, and OSError as the disk says.
    """
    path = folder / FILE_NAME
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not path.exists():
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(SAMPLE)
    try:
        # Some editors begin a file with a byte-order mark.
        values = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise ConfigError(f"{FILE_NAME}: line {line} is not UTF-8; save the file in that encoding") from None
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"at (line \d+), column \d+", str(error))
        raise ConfigError(
            f"{FILE_NAME}: {place[1] if place else 'the last line'} cannot be read; a setting is written "
            'name = "text", name = 5 or name = true, once, below its [table]'
        ) from None
    for name in ("folder", "mode", "address_limits"):
        if name in values:
            raise ConfigError(f"{name}: there is no such setting")
    return build(folder, mode, _with_variables(values, environ), environ)


def build(folder: Path, mode: Mode, values: Mapping[str, Any], environ: Mapping[str, str] | None = None) -> Config:
    """Check `values` (the file's tables) and freeze them. Raises ConfigError naming the key."""
    lifted = (environ or {}).get("HELIOS_ADDRESS_LIMITS", "on") == "off"
    if lifted and mode != "demo":
        raise ConfigError("HELIOS_ADDRESS_LIMITS: limits can be lifted in the demo only")
    try:
        config = Config(folder=folder, mode=mode, address_limits=not lifted, **values)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        raise ConfigError(f"{key}: {_said(first['type'], first.get('ctx', {}))}") from None
    if mode == "serve":
        _refuse_unsafe(config)
    return config


def _said(kind: str, limits: Mapping[str, Any]) -> str:
    """What is wrong with a value, in the owner's words rather than in the checking library's."""
    if kind == "string_pattern_mismatch":
        return FORMS[limits["pattern"]]
    words = {
        "extra_forbidden": "there is no such setting",
        "string_too_short": "must not be empty",
        "string_too_long": "must have at most {max_length} characters",
        "string_type": 'must be a text in quotes, such as "text"',
        "literal_error": "must be {expected}",
        "greater_than": "must be more than {gt}",
        "greater_than_equal": "must be at least {ge}",
        "less_than_equal": "must be at most {le}",
        "tuple_type": 'must be a list, such as ["a.example", "b.example"]',
        "model_type": "must be a table: its name in square brackets on a line, its settings below",
        "model_attributes_type": "must be a table: its name in square brackets on a line, its settings below",
        "dict_type": "must be a table: its name in square brackets on a line, its settings below",
    }
    groups = {"int_": "must be a whole number", "bool_": "must be true or false"}
    grouped = next((said for start, said in groups.items() if kind.startswith(start)), None)
    if kind.startswith(("decimal_", "finite_")):
        return "must be dollars and cents, such as 550 or 550.50"
    return words.get(kind, grouped or "this value cannot be used").format(**limits)


def _with_variables(values: Mapping[str, Any], environ: Mapping[str, str]) -> dict[str, Any]:
    tables = {name: dict(table) if isinstance(table, dict) else table for name, table in values.items()}
    for name, text in sorted(environ.items()):
        if not name.startswith("HELIOS_") or name in STEERING:
            continue
        section, _, key = name.removeprefix("HELIOS_").lower().partition("_")
        kind = Config.model_fields.get(section)
        fields = getattr(kind.annotation, "model_fields", {}) if kind else {}
        if key not in fields or section == "catalogue":
            raise ConfigError(f"{name}: there is no such setting")
        value: Any = tuple(text.split(",")) if key == "allowed_hosts" else text
        tables.setdefault(section, {})[key] = value
    if environ.get("PORT"):
        tables.setdefault("server", {})["port"] = environ["PORT"]
        address = tables["server"].get("address", "http://127.0.0.1:8000")
        if re.fullmatch(r"http://(127\.0\.0\.1|localhost):\d+", address):
            tables["server"]["address"] = f"{address.rsplit(':', 1)[0]}:{environ['PORT']}"
    return tables


def _refuse_unsafe(config: Config) -> None:
    keys = config.payments
    given = {
        "secret_key": keys.secret_key,
        "publishable_key": keys.publishable_key,
        "webhook_secret": keys.webhook_secret,
    }
    if any(given.values()):
        for name, start in (
            ("secret_key", ("sk_", "rk_")),
            ("publishable_key", ("pk_",)),
            ("webhook_secret", ("whsec_",)),
        ):
            if not given[name]:
                raise ConfigError(f"payments.{name}: missing; card payment needs all three keys, or none of them")
            if not given[name].startswith(start):
                raise ConfigError(f"payments.{name}: does not start with {' or '.join(start)}")
            if not re.fullmatch(r"[A-Za-z0-9_+/=-]+", given[name]):
                raise ConfigError(
                    f"payments.{name}: is no whole key, as if a placeholder were left standing; "
                    "copy the key from the card provider's dashboard, without dots and spaces"
                )
        live = ["_live_" in keys.secret_key, "_live_" in keys.publishable_key]
        if live[0] != live[1]:
            raise ConfigError("payments.publishable_key: one key is live and the other is a test key")
        if not live[0] and not keys.allow_test_keys:
            raise ConfigError("payments.secret_key: this is a test key; set payments.allow_test_keys = true to try it")
        if live[0] and not config.server.secure:
            raise ConfigError("server.address: must start with https:// while live payment keys are set")
    local = re.match(r"https?://(127\.0\.0\.1|localhost|\[::1\])(:|$)", config.server.address)
    if not local and not config.server.secure:
        raise ConfigError("server.address: must start with https:// (only a local address may do without)")
    if config.mail.host and config.mail.security == "none" and config.mail.password:
        raise ConfigError("mail.security: a password would be sent unprotected; use starttls or tls")
