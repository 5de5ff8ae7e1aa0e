"""Every test card does what its row in the table says, seen through the official client library."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.payments.gateway import Gateway
from app.payments.provider import Intent
from app.sandbox import Sandbox
from app.sandbox.cards import TEST_CARDS, Behaviour, passes_checksum
from app.sandbox.client import sandbox_gateway


@pytest.fixture
def sandbox(tmp_path: Path) -> Iterator[Sandbox]:
    with Sandbox(tmp_path / "provider.db", "whsec_test") as sandbox:
        yield sandbox


@pytest.fixture
def gateway(sandbox: Sandbox) -> Gateway:
    return sandbox_gateway(sandbox)


@pytest.fixture
def intent(gateway: Gateway) -> Intent:
    return gateway.create_intent(25_000, "aud", {"booking": "7"}, "booking-7", "Initial consultation")


def event_types(sandbox: Sandbox) -> list[str]:
    return [event["type"] for event in sandbox.events()]


def test_a_new_intent_waits_for_a_card_and_carries_what_it_was_given(intent: Intent) -> None:
    assert intent.status == "requires_payment_method"
    assert (intent.amount_cents, intent.currency, intent.livemode) == (25_000, "aud", False)
    assert intent.metadata == {"booking": "7"}
    assert intent.client_secret.startswith(f"{intent.id}_secret_")
    assert (intent.charge_id, intent.refunded_cents, intent.last_error) == (None, 0, None)


def test_every_card_in_the_table_has_a_possible_number() -> None:
    assert [number for number in TEST_CARDS if not passes_checksum(number)] == []


@pytest.mark.parametrize("number", [n for n, card in TEST_CARDS.items() if card.behaviour is Behaviour.PAYS])
def test_a_good_card_pays_at_once(sandbox: Sandbox, gateway: Gateway, intent: Intent, number: str) -> None:
    cvc = "1234" if TEST_CARDS[number].brand == "amex" else "123"
    assert sandbox.confirm(intent.id, number, cvc=cvc)["status"] == "succeeded"
    paid = gateway.retrieve_intent(intent.id)
    assert paid.status == "succeeded"
    assert [charge["id"] for charge in sandbox.charges(intent.id)] == [paid.charge_id]
    assert event_types(sandbox) == ["payment_intent.created", "charge.succeeded", "payment_intent.succeeded"]


@pytest.mark.parametrize(
    ("number", "code", "decline_code"),
    [
        ("4000000000000002", "card_declined", "generic_decline"),
        ("4000000000009995", "card_declined", "insufficient_funds"),
        ("4000000000009987", "card_declined", "lost_card"),
        ("4000000000009979", "card_declined", "stolen_card"),
        ("4100000000000019", "card_declined", "fraudulent"),
        ("4000000000006975", "card_declined", "card_velocity_exceeded"),
        ("4000000000000069", "expired_card", None),
        ("4000000000000127", "incorrect_cvc", None),
        ("4000000000000119", "processing_error", None),
        ("4012888888881881", "card_declined", "test_mode_live_card"),
    ],
)
def test_a_declined_card_takes_no_money_and_another_may_follow(
    sandbox: Sandbox, gateway: Gateway, intent: Intent, number: str, code: str, decline_code: str | None
) -> None:
    error = sandbox.confirm(intent.id, number)["error"]
    assert (error["type"], error["code"], error.get("decline_code")) == ("card_error", code, decline_code)
    declined = gateway.retrieve_intent(intent.id)
    assert declined.status == "requires_payment_method"
    assert (declined.last_error, declined.charge_id) == (error["message"], None)
    assert sandbox.charges(intent.id) == []
    assert event_types(sandbox)[1:] == ["charge.failed", "payment_intent.payment_failed"]

    assert sandbox.confirm(intent.id)["status"] == "succeeded"
    assert gateway.retrieve_intent(intent.id).last_error is None


@pytest.mark.parametrize(
    ("number", "expiry", "cvc", "code"),
    [
        ("4242424242424241", "12/34", "123", "incorrect_number"),
        ("", "12/34", "123", "incorrect_number"),
        ("4242424242424242", "13/34", "123", "invalid_expiry_month"),
        ("4242424242424242", "12/20", "123", "invalid_expiry_year"),
        ("4242424242424242", "12/34", "1", "invalid_cvc"),
    ],
)
def test_a_card_that_cannot_exist_is_refused_without_an_attempt(
    sandbox: Sandbox, gateway: Gateway, intent: Intent, number: str, expiry: str, cvc: str, code: str
) -> None:
    assert sandbox.confirm(intent.id, number, expiry=expiry, cvc=cvc)["error"]["code"] == code
    assert gateway.retrieve_intent(intent.id) == intent
    assert event_types(sandbox) == ["payment_intent.created"]


@pytest.mark.parametrize("number", ["4000002500003155", "4000002760003184", "4000000000003220"])
def test_three_d_secure_charges_only_once_it_is_completed(
    sandbox: Sandbox, gateway: Gateway, intent: Intent, number: str
) -> None:
    assert sandbox.confirm(intent.id, number)["status"] == "requires_action"
    assert gateway.retrieve_intent(intent.id).status == "requires_action"
    assert sandbox.charges(intent.id) == []
    assert sandbox.authenticate(intent.id)["status"] == "succeeded"
    assert len(sandbox.charges(intent.id)) == 1
    assert sandbox.authenticate(intent.id)["error"]["code"] == "payment_intent_unexpected_state"


def test_failed_three_d_secure_leaves_the_intent_open_for_another_card(
    sandbox: Sandbox, gateway: Gateway, intent: Intent
) -> None:
    sandbox.confirm(intent.id, "4000002760003184")
    assert sandbox.authenticate(intent.id, complete=False)["status"] == "requires_payment_method"
    assert "unable to authenticate" in str(gateway.retrieve_intent(intent.id).last_error)
    assert sandbox.confirm(intent.id)["status"] == "succeeded"


def test_a_card_may_be_declined_after_three_d_secure(sandbox: Sandbox, intent: Intent) -> None:
    sandbox.confirm(intent.id, "4000008400001629")
    assert sandbox.authenticate(intent.id)["error"]["code"] == "card_declined"
    assert sandbox.charges(intent.id) == []


@pytest.mark.parametrize(
    ("number", "end", "charges"),
    [("4000000000005100", "succeeded", 1), ("4000000000005209", "requires_payment_method", 0)],
)
def test_a_slow_bank_settles_later_and_only_once(
    sandbox: Sandbox, gateway: Gateway, intent: Intent, number: str, end: str, charges: int
) -> None:
    assert sandbox.confirm(intent.id, number)["status"] == "processing"
    assert gateway.retrieve_intent(intent.id).status == "processing"
    assert sandbox.charges(intent.id) == []
    assert sandbox.confirm(intent.id)["error"]["code"] == "payment_intent_unexpected_state"
    assert (sandbox.settle_processing(intent.id), sandbox.settle_processing(intent.id)) == (1, 0)
    assert gateway.retrieve_intent(intent.id).status == end
    assert len(sandbox.charges(intent.id)) == charges


def test_paying_twice_charges_once(sandbox: Sandbox, intent: Intent) -> None:
    sandbox.confirm(intent.id)
    again = sandbox.confirm(intent.id)["error"]
    assert again["code"] == "payment_intent_unexpected_state"
    assert again["payment_intent"]["status"] == "succeeded"
    assert len(sandbox.charges(intent.id)) == 1


def test_no_card_number_is_written_anywhere(sandbox: Sandbox, tmp_path: Path, intent: Intent) -> None:
    real = "4012888888881881"
    sandbox.confirm(intent.id, real)
    assert real not in str(list(sandbox.log))
    assert all(real.encode() not in file.read_bytes() for file in tmp_path.iterdir())
