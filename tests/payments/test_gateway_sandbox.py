"""The gateway over the sandbox: repeats, refunds, cancelling, listing events, and every fault."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.payments.gateway import Gateway
from app.payments.patience import Patience
from app.payments.provider import Intent, IntentNotFound, ProviderRefused, ProviderUnavailable
from app.sandbox import Sandbox
from app.sandbox.client import sandbox_gateway
from app.sandbox.faults import Kind


@pytest.fixture
def sandbox(tmp_path: Path) -> Iterator[Sandbox]:
    with Sandbox(tmp_path / "provider.db", "whsec_test") as sandbox:
        yield sandbox


@pytest.fixture
def gateway(sandbox: Sandbox) -> Gateway:
    return sandbox_gateway(sandbox, Patience(places=20, seconds=60, silence_seconds=0.05, retries=0))


def create(gateway: Gateway, key: str = "booking-7", cents: int = 25_000) -> Intent:
    return gateway.create_intent(cents, "aud", {"booking": "7"}, key, "Initial consultation")


@pytest.fixture
def paid(sandbox: Sandbox, gateway: Gateway) -> Intent:
    intent = create(gateway)
    sandbox.confirm(intent.id)
    return gateway.retrieve_intent(intent.id)


# Repeats


def test_the_same_key_gives_the_same_intent(sandbox: Sandbox, gateway: Gateway) -> None:
    assert create(gateway) == create(gateway)
    assert len(sandbox.intents()) == 1


def test_the_same_key_with_another_amount_is_refused(sandbox: Sandbox, gateway: Gateway) -> None:
    create(gateway)
    with pytest.raises(ProviderRefused) as refusal:
        create(gateway, cents=100)
    assert refusal.value.code == "idempotency_error"
    assert [intent["amount"] for intent in sandbox.intents()] == [25_000]


def test_a_request_refused_for_its_values_leaves_the_key_free(gateway: Gateway) -> None:
    with pytest.raises(ProviderRefused):
        create(gateway, cents=1)
    assert create(gateway).amount_cents == 25_000


def test_twenty_parallel_creates_with_one_key_make_one_intent(sandbox: Sandbox, gateway: Gateway) -> None:
    together = threading.Barrier(20)

    def race(_: int) -> Intent:
        together.wait()
        return create(gateway)

    with ThreadPoolExecutor(20) as racers:
        answers = {intent.id for intent in racers.map(race, range(20))}
    assert len(answers) == len(sandbox.intents()) == 1


def test_twenty_payers_of_one_intent_are_charged_once(sandbox: Sandbox, gateway: Gateway) -> None:
    intent = create(gateway)
    together = threading.Barrier(20)

    def race(_: int) -> bool:
        together.wait()
        return sandbox.confirm(intent.id).get("status") == "succeeded"

    with ThreadPoolExecutor(20) as racers:
        assert sum(racers.map(race, range(20))) == 1
    assert len(sandbox.charges(intent.id)) == 1


# Values


@pytest.mark.parametrize(
    ("cents", "currency", "metadata", "code"),
    [
        (0, "aud", {}, "amount_too_small"),
        (-1, "aud", {}, "amount_too_small"),
        (49, "aud", {}, "amount_too_small"),
        (10**9, "aud", {}, "amount_too_large"),
        (25_000, "zzz", {}, "currency_not_supported"),
        (25_000, "aud", {"note": "x" * 501}, ""),
    ],
)
def test_values_the_provider_would_refuse_are_refused(
    sandbox: Sandbox, gateway: Gateway, cents: int, currency: str, metadata: dict[str, str], code: str
) -> None:
    with pytest.raises(ProviderRefused) as refusal:
        gateway.create_intent(cents, currency, metadata, "key", "Anything")
    assert refusal.value.code == code
    assert sandbox.intents() == []


def test_the_log_shows_what_the_server_asked_for(sandbox: Sandbox, gateway: Gateway) -> None:
    create(gateway)
    request = sandbox.log[-1]
    assert (request.caller, request.method, request.path) == ("server", "POST", "/v1/payment_intents")
    assert (request.params["amount"], request.params["currency"]) == ("25000", "aud")
    assert request.params["metadata"] == {"booking": "7"}
    assert request.idempotency_key == "booking-7"


def test_an_unknown_intent_is_not_found(gateway: Gateway) -> None:
    for ask in (gateway.retrieve_intent, gateway.cancel_intent):
        with pytest.raises(IntentNotFound):
            ask("pi_unknown")
    with pytest.raises(IntentNotFound):
        gateway.refund("pi_unknown", None, "refund-1", "duplicate")


# Cancelling


def test_a_cancelled_intent_can_never_be_paid(sandbox: Sandbox, gateway: Gateway) -> None:
    intent = create(gateway)
    assert gateway.cancel_intent(intent.id).status == "canceled"
    assert sandbox.confirm(intent.id)["error"]["code"] == "payment_intent_unexpected_state"
    assert sandbox.charges(intent.id) == []


@pytest.mark.parametrize("card", ["4242424242424242", "4000000000005100"])
def test_it_is_too_late_to_cancel_once_money_moves(sandbox: Sandbox, gateway: Gateway, card: str) -> None:
    intent = create(gateway)
    sandbox.confirm(intent.id, card)
    with pytest.raises(ProviderRefused) as refusal:
        gateway.cancel_intent(intent.id)
    assert refusal.value.code == "payment_intent_unexpected_state"


# Refunds


def test_a_full_refund_gives_everything_back_once(sandbox: Sandbox, gateway: Gateway, paid: Intent) -> None:
    refund = gateway.refund(paid.id, None, "refund-1", "requested_by_customer")
    assert (refund.cents, refund.status, refund.reason) == (25_000, "succeeded", "requested_by_customer")
    assert gateway.retrieve_intent(paid.id).refunded_cents == 25_000
    assert gateway.refund(paid.id, None, "refund-1", "requested_by_customer") == refund
    with pytest.raises(ProviderRefused) as refusal:
        gateway.refund(paid.id, None, "refund-2", "requested_by_customer")
    assert refusal.value.code == "charge_already_refunded"
    assert len(sandbox.refunds(paid.id)) == 1


def test_partial_refunds_add_up_and_never_exceed_the_charge(gateway: Gateway, paid: Intent) -> None:
    gateway.refund(paid.id, 10_000, "refund-1", "duplicate")
    gateway.refund(paid.id, 5_000, "refund-2", "duplicate")
    assert gateway.retrieve_intent(paid.id).refunded_cents == 15_000
    with pytest.raises(ProviderRefused):
        gateway.refund(paid.id, 10_001, "refund-3", "duplicate")
    assert gateway.refund(paid.id, None, "refund-4", "duplicate").cents == 10_000
    assert gateway.retrieve_intent(paid.id).status == "succeeded"


def test_a_payment_is_told_with_the_time_of_its_charge_and_every_refund(
    sandbox: Sandbox, gateway: Gateway, paid: Intent
) -> None:
    made = [gateway.refund(paid.id, cents, f"refund-{cents}", "duplicate") for cents in (10_000, 5_000)]
    told = gateway.retrieve_intent(paid.id)
    assert (told.paid_at, told.refunds) == (paid.paid_at, tuple(made))
    [charge] = sandbox.charges(paid.id)
    assert told.paid_at == datetime.fromtimestamp(charge["created"], UTC)
    assert create(gateway, key="unpaid").paid_at is None


def test_a_refund_that_failed_later_stays_told_and_counts_no_more(
    sandbox: Sandbox, gateway: Gateway, paid: Intent
) -> None:
    first, second = (gateway.refund(paid.id, 12_500, f"refund-{number}", "duplicate") for number in (1, 2))
    for _ in range(2):
        sandbox.fail_refund(first.id)
    told = gateway.retrieve_intent(paid.id)
    assert told.refunds == (replace(first, status="failed"), second)
    assert told.refunded_cents == 12_500
    assert [charge["amount_refunded"] for charge in sandbox.charges(paid.id)] == [12_500]
    assert [event["type"] for event in sandbox.events(paid.id)][-2:] == ["refund.updated", "refund.failed"]
    assert gateway.refund(paid.id, None, "refund-3", "duplicate").cents == 12_500


@pytest.mark.parametrize(("refunds", "calls"), [(10, 1), (11, 2)])
def test_every_refund_of_a_payment_is_told_however_many(
    sandbox: Sandbox, gateway: Gateway, paid: Intent, refunds: int, calls: int
) -> None:
    made = [gateway.refund(paid.id, 100, f"refund-{number}", "duplicate") for number in range(refunds)]
    before = len(sandbox.log)
    assert gateway.retrieve_intent(paid.id).refunds == tuple(made)
    assert len(sandbox.log) - before == calls


def test_an_unpaid_intent_has_nothing_to_refund(sandbox: Sandbox, gateway: Gateway) -> None:
    intent = create(gateway)
    sandbox.confirm(intent.id, "4000000000000002")
    with pytest.raises(ProviderRefused):
        gateway.refund(intent.id, None, "refund-1", "duplicate")


# Events


def test_events_of_every_page_are_listed_newest_first(sandbox: Sandbox, gateway: Gateway) -> None:
    since = datetime.now(UTC) - timedelta(minutes=1)
    made = [create(gateway, key=f"booking-{number}").id for number in range(230)]
    listed = gateway.list_events(since, ["payment_intent.created"])
    assert [event.intent_id for event in listed] == made[::-1]
    pages = [request for request in sandbox.log if request.path == "/v1/events"]
    assert len(pages) == 3


def test_events_are_filtered_by_type_and_age(sandbox: Sandbox, gateway: Gateway, paid: Intent) -> None:
    gateway.refund(paid.id, None, "refund-1", "duplicate")
    now = datetime.now(UTC)
    wanted = ["payment_intent.succeeded", "charge.refunded"]
    listed = gateway.list_events(now - timedelta(minutes=1), wanted)
    assert [(event.type, event.intent_id) for event in listed] == [(type_, paid.id) for type_ in wanted[::-1]]
    assert all(event.created.tzinfo is UTC and not event.livemode for event in listed)
    assert gateway.list_events(now + timedelta(minutes=1), wanted) == []


# Faults


@pytest.mark.parametrize(
    ("kind", "acted"),
    [
        ("unreachable", False),
        ("reset", False),
        ("timeout", False),
        ("error_500", False),
        ("rate_limited", False),
        ("malformed", True),
        ("charge_then_timeout", True),
    ],
)
def test_every_fault_reads_as_unavailable_and_a_repeat_with_the_same_key_heals_it(
    sandbox: Sandbox, gateway: Gateway, kind: Kind, acted: bool
) -> None:
    sandbox.faults.set(kind, times=1)
    with pytest.raises(ProviderUnavailable):
        create(gateway)
    assert len(sandbox.intents()) == acted
    intent = create(gateway)
    sandbox.confirm(intent.id)
    assert [known["id"] for known in sandbox.intents()] == [intent.id]
    assert len(sandbox.charges()) == 1


@pytest.mark.parametrize("kind", ["charge_then_timeout", "reset", "error_500"])
def test_the_library_repeats_by_itself_with_the_same_key(sandbox: Sandbox, kind: Kind) -> None:
    sandbox.faults.set(kind, times=1)
    create(sandbox_gateway(sandbox, Patience(places=1, seconds=60, silence_seconds=60, retries=1)))
    assert [request.fault for request in sandbox.log] == [kind, None]
    assert {request.idempotency_key for request in sandbox.log} == {"booking-7"}
    assert len(sandbox.intents()) == 1


def test_a_refund_whose_answer_was_lost_is_not_made_twice(sandbox: Sandbox, gateway: Gateway, paid: Intent) -> None:
    sandbox.faults.set("charge_then_timeout", only="POST /v1/refunds")
    with pytest.raises(ProviderUnavailable):
        gateway.refund(paid.id, None, "refund-1", "duplicate")
    assert gateway.refund(paid.id, None, "refund-1", "duplicate").cents == 25_000
    assert len(sandbox.refunds(paid.id)) == 1


def test_a_fault_lasts_until_cleared_and_strikes_only_what_it_names(sandbox: Sandbox, gateway: Gateway) -> None:
    intent = create(gateway)
    sandbox.faults.set("error_500", times=None, only="GET /v1/payment_intents")
    for _ in range(3):
        with pytest.raises(ProviderUnavailable):
            gateway.retrieve_intent(intent.id)
    assert create(gateway).id == intent.id
    sandbox.faults.clear()
    assert gateway.retrieve_intent(intent.id) == intent


def test_a_slow_answer_within_the_timeout_is_an_answer(sandbox: Sandbox) -> None:
    patient = sandbox_gateway(sandbox, Patience(places=1, seconds=60, silence_seconds=60, retries=0))
    sandbox.faults.set("timeout", seconds=0.1)
    started = time.monotonic()
    assert create(patient).amount_cents == 25_000
    assert time.monotonic() - started >= 0.1


def test_a_provider_that_cannot_write_its_books_is_unavailable(sandbox: Sandbox, gateway: Gateway) -> None:
    create(gateway)
    sandbox.close()
    with pytest.raises(ProviderUnavailable):
        create(gateway, key="booking-8")
