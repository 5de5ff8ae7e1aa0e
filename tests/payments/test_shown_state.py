"""How a project says its payment stands when one way to pay has taken another's place."""

from typing import Any

import pytest

from app.alerts.models import Alert
from app.clock import now
from app.orders.money import Payment
from app.payments import transfers
from app.payments.settle import settle
from app.projects.models import HistoryLine, Project
from app.slots import actions as slots
from tests.onboarders import Onboarder
from tests.people import DECLINED, NEEDS_AUTHENTICATION, VISA, People

SAID = "Paid without the terms having been accepted online"


@pytest.fixture(autouse=True)
def _times(people: People) -> None:
    slots.generate(now())


def declined(people: People) -> tuple[Onboarder, str]:
    """Ann holds a time, and her card was declined."""
    ann = Onboarder(people.house)
    assert ann.take(ann.times()[1]["id"]).status_code == 200
    people.house.sandbox.confirm(intent := ann.begin_card(), card=DECLINED)
    assert ann.settle(intent) == "failed"
    return ann, intent


def shown(ann: Onboarder) -> tuple[Any, Any]:
    """The method and how it stands, as the checkout has it."""
    checkout = ann.checkout()
    return checkout["method"], checkout["paymentStatus"]


def by_transfer(ann: Onboarder) -> None:
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200


@pytest.mark.spec("C-04")
def test_a_transfer_is_pending_whatever_became_of_the_card_before(people: People) -> None:
    ann, intent = declined(people)
    assert shown(ann) == ("card", "failed")
    people.house.sandbox.confirm(intent, card=NEEDS_AUTHENTICATION)
    ann.settle(intent)
    by_transfer(ann)
    assert shown(ann) == ("bank", "pending")
    by_transfer(ann)
    # The news of the card that was given up comes late.
    settle(people.house.flask.config["GATEWAY"], intent)
    assert shown(ann) == ("bank", "pending")
    assert Project.get_by_id(ann.project).stripe_payment_id is None
    transfers.receive(Payment.get(Payment.provider == "bank").id, "helena")
    assert ann.checkout()["paymentStatus"] == "completed"


def test_an_answer_that_was_on_its_way_says_nothing_of_the_transfer(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The provider had said that the card was declined before it was cancelled, and the answer is recorded after."""
    ann = Onboarder(people.house)
    ann.take(ann.times()[1]["id"])
    people.house.sandbox.confirm(intent := ann.begin_card(), card=DECLINED)
    gateway = people.house.flask.config["GATEWAY"]
    early = gateway.retrieve_intent(intent)
    by_transfer(ann)
    monkeypatch.setattr(type(gateway), "retrieve_intent", lambda self, intent_id: early)
    settle(gateway, intent)
    assert Payment.get(Payment.intent_id == intent).status == "failed"
    assert shown(ann) == ("bank", "pending")


def test_another_service_is_not_failed_before_anybody_pays_for_it(people: People) -> None:
    ann, _ = declined(people)
    ann.make_project("project_coordination")
    assert shown(ann) == (None, "pending")


def test_a_card_in_the_place_of_a_declined_one_at_another_price_is_pending(people: People) -> None:
    ann, _ = declined(people)
    ann.make_project("project_coordination")
    ann.begin_card()
    assert shown(ann) == ("card", "pending")


def test_a_declined_card_that_is_still_the_way_to_pay_stays_failed(people: People) -> None:
    ann, _ = declined(people)
    ann.begin_card()
    assert shown(ann) == ("card", "failed")


def lines(project: int) -> list[str]:
    return [line.note for line in HistoryLine.select().where(HistoryLine.project == project)]


def test_a_card_that_is_charged_without_the_terms_is_written_down_and_told_once(people: People) -> None:
    ann = Onboarder(people.house)
    ann.take(ann.times()[1]["id"])
    people.house.sandbox.confirm(intent := ann.begin_card(terms=False), card=VISA)
    for _ in range(2):
        assert ann.settle(intent) == "paid"
    assert lines(ann.project).count(SAID) == 1
    (alert,) = Alert.select().where(Alert.kind == "terms_not_accepted")
    assert alert.link == f"/admin/dashboard?project={ann.project}"
    assert "without the terms having been accepted online" in alert.message
    assert Project.get_by_id(ann.project).payment_status == "completed"


def test_nobody_is_told_where_the_terms_were_accepted_or_a_booking_has_none(people: People) -> None:
    ann = Onboarder(people.house)
    ann.take(ann.times()[1]["id"])
    ann.pay()
    people.visitor().book(email="ann@example.com")
    assert SAID not in lines(ann.project)
    assert not Alert.select().where(Alert.kind == "terms_not_accepted").exists()


def test_while_the_bank_asks_the_visitor_the_booking_says_so_and_not_that_it_decides(people: People) -> None:
    ann, intent = declined(people)

    def asked() -> tuple[str, bool]:
        told = ann.get(f"/api/bookings/confirmation?projectId={ann.project}").get_json()
        return told["state"], told["asksVisitor"]

    people.house.sandbox.confirm(intent, card=NEEDS_AUTHENTICATION)
    ann.settle(intent)
    assert asked() == ("checking", True)
    Payment.update(status="processing").execute()
    assert asked() == ("checking", False)
    Payment.update(status="pending").execute()
    people.house.sandbox.authenticate(intent, True)
    assert ann.settle(intent) == "paid" and asked() == ("paid", False)
