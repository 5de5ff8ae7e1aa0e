"""When a client is reminded of a consultation, and until when they may move or cancel it themselves."""

from collections.abc import Collection
from datetime import datetime, timedelta
from enum import StrEnum

from app import fields
from app.amounts import dollars
from app.orders.rules import IS_PAID, OrderState
from app.projects.rules import BEFORE_WORK, CLOSED, ProjectStatus

REMIND_AHEAD = timedelta(hours=24)
# A letter that told the time within these hours before the reminder would come is reminder enough.
STILL_FRESH = timedelta(hours=12)

MOVE_UNTIL = timedelta(hours=24)  # before it begins
LEAST_TO_MOVE = timedelta(hours=1)  # nobody who reads of less can use it
MOVE_POLICY = (
    "You can move your consultation online once, until 24 hours before it begins, at no charge. Giving its time back "
    "to choose another one later counts as that move."
)
# Stated here alone: the terms, the dialog before the button and the letters have these words.
CANCEL_POLICY = (
    "You can cancel your consultation online until it begins, as long as work on your project has neither begun nor "
    "been billed."
)
NOT_DEDUCTED = "Until then it is not deducted from anything else that you order online. "
CANCEL_MONEY = (
    "What you have paid is not refunded automatically: our team decides about a refund and is in touch with you. "
    f"{NOT_DEDUCTED}"
    "Your rights under the Australian Consumer Law stay as they are."
)
# The three of them in short, beside the time that is chosen and the button that pays for it.
POLICY_IN_SHORT = (
    "You can move your consultation online once, until 24 hours before it begins, at no charge, and cancel it until it "
    "begins, as long as work has neither begun nor been billed. What you have paid is not refunded automatically: our "
    "team decides about it. Your rights under the Australian Consumer Law stay as they are."
)
CANCELLED_BY_US = (
    "What you have paid is with us: our team is in touch with you about a refund. "
    "Your rights under the Australian Consumer Law stay as they are."
)
CANCEL_REASON = fields.text(0, 200, "", "The reason")  # of staff, to be read by the client
NOTHING_PAID = "Nothing has been paid for it, so there is nothing to refund."
BANK_DECIDES = (
    "A bank is still deciding about a card payment for it: should that arrive, we write to you about giving it back."
)
FREE_AGAIN = "The booking fee that it deducted, {fee}, is free again for another service."
FEE_OF_ENDED = (
    "The booking fee that it deducted, {fee}, was paid for {booking}, which is cancelled: our team decides about it, "
    "and until then nothing else deducts it."
)
FEE_GIVEN_BACK = "The booking fee that it deducted, {fee}, was refunded before: nothing is left of it."
GIVEN_BACK_ALREADY = "What you paid was refunded already."


class Barrier(StrEnum):
    """Why a client cannot move or cancel a consultation themselves."""

    CLOSED = "closed"
    UNDER_WAY = "under_way"
    BILLED = "billed"
    OVER = "over"
    NEAR = "near"
    MOVED = "moved"
    REFUNDED = "refunded"
    OWED = "owed"
    PAID = "paid"
    DECIDING = "deciding"


BARRIERS: dict[Barrier, str] = {
    Barrier.CLOSED: "This project is closed.",
    Barrier.UNDER_WAY: "Work on this project has begun.",
    Barrier.BILLED: "Further work on this project has been billed, so it cannot be cancelled online.",
    Barrier.OVER: "This consultation has begun or is over.",
    Barrier.NEAR: "Your consultation begins within 24 hours, so when and how we meet cannot be changed online now.",
    Barrier.MOVED: "You have used your one move, so your consultation cannot be moved online now.",
    Barrier.OWED: "Part of the price of this consultation is still to be paid.",
    Barrier.PAID: "A payment for this project has reached us.",
    Barrier.DECIDING: "Your bank is deciding about a payment for this project.",
    Barrier.REFUNDED: "The payment for this consultation was refunded.",
}


# It may wait for documents, and still take place when it was agreed.
DATED = (ProjectStatus.SCHEDULED, ProjectStatus.PENDING_DOCUMENTS)


def is_paid_back(status: ProjectStatus, money: OrderState) -> bool:
    """Whether all that was paid went back before work began: nothing goes on then until staff say that it does."""
    return money is OrderState.REFUNDED and status in BEFORE_WORK


def takes_place(is_kept: bool, status: ProjectStatus, money: OrderState) -> bool:
    """Whether a project's consultation stands: it is confirmed, added to calendars and counted.

    is_kept: its time is its client's for good. Where all that was paid was given back, staff and client agree first.
    """
    return is_kept and not is_paid_back(status, money)


def is_off(status: ProjectStatus, money: OrderState) -> bool:
    """Whether nothing is asked of a project's client: it is closed, or paid back before work on it began."""
    return status in CLOSED or is_paid_back(status, money)


def money_on_reopening(
    came_cents: int, refunded_cents: int, owed_cents: int, used: str, kept: str = "", too_much_cents: int = 0
) -> str:
    """What holds of the money of a project that is open again, in sentences; '' where nothing came.

    used: what of it other orders deduct, a sentence or ''; owed_cents: what is missing of a price that came in part;
    kept: the sum of which its client was told that we keep it without a refund, '' for none; too_much_cents: what of it
    came beyond the price, or for a withdrawn bill, and has not gone back yet.
    """
    if not came_cents:
        return ""
    left_cents, counts = came_cents - refunded_cents - too_much_cents, "" if used else " and counts for it"
    back = [f"{dollars(refunded_cents)} was refunded"] if refunded_cents else []
    back += [f"{dollars(too_much_cents)} is still to go back to you"] if too_much_cents else []
    if refunded_cents == came_cents:
        said = f"The {dollars(came_cents)} that you paid for it was refunded."
    elif back:
        said = f"Of the {dollars(came_cents)} that you paid for it, {' and '.join(back)}"
        said += f"; the other {dollars(left_cents)} is with us{counts}." if left_cents else "."
    else:
        said = f"The {dollars(came_cents)} that you paid for it is with us{counts}."
    if kept and left_cents:
        said += f" Our decision to keep {kept} of it without a refund does not hold any more."
    rest = f"{dollars(owed_cents)} of its price is still owed." if owed_cents else ""
    return " ".join(each for each in (said, used, rest) if each)


def shared_said(
    reference: str, status: ProjectStatus, start: str, is_over: bool, goes_on: bool = True, is_missed: bool = False
) -> str:
    """How the consultation of project `reference` stands for another one that shares it, a sentence's worth.

    start: when the one that stands begins, in words, '' while none does; is_over: it was held, or its time has passed;
    is_missed: staff noted that its client did not come;
    goes_on: whether the other one is still open, so that anything is to be agreed on.
    """
    if is_missed:
        return f"That of {reference}, which did not take place{': please call us or write to us' if goes_on else ''}"
    if is_over:
        return f"That of {reference}, held before: no other is needed"
    if start:
        return f"That of {reference}, {start}: no other is needed"
    if status is ProjectStatus.CANCELLED:
        return f"That of {reference} was cancelled{': our team agrees with you on what is needed' if goes_on else ''}"
    return f"That of {reference}, whose time is still to be chosen"


def shared_said_to_staff(
    reference: str, status: ProjectStatus, start: str, is_over: bool, has_own: bool, is_missed: bool = False
) -> str:
    """The same for staff, in a sentence; has_own: whether it has a time of its own all the same."""
    from_ = f"It goes on from {reference}"
    if has_own:
        return f"{from_}, and has a time of its own."
    if is_missed:
        return (
            f"{from_}, to whose consultation the client did not come: please agree with them whether it needs a time."
        )
    if is_over:
        return f"{from_} and shares its consultation, which is over: it needs no time of its own."
    if start:
        return f"{from_} and shares its consultation on {start}: it needs no time of its own."
    if status is ProjectStatus.CANCELLED:
        return f"{from_}, whose consultation was cancelled: please agree with the client whether it needs a time."
    return f"{from_} and shares its consultation, whose time is still to be chosen."


def is_reminded(told: datetime, start: datetime) -> bool:
    """Whether a client to whom the time `start` was confirmed at `told` gets a reminder a day ahead of it."""
    return start - told >= REMIND_AHEAD + STILL_FRESH


def cancel_barrier(status: ProjectStatus, start: datetime, billed: bool, now: datetime) -> Barrier | None:
    """Why a client may not cancel the consultation that begins at `start`; None where they may.

    billed: further work was, and not withdrawn since: it would outlive the project.
    """
    if (barrier := _change_barrier(status, start, now)) is not None:
        return barrier
    if status is ProjectStatus.IN_PROGRESS:
        return Barrier.UNDER_WAY
    return Barrier.BILLED if billed else None


def _change_barrier(status: ProjectStatus, start: datetime, now: datetime) -> Barrier | None:
    if status in CLOSED:
        return Barrier.CLOSED
    return Barrier.OVER if now >= start else None


def move_barrier(status: ProjectStatus, start: datetime, moved: bool, refunded: bool, now: datetime) -> Barrier | None:
    """Why a client may not move the consultation that begins at `start`; None where they may.

    moved: they have done so before; refunded: all that was paid for it was given back. The move was promised with the
    time, so work that staff have begun meanwhile does not take it back.
    """
    if (barrier := _change_barrier(status, start, now)) is not None:
        return barrier
    if refunded:
        return Barrier.REFUNDED
    if moved:
        return Barrier.MOVED
    return Barrier.NEAR if start - now < MOVE_UNTIL else None


def give_back_barrier(move: Barrier | None, money: OrderState, status: ProjectStatus) -> Barrier | None:
    """Why a client may not give the time of a consultation back and keep its project; None where they may.

    move: why they may not move it. Another time can be chosen later only of what is paid, and while work has not begun:
    who is at work is to know when the consultation is.
    """
    if move is not None:
        return move
    if status is ProjectStatus.IN_PROGRESS:
        return Barrier.UNDER_WAY
    return None if money in IS_PAID else Barrier.OWED


def give_up_barrier(status: ProjectStatus, has_money: bool, is_deciding: bool, billed: bool) -> Barrier | None:
    """Why a client may not give up a project that is not paid for; None where they may.

    has_money: something came for it, given back or not; is_deciding: a bank decides about a payment; billed: further
    work was, and not withdrawn since.
    """
    if status in CLOSED:
        return Barrier.CLOSED
    if is_deciding:
        return Barrier.DECIDING
    if has_money:
        return Barrier.PAID
    if status not in BEFORE_WORK:
        return Barrier.UNDER_WAY
    return Barrier.BILLED if billed else None


def way_barrier(status: ProjectStatus, start: datetime | None, refunded: bool, now: datetime) -> Barrier | None:
    """Why a client may not choose how the consultation happens; None where they may.

    start: when it begins, None while its time is not the client's for good; refunded: as in `move_barrier`.
    """
    if refunded:
        return Barrier.REFUNDED
    if start is None:
        return Barrier.CLOSED if status in CLOSED else None
    return _change_barrier(status, start, now) or (Barrier.NEAR if start - now < MOVE_UNTIL else None)


def money_on_cancelling(
    free_cents: int,
    used: str,
    credit_cents: int,
    is_refunded: bool,
    by_us: bool = False,
    credit_ended: str = "",
    is_deciding: bool = False,
    credit_refunded: bool = False,
    if_refunded: str = "",
) -> str:
    """What happens to the money of a project that is cancelled, by its client or by us, in words.

    free_cents: what came, can be given back and is deducted nowhere; used: what other orders deduct of it, as a
    sentence, if_refunded: what becomes of that when the rest is given back; credit_cents: what it deducts of a booking
    fee itself; is_refunded: what came went back; credit_ended, credit_refunded: as in `orders.kept.Kept`; is_deciding:
    a bank decides about a payment for it.
    """
    freed = FEE_GIVEN_BACK if credit_refunded else FEE_OF_ENDED if credit_ended else FREE_AGAIN
    credited = freed.format(fee=dollars(credit_cents), booking=credit_ended) if credit_cents else ""
    kept = "" if not free_cents else CANCELLED_BY_US if by_us else CANCEL_MONEY
    if used:  # a part of it is deducted, or may be once a transfer comes
        kept = kept.replace(NOT_DEDUCTED, "")
        used = f"{used} {if_refunded}".strip() if kept else used
    decides = BANK_DECIDES if is_deciding else ""
    if said := [each for each in (kept, used, credited, decides) if each]:
        return " ".join(said)
    return GIVEN_BACK_ALREADY if is_refunded else NOTHING_PAID


def dearer_on_cancelling(dearer: Collection[tuple[str, int, int]], is_done: bool = False) -> str:
    """What costs more without the fee of a cancelled booking, in words; '' where nothing does.

    dearer: what, by its reference, with its cents before and after; is_done: the booking is cancelled, else it may be.
    """
    before = "Cancelling also takes the {credit} credit from {what}: it will cost {after} instead of {before}."
    after = "The {credit} credit is not deducted from {what} any more: it costs {after} now instead of {before}."
    return " ".join(
        (after if is_done else before).format(
            credit=dollars(then - now), what=what, after=dollars(then), before=dollars(now)
        )
        for what, now, then in dearer
    )


def sharers_on_cancelling(references: Collection[str], is_done: bool = False, for_staff: bool = False) -> str:
    """What becomes of the projects that share the consultation of a cancelled one, in words; '' where none does.

    is_done: it is cancelled, else it may be.
    """
    if not references:
        return ""
    one, names = len(references) == 1, " and ".join(references)
    loses = ("has" if one else "have") + " lost it, too" if is_done else f"{'loses' if one else 'lose'} it, too"
    shares = "shared" if is_done else "shares" if one else "share"
    then = "please agree with the client" if for_staff else "our team agrees with you"
    return f"{names} {shares} this consultation and {loses}: {then} on what {'it needs' if one else 'they need'}."


def bills_on_cancelling(references: Collection[str]) -> str:
    """What becomes of the bills of a cancelled project that are still owed, in words; '' where there are none."""
    if not references:
        return ""
    return f" What we billed as {' and '.join(references)} stays to be paid unless we withdraw it."


def said(barrier: Barrier, phone: str) -> str:
    """The refusal in words, with what helps then. phone: the firm's, '' for none of its own."""
    helps = f"call us on {phone}" if phone else "reply to our email about your consultation"
    return f"{BARRIERS[barrier]} Please {helps}."
