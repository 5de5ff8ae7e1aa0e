"""A refund that the client's bank sends back: told to the client and to staff, each time, and never as money given."""

import pytest

from app import clock
from app.alerts.actions import resolve
from app.alerts.models import Alert, open_alerts
from app.mail.models import Letter
from app.orders.models import Line, Order
from app.orders.money import Payment
from app.orders.sums import standing
from app.payments import transfers
from app.payments.settle import settle
from app.projects.models import Project
from app.slots import actions as slots
from tests.attention.waiting import kinds
from tests.onboarders import DETAILS, Onboarder
from tests.people import VISA, People

PRICE = 150_000


@pytest.fixture
def ann(ann: Onboarder) -> Onboarder:
    """Ann has paid by card."""
    ann.intent = ann.begin_card()
    ann.house.sandbox.confirm(ann.intent, card=VISA)
    ann.settle(ann.intent)
    return ann


def hear(ann: Onboarder) -> None:
    assert ann.house.gateway is not None
    settle(ann.house.gateway, ann.intent)


def refund(ann: Onboarder, cents: int, name: str) -> str:
    """Give money back at the provider; returns the refund's id there."""
    assert ann.house.gateway is not None
    given = ann.house.gateway.refund(ann.intent, cents, name, "requested_by_customer")
    hear(ann)
    return given.id


def came_back(ann: Onboarder, refund_id: str) -> None:
    """The client's bank sends the refund back."""
    ann.house.sandbox.fail_refund(refund_id)
    hear(ann)
    hear(ann)


def letters() -> list[str]:
    kinds = ("payment_refunded", "refund_failed")
    return [letter.kind for letter in Letter.select().where(Letter.kind.in_(kinds)).order_by(Letter.id)]


def shown() -> tuple[str, str, int]:
    return str(Order.get().state), str(Project.get().payment_status), int(Payment.get().refunded_cents)


@pytest.mark.parametrize("cents", [PRICE, 50_000])
def test_a_refund_that_is_given_again_is_told_again(ann: Onboarder, cents: int) -> None:
    given = ("refunded", "refunded", PRICE) if cents == PRICE else ("part_refunded", "completed", cents)
    first = refund(ann, cents, "first")
    assert (letters(), shown()) == (["payment_refunded"], given)
    for alert in open_alerts():
        resolve(alert.id, "helena", clock.now())
    came_back(ann, first)
    assert (letters(), shown()) == (["payment_refunded", "refund_failed"], ("paid", "completed", 0))
    assert [alert.kind for alert in open_alerts()] == ["refund_failed"]
    refund(ann, cents, "again")
    hear(ann)
    assert (letters(), shown()) == (["payment_refunded", "refund_failed", "payment_refunded"], given)
    assert [alert.kind for alert in open_alerts()] == ["refunded", "refund_failed"]


def test_a_refund_that_comes_back_twice_is_told_twice(ann: Onboarder) -> None:
    for name in ("first", "second"):
        came_back(ann, refund(ann, PRICE, name))
    assert letters() == ["payment_refunded", "refund_failed"] * 2
    assert Alert.select().where(Alert.kind == "refund_failed").count() == 2


def test_the_letter_says_that_the_money_is_with_us(ann: Onboarder) -> None:
    came_back(ann, refund(ann, 50_000, "first"))
    (letter,) = Letter.select().where(Letter.kind == "refund_failed")
    assert "We had sent $500.00 back" in letter.text
    assert "the money is with us again" in " ".join(letter.text.split())
    assert (letter.recipient, letter.project_id) == ("ann@example.com", ann.project)


def test_a_credit_that_pays_for_something_else_meanwhile_is_not_taken_from_it(people: People) -> None:
    """Paid with the fee's credit, refunded, the credit used again: then the refund comes back."""
    slots.generate(clock.now())
    ann = Onboarder(people.house)
    ann.book(email="ann@example.com")
    assert ann.take(ann.times()[1]["id"]).status_code == 200
    ann.house.sandbox.confirm(intent := ann.begin_card(), card=VISA)
    ann.intent = intent
    hear(ann)
    assert standing(Order.of_project(ann.project).id).credit_cents == 25_000
    first = refund(ann, PRICE - 25_000, "first")
    again = ann.post("/api/clients", DETAILS, headers={"Idempotency-Key": "second"}).get_json()["id"]
    made = ann.post("/api/projects", {"clientId": again, "serviceType": "scope_tender"}).get_json()["id"]
    ann.browser.patch(f"/api/slots/{ann.times()[1]['id']}/book", json={"projectId": made})
    assert ann.post("/api/create-payment-intent", {"projectId": made}).get_json()["amountCents"] == 175_000
    came_back(ann, first)
    assert standing(Order.of_project(made).id).credit_cents == 25_000
    kept = Order.of_project(ann.project)
    assert (kept.state, standing(kept.id).balance_cents) == ("part_paid", 25_000)
    assert set(kinds()) >= {"refund_failed", "part_paid"}


def test_each_refund_in_part_is_told_with_its_own_sum(ann: Onboarder) -> None:
    refund(ann, 10_000, "first")
    refund(ann, 15_000, "second")
    first, second = (
        " ".join(letter.text.split()) for letter in Letter.select().where(Letter.kind == "payment_refunded")
    )
    assert "Refunded now: $100.00" in first and "Refunded in all" not in first
    assert "Refunded now: $150.00" in second and "Refunded in all: $250.00" in second


def test_what_was_not_the_price_is_not_the_price_either_when_its_refund_comes_back(people: People) -> None:
    ann = Onboarder(people.house)
    slots.generate(clock.now())
    assert ann.take(ann.times()[1]["id"]).status_code == 200
    ann.intent = ann.begin_card()
    Line.update(cents=2 * PRICE).execute()
    ann.house.sandbox.confirm(ann.intent, card=VISA)
    ann.settle(ann.intent)
    came_back(ann, refund(ann, PRICE, "all"))
    assert shown() == ("part_paid", "pending", 0)
    answer = ann.get(f"/api/bookings/confirmation?projectId={ann.project}").get_json()
    assert answer["state"] == "other_price"
    assert "part_paid" in kinds()


def test_staff_are_not_asked_about_a_time_that_another_payment_keeps(ann: Onboarder) -> None:
    """The second payment is given back, as they were asked to."""
    transfers.record(ann.project, PRICE, "another", "helena")
    refund(ann, PRICE, "the first")
    [told] = [alert for alert in open_alerts() if alert.kind == "refunded"]
    assert "whether it takes place" not in told.message and Project.get().payment_status == "completed"
