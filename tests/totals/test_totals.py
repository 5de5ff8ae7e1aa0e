"""Totals: kept by every change, told by the doctor where they are not, mended by counting again."""

from collections.abc import Iterator

import pytest

from app import clock
from app.db import database, write
from app.doctor.totals import examine
from app.documents.models import Document
from app.documents.rules import DocumentType
from app.projects.models import Project
from app.projects.rules import PaymentStatus, ProjectStatus
from app.totals.actions import recount
from app.totals.models import Of, counts, total
from tests.people import People, Person

NOW = "'2026-05-10T00:00:00.000000Z'"
PAPER = (
    "INSERT INTO documents (project_id, booking_id, file_name, file_size, file_type, document_type, stored_name,"
    " sha256, uploaded_by, uploaded_at) VALUES ({}, {}, 'a.pdf', 1, 'application/pdf', 'other', '{}', '', 'staff', "
    + NOW
    + ")"
)
# What is done to a firm of two clients with two documents each, and what it leaves of a total.
CHANGES: dict[str, tuple[str, Of, dict[str, int]]] = {
    "a status": ("UPDATE projects SET status = 'completed' WHERE id = 1", Of.PROJECTS, {"completed": 1}),
    "an erased project": (f"UPDATE projects SET erased_at = {NOW} WHERE id = 1", Of.PROJECTS, {"completed": 0}),
    "what an erased one was begun with": (f"UPDATE projects SET erased_at = {NOW} WHERE id = 1", Of.BEGUN, {"paid": 1}),
    "one that is there again": ("UPDATE projects SET erased_at = NULL", Of.BEGUN, {"paid": 2}),
    "a state": ("UPDATE orders SET state = 'refunded' WHERE project_id = 1", Of.BEGUN, {"paid": 1, "refunded": 1}),
    "a bill": (
        "INSERT INTO orders (project_id, number, due_on, bill_key, state, created_at, updated_at)"
        f" VALUES (1, 2, '2026-06-01', 'k', 'unpaid', {NOW}, {NOW})",
        Of.BEGUN,
        {"paid": 2, "unpaid": 0},
    ),
    "an internal paper": (PAPER.format(1, "NULL", "x"), Of.DOCUMENTS, {"other internal": 1, "other outside": 4}),
    "a paper of no project yet": (PAPER.format("NULL", 1, "x"), Of.DOCUMENTS, {"other internal": 0}),
    "a shared one": (
        f"{PAPER.format(1, 'NULL', 'x')}; UPDATE documents SET shared_at = {NOW}, shared_by = 'helena'"
        " WHERE uploaded_by = 'staff'",
        Of.DOCUMENTS,
        {"other internal": 0, "other shared": 1},
    ),
    "another type": (
        "UPDATE documents SET document_type = 'contract' WHERE id = 1",
        Of.DOCUMENTS,
        {"contract outside": 1},
    ),
    "a replaced one": (f"UPDATE documents SET replaced_at = {NOW} WHERE id = 1", Of.DOCUMENTS, {"other outside": 3}),
    "a deleted one": ("DELETE FROM documents WHERE id = 1", Of.DOCUMENTS, {"other outside": 3}),
    "a failed payment": (
        "UPDATE payments SET status = 'failed', paid_at = NULL, learned_at = NULL WHERE id = 1",
        Of.PAYMENTS,
        {"completed": 1, "failed": 1},
    ),
    "a refund": (
        "INSERT INTO refunds (payment_id, cents, actor, refunded_at, learned_at)"
        f" VALUES (1, 500, 'provider', {NOW}, {NOW})",
        Of.REFUNDS,
        {"given": 1},
    ),
}


def do(statements: str) -> None:
    with write():
        for statement in statements.split("; "):
            database.execute_sql(statement)


@pytest.fixture
def staff(people: People) -> Iterator[Person]:
    """A member of staff of a firm of two clients, which the doctor finds sound before and after."""
    people.client(files=2)
    people.client(files=2, email="bo@example.com")
    assert list(examine()) == []
    yield people.staff()
    assert list(examine()) == []


@pytest.mark.spec("A-02", "A-04")
@pytest.mark.parametrize("what", CHANGES)
def test_a_change_is_counted_with_it(staff: Person, what: str) -> None:
    statements, of, expected = CHANGES[what]
    do(statements)
    found = counts(of)
    assert {part: found.get(part, 0) for part in expected} == expected


def test_money_is_added_up(staff: Person) -> None:
    assert total(Of.PAYMENTS, [PaymentStatus.COMPLETED]).cents == 50_000
    do("UPDATE payments SET amount_cents = 20000 WHERE id = 1")
    assert total(Of.PAYMENTS).cents == 45_000
    do(CHANGES["a refund"][0])
    assert (total(Of.REFUNDS).cents, total(Of.REFUNDS, ["failed"]).cents) == (500, 0)


def test_what_is_undone_is_not_counted(staff: Person) -> None:
    before = counts(Of.PROJECTS)
    with pytest.raises(ZeroDivisionError), write():
        Project.update(status=ProjectStatus.COMPLETED).execute()
        assert counts(Of.PROJECTS) != before
        raise ZeroDivisionError
    assert counts(Of.PROJECTS) == before


@pytest.mark.spec("A-04")
def test_a_list_is_as_long_as_its_total_says(staff: Person) -> None:
    do("; ".join([*(PAPER.format(1, "NULL", name) for name in "xyz"), *(CHANGES["another type"][0].split("; "))]))
    Document.update(shared_at=clock.now(), shared_by="helena").where(Document.stored_name == "x").execute()
    for show in ("", "shared", "internal"):
        for document_type in ("", *DocumentType):
            page = staff.get(f"/api/admin/documents?show={show}&type={document_type}").get_json()
            assert len(page["items"]) == page["total"], (show, document_type)
    for filters in ("", "status=scheduled", "status=pending_documents", "payment=paid", "payment=unpaid"):
        page = staff.get(f"/api/admin/projects?{filters}").get_json()
        assert len(page["items"]) == page["total"], filters
    money = staff.get("/api/admin/money").get_json()
    assert (len(money["items"]), money["cameCents"]) == (money["total"], 50_000)


def test_what_was_begun_without_a_project_yet_is_no_projects(people: People) -> None:
    people.client()
    do(
        f"INSERT INTO bookings (visitor_id, status, created_at, updated_at) VALUES ('v', 'draft', {NOW}, {NOW});"
        f" INSERT INTO orders (booking_id, created_at, updated_at) SELECT MAX(id), {NOW}, {NOW} FROM bookings"
    )
    assert total(Of.BEGUN).count == Project.select().count() == 1
    do("UPDATE orders SET project_id = 1, number = 2, due_on = '2026-06-01', bill_key = 'k' WHERE project_id IS NULL")
    assert total(Of.BEGUN).count == 1


def test_without_its_trigger_a_total_is_wrong_until_it_is_counted_again(people: People) -> None:
    people.client()
    database.execute_sql("DROP TRIGGER totals_projects_update")
    do("UPDATE projects SET status = 'completed'")
    wrong = [str(found) for found in examine()]
    assert len(wrong) == 2 and all("projects, " in line for line in wrong)
    do("DELETE FROM totals WHERE what = 'payments'")
    assert len(list(examine())) == 3
    recount()
    assert list(examine()) == []
