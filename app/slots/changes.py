"""Changing the rules for consultation times: all of them at once, a single time, or a closure."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from app.audit import actions as audit
from app.audit.actions import Actor
from app.audit.models import Act
from app.db import write
from app.errors import AppError, invalid
from app.slots.availability import Availability
from app.slots.calendar import nsw_holidays
from app.slots.hours import BACKWARDS, MOST_CLOSURES, Closure, Kept, Rules, clear_of, problems, wanted
from app.slots.models import Slot
from app.slots.planning import bring_in_line, kept, times_from
from app.slots.rules import SYDNEY

CHANGED = "{who} has changed the rules meanwhile. Nothing was saved; please compare them with yours."
OVER = "This time is over."
OVERLAPS_KEPT = "This time overlaps with a consultation that is held or booked."
OVERLAPS_ADDED = "This time overlaps with another one that was added."
TOO_FAR = "This time is further ahead than times are offered. Please offer times for more weeks first."
CLOSED_THEN = "This time is within a closure. Please end the closure first."
KEPT_ALREADY = "This time is held or booked. Please move or cancel that consultation first."
TOO_MANY = f"There are {MOST_CLOSURES} closures already. Please remove one that is over."


def checked(rules: Rules) -> Rules:
    """The rules in order. AppError 422 for what cannot be kept, 409 for too many closures."""
    if wrong := problems(rules):
        raise invalid(wrong)
    if len(rules.closures) > MOST_CLOSURES:
        raise AppError("too_many", 409, TOO_MANY)
    return rules.tidy()


def save(rules: Rules, version: int, by: Actor, now: datetime) -> int:
    """Put `rules`, planned with that version of the present ones, in force; returns the version they have.

    Rules that are in force already change nothing. AppError 409 when somebody changed them meanwhile, else as
    `checked`.
    """
    rules = checked(rules)
    with write():
        present = Availability.present()
        if present.whole() == rules:
            return int(present.version)
        if present.version != version:
            raise AppError("changed", 409, CHANGED.format(who=present.changed_by or "Somebody"))
        return _put(rules, by, "rules", now)


def with_time(rules: Rules, start: datetime, now: datetime) -> Rules:
    """The rules with a single time beside what the hours give, or one that was blocked.

    AppError 409 when it is over, or overlaps with one that is somebody's, with another added one or with a closure.
    """
    day = start.astimezone(SYDNEY).date()

    def is_asked_for(rules: Rules) -> bool:
        return start in wanted(rules, day, day, nsw_holidays(day, day))

    if start <= now:
        raise AppError("over", 409, OVER)
    if day > rules.bookable(now)[1].astimezone(SYDNEY).date():
        raise AppError("too_far", 409, TOO_FAR)
    with_it = replace(rules, blocked=rules.blocked - {start})
    if not is_asked_for(with_it):
        if not clear_of([start], rules.minutes, [Kept(each, rules.minutes) for each in rules.added - {start}]):
            raise AppError("overlaps", 409, OVERLAPS_ADDED)
        with_it = replace(with_it, added=rules.added | {start})
        if not is_asked_for(with_it):
            raise AppError("closed", 409, CLOSED_THEN)
    if not clear_of([start], rules.minutes, [each for each in kept(times_from(now)) if each.start != start]):
        raise AppError("overlaps", 409, OVERLAPS_KEPT)
    return with_it


def add(start: datetime, by: Actor, now: datetime) -> bool:
    """Offer a single time; False when it is there already. AppError as `with_time`."""
    return _change(lambda rules: with_time(rules, start, now), by, f"added {start:%Y-%m-%dT%H:%MZ}", now)


def without_time(rules: Rules, start: datetime, now: datetime) -> Rules:
    """The rules with a single time taken out of the calendar. AppError 409 for somebody's, or one that is over."""
    slot = Slot.get_or_none(Slot.date == start)
    if slot is None or start <= now:
        raise AppError("over", 409, OVER)
    if slot.is_booked:
        raise AppError("kept", 409, KEPT_ALREADY)
    return replace(rules, blocked=rules.blocked | {start}, added=rules.added - {start})


def block(start: datetime, by: Actor, now: datetime) -> bool:
    """Take a single free time out of the calendar; False when it is out already. AppError as `without_time`."""
    return _change(lambda rules: without_time(rules, start, now), by, f"blocked {start:%Y-%m-%dT%H:%MZ}", now)


def with_closure(rules: Rules, closure: Closure, now: datetime) -> Rules:
    """The rules with one more closure. AppError 422 when it ends before it begins, or is over; else as `checked`."""
    if closure.ends <= closure.starts:
        raise invalid({"ends": BACKWARDS})
    if closure.ends <= now:
        raise invalid({"ends": OVER})
    return checked(replace(rules, closures=(*rules.closures, closure)))


def close(closure: Closure, by: Actor, now: datetime) -> bool:
    """Close for a while: no time within can be booked; False when it is closed so already.

    Consultations that are held or booked within it stay. AppError as `with_closure`.
    """
    return _change(lambda rules: with_closure(rules, closure, now), by, _said("closed", closure), now)


def without_closure(rules: Rules, closure: Closure) -> Rules:
    """The rules without a closure."""
    return replace(rules, closures=tuple(each for each in rules.closures if each != closure))


def reopen(closure: Closure, by: Actor, now: datetime) -> bool:
    """Take a closure back; False when there is none like it."""
    return _change(lambda rules: without_closure(rules, closure), by, _said("reopened", closure), now)


def _change(change: Callable[[Rules], Rules], by: Actor, detail: str, now: datetime) -> bool:
    with write():
        present = Availability.rules()
        rules = checked(change(present))
        if rules == present:
            return False
        _put(rules, by, detail, now)
    return True


def _put(rules: Rules, by: Actor, detail: str, now: datetime) -> int:
    # Single times that are over say nothing any more.
    added, blocked = (frozenset(each for each in times if each > now) for times in (rules.added, rules.blocked))
    Availability.put(replace(rules, added=added, blocked=blocked), by.name, now)
    bring_in_line(rules, now)
    version = int(Availability.present().version)
    audit.note(by, Act.CHANGE_AVAILABILITY, f"availability:{version}", now, detail)
    return version


def _said(verb: str, closure: Closure) -> str:
    return f"{verb} {closure.starts:%Y-%m-%dT%H:%MZ} to {closure.ends:%Y-%m-%dT%H:%MZ}"
