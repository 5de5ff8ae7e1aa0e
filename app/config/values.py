"""The owner's configuration as frozen values: each setting, its form and its default, and what follows from them."""

from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from app.config.consultations import Consultations
from app.config.section import ACCOUNT, ADDRESS, BSB, GOOGLE, PIXEL, PLACE, TOKEN, Email, Line, Section
from app.ways import WaysToPay, closed_text, not_offered, ways_to_pay

Mode = Literal["serve", "demo"]


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
    bsb: Annotated[str, StringConstraints(pattern=BSB)] = "000-000"
    account: Annotated[str, StringConstraints(pattern=ACCOUNT)] = "00000000"


class Server(Section):
    """How the program is reached."""

    address: Annotated[str, StringConstraints(pattern=ADDRESS)] = "http://127.0.0.1:8000"
    host: Line = "127.0.0.1"
    port: Annotated[int, Field(ge=1, le=65535)] = 8000
    threads: Annotated[int, Field(ge=1, le=32)] = 8
    behind_proxy: bool = False
    allowed_hosts: tuple[Line, ...] = ()
    metrics_token: Annotated[str, StringConstraints(pattern=TOKEN)] = ""

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

    google_id: Annotated[str, StringConstraints(pattern=GOOGLE)] = ""
    pixel_id: Annotated[str, StringConstraints(pattern=PIXEL)] = ""
    consent_required: bool = True


class Backups(Section):
    """Each night's copy of the data folder. `folder`: where it goes, '' for the folder beside the data folder."""

    nightly: bool = True
    folder: Annotated[str, StringConstraints(strip_whitespace=True, max_length=500, pattern=PLACE)] = ""
    days: Annotated[int, Field(ge=1, le=366)] = 7
    weeks: Annotated[int, Field(ge=0, le=520)] = 4


class Uploads(Section):
    """What visitors send. `unpaid_gb`: how much is kept at most of what nobody has paid for, whoever sent it."""

    unpaid_gb: Annotated[int, Field(ge=1, le=100_000)] = 5


class PackageOffer(Section):
    """What the owner may say differently about a package; price in dollars including GST."""

    title: Line | None = None
    price: Annotated[Decimal, Field(gt=0, le=1_000_000, decimal_places=2)] | None = None


class Offer(PackageOffer):
    """What the owner may say differently about a service, whose cards have a text of their own."""

    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=600)] | None = None
    needs: Annotated[tuple[Line, ...], Field(max_length=20)] | None = None


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
    consultations: Consultations = Consultations()
    backups: Backups = Backups()
    uploads: Uploads = Uploads()
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
    def backups_folder(self) -> Path:
        """Where backups lie."""
        return Path(self.backups.folder or self.folder.with_name("helios-backups"))

    @property
    def backs_up(self) -> bool:
        """Whether a backup is made each night; sample data need none."""
        return self.mode == "serve" and self.backups.nightly

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
