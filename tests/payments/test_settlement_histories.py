"""Settlement whatever the order: browser return, webhooks and reconciliation in every mixture, as often as they like.

Each history is one booking whose card is confirmed, perhaps authenticated, decided late, refunded; between and after
these acts the news arrives in any order and any number. Whatever happens, charges and confirmed bookings agree.
"""

import itertools
import os
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.access import Caller
from app.accounts.models import Client
from app.alerts.models import Alert
from app.booking import actions as booking
from app.booking.models import Booking
from app.booking.schemas import PersonalInformation, ProjectInformation
from app.factory import House
from app.limits import limiter
from app.mail.models import Letter
from app.orders.money import Payment
from app.payments import rules, settle
from app.payments.begin import of_draft
from app.payments.cards import start
from app.payments.models import PaymentEvent
from app.payments.reconcile import reconcile
from app.projects.models import Project
from app.projects.rules import PaymentStatus
from tests.orders.plain import differences
from tests.payments.knocking import knock
from tests.payments.test_arrived import seen_signed_in
from tests.people import DECLINED, NEEDS_AUTHENTICATION, PERSONAL, PROJECT, TAKES_TIME, VISA, Person
from tests.stories import lasting

HISTORIES = int(os.environ.get("HELIOS_TEST_HISTORIES", "2000"))
TAKES_TIME_AND_FAILS = "4000000000005209"

ENDINGS: dict[str, tuple[tuple[Any, ...], ...]] = {
    "succeeded": (("confirm", VISA),),
    "failed": (("confirm", DECLINED),),
    "failed, then paid": (("confirm", DECLINED), ("confirm", VISA)),
    "processing": (("confirm", "takes time"),),
    "processing, then paid": (("confirm", "takes time"), ("decide",)),
    "processing, then failed": (("confirm", "takes time and fails"), ("decide",)),
    "requires_action": (("confirm", NEEDS_AUTHENTICATION),),
    "requires_action, then paid": (("confirm", NEEDS_AUTHENTICATION), ("authenticate", True)),
    "requires_action, then failed": (("confirm", NEEDS_AUTHENTICATION), ("authenticate", False)),
    "refunded": (("confirm", VISA), ("refund", None)),
    "refunded in part": (("confirm", VISA), ("refund", 5000)),
    "refunded in parts": (("confirm", VISA), ("refund", 5000), ("refund", 20000)),
}
NEWS = st.lists(
    st.one_of(st.just(("return",)), st.just(("reconcile",)), st.tuples(st.just("webhook"), st.integers(0, 9))),
    max_size=4,
)
_numbers = itertools.count(1)


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with lasting(tmp_path_factory.mktemp("histories")) as house:
        yield house


class Visitor(Person):
    """Somebody who books; `misbooked`: where the program's books were not those on paper, act by act."""

    intent: str

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self.misbooked: list[str] = []


def live(house: House, ending: str, news: list[list[tuple[Any, ...]]], returning: bool) -> Visitor:
    """Play one history and return its visitor."""
    limiter.reset()
    number = next(_numbers)
    email = f"person{number if not returning else max(1, number - 1)}@example.com"
    visitor = Visitor(house)
    with visitor.browser.session_transaction() as session:
        name = session["visitor"] = f"visitor-{number}"
    answers = PersonalInformation.model_validate({**PERSONAL, "email": email}).model_dump()
    booking.save_personal(name, answers)
    booking.save_project(name, ProjectInformation.model_validate(PROJECT).model_dump())
    intent = start(house.gateway, of_draft(Caller(name)), 250).intent_id
    visitor.intent = intent
    for act, heard in itertools.zip_longest(ENDINGS[ending], news, fillvalue=()):
        if act:
            perform(house, intent, act)
        for item in heard:
            tell(house, visitor, intent, item)
            visitor.misbooked += differences(Payment.of_intent(intent).order)
    # In the end everything arrives: what is undelivered, and a last look by the job.
    for event in house.sandbox.events(intent):
        knock(house, event)
    settle_open(house, intent)
    return visitor


def perform(house: House, intent: str, act: tuple[Any, ...]) -> None:
    """Something happens at the provider."""
    match act:
        case ("confirm", card):
            number = {"takes time": TAKES_TIME, "takes time and fails": TAKES_TIME_AND_FAILS}.get(card, card)
            house.sandbox.confirm(intent, card=number)
        case ("decide",):
            house.sandbox.settle_processing(intent)
        case ("authenticate", complete):
            house.sandbox.authenticate(intent, complete=complete)
        case ("refund", cents):
            assert house.gateway is not None
            house.gateway.refund(intent, cents, f"refund-{intent}-{cents}", "requested_by_customer")


def tell(house: House, visitor: Person, intent: str, item: tuple[Any, ...]) -> None:
    """News arrives."""
    match item:
        case ("return",):
            visitor.settle(intent)
        case ("reconcile",):
            settle_open(house, intent)
        case ("webhook", index):
            events = house.sandbox.events(intent)
            assert knock(house, events[index % len(events)]).status_code == 200


def settle_open(house: House, intent: str) -> None:
    """The reconciliation job's look at this payment alone (the whole job is shown elsewhere)."""
    assert house.gateway is not None
    settle.settle(house.gateway, intent)


def disagreements(house: House, visitor: Visitor) -> list[str]:
    """Everything in which the books and the provider do not agree about one visitor's booking."""
    intent: str = visitor.intent
    payment = Payment.of_intent(intent)
    assert payment is not None
    row = Booking.get_by_id(payment.order.booking_id)
    charges = sum(1 for charge in house.sandbox.charges(intent) if charge["status"] == "succeeded")
    refunded = sum(charge["amount_refunded"] for charge in house.sandbox.charges(intent))
    found = {
        "charges": (charges, int(row.status == "confirmed")),
        "bookings": (1, Booking.select().where(Booking.visitor_id == row.visitor_id).count()),
        "projects": (charges, Project.select().where(Project.visitor_id == row.visitor_id).count()),
        "payments": (1, payment.order.payments.count()),
        "paid": (bool(charges), payment.status == PaymentStatus.COMPLETED),
        "refunded": (refunded, payment.refunded_cents),
        "wholly refunded": (refunded == 25000, payment.order.state == "refunded"),
        "clients": (1 if charges else None, Client.select().where(Client.email == row.email).count() or None),
        "events": (0, PaymentEvent.select().where(PaymentEvent.outcome != "settled").count()),
        "alarms": (0, Alert.select().where(Alert.kind.in_(["paid_twice", "payment_foreign"])).count()),
    }
    for kind in ("booking_confirmed", "staff_booking_notice"):
        sent = Letter.select().where(Letter.kind == kind, Letter.booking_id == row.id).count()
        found[kind] = (charges, sent)
    if charges:
        sent = Letter.select().where(Letter.kind == "credentials", Letter.client_id == row.client_id).count()
        found["credentials"] = (1, sent)
        sent = Letter.select().where(Letter.kind == "payment_refunded", Letter.booking_id == row.id).count()
        found["refund letters"] = (bool(refunded), bool(sent))
    else:
        found.pop("clients")
    misbooked = visitor.misbooked + differences(payment.order)
    return misbooked + [f"{name}: {ours} is not {theirs}" for name, (ours, theirs) in found.items() if ours != theirs]


@pytest.mark.spec("B-11")
@settings(
    max_examples=HISTORIES,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(
    ending=st.sampled_from(sorted(ENDINGS)),
    news=st.lists(NEWS, min_size=1, max_size=4),
    returning=st.booleans(),
)
def test_whatever_the_order_of_the_news_charges_and_bookings_agree(
    town: House, ending: str, news: list[list[tuple[Any, ...]]], returning: bool
) -> None:
    assert disagreements(town, live(town, ending, news, returning)) == []


@pytest.mark.parametrize("ending", sorted(ENDINGS))
def test_every_order_of_one_return_three_webhooks_and_one_job(town: House, ending: str) -> None:
    items = [("return",), ("webhook", 0), ("webhook", 1), ("webhook", 2), ("reconcile",)]
    for order in itertools.islice(itertools.permutations(items), 0, None, 7):
        last = [[] for _ in ENDINGS[ending][1:]]
        assert disagreements(town, live(town, ending, [*last, list(order)], returning=False)) == []


def test_with_the_guards_off_the_same_histories_disagree(town: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control: a settlement that believes every knock anew is caught by the comparison above."""

    def always(payment: Payment, status: PaymentStatus, paid_at: datetime, now: datetime) -> bool:
        Payment.update(status=status, paid_at=now, learned_at=now).where(Payment.id == payment.id).execute()
        return True

    monkeypatch.setattr(settle, "move", always)
    monkeypatch.setattr(rules, "ADVANCES", dict.fromkeys(PaymentStatus, frozenset(PaymentStatus)))
    visitor = live(town, "succeeded", [[("return",), ("webhook", 0), ("reconcile",)]], returning=False)
    assert disagreements(town, visitor) != []
    Alert.delete().execute()


def test_the_job_alone_finishes_what_nobody_reported(town: House) -> None:
    limiter.reset()
    visitor = Visitor(town)
    visitor.fill_wizard(email="closed-browser@example.com")
    intent = visitor.start_payment()
    town.sandbox.confirm(intent, card=VISA)
    assert town.gateway is not None
    reconcile(town.gateway)
    visitor.intent = intent
    assert disagreements(town, visitor) == []


def test_the_job_hears_of_a_refund_whose_webhook_was_lost(town: House) -> None:
    limiter.reset()
    visitor = Visitor(town)
    visitor.fill_wizard(email="refunded@example.com")
    intent = visitor.start_payment()
    town.sandbox.confirm(intent, card=VISA)
    visitor.settle(intent)
    perform(town, intent, ("refund", None))
    assert town.gateway is not None
    reconcile(town.gateway)
    visitor.intent = intent
    assert disagreements(town, visitor) == []
    project = Project.select().order_by(Project.id.desc()).first()
    assert seen_signed_in(visitor, project.id, "refunded@example.com")[0] == "refunded"
