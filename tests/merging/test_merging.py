"""Merging a client with a double: everything moves, and nobody gains what is not theirs."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from merged_clients import JANE, JANET, begin_card, dump, let_bank_decide, merge, merged, named, refused, sound

from app import clock
from app.accounts import details, email_change
from app.accounts.models import Client
from app.accounts.rules import EMAIL_CHANGE_LASTS
from app.audit.models import AuditLine
from app.booking.models import Booking
from app.db import database
from app.factory import House
from app.invoices.models import Invoice
from app.mail.models import Letter
from app.merging import actions, rules, tables
from app.merging.models import Merge
from app.orders.money import Payment
from app.projects.models import Project
from app.slots.rules import CARD_HOLD
from tests.onboarders import Onboarder
from tests.people import PASSWORD, People, Person


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
    numbers = []
    for project in Project.select().order_by(Project.id):
        about = staff.get(f"/api/admin/projects/{project.id}").get_json()["client"]
        numbers.append((about["givenPhone"], about["phone"]))
    # Each consultation names the number that was given with it beside that which is theirs, and is called.
    assert numbers == [("0400 111 111", "0400 222 222"), ("", "0400 222 222")]
    assert staff.get(f"/api/admin/clients/{other.id}").status_code == 404
    found = staff.get("/api/admin/clients?q=Janet").get_json()["items"]
    assert [each["id"] for each in found] == [kept.id]
    assert printed == [(row.id, row.total_cents, row.order_id) for row in Invoice.select().order_by(Invoice.id)]
    told = staff.get(f"/api/admin/clients/{kept.id}/timeline?kind=merge").get_json()["items"]
    assert [(each["title"], each["who"]) for each in told] == [
        ("Merged with Janet Doe, janet@example.com", "Helena Marsh")
    ]
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
    change = email_change.ask(other.id, "new@example.com", "first", clock.now())
    merged(staff, kept, other)
    change = type(change).get_by_id(change.id)
    assert change.closed_at is not None
    assert not change.is_good(clock.now() + EMAIL_CHANGE_LASTS / 2)


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


def ask_deletion(kept: Client, other: Client) -> str:
    Client.update(deletion_asked_at=clock.now()).where(Client.id == other.id).execute()
    return rules.LEAVING.format(name=other.name)


def doubt(kept: Client, other: Client) -> str:
    Client.update(proved_at=None).where(Client.id == kept.id).execute()
    return rules.UNPROVED.format(kept=kept.email, other=other.email)


def erase(kept: Client, other: Client) -> str:
    Client.update(erased_at=clock.now()).where(Client.id == other.id).execute()
    return rules.GONE


@pytest.mark.parametrize("why", [begin_card, let_bank_decide, ask_deletion, doubt, erase])
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


def test_a_card_form_that_was_given_up_keeps_nobody_from_merging(staff: Person, two: tuple[Client, Client]) -> None:
    begin_card(*two)
    opened = clock.now() - CARD_HOLD - timedelta(seconds=1)
    Payment.update(created_at=opened, updated_at=clock.now()).where(Payment.status == "pending").execute()
    assert merge(staff, *two).status_code == 200


def test_nobody_is_merged_with_themselves_or_with_an_empty_detail(staff: Person, two: tuple[Client, Client]) -> None:
    kept, other = two
    assert refused(merge(staff, kept, kept), rules.ONESELF)
    answer = merge(staff, kept, other, company="other")
    assert (answer.status_code, answer.get_json()["fields"]) == (422, {"company": rules.EMPTY})
    assert staff.get(f"/api/admin/clients/{kept.id}/merge/999").status_code == 404


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


def test_likely_doubles_come_first_with_the_reason(staff: Person, people: People, two: tuple[Client, Client]) -> None:
    kept, other = two
    people.client("j.a.ne+2@example.com", phone="+61 400 111 111", fullName="J Doe")
    shown = staff.get(f"/api/admin/clients/{kept.id}/doubles").get_json()["items"]
    assert [(each["client"]["name"], each["likenesses"]) for each in shown] == [("J Doe", ["phone"])]
    seen = staff.get(f"/api/admin/clients/{kept.id}/merge/{other.id}").get_json()
    counts = {each["what"]: each["count"] for each in seen["moving"]}
    assert (counts["Projects"], counts["Documents"], counts["Payments"]) == (1, 1, 1)
    assert (seen["other"]["signIn"], seen["sessions"], seen["obstacle"], seen["undoDays"]) == ("own", 1, "", 30)


def test_what_a_merge_brought_unproved_counts_in_the_clients_line_and_says_how_it_came(
    staff: Person, people: People, two: tuple[Client, Client]
) -> None:
    jane = two[0]
    jack = Onboarder(people.house, email="jack@example.com")
    assert jack.take(jack.times()[1]["id"]).status_code == 200
    assert jack.post(f"/api/projects/{jack.project}/bank-transfer").status_code == 200
    merged(staff, jane, named("jack@example.com"))
    page = staff.get(f"/api/admin/clients/{jane.id}").get_json()
    line = page["line"]
    assert (line["projects"], line["unproved"], line["byMerge"]) == (2, 0, 1)
    assert (line["awaitedCents"], line["newest"]["projectId"]) == (150_000, jack.project)
    assert {each["projectId"]: each["byMerge"] for each in page["projects"]}[jack.project] is True
