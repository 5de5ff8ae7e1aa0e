"""One time, many who want it: exactly one gets it."""

import os
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress

import pytest

from app import db
from app.clock import now
from app.consultations import actions as consulting
from app.factory import House
from app.http import limiter
from app.slots import actions
from app.slots.models import Hold, Slot
from tests.onboarders import DETAILS, Onboarder
from tests.people import People

RACERS, ROUNDS = (int(part) for part in os.environ.get("HELIOS_TEST_RACE", "10x20").split("x"))


def gather(house: House, count: int) -> list[Onboarder]:
    return [Onboarder(house, email=f"racer{number}@example.com") for number in range(count)]


def run(racers: list[Onboarder], slot: int) -> Counter[int]:
    """Everybody asks for the same time at the same moment."""
    start = threading.Barrier(len(racers))

    def ask(racer: Onboarder) -> int:
        try:
            start.wait()
            return racer.take(slot).status_code
        finally:
            db.close()

    with ThreadPoolExecutor(len(racers)) as pool:
        return Counter(pool.map(ask, racers))


@pytest.fixture
def unlimited(house: House, monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setattr(limiter, "enabled", False)
    monkeypatch.setattr(actions, "check_caps", lambda taker: None)
    return house


@pytest.mark.spec("O-07")
def test_exactly_one_of_many_racers_gets_the_time(unlimited: House) -> None:
    actions.generate(now())
    racers = gather(unlimited, RACERS)
    for slot in Slot.free(now())[:ROUNDS]:
        assert run(racers, slot.id) == {200: 1, 409: RACERS - 1}
        assert Hold.select().where(Hold.slot == slot, Hold.released_at.is_null()).count() == 1
        for hold in Hold.select().where(Hold.released_at.is_null()):
            actions.let_go(hold, now())


def test_without_the_guarded_statement_the_race_is_seen(unlimited: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control: read first, write later, and a time gets sold twice or the loser sees an error."""
    actions.generate(now())
    racers = gather(unlimited, 6)
    meeting = threading.Barrier(6, timeout=2)

    def careless(slot_id: int, project_id: int, release: Hold | None, now: object) -> bool:
        free = not Slot.get_by_id(slot_id).is_booked
        with suppress(threading.BrokenBarrierError):
            meeting.wait()
        if free:
            Slot.update(is_booked=True, project_id=project_id).where(Slot.id == slot_id).execute()
        return free

    monkeypatch.setattr(actions, "claim", careless)
    monkeypatch.setattr(actions, "write", nullcontext)
    monkeypatch.setattr(consulting, "write", nullcontext)
    assert run(racers, Slot.free(now())[0].id) != {200: 1, 409: 5}


@pytest.mark.spec("O-07")
def test_the_loser_is_told_and_the_list_has_one_less(people: People) -> None:
    actions.generate(now())
    first, second = gather(people.house, 2)
    slot = first.times()[0]["id"]
    assert first.take(slot).status_code == 200
    lost = second.take(slot)
    assert lost.status_code == 409
    assert lost.get_json()["message"] == "That time has just been taken. Please choose another."
    assert slot not in {each["id"] for each in second.times()}


def test_nobody_can_hoard_times(people: People) -> None:
    """Scripted holds from one browser or one address run into the caps; others still book."""
    actions.generate(now())
    greedy = Onboarder(people.house, email="greedy@example.com")
    free = [slot["id"] for slot in greedy.times()]
    answers: Counter[int] = Counter()
    for number in range(12):
        greedy.intake = greedy.post("/api/clients", DETAILS).get_json()["id"]
        greedy.project = greedy.make_project("scope_tender")
        answers[greedy.take(free[number]).status_code] += 1
    assert answers[200] == 2
    assert answers[429] == 10
    assert Hold.select().where(Hold.released_at.is_null()).count() == 2
