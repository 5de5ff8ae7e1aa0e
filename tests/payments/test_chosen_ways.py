"""A way to pay that a client has chosen is withdrawn by their own word only, and never while a bank decides."""

from datetime import timedelta

import pytest

from app import clock
from app.mail.models import Letter
from app.orders.money import Payment
from app.payments import cards
from app.payments.reconcile import reconcile
from app.projects.models import Project
from tests.onboarders import Onboarder
from tests.payments.banking import payments_of
from tests.people import TAKES_TIME, People


def standing(project: int) -> Payment:
    """The payment that counts for a project."""
    found: Payment = payments_of(project, Payment.superseded == False).get()
    return found


def choose_transfer(ann: Onboarder) -> Payment:
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    return standing(ann.project)


@pytest.mark.spec("C-04", "C-05")
def test_opening_the_card_form_leaves_a_chosen_transfer_alone(ann: Onboarder) -> None:
    transfer = choose_transfer(ann)
    for body in ({}, {"amountCents": 150_000}, {"replaceTransfer": False}):
        refused = ann.post("/api/create-payment-intent", {"projectId": ann.project, **body})
        assert refused.status_code == 409
        assert refused.get_json()["message"].startswith(
            f"You have chosen to pay for HPM-{ann.project} by bank transfer, and we are waiting for it."
        )
    assert standing(ann.project) == transfer
    assert ann.house.sandbox.intents() == []
    assert ann.checkout()["method"] == "bank"


@pytest.mark.spec("C-04", "C-05")
def test_the_card_takes_the_place_of_a_transfer_when_the_client_says_so(ann: Onboarder) -> None:
    transfer = choose_transfer(ann)
    answer = ann.post("/api/create-payment-intent", {"projectId": ann.project, "replaceTransfer": True})
    assert answer.status_code == 200
    assert Payment.get_by_id(transfer.id).superseded
    assert standing(ann.project).intent_id == answer.get_json()["paymentIntent"]


def test_a_transfer_chosen_while_the_card_form_opens_stays(ann: Onboarder, monkeypatch: pytest.MonkeyPatch) -> None:
    """One tab has looked which payment there is; the other chooses the transfer before it writes its own down."""
    free_credit = cards.free_credit

    def slow(*told: object) -> None:
        monkeypatch.setattr(cards, "free_credit", free_credit)
        choose_transfer(ann)

    monkeypatch.setattr(cards, "free_credit", slow)
    refused = ann.post("/api/create-payment-intent", {"projectId": ann.project})
    assert (refused.status_code, standing(ann.project).provider) == (409, "bank")


@pytest.mark.spec("O-06", "C-05")
def test_another_service_does_not_withdraw_a_chosen_transfer(ann: Onboarder) -> None:
    transfer = choose_transfer(ann)
    body = {"clientId": ann.intake, "serviceType": "scope_tender", "status": "inquiry"}
    refused = ann.post("/api/projects", body)
    assert refused.status_code == 409
    assert "by bank transfer" in refused.get_json()["message"]
    assert standing(ann.project) == transfer
    assert Project.get().service_type == "planning_approvals"
    assert [letter.kind for letter in Letter.select()] == ["transfer_details"]
    # Sent again as it was, nothing changes and nothing is refused.
    assert ann.make_project("planning_approvals") == ann.project


@pytest.mark.parametrize("told", [True, False])
def test_what_a_bank_is_deciding_about_is_not_withdrawn(
    ann: Onboarder, monkeypatch: pytest.MonkeyPatch, told: bool
) -> None:
    """told: whether the payment's row knows already that the bank is deciding.

    Some payments can be cancelled even then, as this provider would.
    """
    sandbox, gateway = ann.house.sandbox, ann.house.gateway
    sandbox.processing_seconds = 3600.0
    intent = ann.begin_card()
    sandbox.confirm(intent, card=TAKES_TIME)
    if told:
        ann.settle(intent)
    cancelled: list[str] = []
    monkeypatch.setattr(gateway, "cancel_intent", cancelled.append)
    deciding = "Your card payment is being processed. Please wait until your bank has decided."
    for path, body in (
        (f"/api/projects/{ann.project}/bank-transfer", {}),
        ("/api/projects", {"clientId": ann.intake, "serviceType": "scope_tender", "status": "inquiry"}),
    ):
        refused = ann.post(path, body)
        assert (refused.status_code, cancelled) == (409, [])
        assert told or path == "/api/projects" or refused.get_json()["message"] == deciding
    assert standing(ann.project).intent_id == intent
    assert ann.checkout()["paymentStatus"] == "processing"


def test_a_wizard_payment_that_a_bank_is_deciding_about_outlives_the_keys(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The owner takes the card keys away while a bank decides: nobody can be asked, so the transfer has to wait."""
    visitor, sandbox = people.visitor(), people.house.sandbox
    sandbox.processing_seconds = 3600.0
    visitor.fill_wizard(files=0)
    intent = visitor.start_payment()
    sandbox.confirm(intent, card=TAKES_TIME)
    visitor.settle(intent)
    monkeypatch.setitem(people.house.flask.config, "GATEWAY", None)
    refused = visitor.post("/api/bookings/current/bank-transfer")
    assert refused.status_code == 409
    begun = Payment.of_intent(intent)
    assert begun is not None
    assert not begun.superseded
    sandbox.settle_processing()
    later = clock.now() + timedelta(hours=1)
    with clock.reading(lambda: later):
        reconcile(people.house.gateway)
    assert Payment.of_intent(intent).status == "completed"
