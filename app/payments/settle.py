"""Settling: the one place where a payment's status changes.

The webhook, the browser's return and the reconciliation job all come here with nothing but an intent's id. The
provider is asked for the truth outside any transaction; what follows from it happens in one transaction that may be
repeated at will.
"""

from dataclasses import dataclass
from datetime import datetime

from app import clock
from app.alerts.actions import raise_alert, tell_staff
from app.booking import actions as booking
from app.booking.models import Booking
from app.booking.rules import BookingStatus
from app.config import Config
from app.consultations.actions import CLOSED
from app.db import write
from app.mail import letters
from app.mail.actions import post
from app.mail.content import Firm
from app.payments import credit, received, rules
from app.payments.gateway import Event, Gateway, Intent, IntentNotFound
from app.payments.models import Payment, PaymentEvent
from app.projects import actions as projects
from app.projects.models import Project
from app.projects.rules import SETTLED, PaymentStatus, Proof, reference, whom_to_ask
from app.proofs import actions as proofs

FOREIGN = "A payment that is not ours arrived: {}."


@dataclass(frozen=True)
class Settlement:
    """What came of it: `outcome` is settled, repeated, foreign, unknown or mismatch; `payment` the row afterwards."""

    outcome: str
    payment: Payment | None = None


def settle(gateway: Gateway, config: Config, intent_id: str, event: Event | None = None) -> Settlement:
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
        reported = _reported(intent)
        wrong = rules.differences(_expected(payment), reported)
        if wrong:
            message = "The payment {} differs from what was asked for (" + ", ".join(wrong) + ")."
            return _set_aside(intent_id, event, "mismatch", message)
        is_newer = payment.updated_at <= asked_at
        _advance(config, payment, intent, reported, now)
        if is_newer and intent.status == "succeeded" and intent.refunded_cents < payment.refunded_cents:
            _refund_failed(config, payment, intent.refunded_cents, now)
        if event is not None:
            disputed = event.type.startswith("charge.dispute.")
            if disputed:
                _disputed(payment, event, now)
            _record(event, "disputed" if disputed else "settled", now)
    return Settlement("settled", payment)


def _adopt(gateway: Gateway, intent: Intent) -> None:
    """Give an intent to the payment that asked for it, where the answer with its id was lost or is still on its way."""
    if Payment.of_intent(intent.id) is not None:
        return
    with write():
        payment = Payment.without_intent(gateway.mode, intent.metadata)
        if payment is not None and not rules.differences(_expected(payment), _reported(intent)):
            Payment.update(intent_id=intent.id).where(Payment.id == payment.id, Payment.intent_id.is_null()).execute()


def _expected(payment: Payment) -> rules.Expected:
    return rules.Expected(payment.amount_cents, payment.currency, payment.livemode, str(payment.id))


def _reported(intent: Intent) -> rules.Reported:
    return rules.Reported(
        intent.amount_cents,
        intent.currency,
        intent.livemode,
        intent.metadata.get("payment"),
        intent.status,
        intent.refunded_cents,
        bool(intent.last_error),
    )


def set_aside_foreign(event: Event, tell: bool = True) -> None:
    """Record the news of a payment that nobody here has asked for, and tell staff once per payment."""
    if event.intent_id is None:
        return
    if tell:
        _set_aside(event.intent_id, event, "foreign", FOREIGN)
    else:
        with write():
            _record(event, "foreign", clock.now())


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


def _advance(config: Config, payment: Payment, intent: Intent, reported: rules.Reported, now: datetime) -> None:
    """Walk the payment to where the provider says it is, with each step's consequence."""
    was_settled, refunded_before = payment.status in SETTLED, payment.refunded_cents
    for status in rules.path(PaymentStatus(payment.status), rules.status_of(reported)):
        if not _move(payment, status, now):
            return
        payment.status = status
        if status is PaymentStatus.COMPLETED:
            payment.paid_at = now
            _confirm(config, payment, now)
        elif payment.project_id is not None and status is not PaymentStatus.REFUNDED:
            _show(payment, status, intent, now)
    if not was_settled:
        # What is known of a settled payment is final: answers may overtake each other.
        payment.provider_status = intent.status
        payment.last_error = intent.last_error
        payment.charge_id = intent.charge_id
    payment.refunded_cents = max(refunded_before, intent.refunded_cents)
    payment.updated_at = now
    payment.save()
    if payment.refunded_cents > refunded_before:
        _refunded(config, payment, refunded_before, now)


def _show(payment: Payment, status: PaymentStatus, intent: Intent, now: datetime) -> None:
    """Let the project show an attempt that is not paid, unless another way to pay has taken its place.

    One that a bank is deciding about is shown all the same: its money may come, and keeps the time.
    """
    counts = payment
    if payment.superseded and status is PaymentStatus.FAILED:
        found = Payment.get_or_none(
            Payment.project == payment.project_id, Payment.booking.is_null(), Payment.superseded == False
        )
        if found is None:
            projects.note_payment(payment.project_id, PaymentStatus.PENDING, None, now)
            return
        counts, status = found, PaymentStatus(found.status)
    elif intent.status == "canceled":
        # Given up for another payment, whose state is the project's.
        return
    projects.note_payment(payment.project_id, status, counts.intent_id, now)


def _move(payment: Payment, status: PaymentStatus, now: datetime) -> bool:
    """Change the status where it is still the one that was read; False when another settlement was faster."""
    paid = {"paid_at": now} if status is PaymentStatus.COMPLETED else {}
    moved = (
        Payment.update(status=status, updated_at=now, **paid)
        .where(Payment.id == payment.id, Payment.status == payment.status)
        .execute()
    )
    return bool(moved)


def _confirm(config: Config, payment: Payment, now: datetime) -> None:
    """The money is there: make the booking's client, project and letters, or give the project its time."""
    if payment.booking is None:
        if payment.project.client.password_hash is None:
            # Nobody could sign in, so that only the browser that made the project can have begun this payment.
            projects.note_own_payment(payment.project_id, now)
        received.for_project(config, payment, "card", now)
        # Accepted for a transfer that this card took the place of, or the other way round, they are accepted.
        accepted = Payment.project == payment.project_id, Payment.terms_accepted_at.is_null(False)
        if not Payment.select().where(*accepted).exists():
            _without_terms(payment, now)
        return
    row = Booking.get_by_id(payment.booking.id)
    if row.status == BookingStatus.CONFIRMED:
        received.paid_twice(config, payment, row.project, now)
        payment.project = row.project_id
        return
    receipt = booking.Receipt(payment.amount_cents, payment.transaction_id, now, "card")
    project = booking.confirm(config, row, receipt, now)
    proofs.prove(project.id, Proof.PAYMENT, "payment", now)
    payment.project = project.id
    projects.note_payment(project.id, PaymentStatus.COMPLETED, payment.intent_id, now)


def _without_terms(payment: Payment, now: datetime) -> None:
    """The money is there and stays; that nobody has accepted the terms online is written down and told."""
    projects.record(payment.project_id, "payment", "Paid without the terms having been accepted online", now)
    tell_staff(
        "terms_not_accepted",
        f"terms-not-accepted-{payment.id}",
        f"{reference(payment.project_id)} was paid by card without the terms having been accepted online: "
        f"please ask {_whom(payment)} to accept them.",
        _link(payment),
        now=now,
    )


def _refunded(config: Config, payment: Payment, before_cents: int, now: datetime) -> None:
    """Money went back: the project shows it, the client gets a letter, staff decide what becomes of the work."""
    if payment.project_id is None:
        return
    whole = payment.status == PaymentStatus.REFUNDED
    if whole:
        received.show(payment, PaymentStatus.REFUNDED, now)
    client = payment.project.client
    note = f"{'Refunded' if whole else 'Refunded in part'}: {payment.refunded_cents / 100:.2f} AUD"
    projects.record(payment.project_id, "provider", note, now)
    draft = letters.payment_refunded(
        Firm.present(),
        to=client.email,
        name=client.name,
        reference=reference(payment.project_id),
        refunded_cents=payment.refunded_cents - before_cents,
        refunded_before_cents=before_cents,
        paid_cents=payment.amount_cents,
        transaction_id=payment.transaction_id,
        refunded_at=now,
    )
    key = payment.refund_key
    if not payment.project.is_disowned:
        post(draft, key, now, booking_id=payment.booking_id, client_id=client.id, project_id=payment.project_id)
    kept = ""
    project = Project.get_by_id(payment.project_id)
    given_back = project.payment_status == PaymentStatus.REFUNDED and project.status not in CLOSED
    if given_back and project.appointment_date is not None and project.appointment_date > now:
        kept = (
            f" Its time is still kept, without a reminder: please agree with {_whom(payment)} whether it takes place."
        )
    tell_staff("refunded", key, f"{reference(payment.project_id)}: {note}.{kept}", _link(payment), now=now)


def _refund_failed(config: Config, payment: Payment, refunded_cents: int, now: datetime) -> None:
    """The provider has taken back a refund, since the client's bank would not have it: the money is with us again."""
    missing = payment.refunded_cents - refunded_cents
    payment.refunded_cents, payment.updated_at = refunded_cents, now
    payment.failed_refunds += 1
    if payment.status == PaymentStatus.REFUNDED:
        payment.status = PaymentStatus.COMPLETED
        if credit.claim(payment.credit_booking_id, payment.project_id) is not None:
            # Its credit was free while it counted as refunded, and pays for something else now.
            payment.credit_booking, payment.credit_cents = None, 0
    payment.save()
    key = f"refund-failed-{payment.id}-{payment.failed_refunds}"
    said = f"{missing / 100:,.2f} AUD of a refund did not go through"
    text = f"{_name(payment)}: {said}. Please give it to {_whom(payment)} another way."
    tell_staff("refund_failed", key, text, _link(payment), now=now)
    if payment.project_id is None:
        return
    received.came_back(payment, now)
    projects.record(payment.project_id, "provider", f"{said}", now)
    client = payment.project.client
    draft = letters.refund_failed(
        Firm.present(),
        to=client.email,
        name=client.name,
        reference=reference(payment.project_id),
        missing_cents=missing,
        transaction_id=payment.transaction_id,
    )
    if not payment.project.is_disowned:
        post(draft, key, now, booking_id=payment.booking_id, client_id=client.id, project_id=payment.project_id)


def _whom(payment: Payment) -> str:
    if payment.project_id is None:
        return "the client"
    typed = proofs.told(payment.project)
    return whom_to_ask(payment.project.is_disowned, typed.name, typed.phone)


def _link(payment: Payment) -> str | None:
    return payment.project.staff_page if payment.project_id else None


def _disputed(payment: Payment, event: Event, now: datetime) -> None:
    happened = "has begun; please answer it" if event.type.endswith("created") else "has changed; please look at it"
    tell_staff(
        "dispute",
        f"{event.type}-{payment.intent_id}",
        f"{_name(payment)}: a dispute about the payment {payment.intent_id} {happened} at the card provider.",
        _link(payment),
        now=now,
    )


def _name(payment: Payment) -> str:
    return reference(payment.project_id) if payment.project_id else "A booking"
