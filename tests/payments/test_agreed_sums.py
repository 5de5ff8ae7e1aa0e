"""A transfer that was chosen keeps its own sum everywhere, until its client chooses anew at the price of now."""

from typing import Any

import pytest

from app import clock
from app.mail.models import Letter
from app.orders.models import Order
from app.orders.money import Payment
from app.orders.refunds import refund
from app.projects.models import Project
from app.slots import actions as slots
from tests.onboarders import Onboarder
from tests.payments.banking import payments_of
from tests.people import People

CHOSE_ANEW = {"replaceTransfer": True}


@pytest.fixture
def ann(people: People) -> Onboarder:
    """Amelia has paid a booking fee; in another browser, not signed in, she chose the transfer for a project at 2,000.

    Then she signed in there.
    """
    slots.generate(clock.now())
    people.client("amelia@example.com")
    ann = Onboarder(people.house, email="amelia@example.com", service="scope_tender")
    assert ann.take(ann.times()[1]["id"]).status_code == 200
    assert choose(ann)["totalCents"] == 200_000
    ann.sign_in("amelia@example.com")
    return ann


def choose(ann: Onboarder, **body: Any) -> dict[str, Any]:
    answer = ann.post(f"/api/projects/{ann.project}/bank-transfer", body)
    assert answer.status_code == 200, answer.get_json()
    return dict(answer.get_json())


def transfers(ann: Onboarder) -> list[tuple[int, bool]]:
    rows = payments_of(ann.project).order_by(Payment.id)
    return [(row.amount_cents, row.superseded) for row in rows]


def details() -> list[str]:
    """What the letters with the transfer's details say."""
    return [row.text for row in Letter.select().where(Letter.kind == "transfer_details").order_by(Letter.id)]


def sums(shown: dict[str, Any]) -> tuple[int, int, int]:
    return shown["feeCents"], shown["creditCents"], shown["totalCents"]


def success(ann: Onboarder) -> dict[str, Any]:
    return dict(ann.get(f"/api/bookings/confirmation?projectId={ann.project}").get_json()["booking"])


@pytest.mark.spec("C-02", "C-05")
def test_a_chosen_transfer_has_one_sum_on_every_page_whatever_credit_there_is_since(ann: Onboarder) -> None:
    shown = ann.checkout()
    assert sums(shown) == (200_000, 0, 200_000)
    assert shown["bank"]["amountCents"] == 200_000
    assert shown["anew"] == {"creditCents": 25_000, "totalCents": 175_000}
    assert (success(ann)["payment"]["amountCents"], success(ann)["bank"]["amountCents"]) == (200_000, 200_000)
    # Asked for again, it is the same one.
    assert choose(ann, amountCents=200_000)["totalCents"] == 200_000
    assert transfers(ann) == [(200_000, False)]
    assert len(details()) == 1


@pytest.mark.spec("C-02", "C-05")
def test_a_transfer_is_chosen_anew_with_the_credit_and_a_letter_that_replaces_the_first(ann: Onboarder) -> None:
    assert choose(ann, amountCents=175_000, **CHOSE_ANEW)["anew"] is None
    shown = ann.checkout()
    assert sums(shown) == (200_000, 25_000, 175_000)
    assert shown["bank"]["amountCents"] == 175_000
    assert (success(ann)["payment"]["amountCents"], success(ann)["bank"]["amountCents"]) == (175_000, 175_000)
    assert transfers(ann) == [(200_000, True), (175_000, False)]
    first, second = details()
    assert "$2,000.00" in first and "takes the place" not in first
    assert "transfer $1,750.00" in second
    assert "This takes the place of our earlier letter, which asked for $2,000.00." in " ".join(second.split())
    assert choose(ann, amountCents=175_000, **CHOSE_ANEW)["totalCents"] == 175_000
    assert (len(transfers(ann)), len(details())) == (2, 2)


def test_nobody_agrees_to_a_transfer_of_another_sum_than_was_shown(ann: Onboarder) -> None:
    for body in ({"amountCents": 175_000}, {"amountCents": 200_000, **CHOSE_ANEW}):
        refused = ann.post(f"/api/projects/{ann.project}/bank-transfer", body)
        assert (refused.status_code, list(refused.get_json()["fields"])) == (422, ["amountCents"])
    assert transfers(ann) == [(200_000, False)]


def test_a_card_in_the_transfers_place_takes_the_price_of_now(ann: Onboarder) -> None:
    assert ann.house.sandbox.intent(ann.begin_card())["amount"] == 175_000
    assert (ann.checkout()["totalCents"], ann.checkout()["anew"]) == (175_000, None)


def test_a_credit_that_is_gone_changes_no_sum_that_was_agreed_either(ann: Onboarder) -> None:
    choose(ann, **CHOSE_ANEW)
    fee = Payment.select().join(Order).where(Order.booking_id.is_null(False)).get()
    refund(fee, 25_000, "provider", "", clock.now(), clock.now(), "re_one")
    shown = ann.checkout()
    assert sums(shown) == (200_000, 25_000, 175_000)
    assert success(ann)["bank"]["amountCents"] == 175_000
    assert shown["anew"] == {"creditCents": 0, "totalCents": 200_000}


def test_a_credit_that_covers_everything_takes_the_place_of_a_chosen_transfer(people: People) -> None:
    slots.generate(clock.now())
    people.client("amelia@example.com")
    ann = Onboarder(people.house, email="amelia@example.com", service="consultation")
    ann.take(ann.times()[1]["id"])
    choose(ann)
    ann.sign_in("amelia@example.com")
    assert (ann.checkout()["totalCents"], ann.checkout()["anew"]) == (25_000, {"creditCents": 25_000, "totalCents": 0})
    assert ann.post(f"/api/projects/{ann.project}/confirm").status_code == 200
    assert Project.get_by_id(ann.project).payment_status == "completed"
