"""Files stop while the disk is nearly full, and staff are told before that."""

from datetime import timedelta
from typing import Any

import pytest

from app import clock
from app.alerts.models import Alert
from app.documents import disk
from app.documents.models import Document
from app.documents.rules import is_full, is_low
from app.documents.space import watch_disk
from app.factory import House
from tests.onboarders import Onboarder
from tests.people import People

GIB = 1024**3
TIB = 1024 * GIB


@pytest.mark.parametrize(
    ("free", "total", "full", "low"),
    [
        (10 * GIB, 20 * GIB, False, False),
        (2 * GIB, 20 * GIB, False, False),
        (2 * GIB - 1, 20 * GIB, False, True),
        (GIB, 20 * GIB, False, True),
        (GIB - 1, 20 * GIB, True, True),
        (52 * GIB, TIB, False, True),  # a large disk: 5 % are 51.2 GiB
        (51 * GIB, TIB, True, True),
        (GIB, 4 * GIB, False, False),  # a small one: a whole GiB stays free
        (GIB - 1, 4 * GIB, True, True),
        (0, GIB, True, True),
    ],
)
def test_no_file_is_taken_below_a_gibibyte_or_a_twentieth(free: int, total: int, full: bool, low: bool) -> None:
    assert (is_full(free, total), is_low(free, total)) == (full, low)


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """The disk as a test says it is."""
    said = {"free": 10 * GIB, "total": 20 * GIB}
    monkeypatch.setattr(disk, "space", lambda folder: (said["free"], said["total"]))
    return said


def test_an_upload_to_a_draft_and_one_to_a_project_are_refused_with_a_clear_sentence_and_nothing_is_lost(
    people: People, room: dict[str, int]
) -> None:
    visitor, ann = people.visitor(), Onboarder(people.house)
    visitor.fill_wizard()
    room["free"] = GIB - 1
    for answer in (visitor.upload(), ann.attach()):
        body: dict[str, Any] = answer.get_json()
        assert answer.status_code == 507
        assert "our storage is nearly full" in body["message"] and body["fields"]["file"] == body["message"]
    assert Document.select().count() == 1
    assert visitor.get("/api/bookings/current").get_json()["booking"]["fullName"] == "Amelia Hart"
    room["free"] = GIB
    assert (visitor.upload().status_code, ann.attach().status_code) == (201, 201)


def test_nothing_is_written_while_there_is_no_room(people: People, room: dict[str, int]) -> None:
    visitor = people.visitor()
    visitor.fill_wizard(files=0)
    room["free"] = 0
    assert visitor.upload().status_code == 507
    assert not list(people.house.config.documents_folder.glob("*/*"))


def test_staff_are_told_below_a_tenth_and_the_line_goes_by_itself(house: House, room: dict[str, int]) -> None:
    room["free"] = 2 * GIB - 1
    for _ in range(3):
        house.jobs.run("disk")
    assert "(2.0 of 20.0 GiB were free" in Alert.get().message
    room["free"] = 2 * GIB
    house.jobs.run("disk")
    assert not Alert.select().exists()


def test_the_real_disk_is_asked(house: House) -> None:
    free, total = disk.space(house.config.documents_folder / "not" / "there" / "yet")
    assert 0 < free < total
    watch_disk(house.config.folder, clock.now() + timedelta(days=1))
