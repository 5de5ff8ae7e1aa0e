"""How long a time is kept for a transfer, in the words of pages and letters alike."""

from datetime import datetime, timedelta

from app.clock import sydney_text
from app.slots.models import Hold
from app.slots.rules import CARD_HOLD, TRANSFER_BUSINESS_DAYS, HoldKind, TransferLimit, TransferTerm
from app.slots.transfers import term_for_transfer, transfer_days

MINUTES = CARD_HOLD // timedelta(minutes=1)
IF_LATER = "If your transfer arrives later, the time is yours if it is still free."
WITHOUT_A_TIME = f"within {TRANSFER_BUSINESS_DAYS} business days"


def due_note(needs_no_time: bool = False) -> str:
    """By when a transfer is asked for that keeps no time: the words of page and letter.

    needs_no_time: it is for what was accepted after a consultation.
    """
    time = "" if needs_no_time else " No time is kept meanwhile: we agree on one when it has arrived."
    return f"Please transfer it {WITHOUT_A_TIME}.{time}"


def transfer_note(project_id: int, now: datetime, offered: bool = False) -> str | None:
    """Until when and why no longer; for a project whose time has gone, how long another one would be kept.

    offered: of a time that is kept for a card payment, say how long it would be kept if a transfer were chosen now.
    None for a time that is paid, and for a project that had no time kept for a transfer and has none now.
    """
    hold = Hold.of_project(project_id)
    if hold is not None:
        if hold.expires_at is None:
            return None
        if hold.kind == HoldKind.CARD and not offered:
            return f"We keep your time until {sydney_text(hold.expires_at)}."
        return kept(term_for_transfer(hold, now))
    if Hold.first_for_transfer(project_id) is None:
        return None
    return next_time(transfer_days(project_id, now), now)


def kept_meanwhile(project_id: int, now: datetime) -> str:
    """How long a project has its time while staff agree on the rest of its price; '' where it has none."""
    hold = Hold.of_project(project_id)
    if hold is None or (hold.expires_at is not None and hold.expires_at <= now):
        return ""
    start = sydney_text(hold.slot.date)
    if hold.expires_at is None:
        return f"Your time, {start}, stays yours meanwhile."
    if hold.expires_at >= hold.slot.date:
        return f"We keep the time, {start}, until it begins."
    return f"We keep the time, {start}, until {sydney_text(hold.expires_at)}."


def kept(term: TransferTerm) -> str:
    """The sentence about a time that is kept."""
    until = sydney_text(term.until)
    match term.limit:
        case TransferLimit.START:
            return (
                f"We keep your time until the consultation itself, {until}: "
                "please send your transfer at once, so that it arrives before. "
                "If it arrives later, you choose another time with it."
            )
        case TransferLimit.USED_UP:
            return f"We keep this time only until {until}, {_used_up(term.days_end)}"
        case TransferLimit.SHARE:
            return (
                f"We keep this time only until {until}, because many times are being kept for transfers just now. "
                f"{IF_LATER}"
            )
        case TransferLimit.FIRST_CHOICE:
            return f"We keep your time until {until}: the days for a transfer count from when you first chose it."
    return f"We keep your time until {until}: three business days for your transfer, and one more for it to arrive."


def next_time(days_end: datetime, now: datetime) -> str:
    """The sentence about a time that is yet to be chosen."""
    if days_end > now:
        return (
            f"Another time is kept until {sydney_text(days_end)} at most: "
            "the days for a transfer count from when you first chose it."
        )
    return f"Another time is kept for {MINUTES} minutes only, {_used_up(days_end)}"


def _used_up(days_end: datetime) -> str:
    return f"because the days for your transfer, until {sydney_text(days_end)}, are used up. {IF_LATER}"
