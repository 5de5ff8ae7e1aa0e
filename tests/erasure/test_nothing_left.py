"""After erasing, nothing of a person is anywhere: every table and column, every file; but for what is listed here."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from erased_person import EMAIL, NAME, OLD_EMAIL, TELLTALES, WORD, Wilhelmina

from app import clock
from app.db import database
from app.doctor.examination import examine
from app.documents.models import Document
from app.factory import House
from app.generations import FOLDER
from app.mail import files, sender
from app.mail.models import Letter
from app.projects.models import Project
from app.retention import ages
from app.retention.rules import SECRETS_KEPT
from tests.people import People, Person
from tests.watch import Watch

# Where a telltale may still stand, and why. A tax invoice names its buyer and stays as it was issued; the last letter
# is there until it is sent, after seven days at most.
MAY_STAY = {
    ("invoices", "facts"),
    ("letters", "recipient"),
    ("letters", "reader"),
    ("letters", "text"),
    ("letters", "html"),
}
# Every column that holds text or bytes, by table: a new one stops here until somebody has decided what erasing does to
# it, and the person above has something in it. `-`: never anything that somebody typed or that names anybody.
DECIDED = {
    "admins": "-",
    "alerts": "kind dedupe_key message link created_at resolved_at resolved_by",
    "attention": "kind subject reason snoozed_until done_at done_by done_why",
    "audit_log": "actor_kind actor action subject detail created_at",
    "availability": "-",
    "availability_closures": "-",
    "availability_hours": "-",
    "availability_times": "-",
    "available_slots": "date",
    "bookings": "visitor_id status full_name email phone address preferred_contact service_type project_type"
    " project_value message package created_at updated_at confirmed_at erased_at",
    "calendar_addresses": "token_hash password_stamp made_at used_at",
    "client_merges": "merge_key other_name other_email former moved taken merged_at merged_by undone_at undone_by",
    "clients": "name email phone company address_street address_city address_state address_zip enquiry_type replit_id"
    " password_hash temporary_password_expires password_reset_token password_reset_expires profile_image_url"
    " created_at updated_at proved_at access_due_at deletion_asked_at erased_at erase_key",
    "detail_changes": "field old new changed_at changed_by",
    "document_openings": "reader_kind reader opened_at",
    "documents": "file_name file_type document_type stored_name sha256 upload_key uploaded_by uploaded_at shared_at"
    " shared_by thumbnail_state replaced_at deleted_at deleted_by deleted_for",
    "email_changes": "ask_key old_address new_address password_stamp old_token_hash new_token_hash old_confirmed_at"
    " new_confirmed_at asked_at expires_at closed_at",
    "enquiries": "name email phone message visitor_id created_at answered_at answered_by",
    "erased_files": "stored_name",
    "invoice_files": "content sha256 made_at",
    "invoice_lines": "description",
    "invoice_numbers": "-",
    "invoices": "kind facts issued_at",
    "known_browsers": "subject key_hash created_at used_at",
    "letter_templates": "-",
    "letters": "kind dedupe_key recipient reader subject text html reply_to calendar message_id status next_attempt_at"
    " last_error created_at sent_at not_before",
    "message_files": "",
    "message_readers": "side told_at",
    "messages": "text send_key sent_at",
    "migratehistory": "-",
    "moments": "-",
    "needs": "title asked_by asked_at declined_at withdrawn_at",
    "notes": "text note_key written_at",
    "onboardings": "visitor_id submit_key name email phone company address_street address_city address_state"
    " address_zip enquiry_type created_at updated_at",
    "order_lines": "description",
    "orders": "visitor_id state terms_version terms_accepted_at paid_at due_on note bill_key withdrawn_at created_at"
    " updated_at",
    "ownership_questions": "address token_hash created_at expires_at answer answered_at",
    "password_resets": "address asked_at token_hash password_stamp expires_at",
    "payment_events": "provider_event_id type intent_id outcome created_at received_at",
    "payments": "provider intent_id idempotency_key currency status provider_status charge_id last_error created_at"
    " updated_at paid_at learned_at received_as mistaken_at",
    "project_history": "actor from_status to_status note created_at undo_until undone_at",
    "projects": "service_type status appointment_date payment_status stripe_payment_id notes visitor_id proved_at"
    " proved_by disowned_at created_at updated_at erased_at client_moved_at meeting_way contacted_at contacted_by"
    " taken_over_at open_key",
    "proposals": "propose_key service package title message proposed_at expires_at state ended_at reason",
    "refunds": "provider_id actor reason refunded_at learned_at failed_at",
    "retention_looks": "-",
    "sessions": "sid sess expire subject",
    "slot_holds": "visitor_id address kind created_at expires_at released_at outcome ends_unproved_at",
    "totals": "-",
}


@pytest.fixture
def staff(people: People) -> Person:
    """Helena."""
    return people.staff()


@pytest.fixture
def her(people: People, staff: Person, watch: Watch) -> Wilhelmina:
    """A client with something of everything."""
    return Wilhelmina(people, staff)


def tables() -> list[str]:
    found = database.execute_sql(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        " AND name NOT LIKE 'search_index%'"
    )
    return sorted(name for (name,) in found)


def columns(table: str) -> list[str]:
    """Of a table, those that can hold text or bytes."""
    return [name for _, name, kind, *_ in database.execute_sql(f"PRAGMA table_info({table})") if kind != "INTEGER"]


def standing() -> Iterator[tuple[str, str, str]]:
    """Every place where one of her telltales stands: table, column, telltale."""
    for table in tables():
        for column in columns(table):
            for (value,) in database.execute_sql(f"SELECT {column} FROM {table} WHERE {column} IS NOT NULL"):
                text = value.decode("latin-1") if isinstance(value, bytes) else str(value)
                yield from ((table, column, each) for each in TELLTALES if each in text.lower())


def places() -> set[tuple[str, str]]:
    return {(table, column) for table, column, _ in standing()}


def lying(folder: Path) -> set[str]:
    """What lies in the data folder beside the database, by path."""
    found = (path for part in ("documents", "letters") for path in (folder / part).rglob("*"))
    return {str(path.relative_to(folder)) for path in found if path.is_file()}


def names_her(path: Path) -> bool:
    small = path.read_bytes().lower()
    return any(each.encode() in small for each in TELLTALES)


@pytest.mark.spec("A-03")
def test_it_is_decided_of_every_column_what_erasing_does_to_it(house: House) -> None:
    known = {table: columns(table) if what == "-" else what.split() for table, what in DECIDED.items()}
    assert {table: sorted(columns(table)) for table in tables()} == {table: sorted(has) for table, has in known.items()}


def test_she_stands_in_every_place_where_a_person_can(her: Wilhelmina) -> None:
    """Without that, finding nothing afterwards would show nothing."""
    expected = """alerts.message alerts.dedupe_key attention.done_why audit_log.detail bookings.full_name
        bookings.email bookings.phone bookings.address bookings.message clients.name clients.email clients.phone
        client_merges.former client_merges.other_name client_merges.other_email clients.company
        clients.address_street detail_changes.old detail_changes.new documents.file_name
        documents.deleted_for email_changes.old_address email_changes.new_address enquiries.name enquiries.email
        enquiries.phone enquiries.message invoices.facts letters.recipient letters.reader letters.subject letters.text
        letters.html letters.reply_to messages.text needs.title notes.text onboardings.email orders.note
        ownership_questions.address
        password_resets.address payments.last_error project_history.note projects.notes refunds.reason"""
    assert {tuple(each.split(".")) for each in expected.split()} <= places()


@pytest.mark.spec("A-03")
def test_nothing_of_her_is_left_but_what_has_to_stay(her: Wilhelmina, house: House, watch: Watch) -> None:
    sender.send_due(watch.now)
    assert lying(house.config.folder)
    answer = her.erase()
    assert answer.status_code == 200, answer.get_json()
    assert places() <= MAY_STAY
    letter = Letter.get(Letter.kind == "client_erased")
    left = {(number,) for number, text in database.execute_sql("SELECT id, text FROM letters") if names(text)}
    assert left == {(letter.id,)}
    assert lying(house.config.folder) == set()
    assert Document.select().count() == 0
    assert examine(house.config.folder, watch.now, thorough=True) == []
    # The last letter goes out, and then it goes too.
    sender.send_due(watch.now)
    assert [names_her(house.config.folder / path) for path in lying(house.config.folder)] == [True]
    assert ages.forget_farewells(watch.now + SECRETS_KEPT) == 1
    assert places() == {("invoices", "facts")}
    assert lying(house.config.folder) == set()
    assert examine(house.config.folder, watch.now, thorough=True) == []


def names(text: str) -> bool:
    return any(each in text.lower() for each in TELLTALES)


def test_what_is_deleted_is_gone_from_the_databases_file(her: Wilhelmina, house: House) -> None:
    def there() -> list[bool]:
        files = (house.config.folder / FOLDER).iterdir()
        held = b"".join(path.read_bytes() for path in files).lower()
        said = f"rang about {WORD}", f"i am {NAME.lower()}", f"a {WORD} on a slope", f"{WORD} note", f"{WORD}.png"
        return [words.encode() in held for words in said]

    assert all(there())
    assert her.erase().status_code == 200
    assert not any(there())


def test_the_search_and_every_list_and_page_know_her_no_more(her: Wilhelmina, staff: Person, house: House) -> None:
    assert staff.get(f"/api/admin/clients?q={WORD}").get_json()["total"] == 1
    assert her.erase().status_code == 200
    for looked in (WORD, "quandary", "Wilhelmina", EMAIL, OLD_EMAIL, "0455667788", "Erased client"):
        assert staff.get("/api/admin/clients", query_string={"q": looked}).get_json()["total"] == 0, looked
    for path in (her.at, f"{her.at}/timeline", f"{her.at}/data.zip", f"{her.at}/erasure"):
        assert staff.get(path).status_code == 404, path
    lists = "dashboard projects documents unfinished enquiries money promises consultations attention clients done"
    for name in lists.split():
        answer = staff.get(f"/api/admin/{name}")
        assert answer.status_code == 200, (name, answer.get_json())
        assert not names(answer.get_data(as_text=True)), name


def test_the_money_stays_readable_for_staff(her: Wilhelmina, staff: Person) -> None:
    way_before = staff.get(f"/api/admin/projects/{her.project.id}").get_json()["way"]
    assert her.erase().status_code == 200
    record = staff.get(f"/api/admin/projects/{her.project.id}")
    assert record.status_code == 200, record.get_json()
    told = record.get_json()
    assert (told["client"]["name"], told["erased"], told["answers"], told["letters"]) == ("Erased client", True, [], [])
    assert told["way"] == way_before
    assert sorted(payment["amountCents"] for payment in told["payments"]) == [5_000, 25_000]
    invoices = [paper for (paper,) in database.execute_sql("SELECT id FROM invoices")]
    assert len(invoices) == 1
    for number in invoices:
        paper = staff.get(f"/api/admin/invoices/{number}/download")
        assert (paper.status_code, paper.data[:4]) == (200, b"%PDF")
    # All that staff could do about an erased project is refused.
    assert staff.post(f"/api/admin/projects/{her.project.id}/notes", {"text": "x"}).status_code in (404, 422)


def test_another_client_keeps_everything(her: Wilhelmina, people: People, house: House) -> None:
    people.client(files=2, email="theodora@example.com", fullName="Theodora Oakes")
    theirs = Project.get(Project.id != her.project.id, Project.client != her.client.id)

    def of_others() -> dict[str, list[tuple[object, ...]]]:
        """What names the other client, and what is of their project, but for what looking changes."""
        rows = {table: database.execute_sql(f"SELECT * FROM {table}").fetchall() for table in tables()}
        found = {table: [row for row in rows[table] if "theodora" in str(row).lower()] for table in rows}
        for table in ("documents", "orders", "project_history"):
            sql = f"SELECT * FROM {table} WHERE project_id = {theirs.id}"
            found[f"{table} of theirs"] = database.execute_sql(sql).fetchall()
        return found

    mine = {f"documents/{row.stored_name}" for row in Document.select().where(Document.project_id == theirs.id)}
    before = of_others()
    assert len(mine) == 2 and before["bookings"] and before["letters"] and before["orders of theirs"]
    assert her.erase().status_code == 200
    assert of_others() == before
    assert {path for path in lying(house.config.folder) if path.startswith("documents")} == mine
    assert examine(house.config.folder, clock.now(), thorough=True) == []


def test_the_file_of_a_letter_that_was_being_filed_meanwhile_goes_by_the_next_sweep(
    her: Wilhelmina, house: House, watch: Watch
) -> None:
    letter = Letter.get(Letter.kind == "booking_confirmed")
    assert her.erase().status_code == 200
    path = files.file_letter(letter)
    assert path.exists()
    assert ages.sweep_letter_files(watch.now) == 1
    assert not path.exists()
