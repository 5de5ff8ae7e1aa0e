"""A card form that is open when money comes otherwise, or the project is cancelled, cannot be charged any more."""

from collections.abc import Callable
from typing import Any

import pytest

from app import clock
from app.accounts.credentials import set_client_password
from app.admin import money
from app.admin.consultations import routes as consultations
from app.consultations.rules import BANK_DECIDES, NOTHING_PAID
from app.db import write
from app.mail.models import Letter
from app.orders.models import Order
from app.orders.money import Payment
from app.payments import ending
from app.payments.gateway import Gateway
from app.payments.provider import ProviderUnavailable
from app.payments.reconcile import reconcile
from app.slots.models import Hold, Slot
from tests.consultations.test_after_refund import give_back
from tests.onboarders import Onboarder
from tests.payments.banking import record
from tests.people import PASSWORD, TAKES_TIME, VISA, People, Person

OPEN, ENDED = "requires_payment_method", "canceled"


def cancel(staff: Person, ann: Onboarder) -> Any:
    return staff.call_off(ann.project, "asked to")


def note_all(staff: Person, ann: Onboarder) -> Any:
    return record(staff, ann.project, 150_000)


def note_part(staff: Person, ann: Onboarder) -> Any:
    return record(staff, ann.project, 20_000)


ACTS = pytest.mark.parametrize("act", [cancel, note_all, note_part])


def status(ann: Onboarder, intent: str) -> str:
    return str(ann.house.sandbox.intent(intent)["status"])


@pytest.mark.spec("B-08")
@ACTS
def test_the_open_form_ends_with_the_act(
    people: People, ann: Onboarder, act: Callable[[Person, Onboarder], Any]
) -> None:
    intent = ann.begin_card()
    assert status(ann, intent) == OPEN
    assert act(people.staff(), ann).status_code == 200
    assert status(ann, intent) == ENDED
    assert not [row for row in Payment.select() if row.provider != "bank" and not row.superseded]


@ACTS
def test_without_ending_it_the_card_is_charged_all_the_same(
    people: People, ann: Onboarder, act: Callable[[Person, Onboarder], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control."""
    for routes in (money, consultations):
        monkeypatch.setattr(routes, "end_cards", lambda *_: None)
    intent = ann.begin_card()
    assert act(people.staff(), ann).status_code == 200
    ann.house.sandbox.confirm(intent, card=VISA)
    assert ann.settle(intent) == "paid"
    assert Order.get().state in ("paid", "part_refunded")
    assert sum(row.amount_cents for row in Payment.select().where(Payment.has_come())) >= 150_000


@ACTS
def test_while_the_provider_is_away_the_act_is_done_and_the_job_ends_the_form(
    people: People, ann: Onboarder, act: Callable[[Person, Onboarder], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    intent = ann.begin_card()

    def away(*_: object) -> None:
        raise ProviderUnavailable("no answer")

    with monkeypatch.context() as outage:
        outage.setattr(Gateway, "retrieve_intent", away)
        assert act(people.staff(), ann).status_code == 200
    assert status(ann, intent) == OPEN
    gateway = ann.house.gateway
    assert gateway is not None
    reconcile(gateway)
    assert status(ann, intent) == ENDED


def test_a_card_that_was_charged_in_that_moment_is_settled_and_both_sides_are_told(
    people: People, ann: Onboarder
) -> None:
    intent = ann.begin_card()
    ann.house.sandbox.confirm(intent, card=VISA)
    assert cancel(people.staff(), ann).status_code == 200
    assert [row.status for row in Payment.select()] == ["completed"]
    assert Letter.select().where(Letter.kind == "paid_after_closing").count() == 1


def test_the_form_of_another_project_stays_open(people: People, ann: Onboarder) -> None:
    bea = Onboarder(ann.house, email="bea@example.com")
    assert bea.take(bea.times()[2]["id"]).status_code == 200
    intent = bea.begin_card()
    assert cancel(people.staff(), ann).status_code == 200
    assert status(bea, intent) == OPEN


@pytest.mark.parametrize("is_guarded", [True, False])
def test_a_form_that_deducts_a_booking_fee_ends_once_that_was_given_back(
    people: People, monkeypatch: pytest.MonkeyPatch, is_guarded: bool
) -> None:
    """With its negative control: without the guard, the card is charged too little."""
    if not is_guarded:
        monkeypatch.setattr(ending, "_takes_too_little", lambda *_: False)
    ann = Onboarder.who_booked(people.house)
    intent, gateway = ann.begin_card(), people.house.gateway
    assert gateway is not None and people.house.sandbox.intent(intent)["amount"] == 125_000
    give_back(ann, Payment.select().order_by(Payment.id).first().intent_id)
    reconcile(gateway)
    assert status(ann, intent) == (ENDED if is_guarded else OPEN)
    if is_guarded:
        assert ann.checkout()["totalCents"] == 150_000
    else:
        people.house.sandbox.confirm(intent, card=VISA)
        ann.settle(intent)
        assert Order.of_project(ann.project).state == "part_paid"


def by_staff(people: People, fee: int) -> Any:
    return people.staff().call_off(fee, "We are ill.")


def by_client(people: People, fee: int) -> Any:
    free, ann = Slot.free(clock.now())[5], people.visitor()
    given = people.staff().post(f"/api/admin/projects/{fee}/consultation", {"slotId": free.id, "seen": None})
    assert given.status_code == 200, given.get_json()
    set_client_password("ann@example.com", PASSWORD)
    ann.sign_in("ann@example.com")
    return ann.post(f"/api/client/appointments/{fee}/cancel", {"date": free.date.isoformat()})


@pytest.mark.spec("B-08")
@pytest.mark.parametrize("cancelling", [by_staff, by_client])
def test_a_form_that_deducts_a_booking_fee_ends_once_its_booking_is_cancelled(
    people: People, cancelling: Callable[[People, int], Any]
) -> None:
    ann = Onboarder.who_booked(people.house)
    intent, fee = ann.begin_card(), Payment.select().order_by(Payment.id).first().order.project_id
    assert people.house.sandbox.intent(intent)["amount"] == 125_000
    assert cancelling(people, fee).status_code == 200
    assert status(ann, intent) == ENDED
    assert ann.checkout()["totalCents"] == 150_000


def test_the_form_of_a_project_ends_that_staff_complete(people: People, ann: Onboarder) -> None:
    intent = ann.begin_card()
    with write():  # of a time that is kept nobody says that the project is completed
        Hold.update(released_at=clock.now()).where(Hold.project_id == ann.project).execute()
    told = {"status": "completed", "reason": "Nothing more to do", "seen": "pending_payment"}
    done = people.staff().post(f"/api/admin/projects/{ann.project}/status", told)
    assert done.status_code == 200, done.get_json()
    assert status(ann, intent) == ENDED


def test_while_a_bank_decides_the_letter_of_a_cancellation_does_not_say_that_nothing_was_paid(
    people: People, ann: Onboarder
) -> None:
    intent = ann.begin_card()
    ann.house.sandbox.confirm(intent, card=TAKES_TIME)
    ann.settle(intent)
    assert cancel(people.staff(), ann).status_code == 200
    told = " ".join(Letter.get(Letter.kind == "consultation_cancelled").text.split())
    assert BANK_DECIDES in told and NOTHING_PAID not in told
