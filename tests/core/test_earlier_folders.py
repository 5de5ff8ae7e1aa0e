"""A folder that the version before the back office's second half left behind comes through with all that it says."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import peewee
import pytest

from app import clock, db, schema
from app.alerts.models import Alert
from app.attention.rules import Matter
from app.db import database
from app.documents.models import Document
from app.enquiries.models import Enquiry
from app.mail.models import Letter
from app.orders.models import Line
from app.rows import stored
from app.search.models import find
from app.search.rules import wanted
from app.slots import actions as slots
from app.slots.models import Slot
from tests.attention.waiting import lines
from tests.firms import Configured

FIRST_SINCE = "029"
NOW = datetime(2026, 9, 25, 2, tzinfo=UTC)
BLOCKED = datetime(2026, 9, 28, 23, tzinfo=UTC)  # 9:00 am of a Tuesday in Sydney
AT = {"created_at": stored(NOW), "updated_at": stored(NOW)}
PERSON = {"phone": "0400 000 000", **AT}
PAPER = {"file_size": 1, "file_type": "application/pdf", "sha256": "", "uploaded_at": stored(NOW)}
LETTER = {"recipient": "x", "subject": "x", "text": "x", "html": "x", "next_attempt_at": stored(NOW)}
HOME = {f"address_{part}": "x" for part in ("street", "city", "state", "zip")}
OLD_LINK = "/admin/dashboard?booking="
# Who uploaded it, of which project, and whether staff opened it -> whether staff have it before them unread.
PAPERS = {
    "told of.pdf": ("client", 1, False, 1),
    "opened.pdf": ("client", 1, True, 0),
    "ours.pdf": ("staff", 1, False, 0),
    "seen to.pdf": ("client", 2, False, 0),
    "a draft's.pdf": ("visitor", None, False, 1),
}


def put(table: str, **values: Any) -> None:
    names, marks = ", ".join(values), ", ".join("?" * len(values))
    database.execute_sql(f"INSERT INTO {table} ({names}) VALUES ({marks})", tuple(values.values()))


def tell(kind: str, key: str, link: str | None = None, resolved_by: str | None = None) -> None:
    resolved_at = stored(NOW) if resolved_by else None
    told = {"message": "x", "link": link, "resolved_at": resolved_at, "resolved_by": resolved_by}
    put("alerts", kind=kind, dedupe_key=key, created_at=stored(NOW), **told)


def fill() -> None:
    """The rows of a practice in use, as that version wrote them."""
    put("clients", id=1, name="Amelia Hart", email="amelia@example.com", **PERSON)
    put("clients", id=2, name="", email="erased-2@erased.invalid", **PERSON)
    for project in (1, 2):
        put("projects", id=project, client_id=1, service_type="inspection_services", proved_at=stored(NOW), **AT)
    answers = {"full_name": "Amelia Harding", "step": 4, **AT}
    put("bookings", id=1, visitor_id="a", status="confirmed", client_id=1, project_id=1, **answers)
    put("bookings", id=2, visitor_id="b", **answers)
    person = {"name": "Ann Lee", "email": "ann@example.com", "enquiry_type": "other", **HOME, **PERSON}
    put("onboardings", visitor_id="a", submit_key="k", client_id=1, project_id=2, **person)
    for order in (1, 2, 3):
        first = {"booking_id": 1} if order == 1 else {"project_id": order - 1}
        put("orders", id=order, **first, **AT)
        put("order_lines", order_id=order, description="x", cents=25_000)
    put("order_lines", order_id=2, description="Booking fee", cents=-5_000, credit_of=1)
    put("messages", project_id=1, text="About the retaining wall", send_key="k", sent_at=stored(NOW))
    put("enquiries", name="A", email="x", phone="x", message="x", created_at=stored(NOW))
    put("available_slots", date=stored(BLOCKED), blocked=1)
    for number, (name, (by, project, opened, _)) in enumerate(PAPERS.items(), 1):
        whose = {"project_id": project} if project else {"booking_id": 2}
        put("documents", id=number, file_name=name, stored_name=name, uploaded_by=by, **whose, **PAPER)
        if opened:
            about = {"reader_kind": "staff", "reader": "helena", "opened_at": stored(NOW)}
            put("document_openings", document_id=number, **about)
    for number in (1, 2, 3):
        about = {"dedupe_key": f"l{number}", "message_id": f"m{number}", "created_at": stored(NOW)}
        put("letters", id=number, kind="x", status="sent" if number == 3 else "failed", **about, **LETTER)
    tell("documents_arrived", "documents-arrived-1")
    tell("documents_arrived", "documents-arrived-2", resolved_by="helena")
    tell("mail.failed", "mail.failed:1", resolved_by="helena")
    tell("mail.failed", "mail.failed:2")
    tell("refund_due", "paid", link=f"{OLD_LINK}1")
    tell("refund_due", "draft", link=f"{OLD_LINK}2")


@pytest.fixture(scope="module", autouse=True)
def _upgraded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """That folder, upgraded once for all tests, which change nothing for each other."""
    folder, then = tmp_path_factory.mktemp("folder"), tmp_path_factory.mktemp("then")
    for file in schema.MIGRATIONS.glob("0*.py"):
        if file.name < FIRST_SINCE:
            (then / file.name).write_bytes(file.read_bytes())
    db.connect(folder)
    with pytest.MonkeyPatch.context() as earlier:
        earlier.setattr(schema, "MIGRATIONS", then)
        schema.migrate(folder)
    fill()
    assert schema.migrate(folder)[0].startswith(FIRST_SINCE)
    yield
    db.close()


def test_a_fee_that_was_deducted_once_is_deducted_by_other_orders_too_and_by_none_twice() -> None:
    (kept,) = Line.select().where(Line.credit_of == 1)
    assert (kept.order_id, kept.description, kept.cents, Line.select().count()) == (2, "Booking fee", -5_000, 4)
    with database.atomic() as tried:
        Line.create(order=3, description="Booking fee", cents=-5_000, credit_of=1)
        with pytest.raises(peewee.IntegrityError):
            Line.create(order=2, description="Booking fee", cents=-1, credit_of=1)
        tried.rollback()


def test_alerts_open_the_record_of_their_project_or_their_draft() -> None:
    links = {alert.dedupe_key: alert.link for alert in Alert.select()}
    assert links == {"paid": "/admin/dashboard?project=1", "draft": "/admin/dashboard?draft=booking-2"}


def test_an_enquiry_still_waits_for_its_answer(configured: Configured) -> None:
    configured()
    assert [(each.answered_at, each.answered_by) for each in Enquiry.select()] == [(None, None)]
    assert len(lines(Matter.ENQUIRY, now=NOW)) == 1


@pytest.mark.parametrize("name", PAPERS)
def test_a_document_is_unread_where_staff_had_been_told_and_nobody_looked(name: str) -> None:
    found = Document.get(Document.file_name == name)
    assert (found.unopened, found.version, found.series, found.replaced_at, found.deleted_at) == (
        PAPERS[name][3], 1, None, None, None,
    )  # fmt: skip


def test_what_waited_still_waits_and_what_staff_had_seen_to_does_not(configured: Configured) -> None:
    configured()
    assert [(each.line.subject, each.line.kind) for each in lines(Matter.LETTER, Matter.DOCUMENTS, now=NOW)] == [
        ("2", Matter.LETTER),
        ("1", Matter.DOCUMENTS),
    ]
    assert Letter.select().where(Letter.status == "failed").count() == 2


@pytest.mark.parametrize("typed", ["Amelia Hart", "retaining wall", "seen to", "Harding", "ann@example", "0400000000"])
def test_a_client_is_found_by_all_that_was_there_already(typed: str) -> None:
    assert 1 in find(wanted(typed))[0]


def test_who_was_erased_stays_erased() -> None:
    assert database.execute_sql("SELECT id, version, erased_at IS NOT NULL FROM clients").fetchall() == [
        (1, 1, 0), (2, 1, 1),
    ]  # fmt: skip


def test_a_time_that_staff_had_taken_out_stays_out_of_the_hours_there_were() -> None:
    with database.atomic() as tried:
        slots.generate(NOW)
        free = [slot.date for slot in Slot.free(NOW)]
        tried.rollback()
    assert BLOCKED not in free and BLOCKED + timedelta(hours=1) in free
    assert {clock.in_sydney(start).hour for start in free} == set(range(9, 17))
    assert {clock.in_sydney(start).weekday() for start in free} == set(range(5))
