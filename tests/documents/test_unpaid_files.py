"""What visitors send without paying ends long before the disk does, and clients do not notice."""

import io

import pytest

from app.alerts.models import Alert
from app.config import in_force
from app.db import database
from app.demo.papers import sample_pdf
from app.documents import disk, unpaid
from app.documents.models import Document
from tests.onboarders import Onboarder
from tests.people import People, Person

GB = 1024**3
TOLD = "We cannot take more files from visitors at the moment."


@pytest.mark.parametrize(
    ("held", "free", "most", "room"),
    [
        (0, 100 * GB, 5 * GB, True),
        (5 * GB - 1, 100 * GB, 5 * GB, True),
        (5 * GB, 100 * GB, 5 * GB, False),
        (5 * GB, 100 * GB, 20 * GB, True),
        # A fifth of 10 GB, of which they hold some already.
        (2 * GB - 1, 8 * GB + 1, 5 * GB, True),
        (2 * GB, 8 * GB, 5 * GB, False),
        (GB, 2 * GB, 5 * GB, False),
        (0, 0, 5 * GB, False),
    ],
)
def test_they_take_up_so_much_or_a_fifth_of_what_is_free(held: int, free: int, most: int, room: bool) -> None:
    assert unpaid.has_room(held, free, most) is room


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """The disk as a test says it is; nearly everything of it is free."""
    said = {"free": 200 * GB, "total": 210 * GB}
    monkeypatch.setattr(disk, "space", lambda folder: (said["free"], said["total"]))
    return said


def let_all_be(size: int) -> None:
    """Let every file's row say that it has so many bytes."""
    Document.update(file_size=size).execute()


def drafting(people: People) -> Person:
    visitor = people.visitor()
    visitor.fill_wizard(files=0)
    return visitor


@pytest.fixture
def flooded(people: People, room: dict[str, int]) -> Person:
    """A stranger whose draft holds all that may be held."""
    stranger = drafting(people)
    assert stranger.upload().status_code == 201
    let_all_be(in_force().uploads.unpaid_gb * GB)
    return stranger


@pytest.mark.spec("B-06")
def test_strangers_are_refused_in_clear_words_and_lose_nothing(people: People, flooded: Person) -> None:
    visitor, ann = drafting(people), Onboarder(people.house)
    for answer in (visitor.upload(), ann.attach()):
        body = answer.get_json()
        assert answer.status_code == 507
        assert body["message"].startswith(TOLD) and body["fields"] == {"file": body["message"]}
    assert Document.select().count() == 1
    assert len([path for path in in_force().documents_folder.glob("*/*") if path.is_file()]) == 1
    assert visitor.get("/api/bookings/current").get_json()["booking"]["fullName"] == "Amelia Hart"


def test_clients_send_on(people: People, flooded: Person) -> None:
    client = people.client(files=0)
    client.fill_wizard(files=0, email="amelia@example.com")
    assert client.upload().status_code == 201


def test_what_is_paid_counts_no_more(people: People, flooded: Person) -> None:
    assert unpaid.held_bytes() == 5 * GB
    let_all_be(10 * 1024 * 1024)
    payer = people.visitor()
    payer.book()
    assert Document.select().count() == 2
    let_all_be(in_force().uploads.unpaid_gb * GB - 1)
    # The payer's own file is a client's by now.
    assert unpaid.held_bytes() == 5 * GB - 1
    assert drafting(people).upload().status_code == 201


def test_an_unpaid_project_s_files_count(people: People, room: dict[str, int]) -> None:
    ann = Onboarder(people.house)
    assert ann.attach().status_code == 201
    let_all_be(7)
    assert unpaid.held_bytes() == 7
    let_all_be(5 * GB)
    assert drafting(people).upload().status_code == 507


def test_the_same_upload_sent_once_more_is_no_new_file(people: People, room: dict[str, int]) -> None:
    visitor = drafting(people)
    keyed = {"Idempotency-Key": "3f0c1b0e-0000-4000-8000-000000000001"}

    def send() -> int:
        data = {"file": (io.BytesIO(sample_pdf("Plan")), "Plan.pdf")}
        return visitor.browser.post("/api/bookings/current/documents", data=data, headers=keyed).status_code

    assert send() == 201
    let_all_be(5 * GB)
    assert send() == 201
    assert drafting(people).upload().status_code == 507


def test_without_the_ceiling_it_goes_on(people: People, flooded: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control."""
    monkeypatch.setattr(unpaid, "has_room", lambda *_: True)
    assert drafting(people).upload().status_code == 201


def test_staff_are_told_once_and_the_line_goes_by_itself(people: People, flooded: Person) -> None:
    for _ in range(3):
        people.house.jobs.run("unpaid files")
    alert = Alert.get(Alert.kind == "uploads.unpaid")
    assert "take up 5.0 GB" in alert.message and Alert.select().count() == 1
    let_all_be(100)
    people.house.jobs.run("unpaid files")
    assert not Alert.select().exists()


def test_it_is_added_up_without_a_look_at_every_document(people: People) -> None:
    heard = []
    for where in ("project_id IS NULL", "project_id IN (SELECT id FROM projects WHERE proved_at IS NULL)"):
        sql = f"EXPLAIN QUERY PLAN SELECT SUM(file_size) FROM documents WHERE uploaded_by = 'visitor' AND {where}"
        heard += [row[3] for row in database.execute_sql(sql).fetchall()]
    assert not any(line.startswith("SCAN documents") for line in heard), heard
