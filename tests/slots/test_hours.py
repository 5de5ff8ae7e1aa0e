"""The times that follow from the rules that staff set, against a slow and plain reference."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.slots.calendar import nsw_holidays
from app.slots.hours import BACKWARDS, OVERLAP, TOO_SHORT, Closure, Hours, Kept, Rules, offered, problems, wanted
from app.slots.rules import SYDNEY

# Both changes of the clocks, Christmas and Easter.
DAYS = (date(2026, 9, 30), date(2026, 12, 22), date(2027, 3, 31))
QUARTERS = st.integers(0, 95).map(lambda number: number * 15)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=SYDNEY).astimezone(UTC)


def local(moments: list[datetime]) -> list[str]:
    return [f"{each.astimezone(SYDNEY):%a %d %H:%M}" for each in moments]


@st.composite
def some_hours(draw: st.DrawFn) -> tuple[Hours, ...]:
    """Up to three ranges of each weekday that do not overlap."""
    made = []
    for weekday in range(7):
        bounds = sorted(draw(st.lists(QUARTERS, max_size=6, unique=True)))
        made += [Hours(weekday, opens, closes) for opens, closes in zip(bounds[::2], bounds[1::2], strict=False)]
    return tuple(made)


@st.composite
def some_rules(draw: st.DrawFn, first: date) -> Rules:
    """Any rules whose closures and single times lie in the 12 days from `first`."""
    midnight = datetime(first.year, first.month, first.day, tzinfo=UTC)
    moments = st.integers(0, 12 * 96).map(lambda number: midnight + timedelta(minutes=15 * number))
    spans = st.tuples(moments, st.integers(1, 300)).map(
        lambda span: Closure(span[0], span[0] + timedelta(minutes=15 * span[1]), "Away")
    )
    rules = Rules(
        hours=draw(some_hours()),
        minutes=draw(st.sampled_from((15, 30, 45, 60, 90))),
        buffer_minutes=draw(st.sampled_from((0, 15, 30))),
        notice_hours=draw(st.integers(0, 72)),
        horizon_weeks=draw(st.integers(1, 12)),
        on_holidays=draw(st.booleans()),
        closures=tuple(draw(st.lists(spans, max_size=3))),
        added=frozenset(draw(st.lists(moments, max_size=1))),
        blocked=frozenset(draw(st.lists(moments, max_size=4))),
    )
    fits = tuple(each for each in rules.hours if each.closes - each.opens >= rules.minutes)
    return Rules(**{**rules.__dict__, "hours": fits}).tidy()


def plainly(rules: Rules, first: date, last: date) -> list[datetime]:
    """The same minute by minute of real time: what the wall clock shows then, and whether it is a start of a range."""
    moment = datetime(first.year, first.month, first.day, tzinfo=SYDNEY).astimezone(UTC)
    found: list[datetime] = []
    seen: set[tuple[date, int]] = set()
    lasts = timedelta(minutes=rules.minutes)

    def closed(start: datetime) -> bool:
        if start in rules.blocked:
            return True
        inside = [start + timedelta(minutes=number) for number in range(rules.minutes)]
        return any(each.starts <= moment < each.ends for each in rules.closures for moment in inside)

    ours = {start for start in rules.added if not closed(start)}
    latest = moment - lasts
    while (wall := moment.astimezone(SYDNEY)).date() <= last:
        day, minute = wall.date(), wall.hour * 60 + wall.minute
        if wall.hour == wall.minute == 0:
            latest = moment - lasts
        again = (day, minute) in seen  # the hour that the clocks show twice counts once
        seen.add((day, minute))
        open_day = rules.on_holidays or day not in nsw_holidays(day, day)
        step = rules.minutes + rules.buffer_minutes
        is_start = any(
            each.weekday == day.weekday()
            and each.opens <= minute
            and minute + rules.minutes <= each.closes
            and (minute - each.opens) % step == 0
            for each in rules.hours
        )
        if is_start and open_day and not again and moment >= latest + lasts:
            latest = moment
            if not closed(moment) and not any(abs(moment - other) < lasts for other in ours):
                found.append(moment)
        moment += timedelta(minutes=1)
    return sorted(found + [start for start in ours if first <= start.astimezone(SYDNEY).date() <= last])


@pytest.mark.spec("A-05", "K-01")
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_the_times_are_those_that_a_reader_of_the_wall_clock_would_find(data: st.DataObject) -> None:
    first = data.draw(st.sampled_from(DAYS))
    rules, last = data.draw(some_rules(first)), first + timedelta(days=6)
    assert problems(rules) == {}
    assert wanted(rules, first, last, nsw_holidays(first, last)) == plainly(rules, first, last)


@pytest.mark.spec("A-05")
@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_no_two_times_overlap_and_a_range_makes_what_its_days_make(data: st.DataObject) -> None:
    first = data.draw(st.sampled_from(DAYS))
    rules, last = data.draw(some_rules(first)), first + timedelta(days=9)
    holidays = nsw_holidays(first, last)
    whole = wanted(rules, first, last, holidays)
    lasts = timedelta(minutes=rules.minutes)
    assert all(later - earlier >= lasts for earlier, later in pairwise(whole))
    days = [first + timedelta(days=number) for number in range(10)]
    apart = [start for day in days for start in wanted(rules, day, day, holidays)]
    # A single time just before midnight takes the place of one just after it, which its own day alone cannot know.
    assert set(whole) <= set(apart)


@pytest.mark.spec("A-05")
@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_a_free_time_never_overlaps_with_somebodys(data: st.DataObject) -> None:
    first = DAYS[0]
    before, after = data.draw(some_rules(first)), data.draw(some_rules(first))
    last = first + timedelta(days=9)
    old = wanted(before, first, last, ())
    numbers = data.draw(st.sets(st.integers(0, max(len(old) - 1, 0)), max_size=12)) if old else set()
    kept = [Kept(old[number], before.minutes) for number in sorted(numbers)]
    free = offered(wanted(after, first, last, ()), after, kept)
    for start in free:
        for each in kept:
            ends = start + timedelta(minutes=after.minutes)
            assert ends <= each.start or each.start + timedelta(minutes=each.minutes) <= start


def test_the_night_that_skips_an_hour_makes_no_time_in_it_and_none_twice() -> None:
    night = Rules(hours=(Hours(6, 60, 300),), minutes=45, buffer_minutes=15)
    sunday = date(2026, 10, 4)
    assert local(wanted(night, sunday, sunday, ())) == ["Sun 04 01:00", "Sun 04 03:00", "Sun 04 04:00"]
    # 1:30 lasts until what the clock calls 3:15.
    across = Rules(hours=(Hours(6, 90, 150), Hours(6, 180, 300)), minutes=45, buffer_minutes=15)
    assert local(wanted(across, sunday, sunday, ())) == ["Sun 04 01:30", "Sun 04 04:00"]


def test_the_night_that_has_an_hour_twice_makes_its_times_once() -> None:
    night = Rules(hours=(Hours(6, 60, 300),), minutes=45, buffer_minutes=15)
    sunday = date(2027, 4, 4)
    made = wanted(night, sunday, sunday, ())
    assert local(made) == ["Sun 04 01:00", "Sun 04 02:00", "Sun 04 03:00", "Sun 04 04:00"]
    assert [later - earlier for earlier, later in pairwise(made)] == [
        timedelta(hours=1),
        timedelta(hours=2),
        timedelta(hours=1),
    ]


def test_a_closure_takes_every_time_that_reaches_into_it_and_no_other() -> None:
    monday = date(2026, 12, 7)
    rules = Rules(closures=(Closure(at("2026-12-07T10:45"), at("2026-12-07T13:00"), "Site visit"),))
    assert local(wanted(rules, monday, monday, ())) == [
        f"Mon 07 {hour:02}:00" for hour in (9, 10, 13, 14, 15, 16)
    ]  # 10:00 ends as it begins, 1:00 begins as it ends


def test_on_a_holiday_there_are_times_only_where_the_rules_say_so() -> None:
    day = date(2027, 1, 26)
    holidays = nsw_holidays(day, day)
    assert wanted(Rules(), day, day, holidays) == []
    assert len(wanted(Rules(on_holidays=True), day, day, holidays)) == 8
    # A single time is there all the same: staff added it.
    assert wanted(Rules(added=frozenset({at("2027-01-26T10:30")})), day, day, holidays) == [at("2027-01-26T10:30")]


def test_around_a_time_of_other_rules_the_buffer_is_kept_too() -> None:
    monday = date(2026, 12, 7)
    rules = Rules(hours=(Hours(0, 9 * 60, 13 * 60),), minutes=45, buffer_minutes=15)
    times = wanted(rules, monday, monday, ())
    # Until 9:50, so that 10:00 is too near; one of the rules' own takes nothing but itself.
    assert local(offered(times, rules, [Kept(at("2026-12-07T09:05"), 45)])) == ["Mon 07 11:00", "Mon 07 12:00"]
    assert local(offered(times, rules, [Kept(at("2026-12-07T09:00"), 45)])) == [
        "Mon 07 10:00",
        "Mon 07 11:00",
        "Mon 07 12:00",
    ]


@pytest.mark.parametrize(
    ("rules", "wrong"),
    [
        (Rules(), {}),
        (Rules(hours=()), {}),
        (Rules(minutes=5), {"minutes": "Please enter a number from 15 to 240"}),
        (Rules(buffer_minutes=121), {"bufferMinutes": "Please enter a number from 0 to 120"}),
        (Rules(horizon_weeks=0), {"horizonWeeks": "Please enter a number from 1 to 26"}),
        (Rules(notice_hours=-1), {"noticeHours": "Please enter a number from 0 to 336"}),
        (Rules(hours=(Hours(1, 600, 540),)), {"weekdays.1": BACKWARDS}),
        (Rules(hours=(Hours(1, 540, 700), Hours(1, 690, 900))), {"weekdays.1": OVERLAP}),
        (Rules(hours=(Hours(1, 540, 700), Hours(1, 700, 900))), {}),
        (Rules(hours=(Hours(2, 540, 580),)), {"weekdays.2": TOO_SHORT}),
        (
            Rules(hours=tuple(Hours(3, 60 * number, 60 * number + 50) for number in range(7))),
            {"weekdays.3": "At most 6 ranges a day"},
        ),
    ],
)
def test_what_cannot_be_kept_is_told_at_its_field(rules: Rules, wrong: dict[str, str]) -> None:
    assert problems(rules) == wrong
