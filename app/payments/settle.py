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
    now = clock.now()
    _adopt(gateway, intent)
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
        _advance(payment, intent, asked_at, now)
        _note_refunds(payment, intent, now)
        if event is not None:
            disputed = event.type.startswith("charge.dispute.")
            if disputed:
                _disputed(payment, event, now)
            _record(event, "disputed" if disputed else "settled", now)
    return Settlement("settled", Payment.get_by_id(payment.id))


def set_aside_foreign(event: Event, tell: bool = True) -> None:
    """Record the news of a payment that nobody here has asked for, and tell staff once per payment."""
    if event.intent_id is None:
        return
    if tell:
        _set_aside(event.intent_id, event, "foreign", FOREIGN)
    else:
        with write():
            _record(event, "foreign", clock.now())


def _adopt(gateway: Gateway, intent: Intent) -> None:
    """Give an intent to the payment that asked for it, where the answer with its id was lost or is still on its way."""
    if Payment.of_intent(intent.id) is not None:
        return
    with write():
        payment = Payment.without_intent(gateway.mode, intent.metadata)
        if payment is not None and not _differences(payment, intent):
            Payment.update(intent_id=intent.id).where(Payment.id == payment.id, Payment.intent_id.is_null()).execute()


def _differences(payment: Payment, intent: Intent) -> list[str]:
    """In what the provider's intent is not the one we asked for; a payment with any difference is never believed."""
    pairs = {
        "amount": (payment.amount_cents, intent.amount_cents),
        "currency": (payment.currency, intent.currency),
        "mode": (bool(payment.livemode), intent.livemode),
        "metadata": (str(payment.id), intent.metadata.get("payment")),
    }
    return [name for name, (ours, theirs) in pairs.items() if ours != theirs]


def _advance(payment: Payment, intent: Intent, asked_at: datetime, now: datetime) -> None:
    """Move the payment to where the provider says it is, with what follows; what is known of a paid one is final.

    An answer that was overtaken by a newer one says nothing any more, but that the money has come.
    """
    was, status = PaymentStatus(payment.status), rules.status_of(intent.status, bool(intent.last_error))
    if payment.updated_at > asked_at and status is not PaymentStatus.COMPLETED:
        return
    moved = status in rules.ADVANCES[was] and move(payment, status, intent.paid_at, now)
    if was is not PaymentStatus.COMPLETED:
        says = {"provider_status": intent.status, "last_error": intent.last_error, "charge_id": intent.charge_id}
        Payment.update(**says, updated_at=now).where(Payment.id == payment.id).execute()
    if moved and status is PaymentStatus.COMPLETED:
        fulfil.receive(Payment.get_by_id(payment.id), now)
    else:
        reckon(payment.order_id, now)


def move(payment: Payment, status: PaymentStatus, paid_at: datetime | None, now: datetime) -> bool:
    """Change the status where it is still the one that was read; False when another settlement was faster.

    paid_at: when the money came as its provider has it, for a payment that is completed with that.
    """
    came = {"paid_at": paid_at or now, "learned_at": now} if status is PaymentStatus.COMPLETED else {}
    still = (Payment.id == payment.id) & (Payment.status == payment.status)
    return bool(Payment.update(status=status, updated_at=now, **came).where(still).execute())


def _note_refunds(payment: Payment, intent: Intent, now: datetime) -> None:
    """Write down what the provider has given back, and what of that has come back to us; each once."""
    for given in intent.refunds:
        row = Refund.get_or_none(Refund.provider_id == given.id)
        if row is None:
            told = (given.cents, "provider", given.reason or "", given.created_at, now, given.id)
            refund(payment, *told, failed=not given.counts)
        elif not given.counts:
            refund_failed(row, now)


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


def _disputed(payment: Payment, event: Event, now: datetime) -> None:
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
