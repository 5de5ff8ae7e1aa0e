"""Merging by two at once, and beside what a client does in the same moment."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from merged_clients import JANE, JANET, merge, merged, named, sound, undo

from app import clock
from app.accounts import details
from app.accounts.models import Client
from app.audit.models import AuditLine
from app.db import database
from app.factory import House
from app.merging import actions
from app.merging.models import Merge
from app.projects.models import Project
from tests.people import People, Person

ROUNDS = 5


def at_once(act: Callable[..., Any], *given: tuple[Any, ...]) -> list[int]:
    """Let one for each of the given begin in the same moment; their answers' statuses, sorted."""
    ready, answers = threading.Barrier(len(given)), list[int]()

    def one(*mine: Any) -> None:
        ready.wait()
        answers.append(act(*mine).status_code)
        database.close()

    threads = [threading.Thread(target=one, args=mine) for mine in given]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(answers)


def count(act: str) -> int:
    return AuditLine.select().where(AuditLine.action == act).count()


@pytest.mark.spec("A-09")
def test_of_two_who_merge_both_ways_at_once_one_wins_and_of_two_who_undo_it_one(
    people: People, house: House, two: tuple[Client, Client]
) -> None:
    helena, olivia = people.staff(), people.staff()
    for turn in range(1, ROUNDS + 1):
        jane, janet = named(JANE), named(JANET)
        assert at_once(merge, (helena, jane, janet), (olivia, janet, jane)) == [200, 409]
        last = Merge.select().order_by(Merge.id.desc()).get()
        assert Project.select().where(Project.client == last.kept_id).count() == 2
        kept = Client.get_by_id(last.kept_id)
        assert at_once(undo, (helena, kept, last.id), (olivia, kept, last.id)) == [200, 409]
        assert (count("merge-clients"), count("undo-merge")) == (turn, turn)
        assert [Project.select().where(Project.client == each).count() for each in (jane, janet)] == [1, 1]
    assert sound(house)


def test_two_who_send_the_same_merge_at_once_merge_once(people: People, two: tuple[Client, Client]) -> None:
    kept, other = two
    body = {"otherId": other.id, "version": kept.version, "otherVersion": other.version}

    def send(person: Person) -> Any:
        path = f"/api/admin/clients/{kept.id}/merge"
        return person.post(path, body, headers={"Idempotency-Key": "both"})

    helena, olivia = people.staff(), people.staff()
    assert at_once(send, (helena,), (olivia,)) == [200, 200]
    assert (Merge.select().count(), count("merge-clients")) == (1, 1)


def corrected(two: tuple[Client, Client], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the other correct their phone between the look and the lock of the next merge."""
    real = actions.merge

    def then(*given: Any) -> Merge:
        details.correct(two[1].id, {"phone": "0400 777 777"}, clock.now())
        return real(*given)

    monkeypatch.setattr(actions, "merge", then)


def test_what_the_other_corrects_in_the_same_moment_is_not_merged_unseen(
    staff: Person, two: tuple[Client, Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    corrected(two, monkeypatch)
    assert merge(staff, *two, phone="other").status_code == 409
    assert (named(JANE).phone, named(JANET).phone) == ("0400 111 111", "0400 777 777")


def test_without_the_guard_it_would_be(
    staff: Person, two: tuple[Client, Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: staff who chose 0400 222 222 would have taken another number."""
    corrected(two, monkeypatch)
    monkeypatch.setattr(actions, "check_unchanged", lambda *_: None)
    merged(staff, *two, phone="other")
    assert named(JANE).phone == "0400 777 777"
