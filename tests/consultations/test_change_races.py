"""Several change one consultation at the same moment, or several want one time: it ends as if one had come first."""

import itertools
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import partial

import pytest

from app import db
from app.consultations import actions as consultations
from app.consultations import by_client
from app.errors import AppError
from app.limits import limiter
from app.mail.models import Letter
from app.projects import actions as projects
from app.projects.models import Project
from app.slots import actions as slots
from app.slots.models import Hold, Slot
from tests.consultations.scheduled import Client
from tests.people import People
from tests.watch import Watch

ROUNDS = 8
PATIENCE_SECONDS = 60
Racer = Callable[[], object]


def race(*racers: Racer) -> list[object]:
    """Everybody at once: "done", the refusal's code, or the fault of each."""
    start = threading.Barrier(len(racers))

    def run(racer: Racer) -> object:
        try:
            start.wait()
            racer()
            return "done"
        except AppError as refusal:
            return refusal.code
        except Exception as fault:
            return fault
        finally:
            db.close()

    with ThreadPoolExecutor(len(racers)) as pool:
        return list(pool.map(run, racers))


def faults(*project_ids: int) -> list[str]:
    """What of time, hold, project and letters disagrees."""
    found = []
    for project in (Project.get_by_id(number) for number in project_ids):
        holds = list(Hold.select().where(Hold.project_id == project.id, Hold.released_at.is_null()))
        booked = list(Slot.select().where(Slot.project_id == project.id, Slot.is_booked == True))
        if [hold.slot_id for hold in holds] != [slot.id for slot in booked] or len(holds) > 1:
            found.append(f"{project.id} keeps {len(holds)} times of {len(booked)}")
        if project.appointment_date != (holds[0].slot.date if holds else None):
            found.append(f"{project.id} shows another time than is kept")
        moved = Letter.select().where(Letter.project_id == project.id, Letter.kind == "consultation_moved").count()
        changes = project.calendar_sequence - (project.status == "cancelled")
        if moved != changes:
            found.append(f"{project.id} has {moved} letters about {changes} changes")
    return found


def mover(client: Client, slot: int, watch: Watch) -> Racer:
    """The client asks for that time, as the page shows it now."""
    seen = Project.get_by_id(client.project).appointment_date
    return lambda: by_client.move(client.project, slot, seen, watch.now)


def canceller(client: Client, watch: Watch) -> Racer:
    seen = Project.get_by_id(client.project).appointment_date
    return lambda: by_client.cancel(client.project, seen, watch.now)


def clients(people: People, number: int, count: int = 1) -> list[Client]:
    """New clients with consultations weeks ahead."""
    limiter.reset()
    return [Client.with_time(people, 100 + each, f"racer{number}-{each}@example.com") for each in range(count)]


@pytest.mark.spec("D-08")
def test_of_two_moves_at_once_one_is_made(people: People, watch: Watch) -> None:
    for number in range(ROUNDS):
        (amelia,) = clients(people, number)
        outcome = race(*(mover(amelia, slot, watch) for slot in amelia.free()[50:52]))
        assert sorted(outcome) == ["changed", "done"]
        assert faults(amelia.project) == []


@pytest.mark.spec("D-08", "O-07")
def test_of_two_clients_who_want_one_time_one_gets_it_and_the_other_keeps_hers(people: People, watch: Watch) -> None:
    for number in range(ROUNDS):
        both = clients(people, number, 2)
        wanted = both[0].free()[50]
        assert sorted(race(*(mover(each, wanted, watch) for each in both))) == ["done", "taken"]
        assert faults(*(each.project for each in both)) == []
        moved = [Project.get_by_id(each.project).client_moved_at is not None for each in both]
        assert sorted(moved) == [False, True]


@pytest.mark.parametrize("other", ["staff move", "staff cancel", "client cancel"])
def test_a_move_and_another_change_at_once_end_as_if_one_had_come_first(
    people: People, watch: Watch, other: str
) -> None:
    for number in range(ROUNDS):
        (amelia,) = clients(people, number)
        mine, theirs = amelia.free()[50:52]
        project, now = amelia.project, watch.now
        against: dict[str, Racer] = {
            "staff move": partial(consultations.move, project, theirs, "helena", now),
            "staff cancel": partial(consultations.cancel, project, "helena", "", now),
            "client cancel": canceller(amelia, watch),
        }
        outcome = race(mover(amelia, mine, watch), against[other])
        assert outcome in (["done", "done"], ["changed", "done"], ["done", "changed"], ["not_found", "done"])
        assert faults(amelia.project) == []


def test_with_the_guards_off_both_moves_are_made(people: People, watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control: both look before either has changed anything."""
    (amelia,) = clients(people, 0)
    racers = [mover(amelia, slot, watch) for slot in amelia.free()[50:52]]
    arrivals, both_there, choosable = itertools.count(1), threading.Event(), slots.choosable

    def together(slot_id: int, now: object) -> Slot:
        if next(arrivals) == 2:
            both_there.set()
        assert both_there.wait(PATIENCE_SECONDS)
        return choosable(slot_id, now)

    monkeypatch.setattr(slots, "choosable", together)
    for module in (by_client, slots, projects):
        monkeypatch.setattr(module, "write", nullcontext)
    db.database.execute_sql("DROP INDEX IF EXISTS slot_holds_one_per_project")
    # Both pass every check; that the table then refuses the second owner's row is the last guard, and no answer.
    outcome = race(*racers)
    assert "changed" not in outcome and next(arrivals) > 2
    assert outcome != ["done", "done"] or faults(amelia.project) != []
