"""Changing the rules: what is told before is what follows, and nobody's time is lost, doubled or moved by it."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from test_hours import at, local, some_hours

from app.accounts.models import Client
from app.audit.actions import Actor
from app.audit.models import Act, AuditLine
from app.db import write
from app.errors import AppError
from app.projects.models import Project
from app.slots import actions, changes, planning
from app.slots.availability import Availability
from app.slots.calendar import nsw_holidays
from app.slots.caps import Taker
from app.slots.hours import Closure, Hours, Kept, Rules, clear_of, wanted
from app.slots.models import Hold, Slot
from app.slots.rules import SYDNEY, HoldKind

HELENA = Actor.staff("helena")
NOW = at("2026-09-28T08:00")  # the clocks go forward within the week
LATER = at("2027-03-29T08:00")  # and back
PROJECTS = 8


@pytest.fixture
def projects(folder: object) -> Iterator[list[int]]:
    """Eight projects that may have a time."""
    at_ = {"created_at": NOW, "updated_at": NOW}
    about = dict.fromkeys(("phone", "address_street", "address_city", "address_state", "address_zip"), "x")
    with write():
        client = Client.create(name="Amelia Hart", email="amelia@example.com", **about, **at_)
        made = [Project.create(client=client, service_type="consultation", **at_).id for _ in range(PROJECTS)]
    yield made


def begin(now: datetime) -> None:
    """The calendar as it is shipped, with nothing in it that is anybody's."""
    Hold.delete().execute()
    Slot.delete().execute()
    Availability.put(Rules(), "", now)
    actions.generate(now)


def take(project: int, slot: Slot, kind: HoldKind, now: datetime) -> None:
    actions.take(slot, Taker(project, "v", ""), kind, Hold.of_project(project), now)


def theirs() -> dict[int, tuple[datetime, int, int]]:
    """Whose time is which, when it begins and how long it takes."""
    kept = Hold.select(Hold, Slot).join(Slot).where(Hold.released_at.is_null())
    assert all(hold.slot.is_booked and hold.slot.project_id == hold.project_id for hold in kept)
    assert Slot.select().where(Slot.is_booked == True).count() == len(kept)
    return {hold.project_id: (hold.slot.date, hold.slot.minutes, hold.slot_id) for hold in kept}


def free(now: datetime, until: datetime | None = None) -> list[datetime]:
    found = Slot.select().where(Slot.is_booked == False, Slot.blocked == False, Slot.date > now)
    return [slot.date for slot in found.order_by(Slot.date) if until is None or slot.date <= until]


def spans(now: datetime) -> list[tuple[datetime, datetime]]:
    """What is taken or can be taken from now on."""
    either = (Slot.is_booked == True) | (Slot.blocked == False)
    return [(slot.date, slot.ends) for slot in Slot.select().where(either, Slot.date > now).order_by(Slot.date)]


CHANGES = st.one_of(
    st.tuples(
        st.just("save"),
        some_hours(),
        st.sampled_from((30, 45, 60, 90)),
        st.sampled_from((0, 15, 30)),
        st.integers(1, 2),
        st.booleans(),
    ),
    st.tuples(st.just("close"), st.integers(0, 1400), st.integers(1, 200)),
    st.tuples(st.sampled_from(("reopen", "block", "add", "book", "hold", "give up")), st.integers(0, 2000)),
)


def change(now: datetime, projects: list[int], verb: str, *details: Any) -> None:
    """One change of the rules, planned and saved, or one act of a client."""
    numbers = [each for each in details if isinstance(each, int)]
    moment = now + timedelta(minutes=15 * numbers[0]) if numbers else now
    if verb == "save":
        hours, minutes, buffer, weeks, on_holidays = details
        present = Availability.present()
        fits = tuple(each for each in hours if each.closes - each.opens >= minutes)
        whole = present.whole()
        rules = Rules(fits, minutes, buffer, 24, weeks, on_holidays, whole.closures, whole.added, whole.blocked)
        before, mine = set(free(now, horizon(whole, now))), theirs()
        told = planning.plan(rules, now)
        assert theirs() == mine
        changes.save(rules, present.version, HELENA, now)
        after = set(free(now, horizon(rules, now)))
        assert (told.appear, told.disappear) == (sorted(after - before), sorted(before - after))
        outside = {slot.project_id for slot, _ in told.touched}
        first, last = now.astimezone(SYDNEY).date(), (now + timedelta(weeks=9)).astimezone(SYDNEY).date()
        asked = wanted(rules, first, last, nsw_holidays(first, last))
        assert outside == {project for project, (start, _, _) in mine.items() if start not in asked}
    elif verb == "close":
        changes.close(Closure(moment, moment + timedelta(minutes=15 * numbers[1]), "Away"), HELENA, now)
    elif verb == "reopen":
        if closures := Availability.rules().closures:
            changes.reopen(closures[numbers[0] % len(closures)], HELENA, now)
    elif verb == "block":
        if times := free(now):
            changes.block(times[numbers[0] % len(times)], HELENA, now)
    elif verb == "add":
        changes.add(moment, HELENA, now)
    elif verb == "give up":
        if held := Hold.of_project(projects[numbers[0] % PROJECTS]):
            actions.let_go(held, now)
    elif slots := list(Slot.select().where(Slot.is_booked == False, Slot.blocked == False, Slot.date > now)):
        kind = HoldKind.PAID if verb == "book" else HoldKind.TRANSFER
        take(projects[numbers[0] % PROJECTS], slots[numbers[0] % len(slots)], kind, now)


def horizon(rules: Rules, now: datetime) -> datetime:
    """The end of the last day of the calendar."""
    last = rules.bookable(now)[1].astimezone(SYDNEY).date() + timedelta(days=1)
    return datetime(last.year, last.month, last.day, tzinfo=SYDNEY).astimezone(UTC) - timedelta(seconds=1)


@pytest.mark.spec("A-05")
@settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
@given(now=st.sampled_from((NOW, LATER)), acts=st.lists(CHANGES, min_size=10, max_size=12))
def test_five_hundred_changes_lose_double_and_move_nobodys_time(
    projects: list[int], now: datetime, acts: list[tuple[str, int]]
) -> None:
    begin(now)
    times = list(Slot.select().order_by(Slot.date))
    for number, project in enumerate(projects[:5]):
        take(project, times[3 + 7 * number], HoldKind.PAID if number % 2 else HoldKind.TRANSFER, now)
    for act in acts:
        mine = theirs()
        try:
            change(now, projects, *act)
        except AppError as refusal:
            assert refusal.status == 409
        if act[0] in ("save", "close", "reopen", "block", "add"):
            assert theirs() == mine
            # The job that runs through the day finds nothing else to do.
            before = list(Slot.select().order_by(Slot.id).tuples())
            assert actions.generate(now) == 0
            assert list(Slot.select().order_by(Slot.id).tuples()) == before
        assert all(earlier[1] <= later[0] for earlier, later in pairwise(spans(now)))
        actions.generate(now)  # what was given up may be free again
        assert all(earlier[1] <= later[0] for earlier, later in pairwise(spans(now)))


def test_the_check_above_sees_times_that_overlap(projects: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: with what keeps free times clear of somebody's switched off, the same check fails."""
    begin(NOW)
    take(projects[0], Slot.get(Slot.date == at("2026-09-29T10:00")), HoldKind.PAID, NOW)
    monkeypatch.setattr(planning, "offered", lambda times, rules, kept: list(times))
    rules = Rules(hours=(Hours(1, 570, 900),))
    changes.save(rules, Availability.present().version, HELENA, NOW)
    assert not all(earlier[1] <= later[0] for earlier, later in pairwise(spans(NOW)))


def test_what_would_follow_is_told_and_nothing_is_changed_by_asking(projects: list[int]) -> None:
    begin(NOW)
    take(projects[0], Slot.get(Slot.date == at("2026-09-29T09:00")), HoldKind.PAID, NOW)
    take(projects[1], Slot.get(Slot.date == at("2026-09-30T09:00")), HoldKind.CARD, NOW)
    rows = list(Slot.select().tuples())
    # Tuesdays from ten, otherwise as before.
    hours = tuple(Hours(day, 600 if day == 1 else 540, 1005) for day in range(5))
    told = planning.plan(Rules(hours=hours, horizon_weeks=1), NOW)
    assert list(Slot.select().tuples()) == rows
    assert told.appear == []
    # The rest of the eight weeks; of the first one the Tuesday's nine o'clock is Amelia's.
    assert [each for each in told.disappear if each <= NOW + timedelta(days=7, hours=16)] == []
    assert [(slot.project_id, was) for slot, was in told.touched] == [(projects[0], True)]


def test_other_numbers_are_told_with_what_remains(projects: list[int]) -> None:
    begin(NOW)
    take(projects[0], Slot.get(Slot.date == at("2026-09-29T09:00")), HoldKind.PAID, NOW)
    other = Rules(minutes=60, buffer_minutes=0, notice_hours=48, horizon_weeks=4)
    told = planning.plan(other, NOW).told
    changes.save(other, Availability.present().version, HELENA, NOW)
    last = other.bookable(NOW)[1].astimezone(SYDNEY).date()
    rows = Slot.select().where(Slot.date > NOW, ~Slot.is_booked, ~Slot.blocked)
    free = [slot for slot in rows if slot.date.astimezone(SYDNEY).date() <= last]
    assert {slot.minutes for slot in free} == {60} and len(free) > 100
    assert told == [
        f"{len(free)} free times remain and last 60 minutes, not 45. The public pages say 60 minutes, too; "
        "times that are held or booked stay as long as they are.",
        "Clients book at least 48 hours ahead, not 24.",
        "Clients book up to 4 weeks ahead, not 8.",
    ]
    assert planning.plan(Availability.rules(), NOW).told == []


def test_what_has_begun_is_not_told_as_a_time_that_goes(projects: list[int]) -> None:
    begin(NOW)
    told = planning.plan(Rules(), NOW + timedelta(hours=4))
    assert (told.appear, told.disappear, told.touched) == ([], [], [])


@pytest.mark.spec("A-05")
def test_a_booked_time_outside_the_new_hours_stays_and_is_nobodys_after_it_is_given_up(projects: list[int]) -> None:
    begin(NOW)
    slot = Slot.get(Slot.date == at("2026-09-29T09:00"))
    take(projects[0], slot, HoldKind.PAID, NOW)
    changes.save(Rules(hours=(Hours(2, 540, 1005),)), Availability.present().version, HELENA, NOW)
    assert theirs() == {projects[0]: (slot.date, 45, slot.id)}
    held = Hold.of_project(projects[0])
    assert held is not None
    actions.let_go(held, NOW)
    assert slot.date not in free(NOW)
    with pytest.raises(AppError) as refused, write():
        take(projects[1], slot, HoldKind.CARD, NOW)
    assert refused.value.status == 409


def test_a_booked_time_keeps_its_length_when_consultations_become_longer(projects: list[int]) -> None:
    begin(NOW)
    slot = Slot.get(Slot.date == at("2026-09-29T09:00"))
    take(projects[0], slot, HoldKind.PAID, NOW)
    changes.save(Rules(minutes=60, buffer_minutes=0), Availability.present().version, HELENA, NOW)
    assert Hold.minutes_among(projects[:1]) == {projects[0]: 45}
    assert {row.minutes for row in Slot.select().where(Slot.is_booked == False, Slot.blocked == False)} == {60}
    assert Hold.minutes_among(projects[1:2]) == {projects[1]: 60}  # that has none yet


def test_rules_that_somebody_else_changed_meanwhile_are_not_overwritten(projects: list[int]) -> None:
    begin(NOW)
    version = Availability.present().version
    mine, theirs_ = Rules(notice_hours=48), Rules(notice_hours=12)
    assert changes.save(theirs_, version, Actor.staff("olivia"), NOW) == version + 1
    with pytest.raises(AppError, match="olivia has changed the rules meanwhile") as refused:
        changes.save(mine, version, HELENA, NOW)
    assert refused.value.status == 409
    assert Availability.rules() == theirs_
    # The same again is a repetition, whichever version it was planned with.
    assert changes.save(theirs_, version, Actor.staff("olivia"), NOW) == version + 1
    lines = AuditLine.select().where(AuditLine.action == Act.CHANGE_AVAILABILITY)
    assert [(line.actor, line.subject) for line in lines] == [("olivia", f"availability:{version + 1}")]


def test_a_save_that_fails_half_way_leaves_the_rules_and_the_times_as_they_were(
    folder: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    actions.generate(NOW)
    rows, rules = list(Slot.select().tuples()), Availability.rules()

    def fail(*_: object) -> None:
        raise LookupError

    monkeypatch.setattr("app.slots.changes.audit.note", fail)
    with pytest.raises(LookupError):
        changes.save(Rules(hours=()), Availability.present().version, HELENA, NOW)
    assert (list(Slot.select().tuples()), Availability.rules()) == (rows, rules)


def test_a_single_time_is_blocked_and_unblocked_once(projects: list[int]) -> None:
    begin(NOW)
    start = at("2026-09-29T09:00")
    assert [changes.block(start, HELENA, NOW) for _ in range(2)] == [True, False]
    assert start not in free(NOW)
    assert actions.generate(NOW) == 0  # the job does not bring it back
    assert start not in free(NOW)
    assert [changes.add(start, HELENA, NOW) for _ in range(2)] == [True, False]
    assert start in free(NOW)
    assert (Availability.rules().added, Availability.rules().blocked) == (frozenset(), frozenset())


def test_a_single_time_is_added_and_taken_away_again(projects: list[int]) -> None:
    begin(NOW)
    saturday = at("2026-10-03T10:00")
    assert [changes.add(saturday, HELENA, NOW) for _ in range(2)] == [True, False]
    assert saturday in free(NOW)
    assert changes.block(saturday, HELENA, NOW)
    assert saturday not in free(NOW)
    assert changes.add(saturday, HELENA, NOW)
    assert saturday in free(NOW)


@pytest.mark.parametrize(
    ("start", "said"),
    [
        ("2026-09-28T07:59", changes.OVER),
        ("2026-09-29T09:30", changes.OVERLAPS_KEPT),
        ("2026-10-03T10:30", changes.OVERLAPS_ADDED),
        ("2026-10-05T12:00", changes.CLOSED_THEN),
        ("2027-09-29T09:00", changes.TOO_FAR),
    ],
)
def test_a_single_time_that_cannot_be_is_refused(projects: list[int], start: str, said: str) -> None:
    begin(NOW)
    take(projects[0], Slot.get(Slot.date == at("2026-09-29T09:00")), HoldKind.CARD, NOW)
    changes.add(at("2026-10-03T10:00"), HELENA, NOW)
    changes.close(Closure(at("2026-10-05T00:00"), at("2026-10-06T00:00"), "Away"), HELENA, NOW)
    rows = list(Slot.select().tuples())
    with pytest.raises(AppError, match=said.split(".")[0]) as refused:
        changes.add(at(start), HELENA, NOW)
    assert refused.value.status == 409
    assert list(Slot.select().tuples()) == rows


def test_somebodys_time_is_not_blocked(projects: list[int]) -> None:
    begin(NOW)
    start = at("2026-09-29T09:00")
    take(projects[0], Slot.get(Slot.date == start), HoldKind.CARD, NOW)
    with pytest.raises(AppError, match="held or booked"):
        changes.block(start, HELENA, NOW)


def test_a_closure_empties_its_days_keeps_who_is_there_and_is_taken_back(projects: list[int]) -> None:
    begin(NOW)
    take(projects[0], Slot.get(Slot.date == at("2026-09-30T09:00")), HoldKind.PAID, NOW)
    before, mine = free(NOW), theirs()
    closure = Closure(at("2026-09-29T00:00"), at("2026-10-01T00:00"), "Conference")
    assert [changes.close(closure, HELENA, NOW) for _ in range(2)] == [True, False]
    assert [each for each in free(NOW) if closure.starts <= each < closure.ends] == []
    assert theirs() == mine
    assert [changes.reopen(closure, HELENA, NOW) for _ in range(2)] == [True, False]
    assert free(NOW) == before


def test_what_is_near_a_kept_time_is_found(folder: object) -> None:
    kept = [Kept(at("2026-09-29T09:00"), 45), Kept(at("2026-09-29T10:00"), 240)]
    times = [at(f"2026-09-29T{hour:02}:00") for hour in range(8, 16)]
    assert local(clear_of(times, 45, kept)) == ["Tue 29 08:00", "Tue 29 14:00", "Tue 29 15:00"]
