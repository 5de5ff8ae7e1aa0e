"""A town of four projects and four times, in which anything may happen; and what must hold all the same.

The first two projects are two people's. The last two are one client's, who has paid a booking fee: both may want its
credit.
"""

import copy
import itertools
from contextlib import suppress
from datetime import timedelta
from typing import Any

from app import clock
from app.access import Caller
from app.catalogue.rules import BOOKING_FEE_CENTS
from app.consultations import actions as consultations
from app.consultations.expired import expire_holds
from app.errors import AppError
from app.factory import House
from app.limits import limiter
from app.orders.credit import quote
from app.orders.models import Order
from app.orders.money import Payment, Refund
from app.orders.sums import standing
from app.payments import transfers
from app.payments.provider import ProviderRefused
from app.payments.settle import settle
from app.projects.models import Project
from app.slots.models import Hold, Slot
from tests.onboarders import DETAILS, Onboarder
from tests.orders.plain import differences, task
from tests.people import DECLINED, VISA

PEOPLE, TIMES = 4, 4
CREDITED = (2, 3)
SERVICES = ("consultation", "scope_tender", "premium_advisory")  # 250, 2,000 and 3,000
# What staff are told about money that has no time; all of them say that somebody must act.
TIMELESS = ("needs_time", "paid_cancelled", "refund_due", "paid_other_price", "paid_twice")
_rounds, _keys = itertools.count(1), itertools.count(1)


class Town:
    """Four projects and four times, with a clock that only goes forward."""

    def __init__(self, house: House) -> None:
        limiter.reset()
        self.house, self.round = house, next(_rounds)
        self.now = clock.now()
        first = self.now + timedelta(weeks=3, seconds=self.round * 100)
        self.times = [Slot.create(date=first + timedelta(seconds=number)) for number in range(TIMES)]
        self.people = [Onboarder(house, email=f"p{self.round}-{number}@example.com") for number in range(3)]
        self.people[2].book(files=0, email=f"p{self.round}-2@example.com")
        self.people.append(self._second_project_of(self.people[2], f"p{self.round}-2@example.com"))
        # Every card form that was ever opened for a project: a tab may be left open for as long as one likes.
        self.forms: dict[int, list[str]] = {number: [] for number in range(PEOPLE)}

    def _second_project_of(self, person: Onboarder, email: str) -> Onboarder:
        again = copy.copy(person)
        again.intake = person.post("/api/clients", {**DETAILS, "email": email}).get_json()["id"]
        again.project = again.make_project("scope_tender")
        return again

    def play(self, act: tuple[Any, ...]) -> None:
        """One act; a refusal is an answer, too."""
        try:
            with clock.reading(lambda: self.now):
                self._play(*act)
        except AppError as refusal:
            assert refusal.status in (404, 409, 429)

    def _play(self, verb: str, person: int, detail: Any = None) -> None:
        if verb == "expire":
            self.now += timedelta(minutes=15 * person)
            expire_holds(self.now)
        elif verb in ("hold", "move"):
            getattr(self, verb)(person, self.times[detail].id)
        elif detail is None:
            getattr(self, verb)(person)
        else:
            getattr(self, verb)(person, detail)

    def hold(self, person: int, slot: int) -> None:
        """The visitor takes a time."""
        who = self.people[person]
        answer = who.browser.patch(f"/api/slots/{slot}/book", json={"projectId": who.project})
        assert answer.status_code in (200, 404, 409, 429)

    def open(self, person: int) -> None:
        """The visitor opens the card form, in place of a transfer if one was chosen."""
        body = {"projectId": self.people[person].project, "replaceTransfer": True}
        answer = self._post(person, "/api/create-payment-intent", body)
        if answer.status_code == 200 and answer.get_json()["paymentIntent"] not in self.forms[person]:
            self.forms[person].append(answer.get_json()["paymentIntent"])

    def pay(self, person: int, card: str = VISA) -> None:
        """The visitor opens the card form, or goes to the one that is open, and enters a card."""
        self.open(person)
        if self.forms[person]:
            self.house.sandbox.confirm(self.forms[person][-1], card=card)

    def decline(self, person: int) -> None:
        """The card is declined."""
        self.pay(person, DECLINED)

    def late(self, person: int, card: str = VISA) -> None:
        """The visitor finds the tab with the form that was opened first."""
        if self.forms[person]:
            self.house.sandbox.confirm(self.forms[person][0], card=card)

    def settle(self, person: int) -> None:
        """News of every form arrive."""
        assert self.house.gateway is not None
        # As the provider's messages do: the visitor may have been away for longer than a session lasts.
        for intent in self.forms[person]:
            settle(self.house.gateway, intent)

    def transfer(self, person: int) -> None:
        """The visitor chooses the transfer, anew if one was chosen."""
        path = f"/api/projects/{self.people[person].project}/bank-transfer"
        self._post(person, path, {"replaceTransfer": True})

    def confirm(self, person: int) -> None:
        """The visitor confirms what the credit covers."""
        self._post(person, f"/api/projects/{self.people[person].project}/confirm")

    def receive(self, person: int) -> None:
        """Staff see the transfer that was asked for last."""
        if asked := transfers_of(self.people[person].project):
            transfers.receive(asked[-1].id, "helena")

    def part(self, person: int) -> None:
        """Of the transfer that was asked for last, staff see the half; they are told if it was received before."""
        if asked := transfers_of(self.people[person].project):
            transfers.receive(asked[-1].id, "helena", asked[-1].amount_cents // 2)

    def rest(self, person: int) -> None:
        """Staff see a transfer that nobody was asked for: what is owed, or 100.00 too much, unless one is awaited."""
        project = self.people[person].project
        owed = standing(Order.of_project(project).id).balance_cents
        transfers.record(project, owed if owed > 0 else 10_000, f"{self.round}-{next(_keys)}", "helena")

    def change(self, person: int, service: str) -> None:
        """The visitor goes back and chooses another service, whichever way to pay was chosen."""
        body = {"clientId": self.people[person].intake, "serviceType": service, "replaceTransfer": True}
        self._post(person, "/api/projects", body)

    def refund(self, person: int) -> None:
        """Staff give the last card payment back at the provider."""
        charged = [intent for intent in self.forms[person] if charges(self.house, intent)]
        if charged and self.house.gateway is not None:
            key = f"refund {charged[-1]}"
            self.house.gateway.refund(charged[-1], None, key, "requested_by_customer")

    def give(self, person: int) -> None:
        """Staff give a part of the last card payment back at the provider."""
        charged = [intent for intent in self.forms[person] if charges(self.house, intent)]
        if charged and self.house.gateway is not None:
            with suppress(ProviderRefused):  # it was given back already
                self.house.gateway.refund(charged[-1], 10_000, f"part {next(_keys)}", "requested_by_customer")

    def returned(self, person: int) -> None:
        """The client's bank sends back the last refund that the program has heard of."""
        known = Refund.select().join(Payment).join(Order).where(Order.project == self.people[person].project)
        if row := known.order_by(Refund.id.desc()).first():
            self.house.sandbox.fail_refund(row.provider_id)

    def cancel(self, person: int) -> None:
        """Staff cancel the project."""
        consultations.cancel(self.people[person].project, "helena", "asked to", self.now)

    def move(self, person: int, slot: int) -> None:
        """Staff give the project another time."""
        consultations.move(self.people[person].project, slot, "helena", self.now)

    def _post(self, person: int, path: str, body: Any = None) -> Any:
        answer = self.people[person].post(path, body)
        assert answer.status_code in (200, 201, 404, 409, 503), answer.get_json()
        return answer

    @property
    def projects(self) -> list[Project]:
        """Everybody's project as it is now."""
        return [Project.get_by_id(person.project) for person in self.people]

    def shared(self) -> list[str]:
        """Every time that has two owners, or of which slot, hold and project tell different stories."""
        found, projects = [], self.projects
        for slot in (Slot.get_by_id(time.id) for time in self.times):
            holds = list(Hold.select().where(Hold.slot == slot, Hold.released_at.is_null()))
            owners = [project.id for project in projects if project.appointment_date == slot.date]
            if len(holds) > 1 or len(owners) > 1:
                found.append(f"the time {slot.id} has two owners")
            if [hold.project_id for hold in holds] != ([slot.project_id] if slot.is_booked else []):
                found.append(f"the time {slot.id} and its holds disagree")
            if owners != [hold.project_id for hold in holds]:
                found.append(f"the time {slot.id} and its projects disagree")
        return found

    def unserved(self) -> list[str]:
        """Whoever has paid for nothing without being somebody's task; holds once every payment was settled."""
        found = []
        for project in self.projects:
            _, kept = self.times_paid(project.id)
            if kept and project.appointment_date is None and not task(project.id, *TIMELESS):
                found.append(f"{project.id} is paid, has no time, and nobody knows")
            if kept and (hold := Hold.of_project(project.id)) and hold.expires_at is not None:
                found.append(f"{project.id} is paid, but its time can expire")
        return found

    def times_paid(self, project: int) -> tuple[int, int]:
        """How often money came for a project, by card or transfer, and how often it was kept."""
        intents = Payment.of_project(project, Payment.intent_id.is_null(False))
        cards = [charge for payment in intents for charge in charges(self.house, payment.intent_id)]
        came = sum(row.status == "completed" for row in transfers_of(project))
        return came + len(cards), came + sum(charge["amount_refunded"] < charge["amount"] for charge in cards)

    def mispaid(self) -> list[str]:
        """Every project about whose money the program says something else than a plain model of orders."""
        return [fault for project in self.projects for fault in differences(Order.of_project(project.id))]

    def lost_credit(self) -> list[str]:
        """A booking fee that is deducted twice, or that an open project may not deduct although nothing uses it."""
        found = []
        projects = [Project.get_by_id(self.people[number].project) for number in CREDITED]
        using = [project for project in projects if uses_credit(project, self.now)]
        if sum(map(spent_credit, projects)) > BOOKING_FEE_CENTS:
            found.append("the credit is spent twice")
        for project in projects:
            order = Order.of_project(project.id)
            if project.status == "cancelled" or order.state != "unpaid":
                continue
            due = quote(order, Caller(project.visitor_id), self.now, anew=True)
            if not due.credit_cents and all(other.id == project.id for other in using):
                found.append(f"{project.id} cannot have the credit, though nothing uses it")
        return found


def charges(house: House, intent: str) -> list[dict[str, Any]]:
    """The successful charges of a card form."""
    return [charge for charge in house.sandbox.charges(intent) if charge["status"] == "succeeded"]


def transfers_of(project: int) -> list[Payment]:
    """Every transfer that was ever asked for."""
    return list(Payment.of_project(project, Payment.provider == "bank").order_by(Payment.id))


def sums_of(project: int) -> tuple[int, int]:
    """The cents that came for a project as far as that is known here, and what of them was not given back."""
    came = list(Payment.of_project(project, Payment.status == "completed"))
    given = Refund.select().where(Refund.payment.in_(came), Refund.is_given())
    cents = sum(payment.amount_cents for payment in came)
    return cents, cents - sum(refund.cents for refund in given)


def spent_credit(project: Project) -> int:
    """The cents of its price that a project counts as paid without, whatever its order says of a credit."""
    if project.payment_status != "completed":
        return 0
    came, _ = sums_of(project.id)
    return max(0, project.payment_amount - came)


def uses_credit(project: Project, now: Any) -> bool:
    """Whether this project has spent the credit, or still may: its checkout is begun and its time is kept."""
    order = Order.of_project(project.id)
    if order.credit is None:
        return False
    hold = Hold.of_project(project.id)
    kept = hold is not None and (hold.expires_at is None or hold.expires_at > now)
    unsettled = order.payments.where(Payment.superseded == False, Payment.status != "completed").exists()
    return order.state in ("part_paid", "paid", "part_refunded") or (kept and unsettled)
