"""Years of rows: a list asks as often for 200 as for 10, answers with a page, and reads no table from end to end."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from app import clock
from app.accounts import attacks, session_rows
from app.accounts.models import Client
from app.accounts.session_rows import SessionRow
from app.admin.lists import PAGE_SIZE
from app.alerts.models import Alert
from app.booking.models import Booking
from app.db import database, write
from app.documents.models import Document
from app.enquiries.models import Enquiry
from app.mail import secrets, sender
from app.mail.models import Letter
from app.onboarding.models import Onboarding
from app.orders.models import Line, Order
from app.orders.money import Payment, Refund
from app.payments import reconcile
from app.projects.models import HistoryLine, Project
from app.slots import actions as slots
from app.slots.models import Hold, Slot
from tests.listening import listening
from tests.people import PERSONAL, PROJECT, People, Person

FEW, MANY = 10, 200
COLUMNS = {"fullName": "full_name", "preferredContact": "preferred_contact", "serviceType": "service_type"}
COLUMNS |= {"projectType": "project_type", "projectValue": "project_value"}


def grow(count: int, now: datetime) -> None:
    """So many clients, each with what one leaves behind: bookings, transfers awaited and given up, papers, letters."""
    first = (Client.select().count() or 0) + 1
    with write():
        for number in range(first, first + count):
            _client(number, now)


def _client(number: int, now: datetime) -> None:
    at = {"created_at": now - timedelta(hours=number), "updated_at": now}
    name = f"c{number}@example.com"
    client = Client.create(name=f"Client {number}", email=name, phone="0400 000 000", proved_at=now, **at)
    project = Project.create(client=client, service_type="consultation", payment_amount=25_000, intake_id=number, **at)
    answers = {COLUMNS.get(key, key): text for key, text in {**PERSONAL, **PROJECT}.items()}
    booking = Booking.create(
        **{**answers, "step": 4},
        visitor_id=name,
        status="confirmed",
        client=client,
        project=project,
        confirmed_at=now,
        **at,
    )
    fee = Order.create(booking_id=booking.id, visitor_id=name, state="part_refunded", paid_at=now, **at)
    order = Order.create(project=project, visitor_id=name, **at)
    Line.create(order=fee, description="x", cents=25_000)
    Line.create(order=order, description="x", cents=30_000)
    Line.create(order=order, description="x", cents=-5_000, credit_of=fee)
    came = {"status": "completed", "paid_at": now, "learned_at": now}
    money = {"amount_cents": 25_000, "currency": "aud", "livemode": False, **at}
    for key, more in {
        "awaited": {"provider": "bank"},
        "given up": {"provider": "bank", "superseded": True},
        "fee": {"provider": "sandbox", "order": fee, "intent_id": f"pi_{number}", **came},
        "open": {"provider": "sandbox", "order": fee, "superseded": True, "intent_id": f"pi_open_{number}"},
    }.items():
        made = Payment.create(**{"order": order, "idempotency_key": f"{key} {number}", **more}, **money)
        if key == "fee":
            Refund.create(payment=made, cents=100, actor="provider", refunded_at=now, learned_at=now)
    # Paid too much, and without a time.
    waiting = Project.create(
        client=client, service_type="consultation", payment_status="completed", intake_id=number, **at
    )
    too_much = Order.create(project=waiting, state="paid", paid_at=now, **at)
    Line.create(order=too_much, description="x", cents=25_000)
    surplus = {**money, "amount_cents": 30_000, "provider": "bank", "order": too_much}
    Payment.create(idempotency_key=f"too much {number}", **surplus, **came)
    slot = Slot.create(date=now + timedelta(days=30, minutes=number), is_booked=True, project_id=project.id)
    Hold.create(slot=slot, project_id=project.id, visitor_id=name, kind="paid", created_at=now)
    about = {"name": "Client", "phone": "0400 000 000", "email": name, "enquiry_type": "other"}
    about |= {f"address_{part}": "x" for part in ("street", "city", "state", "zip")}
    Onboarding.create(visitor_id=name, submit_key="k", client=client, project=waiting, **about, **at)
    paper = {"file_name": "Plan.pdf", "file_size": 1, "file_type": "application/pdf", "sha256": "", "uploaded_at": now}
    for of in ({"booking_id": booking.id}, {"project_id": project.id}):
        Document.create(stored_name=f"{number} {of}", uploaded_by="client", **paper, **of)
    HistoryLine.create(project=project, actor="x", created_at=now)
    Enquiry.create(name="A", email=name, phone="0", message="Hello", created_at=now)
    Alert.create(kind="refunded", dedupe_key=f"alert {number}", message="x", created_at=now)
    letter = {"recipient": name, "subject": "x", "text": "x", "html": "x", "status": "sent", "next_attempt_at": now}
    Letter.create(kind="x", dedupe_key=f"letter {number}", message_id=f"{number}", created_at=now, **letter)
    SessionRow.create(sid=f"over {number}", sess={}, expire=now - timedelta(days=1))


LISTS = [
    "/api/admin/dashboard",
    "/api/admin/bookings",
    "/api/admin/bookings?status=confirmed",
    "/api/admin/bookings?search=Amelia",
    "/api/admin/enquiries",
    "/api/admin/consultations",
    "/api/admin/consultations?waiting=transfers",
    "/api/admin/consultations?project=5",
    "/api/admin/bookings/3",
    "/api/slots/available",
]
JOBS: dict[str, Callable[[People], object]] = {
    "due payments": lambda people: reconcile._due(people.house.gateway, clock.now()),
    "expired holds": lambda people: slots.expired(clock.now()),
    "times": lambda people: slots.generate(clock.now()),
    "sessions": lambda people: session_rows.sweep(),
    "files of letters": lambda people: secrets.sweep_files(),
    "letters": lambda people: sender.send_due(clock.now()),
    "attacks": lambda people: attacks.tell_staff_of_attacks(clock.now()),
}


def asked(staff: Person, people: People, what: str) -> list[tuple[str, Any]]:
    with listening() as heard:
        if what in JOBS:
            JOBS[what](people)
        else:
            answer = staff.get(what)
            assert answer.status_code == 200, answer.get_json()
    return heard


@pytest.fixture
def staff(people: People) -> Person:
    """A member of staff, a calendar that is made already, and a letter that is a file."""
    slots.generate(clock.now())
    folder = people.house.config.letters_folder
    folder.mkdir(exist_ok=True)
    (folder / "000001-x.eml").touch()
    return people.staff()


def statements(staff: Person, people: People) -> dict[str, int]:
    """How many each list and job sends, once it was looked at before: the first look at a booking is noted."""
    return {what: len(asked(staff, people, what)) for _ in range(2) for what in (*LISTS, *JOBS)}


def test_two_hundred_are_asked_for_as_often_as_ten(staff: Person, people: People) -> None:
    grow(FEW, clock.now())
    few = statements(staff, people)
    grow(MANY - FEW, clock.now())
    assert statements(staff, people) == few


def test_so_are_a_clients_own(people: People) -> None:
    client = people.client()
    counts = []
    for count in (FEW, MANY - FEW):
        grow(count, clock.now())
        mine = Client.get(Client.email == "amelia@example.com")
        with write():
            Project.update(client=mine, proved_at=clock.now(), appointment_date=clock.now()).execute()
        with listening() as heard:
            for what in ("projects", "documents", "appointments"):
                assert len(client.get(f"/api/client/{what}").get_json()) >= count
        counts.append(len(heard))
    assert counts[0] == counts[1]


SEARCHES = re.compile(r"LIKE")  # what staff type may stand anywhere in a name


def read_whole(staff: Person, people: People, what: str) -> list[tuple[str, str, str]]:
    """The statements of a list or job that go through a table row by row, without even an index."""
    return [
        (what, sql, step[3])
        for sql, params in asked(staff, people, what)
        if sql.startswith(("SELECT", "UPDATE", "DELETE")) and not SEARCHES.search(sql)
        for step in database.execute_sql(f"EXPLAIN QUERY PLAN {sql}", params)
        if step[3].startswith("SCAN") and "USING" not in step[3] and "CONSTANT ROW" not in step[3]
    ]


def test_no_table_is_read_from_end_to_end(staff: Person, people: People) -> None:
    grow(MANY, clock.now())
    assert [scan for what in (*LISTS, *JOBS) for scan in read_whole(staff, people, what)] == []


def test_guesses_are_looked_for_among_the_days_lines(people: People) -> None:
    with listening() as heard:
        attacks.tell_staff_of_attacks(clock.now())
    (asked,) = [(sql, params) for sql, params in heard if "audit_log" in sql]
    steps = [step[3] for step in database.execute_sql(f"EXPLAIN QUERY PLAN {asked[0]}", asked[1])]
    assert [step for step in steps if "audit_log_created" in step and step.startswith("SEARCH")]
    assert not [step for step in steps if step.startswith("SCAN")]


def test_without_its_index_a_scan_is_noticed(staff: Person, people: People) -> None:
    grow(FEW, clock.now())
    database.execute_sql("DROP INDEX payments_order")
    assert read_whole(staff, people, "/api/admin/bookings") != []


def test_every_list_is_a_page_and_says_how_many_there_are(staff: Person) -> None:
    grow(60, clock.now())
    listed = staff.get("/api/admin/consultations").get_json()
    assert (len(listed["items"]), listed["total"], listed["pageSize"]) == (25, 120, 25)
    assert (len(listed["givenUp"]), listed["givenUpTotal"]) == (25, 60)
    board = staff.get("/api/admin/dashboard").get_json()
    assert (len(board["alerts"]), board["openAlerts"]) == (25, 60)
    assert board["counts"]["awaitedCents"] == 60 * 25_000


@pytest.mark.parametrize("waiting", ["", "transfers"])
def test_the_pages_hold_every_line_once(staff: Person, waiting: str) -> None:
    grow(60, clock.now())
    path = f"/api/admin/consultations?waiting={waiting}"
    total = staff.get(path).get_json()["total"]
    pages = [staff.get(f"{path}&page={page}&givenUpPage={page}").get_json() for page in range(1, 7)]
    lines = [line["projectId"] for page in pages for line in page["items"]]
    assert (len(lines), len(set(lines))) == (total, total)
    transfers = [line["transfer"]["paymentId"] for page in pages for line in page["givenUp"]]
    assert transfers == sorted(set(transfers), reverse=True)
    assert len(transfers) == 60


def test_an_asked_for_project_is_on_the_page_that_is_shown(staff: Person) -> None:
    grow(60, clock.now())
    last = staff.get("/api/admin/consultations?page=5").get_json()["items"][-1]["projectId"]
    shown = staff.get(f"/api/admin/consultations?project={last}").get_json()
    assert shown["page"] == 5
    assert last in [line["projectId"] for line in shown["items"]]
    assert PAGE_SIZE == 25


def test_expired_sessions_go_in_portions(staff: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_rows, "SWEPT_AT_ONCE", 7)
    grow(20, clock.now())
    assert session_rows.sweep() == 20
    assert staff.get("/api/admin/dashboard").status_code == 200
