"""Lives through 24 months in minutes and prints what is left of them (`make months`).

The clock is a fake; traffic is ordinary: bookings, drafts left with their files, onboardings, transfers that come or
do not, refunds, enquiries, sign-ins. The mail server is away twice for four days, the card provider twice, the clock is
set back an hour twice a year and once by a day. Jobs run at their cadence, at most once a step. In the end rows, files
and letters stand beside what retention allows, and every promise to whoever paid is checked.
"""

import io
import logging
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from argon2 import PasswordHasher  # noqa: E402

from app import clock, db, schema  # noqa: E402
from app import config as configuration  # noqa: E402
from app.accounts import credentials as accounts  # noqa: E402
from app.accounts import passwords  # noqa: E402
from app.accounts.models import Client  # noqa: E402
from app.alerts.actions import resolve  # noqa: E402
from app.alerts.models import open_alerts  # noqa: E402
from app.db import database  # noqa: E402
from app.demo.papers import sample_pdf  # noqa: E402
from app.demo.visits import VISA  # noqa: E402
from app.factory import House, create_app  # noqa: E402
from app.generations import FOLDER  # noqa: E402
from app.limits import limiter  # noqa: E402
from app.mail import actions as mail  # noqa: E402
from app.mail import sender, transport  # noqa: E402
from app.mail.failures import Postponed  # noqa: E402
from app.mail.models import Letter, LetterStatus  # noqa: E402
from app.orders.money import Payment  # noqa: E402
from app.payments import transfers  # noqa: E402
from app.payments.provider import GatewayError  # noqa: E402
from app.payments.settle import settle  # noqa: E402

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BEGINS = datetime(2027, 1, 4, 22, tzinfo=UTC)
PASSWORD = "a lasting password"

# What happens on an ordinary day, and how often.
PER_DAY = {
    "book": 0.5,
    "leave_draft": 1.0,
    "onboard_by_card": 0.25,
    "onboard_by_transfer": 0.25,
    "leave_onboarding": 0.35,
    "enquire": 0.4,
    "sign_in": 0.3,
    "refund": 0.06,
}
TRANSFERS_THAT_COME = 0.8


@dataclass
class Life:
    """A house with a clock of its own, its visitors, and the trouble that strikes it."""

    house: House
    step: timedelta
    chance: random.Random
    share: float = 1.0  # of the ordinary traffic
    now: datetime = BEGINS
    lived: timedelta = timedelta(0)  # what has really passed, whatever the clock says
    mail_away: bool = False
    provider_away: bool = False
    people: int = 0
    sent: int = 0
    intents: list[str] = field(default_factory=list)
    ran: dict[str, timedelta] = field(default_factory=dict)
    refused: int = 0

    def live(self, days: int, mail: set[int], provider: set[int], back: dict[int, timedelta]) -> None:
        """Live that many days. mail, provider: on which days each is away; back: by how much the clock is set back."""
        for day in range(days):
            self.mail_away = day in mail
            self._provider(day in provider)
            self.now -= back.get(day, timedelta(0))
            for _ in range(DAY // self.step):
                self._jobs()
                self._traffic()
                self.now += self.step
                self.lived += self.step
            self._staff()

    def _provider(self, away: bool) -> None:
        if away != self.provider_away:
            self.provider_away = away
            if away:
                self.house.sandbox.faults.set("unreachable", times=None)
            else:
                self.house.sandbox.faults.clear()

    def _traffic(self) -> None:
        for act, per_day in PER_DAY.items():
            if self.chance.random() < per_day * self.share * (self.step / DAY):
                limiter.reset()
                with suppress(Refused):
                    getattr(self, act)()

    def _jobs(self) -> None:
        for name, interval in self.house.jobs.cadence().items():
            if self.lived - self.ran.get(name, -interval) >= interval:
                self.ran[name] = self.lived
                self.house.jobs.run(name)
        sender.send_due(self.now)

    def _staff(self) -> None:
        """Staff match the transfers that came, and send again what was given up while the mail server was away."""
        old = (Payment.provider == "bank") & (Payment.status == "pending") & (Payment.superseded == False)
        for payment in Payment.select().where(old, Payment.created_at < self.now - 2 * DAY):
            if payment.id % 10 < TRANSFERS_THAT_COME * 10:
                transfers.receive(payment.id, "helena")
        for alert in open_alerts():
            if alert.created_at < self.now - 2 * DAY:
                resolve(alert.id, "helena", self.now)
        if not self.mail_away:
            for letter in Letter.select().where(Letter.status == LetterStatus.FAILED):
                mail.resend(letter.id, "helena")

    def browser(self) -> "Browser":
        """Somebody new."""
        self.people += 1
        return Browser(self, f"person{self.people}@example.com")

    def book(self) -> None:
        """A booking through the wizard, paid by card, and its time chosen afterwards."""
        person = self.browser()
        person.fill_wizard(files=self.chance.randrange(3))
        intent = person.post("/api/create-payment-intent", {"amount": 250})["paymentIntent"]
        self._charge(person, intent)

    def leave_draft(self) -> None:
        """A draft with a file that nobody comes back to; some had opened the card form."""
        person = self.browser()
        person.fill_wizard(files=1)
        if self.chance.random() < 0.3:
            person.post("/api/create-payment-intent", {"amount": 250})

    def onboard_by_card(self) -> None:
        """A service bought outright."""
        person = self.browser()
        project, total = person.onboard()
        intent = person.post("/api/create-payment-intent", {"projectId": project, "amount": total})["paymentIntent"]
        person.post(f"/api/projects/{project}/terms")
        self._charge(person, intent)

    def onboard_by_transfer(self) -> None:
        """A service for which the money comes later, or never."""
        person = self.browser()
        project, _ = person.onboard()
        person.post(f"/api/projects/{project}/bank-transfer")

    def leave_onboarding(self) -> None:
        """An onboarding that ends at the checkout."""
        self.browser().onboard()

    def enquire(self) -> None:
        """A question."""
        person = self.browser()
        told = {"name": "Ann Lee", "email": person.email, "phone": "0400 111 222", "message": "How much is a duplex?"}
        person.post("/api/enquiries", told)

    def sign_in(self) -> None:
        """A client looks at the portal."""
        client = Client.select().where(Client.password_hash.is_null(False)).order_by(Client.id.desc()).first()
        if client is not None:
            accounts.set_client_password(client.email, PASSWORD)
            person = Browser(self, client.email)
            person.post("/api/client/login", {"email": client.email, "password": PASSWORD})

    def refund(self) -> None:
        """Staff give a card payment back at the provider."""
        paid = Payment.select().where(Payment.status == "completed", Payment.intent_id.is_null(False))
        payment = paid.order_by(Payment.id.desc()).first()
        if payment is not None and not self.provider_away and self.house.gateway is not None:
            key = f"refund {payment.id}"
            self.house.gateway.refund(payment.intent_id, None, key, "requested_by_customer")
            settle(self.house.gateway, payment.intent_id)

    def _charge(self, person: "Browser", intent: str) -> None:
        self.house.sandbox.confirm(intent, card=VISA)
        self.intents.append(intent)
        # Some close the window before they are back: the webhook, or the job, brings the news.
        if self.chance.random() < 0.8:
            with suppress(GatewayError):
                person.post("/api/payments/settle", {"paymentIntent": intent})


class Refused(Exception):
    """The house refused, as it may: the provider is away, a time is taken."""


class Browser:
    """Somebody with a browser of their own."""

    def __init__(self, life: Life, email: str) -> None:
        self.life, self.email = life, email
        self.client = life.house.flask.test_client()
        high, low = divmod(life.people, 256)
        self.client.environ_base["REMOTE_ADDR"] = f"10.0.{high}.{low}"

    def post(self, path: str, body: Any = None) -> dict[str, Any]:
        """POST JSON; the answer's. Refused for a refusal, RuntimeError for a fault of ours."""
        return self._answer(self.client.post(path, json=body or {}))

    def _answer(self, answer: Any) -> dict[str, Any]:
        if answer.status_code in (409, 429, 503):
            self.life.refused += 1
            raise Refused
        if answer.status_code >= 400:
            raise RuntimeError(f"{answer.request.path}: {answer.status_code} {answer.get_json()}")
        return dict(answer.get_json() or {})

    def fill_wizard(self, files: int) -> None:
        """The wizard's steps 1 to 3."""
        self.post(
            "/api/bookings",
            {
                "step": 1,
                "fullName": "Amelia Hart",
                "email": self.email,
                "phone": "0400 123 456",
                "address": "12 Forest Road, Hurstville",
                "preferredContact": "email",
            },
        )
        answers = {"serviceType": "planning_approvals", "projectType": "new_home", "projectValue": "1m_3m"}
        self.post("/api/bookings", {"step": 2, **answers, "message": "A duplex on a sloping block."})
        for number in range(files):
            data = {"file": (io.BytesIO(sample_pdf(f"Plan {number}")), f"Plan {number}.pdf")}
            self._answer(self.client.post("/api/bookings/current/documents", data=data))
        self.post("/api/bookings", {"step": 3})

    def onboard(self) -> tuple[int, float]:
        """Details, a project with a file, a time; the project's id and what it costs."""
        address = {"addressStreet": "1 High Street", "addressCity": "Hurstville", "addressState": "NSW"}
        told = {"name": "Ann Lee", "email": self.email, "phone": "0400 111 222", "company": "", **address}
        intake = self.post("/api/clients", {**told, "addressZip": "2220", "enquiryType": "new_project"})["id"]
        service = {"clientId": intake, "serviceType": "planning_approvals", "status": "inquiry"}
        project = int(self.post("/api/projects", service)["id"])
        data = {"file": (io.BytesIO(sample_pdf("Plan")), "Plan.pdf"), "projectId": str(project)}
        self._answer(self.client.post("/api/documents", data=data))
        free = self.client.get("/api/slots/available").get_json()
        slot = self.life.chance.choice(free)["id"]
        self._answer(self.client.patch(f"/api/slots/{slot}/book", json={"projectId": project}))
        return project, self.client.get(f"/api/projects/{project}").get_json()["totalCents"] / 100


def begin(folder: Path, step: timedelta, seed: int = 1, share: float = 1.0) -> Life:
    """A life in an empty data folder, with a mail server that takes everything while it is there."""
    db.connect(folder)
    schema.migrate(folder)
    values = {"mail": {"host": "mail.example.com", "security": "none"}}
    house = create_app(configuration.build(folder, "demo", values), bundle=False)
    return Life(house, step, random.Random(seed), share)


def count(sql: str, *values: Any) -> int:
    """The number that a query gives."""
    return int(database.execute_sql(sql, values).fetchone()[0])


def ago(life: Life, days: float) -> str:
    """The moment so many days before the end, as tables keep it."""
    return (life.now - timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


PAID = "SELECT id FROM payments WHERE status = 'completed'"
TOLD = "('booking_confirmed','consultation_confirmed','choose_another_time','paid_after_closing')"


def too_old(life: Life) -> dict[str, int]:
    """What retention does not allow any more, by its name; a day is granted for the job's own cadence."""
    ordered = "SELECT o.booking_id FROM orders o JOIN payments m ON m.order_id = o.id WHERE o.booking_id IS NOT NULL"
    unpaid = f"id NOT IN ({ordered} AND m.id IN ({PAID}))"
    return {
        "drafts": count(
            f"SELECT COUNT(*) FROM bookings WHERE status = 'draft' AND email <> '' AND {unpaid} AND updated_at < ?",
            ago(life, 35),
        ),
        "unpaid onboardings": count(
            "SELECT COUNT(*) FROM onboardings o JOIN projects p ON p.id = o.project_id WHERE o.updated_at < ?"
            " AND p.payment_status IN ('pending','failed') AND p.status IN ('inquiry','pending_payment')",
            ago(life, 100),
        ),
        "sessions": count("SELECT COUNT(*) FROM sessions WHERE expire < ?", ago(life, 2)),
        "network addresses": count(
            "SELECT COUNT(*) FROM slot_holds WHERE address <> '' AND created_at < ?", ago(life, 31)
        ),
        "resolved alerts": count("SELECT COUNT(*) FROM alerts WHERE resolved_at < ?", ago(life, 368)),
        "released holds": count("SELECT COUNT(*) FROM slot_holds WHERE released_at < ?", ago(life, 368)),
        "past times of nobody": count(
            "SELECT COUNT(*) FROM available_slots WHERE is_booked = 0 AND date < ?"
            " AND id NOT IN (SELECT slot_id FROM slot_holds)",
            ago(life, 368),
        ),
        "files without a row": abs(len(files(life)) - count("SELECT COUNT(*) FROM documents")),
    }


def files(life: Life) -> list[Path]:
    """The uploaded files that lie in the data folder."""
    return [path for path in life.house.config.documents_folder.rglob("*") if path.is_file()]


def forgotten(life: Life) -> dict[str, int]:
    """What is owed to somebody and was not done, by its name; every number must be 0."""
    charged = [intent for intent in life.intents if life.house.sandbox.intent(intent)["status"] == "succeeded"]
    letters = f"SELECT 1 FROM letters WHERE letters.project_id = p.id AND kind IN {TOLD} AND status = 'sent'"
    refunds = "SELECT 1 FROM letters WHERE letters.project_id = p.id AND kind = 'payment_refunded' AND status = 'sent'"
    owed = (
        "FROM payments m JOIN orders o ON o.id = m.order_id LEFT JOIN projects p ON p.id = o.project_id"
        " LEFT JOIN clients c ON c.id = p.client_id"
    )
    came = "m.status = 'completed'"
    given = "EXISTS (SELECT 1 FROM refunds r WHERE r.payment_id = m.id AND r.failed_at IS NULL)"
    return {
        "charges not recorded": sum(
            count(f"SELECT COUNT(*) FROM ({PAID} AND intent_id = ?)", intent) == 0 for intent in charged
        ),
        "paid without project and client": count(
            f"SELECT COUNT(*) {owed} WHERE {came} AND (c.id IS NULL OR p.erased_at IS NOT NULL OR c.name = 'Erased')"
        ),
        "paid and not told": count(
            f"SELECT COUNT(*) {owed} WHERE {came} AND NOT EXISTS ({letters}) AND m.paid_at < ?", ago(life, 5)
        ),
        "refunded and not told": count(f"SELECT COUNT(*) {owed} WHERE {given} AND NOT EXISTS ({refunds})"),
        "times held beyond their end": count(
            "SELECT COUNT(*) FROM slot_holds WHERE released_at IS NULL AND expires_at < ?", ago(life, 1)
        ),
        "letters not gone": count(
            "SELECT COUNT(*) FROM letters WHERE status <> 'sent' AND created_at < ?", ago(life, 5)
        ),
        "reminded twice": count(
            "SELECT COUNT(*) FROM (SELECT 1 FROM letters WHERE kind = 'reminder' GROUP BY project_id, subject"
            " HAVING COUNT(*) > 1)"
        ),
    }


def rows(life: Life) -> list[tuple[str, str]]:
    """The table that is printed."""
    names = database.execute_sql("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    made = [(f"rows of {name}", f"{count(f'SELECT COUNT(*) FROM {name}'):,}") for (name,) in sorted(names.fetchall())]
    found = files(life)
    size = sum(path.stat().st_size for path in (life.house.config.folder / FOLDER).iterdir())
    made += [("files", f"{len(found):,}"), ("their bytes", f"{sum(path.stat().st_size for path in found):,}")]
    made += [("bytes of the database", f"{size:,}")]
    kinds = database.execute_sql("SELECT status, COUNT(*) FROM letters GROUP BY status").fetchall()
    made += [(f"letters {status}", f"{number:,}") for status, number in kinds]
    made += [("memory at most", f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB")]
    made += [("people", f"{life.people:,}"), ("refused while the provider was away", f"{life.refused:,}")]
    return made


def with_mail(life: Life, body: Callable[[], None]) -> None:
    """Run `body` on the life's clock, its letters taken by a mail server that is there or away as the life says."""

    def deliver(letter: Letter) -> None:
        if life.mail_away:
            raise Postponed("no route to host", everyone=True)
        life.sent += 1

    really, transport.deliver = transport.deliver, deliver
    costly, passwords.hasher = passwords.hasher, PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    try:
        with clock.reading(lambda: life.now):
            body()
    finally:
        transport.deliver, passwords.hasher = really, costly


def spell(first: int) -> set[int]:
    """Four days."""
    return set(range(first, first + 4))


def main() -> int:
    """Live 24 months and print the table; 1 when something is kept too long or was forgotten."""
    logging.disable(logging.CRITICAL)
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        life = begin(Path(folder), step=timedelta(hours=12))
        back = {90: HOUR, 270: HOUR, 455: HOUR, 635: HOUR, 400: DAY}
        with_mail(life, lambda: life.live(730, spell(100) | spell(500), spell(200) | spell(600), back))
        print(f"24 months in {time.perf_counter() - began:,.0f} s\n")
        for name, value in rows(life):
            print(f"  {name:<45}{value:>14}")
        with clock.reading(lambda: life.now):
            wrong = {**too_old(life), **forgotten(life)}
        print("\n  kept too long, or forgotten")
        for name, number in wrong.items():
            print(f"  {name:<45}{number:>14,}")
        life.house.sandbox.close()
        db.close()
    return 1 if any(wrong.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
