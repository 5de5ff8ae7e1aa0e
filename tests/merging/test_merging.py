"""Merging a client with a double: everything moves, can go back for 30 days, and nobody gains what is not theirs."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from app import clock
from app.accounts import details, email_change
from app.accounts.models import Client
from app.accounts.rules import EMAIL_CHANGE_LASTS
from app.audit.actions import HELIOS
from app.audit.models import AuditLine
from app.booking.models import Booking
from app.db import database
from app.doctor.examination import examine
from app.factory import House
from app.invoices.models import Invoice
from app.mail.models import Letter
from app.merging import actions, obstacles, rules, tables
from app.merging.models import Merge
from app.orders.money import Payment
from app.projects.models import Project
from app.retention.ages import forget_merges
from app.search.actions import rebuild
from app.slots import actions as slots
from tests.people import PASSWORD, People, Person

JANE, JANET = "jane@example.com", "janet@example.com"
# What tells that a merge was, and when a row was touched last; a secret or a session that has ended stays so.
HISTORY = {"audit_log", "client_merges", "sessions", "known_browsers", "detail_changes"}
TOUCHED = {"clients": {"version", "updated_at"}, "letters": {"text", "html", "status", "last_error"}}


@pytest.fixture
def two(people: People) -> tuple[Client, Client]:
    """Jane, whose record is kept, and Janet, who is she; both have booked and can sign in."""
    slots.generate(clock.now())
    people.client(JANE, phone="0400 111 111", fullName="Jane Doe")
    people.client(JANET, phone="0400 222 222", fullName="Janet Doe", address="5 New Street, Sydney")
    return named(JANE), named(JANET)


@pytest.fixture
def staff(people: People) -> Person:
    """Helena."""
    return people.staff()


def named(email: str) -> Client:
    return Client.get(Client.email == email)


def merge(staff: Person, kept: Client, other: Client, **changes: Any) -> Any:
    body = {"otherId": other.id, "version": kept.version, "otherVersion": other.version, **changes}
    key = {"Idempotency-Key": str(uuid4())}
    return staff.post(f"/api/admin/clients/{kept.id}/merge", body, headers=key)


def merged(staff: Person, kept: Client, other: Client, **changes: Any) -> int:
    answer = merge(staff, kept, other, **changes)
    assert answer.status_code == 200, answer.get_json()
    return int(answer.get_json()["id"])


def undo(staff: Person, kept: Client, number: int) -> Any:
    return staff.post(f"/api/admin/clients/{kept.id}/merges/{number}/undo")


def refused(answer: Any, said: str) -> bool:
    return answer.status_code == 409 and answer.get_json()["message"] == said


def dump() -> dict[str, list[Any]]:
    """Every table, row by row, but for what is history."""
    names = database.execute_sql("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
    found = {}
    for (name,) in names:
        # How the index of the search is stored depends on its past; what it finds is compared beside this.
        if name in HISTORY or name.startswith(("sqlite_", "search_index")):
            continue
        cursor = database.execute_sql(f"SELECT * FROM {name}")
        columns = [column for column, *_ in cursor.description]
        left_out = TOUCHED.get(name, set())
        found[name] = sorted(
            json.dumps({c: v for c, v in zip(columns, row, strict=True) if c not in left_out}, default=str)
            for row in cursor.fetchall()
        )
    return found


def sound(house: House) -> bool:
    return examine(house.config.folder, clock.now()) == []


def test_every_reference_to_clients_moves_or_is_left_with_a_reason(house: House) -> None:
    names = database.execute_sql("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    keys = [(name, key) for (name,) in names for key in database.execute_sql(f"PRAGMA foreign_key_list({name})")]
    references = {f"{name}.{key[3]}" for name, key in keys if key[2] == "clients"}
    assert references == {f"{table}.client_id" for table in tables.MOVES} | set(tables.LEFT)
    assert all(len(reason) > 15 for reason in tables.LEFT.values())


def test_every_column_of_a_merged_client_is_emptied_or_known_to_stay(house: House) -> None:
    columns = {column[1] for column in database.execute_sql("PRAGMA table_info(clients)").fetchall()}
    assert columns <= set(tables.EMPTY) | tables.STAYS
    assert not set(tables.EMPTY) & tables.STAYS


@pytest.mark.spec("A-03")
def test_everything_of_the_other_is_the_kept_clients_after_it(
    staff: Person, house: House, two: tuple[Client, Client]
) -> None:
    kept, other = two
    printed = [(row.id, row.total_cents, row.order_id) for row in Invoice.select().order_by(Invoice.id)]
    merged(staff, kept, other, phone="other")
    for model in (Project, Booking, Letter):
        assert not model.select().where(model.client_id == other.id).exists()
    page = staff.get(f"/api/admin/clients/{kept.id}").get_json()
    assert (len(page["projects"]), page["details"]["phone"], page["details"]["name"]) == (2, "0400 222 222", "Jane Doe")
    assert staff.get(f"/api/admin/clients/{other.id}").status_code == 404
    found = staff.get("/api/admin/clients?q=Janet").get_json()["items"]
    assert [each["id"] for each in found] == [kept.id]
    assert printed == [(row.id, row.total_cents, row.order_id) for row in Invoice.select().order_by(Invoice.id)]
    told = staff.get(f"/api/admin/clients/{kept.id}/timeline?kind=merge").get_json()["items"]
    assert [(each["title"], each["who"]) for each in told] == [("Merged with Janet Doe, janet@example.com", "helena")]
    line = AuditLine.select().where(AuditLine.action == "merge-clients").get()
    assert (line.actor, line.subject, line.detail) == ("helena", f"client:{kept.id}", f"client:{other.id}")
    assert sound(house)


def test_the_others_address_opens_nothing_and_is_nobodys(
    staff: Person, people: People, two: tuple[Client, Client]
) -> None:
    kept, other = two
    janet, jane = people.visitor(), people.visitor()
    janet.sign_in(JANET)
    jane.sign_in(JANE)
    merged(staff, kept, other)
    assert janet.get("/api/client/projects").status_code == 401
    assert janet.post("/api/client/login", {"email": JANET, "password": PASSWORD}).status_code == 401
    assert len(jane.get("/api/client/projects").get_json()) == 2
    before = Letter.select().count()
    people.visitor().book(email=JANET)
    assert named(JANET).id not in (kept.id, other.id)
    assert not Letter.select().where(Letter.id > before, Letter.client_id == kept.id).exists()


def test_a_change_of_address_that_the_other_asked_for_is_over(staff: Person, two: tuple[Client, Client]) -> None:
    kept, other = two
    change = email_change.ask(other, "new@example.com", "first", clock.now())
    merged(staff, kept, other)
    change = type(change).get_by_id(change.id)
    assert change.closed_at is not None
    assert not change.is_good(clock.now() + EMAIL_CHANGE_LASTS / 2)


@pytest.mark.parametrize("choice", [{}, {"name": "other", "phone": "other", "address": "other"}])
@pytest.mark.parametrize("turned", [False, True])
def test_a_merge_and_its_undoing_leave_everything_as_it_was(
    staff: Person, house: House, people: People, two: tuple[Client, Client], choice: dict[str, str], turned: bool
) -> None:
    kept, other = reversed(two) if turned else two
    janet = people.visitor()
    janet.sign_in(other.email)
    before = dump()
    number = merged(staff, kept, other, **choice)
    assert dump() != before
    assert sound(house)
    answer = undo(staff, named(kept.email), number)
    assert answer.status_code == 200, answer.get_json()
    after = dump()
    assert {table for table in before if before[table] != after[table]} == set()
    assert sound(house)
    people.visitor().sign_in(other.email)
    index = database.execute_sql("SELECT rowid FROM search_index('\"janet\"') ORDER BY rowid").fetchall()
    rebuild()
    assert index == database.execute_sql("SELECT rowid FROM search_index('\"janet\"') ORDER BY rowid").fetchall()


def test_what_came_after_stays_unless_it_is_about_what_goes_back(
    staff: Person, house: House, people: People, two: tuple[Client, Client]
) -> None:
    kept, other = two
    theirs = Project.get(Project.client == other)
    number = merged(staff, kept, other)
    people.visitor().book(email=JANE)
    came = Project.select().order_by(Project.id.desc()).first()
    at = {"created_at": clock.now(), "next_attempt_at": clock.now()}
    for name, project in (("theirs", theirs), ("kept", came)):
        plain = {"kind": "x", "recipient": JANE, "subject": name, "text": "", "html": "", "message_id": name}
        Letter.create(dedupe_key=name, client_id=kept.id, project_id=project.id, **plain, **at)
    details.correct(kept.id, {"phone": "0400 333 333"}, clock.now())
    assert undo(staff, kept, number).status_code == 200
    assert Project.get_by_id(theirs.id).client_id == other.id
    assert Project.get_by_id(came.id).client_id == kept.id
    assert Letter.get(Letter.subject == "theirs").client_id == other.id
    assert Letter.get(Letter.subject == "kept").client_id == kept.id
    assert (named(JANE).phone, named(JANET).phone) == ("0400 333 333", "0400 222 222")
    assert sound(house)


@pytest.mark.spec("A-09")
def test_of_two_staff_at_once_one_wins(
    staff: Person, people: People, two: tuple[Client, Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, other = two
    people.client("third@example.com", phone="0400 444 444")
    third = named("third@example.com")
    merged(staff, kept, other, phone="other")
    assert refused(merge(staff, kept, third, phone="other"), rules.CHANGED)
    assert refused(merge(staff, kept, other), rules.GONE)
    assert refused(merge(staff, other, kept), rules.GONE)
    assert named(JANE).phone == "0400 222 222"
    # Without the guard the second one, who has not seen what the first one chose, overwrites it.
    monkeypatch.setattr(actions, "check_unchanged", lambda *_: None)
    assert merge(staff, kept, third, phone="other").status_code == 200
    assert named(JANE).phone == "0400 444 444"


def test_the_same_key_merges_once(staff: Person, two: tuple[Client, Client]) -> None:
    kept, other = two
    body = {"otherId": other.id, "version": kept.version, "otherVersion": other.version}
    sent = [
        staff.post(f"/api/admin/clients/{kept.id}/merge", body, headers={"Idempotency-Key": "one"}) for _ in range(2)
    ]
    assert [answer.status_code for answer in sent] == [200, 200]
    assert sent[0].get_json()["id"] == sent[1].get_json()["id"]


def begin_card(kept: Client, other: Client) -> str:
    first = Payment.select().order_by(Payment.id).get()
    begun = {"status": "pending", "paid_at": None, "learned_at": None, "updated_at": clock.now()}
    Payment.update(begun).where(Payment.id == first.id).execute()
    return rules.PAYING.format(name=kept.name)


def ask_deletion(kept: Client, other: Client) -> str:
    Client.update(deletion_asked_at=clock.now()).where(Client.id == other.id).execute()
    return rules.LEAVING.format(name=other.name)


def doubt(kept: Client, other: Client) -> str:
    Client.update(proved_at=None).where(Client.id == kept.id).execute()
    return rules.UNPROVED.format(kept=kept.email, other=other.email)


def erase(kept: Client, other: Client) -> str:
    Client.update(erased_at=clock.now()).where(Client.id == other.id).execute()
    return rules.GONE


@pytest.mark.parametrize("why", [begin_card, ask_deletion, doubt, erase])
def test_what_must_not_be_merged_is_refused_with_the_reason(
    staff: Person, two: tuple[Client, Client], why: Callable[[Client, Client], str]
) -> None:
    said = why(*two)
    before = dump()
    assert refused(merge(staff, *two), said)
    assert dump() == before
    if why is not erase:
        shown = staff.get(f"/api/admin/clients/{two[0].id}/merge/{two[1].id}").get_json()
        assert shown["obstacle"] == said


def test_nobody_is_merged_with_themselves_or_with_an_empty_detail(staff: Person, two: tuple[Client, Client]) -> None:
    kept, other = two
    assert refused(merge(staff, kept, kept), rules.ONESELF)
    answer = merge(staff, kept, other, company="other")
    assert (answer.status_code, answer.get_json()["fields"]) == (422, {"company": rules.EMPTY})
    assert staff.get(f"/api/admin/clients/{kept.id}/merge/999").status_code == 404


def again(kept: Client, other: Client, number: int) -> str:
    actions.undo(kept.id, number, HELIOS, clock.now())
    return rules.UNDONE


def taken(kept: Client, other: Client, number: int) -> str:
    at = {"created_at": clock.now(), "updated_at": clock.now()}
    Client.create(email=JANET, name="Somebody", phone="", **at)
    return rules.ADDRESS_TAKEN.format(email=JANET)


def late(kept: Client, other: Client, number: int) -> str:
    Merge.update(merged_at=clock.now() - rules.UNDO_LASTS).execute()
    return rules.TOO_OLD


@pytest.mark.parametrize("why", [again, taken, late])
def test_what_cannot_be_undone_says_why(
    staff: Person, two: tuple[Client, Client], why: Callable[[Client, Client, int], str]
) -> None:
    number = merged(staff, *two)
    said = why(*two, number)
    assert refused(undo(staff, two[0], number), said)
    shown = staff.get(f"/api/admin/clients/{two[0].id}/merges").get_json()["items"]
    assert [each["refusal"] for each in shown] == [said]


def test_once_the_kept_one_is_merged_again_only_that_one_can_be_undone(
    staff: Person, people: People, house: House, two: tuple[Client, Client]
) -> None:
    kept, other = two
    people.client("third@example.com")
    first = merged(staff, kept, other)
    second = merged(staff, named("third@example.com"), named(JANE))
    third = named("third@example.com")
    assert undo(staff, kept, first).status_code == 404
    assert obstacles.of_undoing(Merge.get_by_id(first), clock.now()) == rules.NOT_ANY_MORE
    assert undo(staff, third, second).status_code == 200
    assert undo(staff, named(JANE), first).status_code == 200
    assert [Project.select().where(Project.client == each).count() for each in (kept, other, third)] == [1, 1, 1]
    assert sound(house)


def test_whoever_is_erased_leaves_nothing_in_the_records_of_merges(
    staff: Person, people: People, two: tuple[Client, Client]
) -> None:
    kept, other = two
    people.client("third@example.com")
    details.correct(other.id, {"phone": "0400 555 555"}, clock.now())
    merged(staff, kept, named(JANET))
    merged(staff, named("third@example.com"), named(JANE))
    Client.update(erased_at=clock.now()).where(Client.email == "third@example.com").execute()
    rows = list(Merge.select())
    assert {value for row in rows for value in (row.former, row.moved, row.taken, row.other_name, row.other_email)} == {
        ""
    }
    assert database.execute_sql("SELECT COUNT(*) FROM detail_changes").fetchone() == (0,)


def test_after_thirty_days_what_moved_is_forgotten(staff: Person, two: tuple[Client, Client]) -> None:
    merged(staff, *two)
    assert forget_merges(clock.now() + rules.UNDO_LASTS - timedelta(minutes=1)) == 0
    assert forget_merges(clock.now() + rules.UNDO_LASTS) == 1
    row = Merge.get()
    assert (row.former, row.moved, row.taken, row.other_name) == ("", "", "", "Janet Doe")
    assert forget_merges(clock.now() + rules.UNDO_LASTS) == 0


def test_likely_doubles_come_first_with_the_reason(staff: Person, people: People, two: tuple[Client, Client]) -> None:
    kept, other = two
    people.client("j.a.ne+2@example.com", phone="+61 400 111 111", fullName="J Doe")
    shown = staff.get(f"/api/admin/clients/{kept.id}/doubles").get_json()["items"]
    assert [(each["client"]["name"], each["likenesses"]) for each in shown] == [("J Doe", ["phone"])]
    seen = staff.get(f"/api/admin/clients/{kept.id}/merge/{other.id}").get_json()
    counts = {each["what"]: each["count"] for each in seen["moving"]}
    assert (counts["Projects"], counts["Documents"], counts["Payments"]) == (1, 1, 1)
    assert (seen["other"]["signIn"], seen["sessions"], seen["obstacle"], seen["undoDays"]) == ("own", 1, "", 30)
