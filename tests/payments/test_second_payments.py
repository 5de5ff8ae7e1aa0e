"""A project that is paid stays paid, whatever is heard afterwards of the other ways in which it was once to be paid."""

import pytest

from app import clock
from app.access import Caller
from app.alerts.models import Alert
from app.orders.actions import CHANGED
from app.orders.money import Payment
from app.payments import transfers
from app.payments.begin import of_project
from app.payments.cards import begin, start
from app.payments.provider import Intent
from app.payments.settle import settle
from app.payments.void import void
from app.projects.models import Project
from tests.onboarders import Onboarder
from tests.payments.test_arrived import seen_signed_in
from tests.people import DECLINED, VISA


def choose_transfer(ann: Onboarder) -> Payment:
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    asked: Payment = Payment.get(Payment.provider == "bank", Payment.superseded == False)
    return asked


def project_shows() -> tuple[str, str | None]:
    row = Project.get()
    return row.payment_status, row.stripe_payment_id


def test_a_card_declined_after_the_transfer_came_changes_nothing(ann: Onboarder) -> None:
    transfer = choose_transfer(ann)
    intent = ann.begin_card()
    transfers.receive(transfer.id, "helena")
    ann.house.sandbox.confirm(intent, card=DECLINED)
    ann.settle(intent)
    assert project_shows() == ("completed", f"HPM-{ann.project}")
    assert ann.post("/api/create-payment-intent", {"projectId": ann.project}).status_code == 409
    # A form that was left open can still charge the card: staff learn that it is money to give back.
    ann.house.sandbox.confirm(intent, card=VISA)
    ann.settle(intent)
    assert [alert.kind for alert in Alert.select()] == ["paid_twice"]
    assert project_shows() == ("completed", f"HPM-{ann.project}")


def test_giving_back_the_second_of_two_payments_leaves_the_project_paid(ann: Onboarder) -> None:
    transfer = choose_transfer(ann)
    intent = ann.pay()
    transfers.receive(transfer.id, "helena")
    assert [alert.kind for alert in Alert.select()] == ["paid_twice"]
    gateway = ann.house.gateway
    assert gateway is not None
    gateway.refund(intent, None, "the second", "duplicate")
    settle(gateway, intent)
    assert project_shows() == ("completed", f"HPM-{ann.project}")
    assert seen_signed_in(ann, ann.project)[0] == "paid"
    assert ann.checkout()["paymentStatus"] == "completed"


def test_giving_back_the_only_payment_shows(ann: Onboarder) -> None:
    intent = ann.pay()
    gateway = ann.house.gateway
    assert gateway is not None
    gateway.refund(intent, None, "the only", "requested_by_customer")
    settle(gateway, intent)
    assert project_shows() == ("refunded", intent)


def test_a_transfer_after_the_card_was_given_back_is_money_that_staff_must_know_of(ann: Onboarder) -> None:
    transfer = choose_transfer(ann)
    intent = ann.pay()
    gateway = ann.house.gateway
    assert gateway is not None
    gateway.refund(intent, None, "the first", "requested_by_customer")
    settle(gateway, intent)
    transfers.receive(transfer.id, "helena")
    assert {alert.kind for alert in Alert.select()} == {"refunded", "paid_twice"}
    assert project_shows() == ("completed", f"HPM-{ann.project}")


def test_a_card_form_opened_while_a_transfer_is_chosen_elsewhere_is_not_handed_out(
    ann: Onboarder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One tab waits for the provider's answer; in the other the client chooses the transfer meanwhile."""
    gateway = ann.house.gateway
    assert gateway is not None
    create = gateway.create_intent

    def slow(*told: object, **more: object) -> Intent:
        monkeypatch.setattr(gateway, "create_intent", create)
        choose_transfer(ann)
        return create(*told, **more)

    monkeypatch.setattr(gateway, "create_intent", slow)
    refused = ann.post("/api/create-payment-intent", {"projectId": ann.project})
    assert (refused.status_code, refused.get_json()["message"]) == (409, CHANGED)
    (intent,) = ann.house.sandbox.intents()
    assert intent["status"] == "canceled"


def test_a_payment_whose_form_opens_while_it_is_withdrawn_is_withdrawn_at_the_provider_too(
    ann: Onboarder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other order: the transfer's tab has read the payment just before the card's tab learns its intent."""
    gateway = ann.house.gateway
    assert gateway is not None
    project = Project.get()
    due = of_project(project, Caller(project.visitor_id), clock.now())
    stale = begin(gateway, due, False)
    intent = ann.begin_card()
    assert stale.intent_id is None
    void(gateway, stale)
    assert gateway.retrieve_intent(intent).status == "canceled"
    assert Payment.of_intent(intent).superseded


def test_a_checkout_that_was_opened_before_the_project_was_paid_or_cancelled_begins_nothing(ann: Onboarder) -> None:
    project = Project.get()
    due = of_project(project, Caller(project.visitor_id), clock.now())
    transfer = choose_transfer(ann)
    Payment.update(superseded=True).execute()
    transfers.receive(transfer.id, "helena")
    with pytest.raises(Exception, match="already paid"):
        start(ann.house.gateway, due, None)
    assert ann.house.sandbox.intents() == []
