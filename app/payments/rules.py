"""What a provider's answer means here, and which way a payment's status may move."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from app.projects.rules import SETTLED, PaymentStatus

# A status only advances. A failed attempt may be repeated with another card; paid and refunded never go back, except
# that a payment whose refund came back is no longer refunded.
ADVANCES: dict[PaymentStatus, frozenset[PaymentStatus]] = {
    PaymentStatus.PENDING: frozenset({PaymentStatus.PROCESSING, PaymentStatus.FAILED, PaymentStatus.COMPLETED}),
    PaymentStatus.PROCESSING: frozenset({PaymentStatus.FAILED, PaymentStatus.COMPLETED}),
    PaymentStatus.FAILED: frozenset({PaymentStatus.PROCESSING, PaymentStatus.COMPLETED}),
    PaymentStatus.COMPLETED: frozenset({PaymentStatus.REFUNDED}),
    PaymentStatus.REFUNDED: frozenset(),
}

CREATED = "payment_intent.created"
# Events that can mean something for a payment of ours; everything else is recorded and left.
EVENT_TYPES = (
    CREATED,
    "payment_intent.succeeded",
    "payment_intent.processing",
    "payment_intent.payment_failed",
    "payment_intent.requires_action",
    "payment_intent.canceled",
    "charge.refunded",
    "charge.refund.updated",
    "refund.created",
    "refund.updated",
    "charge.dispute.created",
    "charge.dispute.closed",
    "refund.failed",
)


# Those of them that say that money has moved.
MONEY_MOVED = ("payment_intent.succeeded", "charge.refunded", "charge.dispute.created")


@dataclass(frozen=True)
class Expected:
    """What our own row says about an intent."""

    amount_cents: int
    currency: str
    livemode: bool
    payment_id: str


@dataclass(frozen=True)
class Reported:
    """What the provider says about it."""

    amount_cents: int
    currency: str
    livemode: bool
    payment_id: str | None
    status: str
    refunded_cents: int
    failed: bool


def differences(expected: Expected, reported: Reported) -> list[str]:
    """In what the provider's intent is not the one we asked for; a payment with any difference is never believed."""
    pairs = {
        "amount": (expected.amount_cents, reported.amount_cents),
        "currency": (expected.currency, reported.currency),
        "mode": (expected.livemode, reported.livemode),
        "metadata": (expected.payment_id, reported.payment_id),
    }
    return [name for name, (ours, theirs) in pairs.items() if ours != theirs]


def status_of(reported: Reported) -> PaymentStatus:
    """Our word for the provider's status. Waiting for the visitor (3-D Secure, no card yet) is pending."""
    if reported.status == "succeeded":
        whole = reported.refunded_cents >= reported.amount_cents
        return PaymentStatus.REFUNDED if whole else PaymentStatus.COMPLETED
    if reported.status == "processing":
        return PaymentStatus.PROCESSING
    if reported.status == "canceled" or reported.failed:
        return PaymentStatus.FAILED
    return PaymentStatus.PENDING


def path(was: PaymentStatus, reported: PaymentStatus) -> list[PaymentStatus]:
    """The statuses to pass through from `was`, in order; empty when `reported` is older news.

    A payment that is first heard of when it is already refunded was paid before: it passes through completed, so
    that its booking exists whatever the order of the news.
    """
    if reported is PaymentStatus.REFUNDED and was not in SETTLED:
        return [PaymentStatus.COMPLETED, PaymentStatus.REFUNDED]
    return [reported] if reported in ADVANCES[was] else []


def look_again_after(age: timedelta) -> timedelta:
    """How long to wait before asking again about an open payment of this age: a twelfth of it.

    One of the last hour is asked about whenever the job runs, one of a day every two hours. What happens to it
    meanwhile is in the provider's list of events.
    """
    return age / 12 if age >= timedelta(hours=1) else timedelta(0)


ABANDONED_AFTER = timedelta(days=30)
LISTED_FOR = timedelta(days=30)  # how long the provider lists its events
# An event may be listed after others that are younger, and the clock of this computer may have been wrong.
OVERLAP = timedelta(days=3)


def look_since(last: datetime | None, now: datetime) -> datetime:
    """From when on to list the provider's events.

    last: when all of them had been heard; None for never. What is listed no longer cannot be asked for.
    """
    earliest = now - LISTED_FOR
    return earliest if last is None or last > now else max(earliest, last - OVERLAP)


def out_of_reach(last: datetime | None, now: datetime) -> bool:
    """Whether events that were not heard are listed no longer."""
    return last is not None and last < now - LISTED_FOR


def is_abandoned(status: PaymentStatus, age: timedelta) -> bool:
    """Whether an open payment is so old that nobody will complete it; what a bank still decides is waited for."""
    return status is not PaymentStatus.PROCESSING and age > ABANDONED_AFTER


class Outcome(StrEnum):
    """What follows when a payment's money comes."""

    PAYS = "pays"  # the project is paid
    WITHOUT_TIME = "without_time"  # it is, but its time is not to be had any more: the client chooses another
    SECOND = "second"  # it was paid already: staff give this back
    OTHER_PRICE = "other_price"  # the price has changed since: staff agree on the difference
    CLOSED = "closed"  # the project is cancelled or completed: staff decide


def outcome_of(
    paid_before: bool, price_cents: int | None, covered_cents: int, is_closed: bool, time_lost: bool
) -> Outcome:
    """What follows when a payment comes.

    paid_before: whether another payment has covered the project's price; price_cents: that price; covered_cents: the
    charge and the credit that still stands; is_closed: whether the project is cancelled or completed; time_lost:
    whether the time that was chosen with it has passed, or is not free any more.
    """
    if paid_before:
        return Outcome.SECOND
    if covered_cents != price_cents:
        return Outcome.OTHER_PRICE
    if is_closed:
        return Outcome.CLOSED
    return Outcome.WITHOUT_TIME if time_lost else Outcome.PAYS


class ArrivedState(StrEnum):
    """How the money stands that came for a project."""

    PAID = "paid"
    PART_REFUNDED = "part_refunded"
    REFUNDED = "refunded"
    OTHER_PRICE = "other_price"  # it is kept, but is not the price: staff agree with the client


def arrived_state(payment: PaymentStatus, project: PaymentStatus, refunded_cents: int) -> ArrivedState:
    """How the money stands, from the payment that counts (completed or refunded) and what its project shows."""
    if payment is PaymentStatus.REFUNDED:
        return ArrivedState.REFUNDED
    if project is not PaymentStatus.COMPLETED:
        return ArrivedState.OTHER_PRICE
    return ArrivedState.PART_REFUNDED if refunded_cents else ArrivedState.PAID


# The terms that a payment was made under; raise it when /terms-conditions changes.
TERMS_VERSION = "2025-06-06"

LEAST_CHARGE_CENTS = 50  # what the provider takes at least


def credit_for(fee_cents: int, paid_cents: int) -> int:
    """How much of a paid booking fee is deducted from a service's fee, in cents.

    All of it, or what the service costs: then nothing is charged. What is left to charge is never less than the
    provider takes.
    """
    rest = fee_cents - paid_cents
    if rest <= 0:
        return fee_cents
    return paid_cents if rest >= LEAST_CHARGE_CENTS else fee_cents - LEAST_CHARGE_CENTS


def seen_by_visitor(provider_status: str | None, status: PaymentStatus) -> str:
    """The word for the browser: paid, processing, action, failed or pending."""
    if status in SETTLED:
        return "paid"
    if status is PaymentStatus.PROCESSING:
        return "processing"
    if provider_status == "requires_action":
        return "action"
    return "failed" if status is PaymentStatus.FAILED else "pending"
