"""What the rules for consultation times make of the times that are still to come.

A time that is somebody's, held or booked, is never moved, shortened or deleted by the rules: it stays as it was agreed,
and once it is given up it is free again only if the rules then in force ask for it.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from app.slots.availability import Availability
from app.slots.calendar import nsw_holidays
from app.slots.hours import LONGEST_MINUTES, Kept, Rules, changes_told, offered, wanted
from app.slots.models import Slot
from app.slots.rules import SYDNEY

CHUNK = 500


@dataclass(frozen=True)
class Plan:
    """What a change of the rules does to the times that are still to come.

    appear, disappear: starts of free times; touched: times that are somebody's and that the new rules would not make,
    with whether the present ones make them either; told: what other numbers mean (`hours.changes_told`).
    """

    appear: list[datetime]
    disappear: list[datetime]
    touched: list[tuple[Slot, bool]]
    told: list[str]


@dataclass(frozen=True)
class Asked:
    """What rules ask for: `every` start as far as there are times, and which of them are `free` beside somebody's.

    `soon`: the free ones that are to come and within the horizon.
    """

    every: frozenset[datetime]
    free: frozenset[datetime]
    soon: frozenset[datetime]


def asked(rules: Rules, slots: list[Slot], now: datetime) -> Asked:
    """What `rules` ask for from now on. slots: as `times_from` gives them."""
    first, horizon = (moment.astimezone(SYDNEY).date() for moment in (now, rules.bookable(now)[1]))
    last = max([horizon, *(slot.date.astimezone(SYDNEY).date() for slot in slots[-1:])])
    every = wanted(rules, first, last, nsw_holidays(first, last))
    free = offered(every, rules, kept(slots))
    soon = (start for start in free if start > now and start.astimezone(SYDNEY).date() <= horizon)
    return Asked(frozenset(every), frozenset(free), frozenset(soon))


def plan(rules: Rules, now: datetime) -> Plan:
    """What would follow if `rules`, which can be kept, were in force; changes nothing."""
    slots = times_from(now)
    present = Availability.rules()
    before, after = asked(present, slots, now), asked(rules, slots, now)
    theirs = (slot for slot in slots if slot.is_booked and slot.date > now)
    return Plan(
        appear=sorted(after.soon - before.soon),
        disappear=sorted(before.soon - after.soon),
        touched=[(slot, slot.date in before.every) for slot in theirs if slot.date not in after.every],
        told=changes_told(present, rules, len(after.soon)),
    )


def bring_in_line(rules: Rules, now: datetime) -> int:
    """Make what is missing, and let free times be offered or not as the rules ask; returns how many were made.

    Within the caller's `write()`.
    """
    slots = times_from(now)
    there = asked(rules, slots, now)
    other: dict[tuple[bool, int], list[int]] = {}
    for slot in slots:
        if slot.date <= now:
            continue
        blocked = slot.date not in (there.every if slot.is_booked else there.free)
        minutes = slot.minutes if slot.is_booked or blocked else rules.minutes
        if (slot.blocked, slot.minutes) != (blocked, minutes):
            other.setdefault((blocked, minutes), []).append(slot.id)
    for (blocked, minutes), ids in other.items():
        for number in range(0, len(ids), CHUNK):
            Slot.update(blocked=blocked, minutes=minutes).where(Slot.id.in_(ids[number : number + CHUNK])).execute()
    missing = [
        {"date": start, "minutes": rules.minutes} for start in sorted(there.soon - {slot.date for slot in slots})
    ]
    for number in range(0, len(missing), CHUNK):
        Slot.insert_many(missing[number : number + CHUNK]).execute()
    return len(missing)


def times_from(now: datetime) -> list[Slot]:
    """Every time that is not over, or began so lately that it may still last; in order."""
    return list(Slot.select().where(Slot.date > now - timedelta(minutes=LONGEST_MINUTES)).order_by(Slot.date))


def kept(slots: list[Slot]) -> list[Kept]:
    """Those of `slots` that are somebody's."""
    return [Kept(slot.date, slot.minutes) for slot in slots if slot.is_booked]
