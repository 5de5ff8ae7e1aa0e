"""The booking fee in a bill while a checkout that was given up deducts it."""

from datetime import timedelta

import pytest

from app import clock
from app.consultations import expired
from app.orders.actions import CHANGED
from app.orders.models import Line, Order
from app.orders.money import Payment
from app.payments import bills
from app.projects.models import Project
from app.slots import actions as slots
from app.slots.models import Hold
from tests.invoices.test_bills import bill, sound
from tests.onboarders import DETAILS, Onboarder
from tests.payments.banking import mark
from tests.people import VISA, People


@pytest.fixture
def again(people: People) -> Onboarder:
    """Ann, whose booking fee is paid, buys a service signed in, and has a time for it."""
    client = people.client("ann@example.com")
    slots.generate(clock.now())
    ann = Onboarder.__new__(Onboarder)
    ann.house, ann.browser = client.house, client.browser
    ann.intake = ann.post("/api/clients", {**DETAILS, "email": "ann@example.com"}).get_json()["id"]
    ann.project = ann.make_project("planning_approvals")
    assert ann.take(ann.times()[1]["id"]).status_code == 200
    return ann


def leave(ann: Onboarder) -> None:
    """Her time runs out."""
    Hold.update(expires_at=clock.now() - timedelta(minutes=1)).where(Hold.project_id == ann.project).execute()
    expired.expire_holds(clock.now())


def deducted_from() -> list[int]:
    return [line.order.project_id for line in Line.select().where(Line.credit_of.is_null(False))]


def test_a_bill_deducts_the_fee_of_a_card_form_that_was_given_up_and_ends_that(
    people: People, again: Onboarder
) -> None:
    intent = again.begin_card()
    leave(again)
    assert bill(people.staff()).get_json()["totalCents"] == 15_001
    assert deducted_from() == [Project.get().id]
    gateway = people.house.gateway
    assert gateway is not None and gateway.retrieve_intent(intent).status == "canceled"
    sound(people)


def fee_left(people: People) -> int:
    record = people.staff().get(f"/api/admin/projects/{Project.get().id}").get_json()
    return int(record["feeLeftCents"])


@pytest.mark.spec("A-05")
def test_the_form_foresees_what_the_client_will_owe_and_nothing_else_is_billed(
    people: People, again: Onboarder
) -> None:
    again.begin_card()
    assert fee_left(people) == 0
    leave(again)
    assert fee_left(people) == 25_000
    wrong = bill(people.staff(), owedCents=40_001)
    assert (wrong.status_code, wrong.get_json()["message"]) == (409, CHANGED)
    assert Order.bills().count() == 0
    for _ in range(2):
        assert bill(people.staff(), owedCents=15_001).get_json()["totalCents"] == 15_001
    assert fee_left(people) == 0
    sound(people)


def test_what_an_awaited_transfer_deducts_is_not_foreseen_as_deducted(people: People, again: Onboarder) -> None:
    assert again.post(f"/api/projects/{again.project}/bank-transfer").status_code == 200
    leave(again)
    assert fee_left(people) == 0
    assert bill(people.staff(), owedCents=40_001).get_json()["totalCents"] == 40_001


def test_a_bill_leaves_the_fee_to_a_card_payment_of_the_last_moment(people: People, again: Onboarder) -> None:
    intent = again.begin_card()
    leave(again)
    people.house.sandbox.confirm(intent, card=VISA)
    assert bill(people.staff()).get_json()["totalCents"] == 40_001
    assert deducted_from() == [again.project]
    assert Order.of_project(again.project).state == "paid"
    sound(people)


def test_a_bill_leaves_the_fee_to_a_card_form_that_is_opened_at_the_same_moment(
    people: People, again: Onboarder, monkeypatch: pytest.MonkeyPatch
) -> None:
    again.begin_card()
    leave(again)
    monkeypatch.setattr(bills, "void", lambda *_: None)  # as if it were opened anew after it was ended
    assert bill(people.staff()).get_json()["totalCents"] == 40_001
    assert deducted_from() == [again.project]
    sound(people)


def test_a_bill_leaves_the_fee_to_a_transfer_that_may_be_on_its_way(people: People, again: Onboarder) -> None:
    chosen = again.post(f"/api/projects/{again.project}/bank-transfer", {"amountCents": 125_000})
    assert chosen.status_code == 200
    leave(again)
    staff = people.staff()
    assert bill(staff).get_json()["totalCents"] == 40_001
    assert deducted_from() == [again.project]
    assert mark(staff, Payment.get(Payment.provider == "bank").id).status_code == 200
    assert Order.of_project(again.project).state == "paid"
    sound(people)


def test_a_checkout_deducts_what_a_bill_has_left_of_the_fee(people: People, again: Onboarder) -> None:
    staff = people.staff()
    assert bill(staff, lines=[{"description": "Site visit", "cents": 20_000}]).get_json()["totalCents"] == 0
    assert again.checkout()["creditCents"] == 5_000
    people.house.sandbox.confirm(intent := again.begin_card(), card=VISA)
    assert again.settle(intent) == "paid"
    assert people.house.sandbox.intent(intent)["amount"] == 145_000
    assert bill(staff, key="two").get_json()["totalCents"] == 40_001
    sound(people)


def test_a_bill_deducts_what_a_checkout_leaves_and_a_smaller_claim_that_was_given_up_stays(
    people: People, again: Onboarder
) -> None:
    staff = people.staff()
    visit = bill(staff, lines=[{"description": "Site visit", "cents": 20_000}]).get_json()["id"]
    intent = again.begin_card()
    leave(again)
    assert staff.post(f"/api/admin/bills/{visit}/withdraw", {"reason": "Agreed otherwise"}).status_code == 200
    body = [{"description": "Report", "cents": 10_000}]
    assert bill(staff, key="two", lines=body).get_json()["totalCents"] == 0
    kept = Order.of_project(again.project).credit
    assert kept is not None and kept.cents == -5_000
    people.house.sandbox.confirm(intent, card=VISA)
    assert again.settle(intent) == "paid"
    assert bill(staff, key="three").get_json()["totalCents"] == 40_001 - 10_000
    sound(people)
