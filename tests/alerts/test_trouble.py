"""A row that fails must not starve the others of its job."""

import peewee
import pytest

from app.alerts.models import Alert
from app.alerts.trouble import TOLD_PER_RUN, each
from app.factory import House


def run(rows: list[int], failing: set[int]) -> tuple[int, list[int]]:
    """One run of a job over numbers, some of which fail; what it returned and which were done."""
    done = []

    def act(number: int) -> bool:
        if number in failing:
            raise ValueError(number)
        done.append(number)
        return True

    return each("counting", "counting it", rows, act, lambda number: f"HPM-{number}"), done


def test_the_others_are_done_and_staff_learn_which_one_is_not(house: House) -> None:
    assert run([1, 2, 3], {1}) == (2, [2, 3])
    assert [alert.message for alert in Alert.select()] == [
        "HPM-1: counting it did not work; the log says why. It is tried again and again."
    ]


def test_what_was_told_goes_by_itself_once_the_row_works_or_is_not_due_any_more(house: House) -> None:
    run([1, 2, 3], {1, 2})
    run([1, 2], {2})
    assert [alert.dedupe_key for alert in Alert.select()] == ["counting-HPM-2"]
    run([3], set())
    assert not Alert.select().exists()


def test_a_fault_that_strikes_every_row_is_not_told_for_each(house: House) -> None:
    run(list(range(100)), set(range(100)))
    assert Alert.select().count() == TOLD_PER_RUN


def test_a_full_disk_is_the_jobs_trouble_and_not_a_rows(house: House) -> None:
    def act(number: int) -> bool:
        raise peewee.OperationalError("database or disk is full")

    with pytest.raises(peewee.OperationalError):
        each("counting", "counting it", [1], act, str)
    assert not Alert.select().exists()
