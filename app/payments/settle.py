"""Settling: the one place where a card payment's status changes.

The webhook, the browser's return and the reconciliation job all come here with nothing but an intent's id. The
provider is asked for the truth outside any transaction; what follows from it happens in one transaction that may be
repeated at will.
"""

from dataclasses import dataclass
from datetime import datetime

from app import clock
from app.alerts.actions import raise_alert, tell_staff
from app.db import write
from app.orders import fulfil
from app.orders.actions import reckon
from app.orders.money import Payment, Refund
from app.orders.refunds import refund, refund_failed
from app.payments import rules
from app.payments.gateway import Gateway
from app.payments.models import PaymentEvent
from app.payments.provider import Event, Intent, IntentNotFound
from app.projects.rules import PaymentStatus, reference

FOREIGN = "A payment that is not ours arrived: {}."


@dataclass(frozen=True)
class Settlement:
    """What came of it: `outcome` is settled, repeated, foreign, unknown or mismatch; `payment` the row afterwards."""

    outcome: str
    payment: Payment | None = None


def settle(gateway: Gateway, intent_id: str, event: Event | None = None) -> Settlement:
    """Ask the provider about `intent_id` and record what follows, once.

    event: the provider's event that brought the news; it is recorded together with its effect.
    Raises ProviderUnavailable when the provider cannot be asked; nothing is recorded then.
    """
    asked_at = clock.now()
    try:
        intent = gateway.retrieve_intent(intent_id)
    except IntentNotFound:
        return _set_aside(intent_id, event, "unknown", "The card provider knows nothing of the payment {}.")
    now, named = clock.now(), Payment.named(gateway.mode, intent.id, intent.metadata)
    if named is not None and named.intent_id is None and not _differences(named, intent):
        # The answer with its id was lost, or is still on its way.
        with write():
            Payment.update(intent_id=intent.id).where(Payment.id == named.id, Payment.intent_id.is_null()).execute()
    with write():
        if event is not None and PaymentEvent.get_or_none(PaymentEvent.provider_event_id == event.id):
            return Settlement("repeated", Payment.of_intent(intent_id))
        payment = Payment.of_intent(intent_id)
        if payment is None:
            return _set_aside(intent_id, event, "foreign", FOREIGN)
        wrong = _differences(payment, intent)
        if wrong:
            message = "The payment {} differs from what was asked for (" + ", ".join(wrong) + ")."
            return _set_aside(intent_id, event, "mismatch", message)
        _follow(payment, intent, asked_at, now)
        if event is not None:
            _take(event, payment, now)
    return Settlement("settled", Payment.get_by_id(payment.id))


def set_aside_foreign(events: list[Event], is_first_look: bool, now: datetime) -> None:
    """Record what was paid to others at the same provider, and tell staff: at the first look of all in one sentence."""
    for event in events:
        if event.intent_id is None:
            continue
        if is_first_look:
            with write():
                _record(event, "foreign", now)
        else:
            _set_aside(event.intent_id, event, "foreign", FOREIGN)
    if events and is_first_look:
        count = len({event.intent_id for event in events})
        text = (
            f"The card provider tells of payments of the last 30 days that are not known here: {count}. If this site "
            "has taken payments there before, its data are older than they should be."
        )
        raise_alert("payments_before", "payments-before", text, now=now)


def _differences(payment: Payment, intent: Intent) -> list[str]:
    """In what the provider's intent is not the one we asked for; a payment with any difference is never believed."""
    pairs = {
        "amount": (payment.amount_cents, intent.amount_cents),
        "currency": (payment.currency, intent.currency),
        "mode": (bool(payment.livemode), intent.livemode),
        "metadata": (str(payment.id), intent.metadata.get("payment")),
    }
    return [name for name, (ours, theirs) in pairs.items() if ours != theirs]


def _follow(payment: Payment, intent: Intent, asked_at: datetime, now: datetime) -> None:
    """Move the payment and its refunds to where the provider says they are; what is known of a paid one is final.

    An answer that was overtaken by a newer one says nothing any more, but of money that has come or gone back.
    """
    was, status = PaymentStatus(payment.status), rules.status_of(intent.status, bool(intent.last_error))
    if payment.updated_at <= asked_at or status is PaymentStatus.COMPLETED:
        moved = status in rules.ADVANCES[was] and move(payment, status, intent.paid_at, now)
        if was is not PaymentStatus.COMPLETED:
            says = {"provider_status": intent.status, "last_error": intent.last_error, "charge_id": intent.charge_id}
            Payment.update(**says, updated_at=now).where(Payment.id == payment.id).execute()
        if moved and status is PaymentStatus.COMPLETED:
            fulfil.receive(Payment.get_by_id(payment.id), now)
        else:
            reckon(payment.order_id, now)
    for given in intent.refunds:
        row = Refund.get_or_none(Refund.provider_id == given.id)
        if row is None:
            told = (given.cents, "provider", given.reason or "", given.created_at, now, given.id)
            refund(payment, *told, failed=not given.counts)
        elif not given.counts:
            refund_failed(row, now)


def move(payment: Payment, status: PaymentStatus, paid_at: datetime | None, now: datetime) -> bool:
    """Change the status where it is still the one that was read; False when another settlement was faster.

    paid_at: when the money came as its provider has it, for a payment that is completed with that.
    """
    came = {"paid_at": paid_at or now, "learned_at": now} if status is PaymentStatus.COMPLETED else {}
    still = (Payment.id == payment.id) & (Payment.status == payment.status)
    return bool(Payment.update(status=status, updated_at=now, **came).where(still).execute())


def _set_aside(intent_id: str, event: Event | None, outcome: str, message: str) -> Settlement:
    """Record news that changes nothing, and tell staff: each time of an event, once of what is only seen again."""
    now = clock.now()
    with write():
        if event is not None:
            if PaymentEvent.get_or_none(PaymentEvent.provider_event_id == event.id):
                return Settlement("repeated")
            _record(event, outcome, now)
        tell = raise_alert if event is None else tell_staff
        tell(f"payment_{outcome}", f"payment-{outcome}-{intent_id}", message.format(intent_id), now=now)
    return Settlement(outcome)


def _record(event: Event, outcome: str, now: datetime) -> None:
    PaymentEvent.create(
        provider_event_id=event.id,
        type=event.type,
        intent_id=event.intent_id,
        outcome=outcome,
        created_at=event.created,
        received_at=now,
    )


def _take(event: Event, payment: Payment, now: datetime) -> None:
    """Record an event that was acted on; staff are told of a dispute."""
    is_dispute = event.type.startswith("charge.dispute.")
    _record(event, "disputed" if is_dispute else "settled", now)
    if not is_dispute:
        return
    happened = "has begun; please answer it" if event.type.endswith("created") else "has changed; please look at it"
    project = Payment.get_by_id(payment.id).order.project
    name = reference(project.id) if project else "A booking"
    tell_staff(
        "dispute",
        f"{event.type}-{payment.intent_id}",
        f"{name}: a dispute about the payment {payment.intent_id} {happened} at the card provider.",
        project.staff_page if project else None,
        now=now,
    )
