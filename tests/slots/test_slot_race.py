"""One time, many who want it: exactly one gets it."""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from running import free_port
from slot_racers import RACES_PER_SESSION, Field, owners

from app.clock import now
from app.slots import actions
from app.slots.models import Hold
from tests.durability.kill_server import Server
from tests.onboarders import DETAILS, Onboarder
from tests.people import People

RACERS, ROUNDS = (int(part) for part in os.environ.get("HELIOS_TEST_RACE", "10x20").split("x"))
UNGUARDED = (str(Path(__file__).with_name("unguarded_server.py")),)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """The program in a process of its own, on an empty folder; its limits per session are in force."""
    made = Server(tmp_path / "data", free_port())
    made.start()
    yield made
    made.stop()


@pytest.mark.spec("O-07")
def test_exactly_one_of_many_racers_gets_the_time(server: Server) -> None:
    """Over HTTP, round after round; who has won before races on and would change its time."""
    held = dict(owners(server.folder)[0])  # what the demo's own people have
    raced = 0
    for generation, first in enumerate(range(0, ROUNDS, RACES_PER_SESSION)):
        field = Field(server.port, RACERS, generation)
        wanted = field.racers[0].times()[1 : 1 + min(RACES_PER_SESSION, ROUNDS - first)]
        for slot in wanted:
            statuses, winners = field.race(slot)
            raced += 1
            assert statuses == {200: 1, 409: RACERS - 1}, server.tail()
            held[winners[0]] = slot
            assert owners(server.folder) == (sorted(held.items()), sorted(held.items()))
        field.close()
    assert raced == ROUNDS


def test_without_the_guard_the_race_is_seen(tmp_path: Path) -> None:
    """The negative control: read first, write later, and the same time is sold twice."""
    server = Server(tmp_path / "data", free_port(), UNGUARDED)
    server.start()
    try:
        before = owners(server.folder)[0]
        field = Field(server.port, 6)
        slot = field.racers[0].times()[1]
        statuses, winners = field.race(slot)
        field.close()
        assert statuses[200] > 1
        assert owners(server.folder)[0] == sorted([*before, *((winner, slot) for winner in winners)])
    finally:
        server.kill()


@pytest.mark.spec("O-07")
def test_the_loser_is_told_and_the_list_has_one_less(people: People) -> None:
    actions.generate(now())
    first, second = (Onboarder(people.house, email=f"racer{number}@example.com") for number in range(2))
    slot = first.times()[1]["id"]
    assert first.take(slot).status_code == 200
    lost = second.take(slot)
    assert lost.status_code == 409
    assert lost.get_json()["message"] == "That time has just been taken. Please choose another."
    assert slot not in {each["id"] for each in second.times()}


def test_nobody_can_hoard_times(people: People) -> None:
    """Scripted holds from one browser or one address run into the caps; others still book."""
    actions.generate(now())
    greedy = Onboarder(people.house, email="greedy@example.com")
    free = [slot["id"] for slot in greedy.times()[1:]]
    answers: Counter[int] = Counter()
    for number in range(12):
        greedy.intake = greedy.post("/api/clients", DETAILS).get_json()["id"]
        greedy.project = greedy.make_project("scope_tender")
        answers[greedy.take(free[number]).status_code] += 1
    assert answers[200] == 2
    assert answers[429] == 10
    assert Hold.select().where(Hold.released_at.is_null()).count() == 2
