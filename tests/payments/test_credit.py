"""The paid booking fee is deducted from a service once: not lost to a checkout that was given up, nor used twice."""

from datetime import timedelta

import pytest

from app import clock
from app.access import Caller
from app.consultations import actions as consultations
from app.consultations.expired import expire_holds
from app.errors import AppError
from app.orders.actions import CHANGED
from app.orders.models import Order
from app.orders.money import Payment
from app.payments import begin as beginning
from app.payments import cards, transfers
from app.payments.cards import start
from app.payments.settle import settle
from app.projects.models import Project
from app.slots.models import Hold
from tests.attention.waiting import lines
from tests.onboarders import DETAILS, Onboarder
from tests.people import VISA, People


@pytest.fixture
def ann(people: People) -> Onboarder:
    """Ann has paid for a booking, and keeps a time for a project that costs 1,500."""
    return Onboarder.who_booked(people.house)


def second_project(ann: Onboarder) -> int:
    """Another project of hers, at 2,000, with a time."""
    again = ann.post("/api/clients", DETAILS, headers={"Idempotency-Key": "second"}).get_json()["id"]
    body = {"clientId": again, "serviceType": "scope_tender", "status": "inquiry"}
    made = int(ann.post("/api/projects", body).get_json()["id"])
    path = f"/api/slots/{ann.times()[1]['id']}/book"
    assert ann.browser.patch(path, json={"projectId": made}).status_code == 200
    return made


def credit_of(ann: Onboarder, project: int) -> int:
    return int(ann.get(f"/api/projects/{project}").get_json()["creditCents"])


def begin(ann: Onboarder, project: int) -> str:
    answer = ann.post("/api/create-payment-intent", {"projectId": project})
    assert answer.status_code == 200, answer.get_json()
    return str(answer.get_json()["paymentIntent"])


def give_up(ann: Onboarder, project: int, how: str) -> None:
    """The first project's checkout is left for good."""
    if how == "expired":
        Hold.update(expires_at=clock.now()).where(Hold.project_id == project).execute()
        expire_holds(clock.now())
    else:
        consultations.cancel(project, "helena", "asked to", clock.now())


@pytest.mark.spec("C-02")
@pytest.mark.parametrize("how", ["expired", "cancelled"])
@pytest.mark.parametrize("by", ["card", "transfer"])
def test_a_checkout_that_was_given_up_gives_the_credit_back(ann: Onboarder, how: str, by: str) -> None:
    intent = begin(ann, ann.project)
    if by == "transfer":
        ann.post(f"/api/projects/{ann.project}/bank-transfer")
    give_up(ann, ann.project, how)
    second = second_project(ann)
    assert credit_of(ann, second) == 25_000
    paid = begin(ann, second)
    assert ann.house.sandbox.intent(paid)["amount"] == 175_000
    # What was begun before cannot be charged with the same credit.
    assert ann.house.sandbox.intent(intent)["status"] == "canceled"
    ann.house.sandbox.confirm(paid, card=VISA)
    assert ann.settle(paid) == "paid"
    assert Project.get_by_id(second).payment_status == "completed"


def test_a_transfer_may_use_the_credit_of_a_checkout_that_was_given_up(ann: Onboarder) -> None:
    intent = begin(ann, ann.project)
    give_up(ann, ann.project, "expired")
    second = second_project(ann)
    asked = ann.post(f"/api/projects/{second}/bank-transfer")
    assert asked.get_json()["bank"]["amountCents"] == 175_000
    assert ann.house.sandbox.intent(intent)["status"] == "canceled"


def test_while_one_checkout_is_open_another_has_no_credit(ann: Onboarder) -> None:
    begin(ann, ann.project)
    assert credit_of(ann, second_project(ann)) == 0


def test_two_checkouts_at_once_share_the_credit_without_an_error(ann: Onboarder) -> None:
    second = second_project(ann)
    visitor = Project.get_by_id(second).visitor_id
    gateway = ann.house.gateway
    dues = [
        beginning.of_project(Project.get_by_id(number), Caller(visitor), clock.now())
        for number in (ann.project, second)
    ]
    start(gateway, dues[0], None)
    with pytest.raises(AppError) as refused:
        start(gateway, dues[1], None)
    assert (refused.value.status, refused.value.message) == (409, CHANGED)
    assert ann.house.sandbox.intent(begin(ann, second))["amount"] == 200_000


def test_a_credit_that_was_paid_with_at_the_last_moment_is_not_taken_from_who_paid(
    ann: Onboarder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second checkout has looked whether the credit is free, and writes it down after the first was paid."""
    intent = begin(ann, ann.project)
    give_up(ann, ann.project, "expired")
    second = second_project(ann)

    def paid_meanwhile(*told: object) -> None:
        ann.house.sandbox.confirm(intent, card=VISA)
        ann.settle(intent)

    monkeypatch.setattr(cards, "free_credit", paid_meanwhile)
    refused = ann.post("/api/create-payment-intent", {"projectId": second})
    assert (refused.status_code, refused.get_json()["message"]) == (409, CHANGED)
    assert Order.of_project(ann.project).credit is not None and Order.of_project(second).credit is None
    monkeypatch.undo()
    assert ann.house.sandbox.intent(begin(ann, second))["amount"] == 200_000


def test_a_service_that_was_given_back_in_full_gives_the_credit_back(ann: Onboarder) -> None:
    intent = begin(ann, ann.project)
    ann.house.sandbox.confirm(intent, card=VISA)
    ann.settle(intent)
    second = second_project(ann)
    assert credit_of(ann, second) == 0
    gateway = ann.house.gateway
    assert gateway is not None
    gateway.refund(intent, 5000, "a part", "requested_by_customer")
    settle(gateway, intent)
    assert credit_of(ann, second) == 0
    gateway.refund(intent, None, "the rest", "requested_by_customer")
    settle(gateway, intent)
    assert credit_of(ann, second) == 25_000
    assert ann.house.sandbox.intent(begin(ann, second))["amount"] == 175_000


def test_a_late_transfer_whose_credit_was_used_since_does_not_pay_in_full(ann: Onboarder) -> None:
    ann.post(f"/api/projects/{ann.project}/bank-transfer")
    transfer = Payment.get(Payment.provider == "bank")
    give_up(ann, ann.project, "expired")
    second = second_project(ann)
    intent = begin(ann, second)
    ann.house.sandbox.confirm(intent, card=VISA)
    ann.settle(intent)
    transfers.receive(transfer.id, "helena")
    assert Project.get_by_id(second).payment_status == "completed"
    assert Project.get_by_id(ann.project).payment_status == "pending"
    assert [(line.who, line.line.what) for line in lines("part_paid")] == [
        (
            "Ann Lee",
            f"HPM-{ann.project} costs $1,500.00, but $1,250.00 came: please agree on the rest, or refund it.",
        )
    ]


def test_a_credit_whose_booking_was_given_back_since_does_not_pay(ann: Onboarder) -> None:
    intent = begin(ann, ann.project)
    gateway = ann.house.gateway
    assert gateway is not None
    fee = Payment.select().join(Order).where(Order.booking_id.is_null(False)).get()
    gateway.refund(fee.intent_id, None, "the fee", "requested_by_customer")
    settle(gateway, fee.intent_id)
    ann.house.sandbox.confirm(intent, card=VISA)
    ann.settle(intent)
    assert Project.get_by_id(ann.project).payment_status == "pending"
    assert len(lines("part_paid")) == 1


def test_a_payment_that_is_being_decided_keeps_the_credit_after_its_time_has_gone(ann: Onboarder) -> None:
    intent = begin(ann, ann.project)
    ann.house.sandbox.confirm(intent, card="4000000000005100")
    ann.settle(intent)
    Hold.update(expires_at=clock.now() - timedelta(days=4)).where(Hold.project_id == ann.project).execute()
    expire_holds(clock.now())
    assert Hold.of_project(ann.project) is None
    assert credit_of(ann, second_project(ann)) == 0


def test_the_credit_is_what_was_paid_for_the_booking_whatever_it_costs_today(
    ann: Onboarder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beginning, "BOOKING_FEE_CENTS", 30_000)
    assert credit_of(ann, ann.project) == 25_000


def test_a_fee_that_was_given_back_in_part_is_worth_the_rest(ann: Onboarder) -> None:
    refund_fee(ann, 10_000)
    assert credit_of(ann, ann.project) == 15_000


def test_a_fee_of_which_a_part_goes_back_during_the_checkout_does_not_pay_the_whole_price(ann: Onboarder) -> None:
    intent = begin(ann, ann.project)
    refund_fee(ann, 10_000)
    ann.house.sandbox.confirm(intent, card=VISA)
    ann.settle(intent)
    assert len(lines("part_paid")) == 1


def test_a_bookings_project_costs_what_was_paid_for_it(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    """Begun at one fee, confirmed after the fee has changed."""
    visitor = people.visitor()
    visitor.fill_wizard()
    intent = visitor.start_payment()
    people.house.sandbox.confirm(intent, card=VISA)
    monkeypatch.setattr(beginning, "BOOKING_FEE_CENTS", 30_000)
    visitor.settle(intent)
    assert Project.get().payment_amount == 25_000


def refund_fee(ann: Onboarder, cents: int) -> None:
    """Staff give a part of the booking fee back at the provider."""
    gateway, paid = ann.house.gateway, Payment.select().join(Order).where(Order.booking_id.is_null(False)).get()
    assert gateway is not None
    gateway.refund(paid.intent_id, cents, "a part", "requested_by_customer")
    settle(gateway, paid.intent_id)
