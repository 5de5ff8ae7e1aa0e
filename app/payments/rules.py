"""What a provider's answer means here, and which way a payment's status may move."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Literal

from app import fields
from app.projects.rules import PaymentStatus

# Far above any price here: what is typed with a digit too many is asked about, not booked.
MOST_TRANSFER_CENTS = 10_000_000
AMOUNT = f"Please enter an amount between $0.01 and ${MOST_TRANSFER_CENTS // 100:,}"
MORE_THAN_LEFT = "At most {left} of this payment can be refunded"
NOTHING_LEFT = "All of this payment was refunded"
REFUND_REASON = fields.text(3, 200, "Please say why it is refunded", "The reason")


MISTAKE_REASON = fields.text(3, 200, "Please say why", "The reason")  # of staff, for staff
CARD_CAME = "A card payment is not noted by hand: the card provider says that it came. It can be refunded there."
SENT_BACK = "Money of this transfer was sent back, so that it cannot be taken back any more."
WORK_DONE = "This project is completed. If its transfer has not come after all, please set In Progress first."
USED = "It is deducted as a booking fee from {names}: please ask the client for the money, or withdraw that first."


def mistake_refusal(is_card: bool, refunded_cents: int, is_completed: bool, deducted_from: Collection[str]) -> str:
    """Why it cannot be said any more that a payment that was noted has not come; '' where it can.

    is_completed: it is what a completed project was begun with; deducted_from: what deducts it as a booking fee, or
    will with a transfer that is awaited, by reference.
    """
    if is_card:
        return CARD_CAME
    if refunded_cents:
        return SENT_BACK
    if is_completed:
        return WORK_DONE
    return USED.format(names=" and ".join(deducted_from)) if deducted_from else ""


def transfer_problem(cents: int) -> str | None:
    """What is wrong with the sum of a transfer, in words; None when nothing is."""
    return None if 1 <= cents <= MOST_TRANSFER_CENTS else AMOUNT


def refund_problem(cents: int, left_cents: int) -> str | None:
    """What is wrong with giving so much back of a payment of which so much is left; None when nothing is."""
    if left_cents <= 0:
        return NOTHING_LEFT
    if cents > left_cents:
        return MORE_THAN_LEFT.format(left=f"${left_cents / 100:,.2f}")
    return transfer_problem(cents)


# A status only advances. A failed attempt may be repeated with another card; what is paid stays so.
ADVANCES: dict[PaymentStatus, frozenset[PaymentStatus]] = {
    PaymentStatus.PENDING: frozenset({PaymentStatus.PROCESSING, PaymentStatus.FAILED, PaymentStatus.COMPLETED}),
    PaymentStatus.PROCESSING: frozenset({PaymentStatus.FAILED, PaymentStatus.COMPLETED}),
    PaymentStatus.FAILED: frozenset({PaymentStatus.PROCESSING, PaymentStatus.COMPLETED}),
    PaymentStatus.COMPLETED: frozenset(),
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


def status_of(provider_status: str, has_failed: bool) -> PaymentStatus:
    """Our word for the provider's status. Waiting for the visitor (3-D Secure, no card yet) is pending.

    has_failed: whether the provider names an error of the last attempt.
    """
    if provider_status == "succeeded":
        return PaymentStatus.COMPLETED
    if provider_status == "processing":
        return PaymentStatus.PROCESSING
    return PaymentStatus.FAILED if provider_status == "canceled" or has_failed else PaymentStatus.PENDING


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


Seen = Literal["paid", "processing", "action", "failed", "pending"]


def seen_by_visitor(provider_status: str | None, status: PaymentStatus) -> Seen:
    """The word for the browser."""
    if status is PaymentStatus.COMPLETED:
        return "paid"
    if status is PaymentStatus.PROCESSING:
        return "processing"
    if provider_status == "requires_action":
        return "action"
    return "failed" if status is PaymentStatus.FAILED else "pending"
