"""Refusing a time to whoever keeps too many unpaid: what is kept is read here, how many may be says `hoarding`."""

from dataclasses import dataclass
from datetime import datetime

from app.alerts.actions import raise_alert
from app.alerts.links import transfers_path
from app.clock import sydney_text
from app.db import database
from app.errors import too_many
from app.slots.hoarding import (
    CROWDED,
    HOLDS_PER_NETWORK,
    HOLDS_PER_VISITOR,
    HOLDS_WHEN_CROWDED,
    TOO_MANY_HOLDS,
    TOO_MANY_NEARBY,
    is_share_taken,
    is_week_crowded,
    networks,
    week_of,
)
from app.slots.models import Hold, Slot
from app.slots.rules import CARD_HOLD, SYDNEY

NO_PROJECT = 0  # no row has this id


@dataclass(frozen=True)
class Taker:
    """For whom a time is taken: the project, the browser, and its network ('' where no cap applies)."""

    project_id: int
    visitor_id: str
    address: str


def check_caps(taker: Taker, slot: Slot, now: datetime) -> None:
    """Refuse somebody who hoards times: AppError 429. Paid times do not count.

    While strangers keep their share of the week of `slot`, a network may keep one time only, a wide one two or three.
    """
    # The time that the project has already makes way for the new one.
    unpaid = [hold for hold in Hold.unpaid(now) if hold.project_id != taker.project_id]
    mine = [hold.expires_at for hold in unpaid if hold.visitor_id == taker.visitor_id]
    _check_cap(mine, HOLDS_PER_VISITOR, TOO_MANY_HOLDS, now)
    if not taker.address:
        return
    crowded = not _is_proved(taker.project_id) and is_week_crowded(
        slot.date, _starts(Hold.of_strangers(now, taker.project_id)), _week_of(slot, now)
    )
    caps, text = (HOLDS_WHEN_CROWDED, CROWDED) if crowded else (HOLDS_PER_NETWORK, TOO_MANY_NEARBY)
    nearby = [(hold.expires_at, networks(hold.address)) for hold in unpaid if hold.address]
    for network, most in networks(taker.address, caps).items():
        _check_cap([ends for ends, within in nearby if network in within], most, text, now)


def _check_cap(ends: list[datetime], most: int, text: str, now: datetime) -> None:
    if len(ends) >= most:
        raise too_many(text, (ends[len(ends) - most] - now).total_seconds())


def has_room(project_id: int, slot: Slot, now: datetime) -> bool:
    """Whether a project may have that time kept for the days of a transfer.

    Those of a client who is proved always; a stranger's, of which nobody knows whether money will follow, as long as
    such ones keep less than their share of that day and week.
    """
    return _is_proved(project_id) or not _is_taken(slot, _kept_for_days(now, project_id), now)


def tell_of_share(slot: Slot, now: datetime) -> None:
    """Staff learn, once a day, that strangers' transfers keep their share of the day or week of `slot`."""
    if not _is_taken(slot, _kept_for_days(now, NO_PROJECT), now):
        return
    raise_alert(
        "transfer_share",
        f"transfer-share-{now.astimezone(SYDNEY):%Y%m%d}",
        "Unpaid bank transfers of people whom nobody has proved keep as many times as they may on "
        f"{sydney_text(slot.date).rpartition(',')[0]} or in its week. A transfer that is chosen for another of those "
        "times keeps it for 30 minutes only. They are free again when the days of these transfers are over; meanwhile "
        "there are other times to book.",
        link=transfers_path(),
        now=now,
    )


def _kept_for_days(now: datetime, but: int) -> list[Hold]:
    """Strangers' times that are kept for longer than anybody's is for a card."""
    return [hold for hold in Hold.of_strangers(now, but) if hold.expires_at > now + CARD_HOLD]


def _is_taken(slot: Slot, kept: list[Hold], now: datetime) -> bool:
    return is_share_taken(slot.date, _starts(kept), _week_of(slot, now))


def _starts(holds: list[Hold]) -> list[datetime]:
    return [hold.slot.date for hold in holds]


def _week_of(slot: Slot, now: datetime) -> list[datetime]:
    """What is still to come of the week of a time."""
    first, last = week_of(slot.date)
    times = Slot.select(Slot.date).where(Slot.blocked == False, Slot.date.between(max(first, now), last))
    return [each.date for each in times]


def _is_proved(project_id: int) -> bool:
    found = database.execute_sql("SELECT 1 FROM projects WHERE id = ? AND proved_at IS NOT NULL", (project_id,))
    return found.fetchone() is not None
