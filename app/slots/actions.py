"""The verbs of consultation times. Taking and releasing join the caller's `write()`."""

from datetime import datetime

from app.db import write
from app.errors import AppError, not_found
from app.slots import caps
from app.slots.availability import Availability
from app.slots.calendar import holidays_from
from app.slots.caps import Taker
from app.slots.models import Hold, Slot
from app.slots.planning import bring_in_line
from app.slots.rules import (
    CARD_HOLD,
    NO_TIME,
    TAKEN,
    HoldKind,
    LostTime,
    hold_ends,
)


def generate(now: datetime) -> int:
    """Bring the times to come in line with the rules, up to the horizon; returns how many were made."""
    with write():
        return bring_in_line(Availability.rules(), now)


def take(
    slot: Slot,
    taker: Taker,
    kind: HoldKind,
    held: Hold | None,
    now: datetime,
    latest: datetime | None = None,
    ends_unproved: datetime | None = None,
) -> Hold:
    """Keep `slot` for a project in place of `held`, the time it has; AppError 409 when somebody was faster.

    latest: when an unpaid time ends at the latest; None where staff choose, whom no share holds. ends_unproved: as
    `Hold.ends_unproved_at`. Runs inside the transaction that has read `held`.
    """
    with write():
        if not claim(slot.id, taker.project_id, release=held, now=now):
            raise AppError("taken", 409, TAKEN)
        crowded = latest is not None and kind is HoldKind.TRANSFER and not caps.has_room(taker.project_id, slot, now)
        ends = hold_ends(HoldKind.CARD if crowded else kind, now, slot.date, holidays_from(now))
        return Hold.create(
            slot=slot,
            project_id=taker.project_id,
            visitor_id=taker.visitor_id,
            address=taker.address,
            kind=kind,
            created_at=now,
            expires_at=min(ends, latest) if ends and latest else ends,
            ends_unproved_at=min(ends_unproved, slot.date) if ends_unproved else None,
        )


def still_held(project_id: int, now: datetime) -> Hold | None:
    """The time that a project has; one whose end has come is let go here rather than by the job that expires holds.

    Runs inside the caller's transaction.
    """
    held = Hold.of_project(project_id)
    if held is None or held.expires_at is None or held.expires_at > now:
        return held
    let_go(held, now)
    return None


def claim(slot_id: int, project_id: int, release: Hold | None, now: datetime) -> bool:
    """Give a free time to a project with one conditional statement; False when it is not free any more.

    The index `slot_holds_one_per_slot` would refuse a second open hold, too. release: the project's present hold, let
    go first, since a project has one time only.
    """
    free = (Slot.id == slot_id) & (Slot.is_booked == False) & (Slot.blocked == False)
    if release is not None:
        if not Slot.select().where(free).exists():
            return False
        let_go(release, now)
    return bool(Slot.update(is_booked=True, project_id=project_id).where(free).execute())


def let_go(hold: Hold, now: datetime) -> bool:
    """Release an open hold and free its time; False when it was released already."""
    with write():
        released = Hold.update(released_at=now).where(Hold.id == hold.id, Hold.released_at.is_null()).execute()
        if released:
            Slot.update(is_booked=False, project_id=None).where(
                Slot.id == hold.slot_id, Slot.project_id == hold.project_id
            ).execute()
    return bool(released)


def give_back(hold: Hold, now: datetime) -> None:
    """A client releases a time that was theirs for good, to choose another one later."""
    with write():
        let_go(hold, now)
        Hold.update(given_back=True).where(Hold.id == hold.id).execute()


def choosable(slot_id: int, now: datetime) -> Slot:
    """A time that may be booked at `now`; AppError 404 when there is none, 409 when it is too near or too far."""
    slot = Slot.one("id = ? AND blocked = 0", slot_id)
    if slot is None:
        raise not_found(NO_TIME)
    first, last = Availability.numbers().bookable(now)
    if not first <= slot.date <= last:
        raise AppError("not_bookable", 409, "That time can no longer be booked. Please choose another.")
    return slot


def keep_for_good(project_id: int, now: datetime, for_part: bool = False) -> datetime | LostTime:
    """A payment is there: the project's held time becomes its own, or is taken back if it is still free.

    for_part: only a part of the price is, so that the time's end is remembered (`ends_again`).
    Returns the consultation's start, or why the project has none: a time that has come is nobody's to meet at.
    """
    with write():
        hold = Hold.last_of_project(project_id)
        if hold is None:
            return LostTime(None, passed=False)
        slot = hold.brings(now)
        if isinstance(slot, LostTime):
            let_go(hold, now)
            return slot
        ends = (hold.expires_at or hold.ends_unproved_at) if for_part else None
        if hold.released_at is None:
            Hold.update(kind=HoldKind.PAID, expires_at=None, ends_unproved_at=ends).where(Hold.id == hold.id).execute()
            return slot.date
        if not claim(slot.id, project_id, None, now):
            return LostTime(slot.date, passed=False)
        Hold.create(
            slot=slot,
            project_id=project_id,
            visitor_id=hold.visitor_id,
            address=hold.address,
            kind=HoldKind.PAID,
            created_at=now,
            expires_at=None,
            ends_unproved_at=ends,
        )
        return slot.date


def ends_again(project_id: int, now: datetime) -> bool:
    """A project is not its client's after all: its time that was kept for a part of the price has its end again.

    One whose end has come is let go; returns whether this call did that. Nothing else that is kept for good ends.
    """
    with write():
        kept = Hold.project_id == project_id, Hold.released_at.is_null(), Hold.ends_unproved_at.is_null(False)
        ends = {"kind": HoldKind.TRANSFER, "expires_at": Hold.ends_unproved_at, "ends_unproved_at": None}
        return bool(Hold.update(**ends).where(*kept).execute()) and still_held(project_id, now) is None


def expired(now: datetime) -> list[Hold]:
    """Open holds whose time is up."""
    return list(Hold.select().where(Hold.released_at.is_null(), Hold.expires_at <= now).order_by(Hold.expires_at))


def shorten_overlong(now: datetime) -> int:
    """Let no time be kept for a card longer than 30 minutes from `now`; returns how many were.

    Only a clock that was set back makes one so: it would keep others from that time for hours.
    """
    latest = now + CARD_HOLD
    overlong = (Hold.kind == HoldKind.CARD) & Hold.released_at.is_null() & (Hold.expires_at > latest)
    if not Hold.select().where(overlong).exists():
        return 0
    with write():
        return int(Hold.update(expires_at=latest).where(overlong).execute())
