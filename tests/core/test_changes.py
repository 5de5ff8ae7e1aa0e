"""The version of what is shown: another one after every change, and the same one as long as people only look."""

import pytest

from app import clock
from app.accounts.models import Client
from app.audit.actions import VISITOR, note
from app.audit.models import Act
from app.changes import Changes, changes
from app.db import write
from app.slots import actions as slots
from tests.onboarders import Onboarder
from tests.people import People, Person

pytestmark = pytest.mark.spec("A-09")


@pytest.fixture
def staff(people: People) -> Person:
    """Helena; Amelia is a client with a booking."""
    slots.generate(clock.now())
    people.client()
    return people.staff()


def version(staff: Person) -> str:
    answer = staff.get("/api/admin/changes")
    assert answer.status_code == 200
    return str(answer.get_json()["version"])


def test_a_change_makes_another_version_and_none_makes_none(staff: Person, people: People) -> None:
    before = version(staff)
    assert version(staff) == before
    Onboarder(people.house, email="carla@example.com")
    after = version(staff)
    assert after != before and version(staff) == after


def test_looking_changes_nothing_or_every_tab_would_keep_asking(staff: Person) -> None:
    client = Client.get().id
    pages = [
        "/api/admin/dashboard",
        "/api/admin/attention",
        "/api/admin/projects",
        "/api/admin/projects/1",
        "/api/admin/clients",
        f"/api/admin/clients/{client}",
        f"/api/admin/clients/{client}/timeline",
        "/api/admin/documents",
        "/api/admin/consultations",
        "/api/admin/enquiries",
        "/api/admin/unfinished",
        "/api/admin/letter-templates",
        "/api/admin/availability",
        "/api/admin/bills",
        "/api/admin/projects/1/messages",
    ]
    before = version(staff)
    assert [staff.get(page).status_code for page in pages] == [200] * len(pages)
    assert version(staff) == before


def test_only_what_is_committed_counts_and_only_then(folder: object) -> None:
    assert folder
    before = changes.version
    at = {"created_at": clock.now(), "updated_at": clock.now()}
    with pytest.raises(RuntimeError), write():
        Client.create(name="A", email="a@example.com", phone="0", **at)
        raise RuntimeError
    assert changes.version == before
    with write():
        Client.create(name="A", email="a@example.com", phone="0", **at)
        assert changes.version == before
    assert changes.version != before


def test_what_touches_no_row_or_is_never_shown_does_not_count(folder: object) -> None:
    assert folder
    before = changes.version
    with write():
        Client.update(name="B").where(Client.id == 0).execute()
        Client.delete().execute()
    note(VISITOR, Act.LOOK, "client:1", clock.now())
    assert changes.version == before


@pytest.mark.parametrize(
    ("sql", "counts"),
    [
        ('INSERT INTO "clients" ("name") VALUES (?)', True),
        ("insert or replace into clients values (1)", True),
        ('REPLACE INTO "clients" VALUES (1)', True),
        ('UPDATE "clients" SET "name" = ?', True),
        ("DELETE FROM clients", True),
        ('DELETE FROM "audit_log"', False),
        ("UPDATE sessions SET sess = ''", False),
        ("SELECT 'UPDATE clients'", False),
        ("PRAGMA user_version", False),
    ],
)
def test_each_statement_counts_by_its_table(sql: str, counts: bool) -> None:
    counted = Changes()
    counted.note(sql, 1)
    assert counted.has_changed is counts
    counted.settle(is_kept=False)
