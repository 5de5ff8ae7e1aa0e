"""How long a project that is paid by transfer has its time kept."""

from datetime import datetime

from app.db import write
from app.slots import caps
from app.slots.calendar import holidays_from
from app.slots.models import Hold
from app.slots.rules import HoldKind, TransferTerm, transfer_days_end, transfer_term


def latest_instead(held: Hold, now: datetime) -> datetime | None:
    """When another time that a project chooses instead of `held` ends at the latest; None for one that is paid.

    Where a transfer's time ends only because its consultation begins, the other has what is left of the days.
    """
    if held.kind == HoldKind.TRANSFER and held.expires_at == held.slot.date:
        return max(held.expires_at, transfer_days(held.project_id, now))
    ends: datetime | None = held.expires_at
    return ends


def transfer_days(project_id: int, now: datetime) -> datetime:
    """When the days are over for which a project that is paid by transfer has its time kept.

    They count from the project's first time that was kept for a transfer: neither asking again nor another time adds
    any.
    """
    since = Hold.first_for_transfer(project_id) or now
    return transfer_days_end(since, holidays_from(since))


def term_for_transfer(hold: Hold, now: datetime) -> TransferTerm:
    """How long an unpaid time is kept, or would be kept, for a transfer."""
    first = Hold.first_for_transfer(hold.project_id)
    days_end = transfer_days(hold.project_id, now)
    room = hold.kind == HoldKind.CARD and caps.has_room(hold.project_id, hold.slot, now)
    return transfer_term(hold.created_at, hold.expires_at, hold.slot.date, first, days_end, room)


def keep_for_transfer(project_id: int, now: datetime) -> Hold | None:
    """The client chose to pay by transfer: keep the project's time as long as a transfer may take; repeatable.

    Returns the time's hold, None when the project has none.
    """
    with write():
        hold = Hold.of_project(project_id)
        if hold is not None and hold.kind == HoldKind.CARD and hold.expires_at > now:
            hold.kind, hold.expires_at = HoldKind.TRANSFER, term_for_transfer(hold, now).until
            hold.save()
            caps.tell_of_share(hold.slot, now)
    return hold


def await_again(hold: Hold, now: datetime) -> Hold:
    """The transfer for which a time was kept for good has not come: it is kept for it again; joins `write()`.

    hold: open and ahead. The days count anew: until now its client was told that the money is here.
    """
    with write():
        Hold.update(released_at=now).where(Hold.id == hold.id).execute()
        again: Hold = Hold.create(
            slot=hold.slot_id,
            project_id=hold.project_id,
            visitor_id=hold.visitor_id,
            address=hold.address,
            kind=HoldKind.TRANSFER,
            created_at=now,
            expires_at=min(transfer_days_end(now, holidays_from(now)), hold.slot.date),
        )
    return again
