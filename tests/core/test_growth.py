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
from app.admin.projects import listing
from app.alerts.models import Alert
from app.attention import actions as attention
from app.attention.models import Handling
from app.booking.models import Booking
from app.db import database, write
from app.documents.models import Document
from app.enquiries.models import Enquiry
from app.mail import secrets, sender
from app.mail.models import Letter
from app.messages import notices
from app.messages.models import Message, Reader
from app.onboarding.models import Onboarding
from app.orders.models import Line, Order
from app.orders.money import Payment, Refund
from app.payments import reconcile
from app.projects.models import HistoryLine, Project
from app.search import models as search
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
    too_much = Order.create(project=waiting, state="paid", due_back_cents=5_000, paid_at=now, **at)
    Line.create(order=too_much, description="x", cents=25_000)
    surplus = {**money, "amount_cents": 30_000, "provider": "bank", "order": too_much}
    Payment.create(idempotency_key=f"too much {number}", **surplus, **came)
    bill = Order.create(project=waiting, number=2, due_on="2030-01-02", bill_key=name, **at)
    Line.create(order=bill, description="x", cents=10_000)
    slot = Slot.create(date=now + timedelta(days=30, minutes=number), is_booked=True, project_id=project.id)
    Hold.create(slot=slot, project_id=project.id, visitor_id=name, kind="paid", created_at=now)
    about = {"name": "Client", "phone": "0400 000 000", "email": name, "enquiry_type": "other"}
    about |= {f"address_{part}": "x" for part in ("street", "city", "state", "zip")}
    Onboarding.create(visitor_id=name, submit_key="k", client=client, project=waiting, **about, **at)
    paper = {"file_name": "Plan.pdf", "file_size": 1, "file_type": "application/pdf", "sha256": "", "uploaded_at": now}
    for of in ({"booking_id": booking.id}, {"project_id": project.id}):
        Document.create(stored_name=f"{number} {of}", uploaded_by="client", unopened=True, **paper, **of)
    HistoryLine.create(project=project, actor="x", created_at=now)
    Enquiry.create(name="A", email=name, phone="0", message="Hello", created_at=now)
    Alert.create(kind="refunded", dedupe_key=f"alert {number}", message="x", created_at=now)
    letter = {"recipient": name, "subject": "x", "text": "x", "html": "x", "status": "sent", "next_attempt_at": now}
    Letter.create(kind="x", dedupe_key=f"letter {number}", message_id=f"{number}", created_at=now, **letter)
    failed = letter | {"status": "failed", "message_id": f"failed {number}", "created_at": now}
    Letter.create(kind="x", dedupe_key=f"failed {number}", **failed)
    Handling.create(kind="news", subject=f"alert {number}", snoozed_until=now + timedelta(days=number % 2))
    written = Message.create(project=project, text="Hello", send_key="k", sent_at=now).id
    Reader.create(project=project, side="staff", newest=written, told_to=written, told_at=now)
    SessionRow.create(sid=f"over {number}", sess={}, expire=now - timedelta(days=1))


LISTS = [
    "/api/admin/dashboard",
    "/api/admin/attention",
    "/api/admin/figures",
    "/api/admin/money",
    "/api/admin/promises",
    "/api/admin/projects",
    *(f"/api/admin/projects?sort={sort}" for sort in ("oldest", "name", "consultation", "status")),
    "/api/admin/projects?status=scheduled&way=onboarding&since=week",
    *(f"/api/admin/projects?payment={how}" for how in ("unpaid", "awaited", "part_paid", "paid", "refunded")),
    "/api/admin/projects?status=in_progress",
    "/api/admin/projects?search=Amelia",
    "/api/admin/times",
    "/api/admin/clients",
    *(f"/api/admin/clients?sort={sort}" for sort in ("oldest", "name")),
    "/api/admin/clients?status=inquiry",
    "/api/admin/clients?q=Amelia%20Hart",
    "/api/admin/clients?q=0400%20000&status=inquiry&sort=name",
    "/api/admin/clients?q=C",
    "/api/admin/clients?q=HPM-3",
    "/api/admin/clients/3",
    "/api/admin/clients/3/timeline",
    "/api/admin/clients/3/timeline?kind=letter",
    "/api/admin/documents",
    *(f"/api/admin/documents?sort={sort}" for sort in ("oldest", "name")),
    *(f"/api/admin/documents?show={show}" for show in ("unread", "shared", "internal", "deleted")),
    "/api/admin/documents?type=proposal",
    "/api/admin/documents?client=5&type=other",
    "/api/admin/documents?of=5",
    "/api/admin/documents?search=Amelia",
    "/api/admin/unfinished",
    "/api/admin/unfinished?search=Amelia",
    "/api/admin/enquiries",
    "/api/admin/consultations",
    "/api/admin/consultations?waiting=transfers",
    "/api/admin/consultations?project=5",
    "/api/admin/appointments?first=2026-05-01&last=2026-06-30",
    "/api/admin/availability",
    "/api/admin/done",
    "/api/admin/changes",
    "/api/admin/system",
    "/api/admin/clients/3/doubles",
    "/api/admin/clients/3/merges",
    "/api/admin/clients/3/merge/4",
    "/api/admin/clients/3/erasure",
    "/api/admin/projects/3/messages",
    "/api/admin/letter-templates",
    "/api/admin/calendar-address",
    "/api/admin/projects/3",
    "/api/admin/unfinished/booking/3",
    "/api/slots/available",
]
# One paper, or many as files; not a list.
PAPERS = {
    "/api/admin/clients/<int:client_id>/data.zip",
    "/api/admin/documents.zip",
    "/api/admin/documents/<int:document_id>/download",
    "/api/admin/projects/<int:project_id>/documents.zip",
    "/api/admin/invoices/<int:invoice_id>/download",
}
JOBS: dict[str, Callable[[People], object]] = {
    "due payments": lambda people: reconcile._due(people.house.gateway, clock.now()),
    "expired holds": lambda people: slots.expired(clock.now()),
    "times": lambda people: slots.generate(clock.now()),
    "sessions": lambda people: session_rows.sweep(),
    "files of letters": lambda people: secrets.sweep_files(),
    "letters": lambda people: sender.send_due(clock.now()),
    "messages": lambda people: notices.tell(clock.now()),
    "attention": lambda people: attention.tidy(clock.now()),
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
    return {what: len(asked(staff, people, what)) for _ in range(2) for what in (*LISTS, "/api/admin/bills", *JOBS)}


def test_two_hundred_are_asked_for_as_often_as_ten(staff: Person, people: People) -> None:
    grow(FEW, clock.now())
    few = statements(staff, people)
    grow(MANY - FEW, clock.now())
    # Less where a page has nothing of a kind: what depends on that is not asked then.
    many = statements(staff, people)
    assert {what: (few[what], count) for what, count in many.items() if count > few[what]} == {}


def _of_clients(people: People) -> list[str]:
    """Every list of the portal, and the pages of one project."""
    rules = [rule for rule in people.house.flask.url_map.iter_rules() if "GET" in (rule.methods or ())]
    project = str(Project.select().first().id)
    paths = {rule.rule.replace("<int:project_id>", project) for rule in rules if rule.rule.startswith("/api/client/")}
    return sorted(path for path in paths if "<" not in path)


def test_so_are_a_clients_own(people: People) -> None:
    client = people.client()
    assert client.get("/api/client/data.zip").status_code == 200  # an invoice's file is made at the first look
    counts = []
    for count in (FEW, MANY - FEW):
        grow(count, clock.now())
        mine = Client.get(Client.email == "amelia@example.com")
        with write():
            Project.update(client=mine, proved_at=clock.now(), appointment_date=clock.now()).execute()
            # Some times are only held, so that a list that asks for each of them again is noticed.
            Hold.update(kind="card", expires_at=clock.now() + timedelta(days=1)).execute()
        with listening() as heard:
            for path in _of_clients(people):
                assert client.get(path).status_code == 200, path
            for what in ("steps", "projects", "documents", "appointments"):
                assert len(client.get(f"/api/client/{what}").get_json()) >= count
        counts.append(len(heard))
    assert counts[0] == counts[1]


def test_a_clients_own_are_not_looked_for_among_all_that_is_paid(people: People) -> None:
    client = people.client()
    grow(FEW, clock.now())
    with write():
        Project.update(client=Client.get(Client.email == "amelia@example.com"), proved_at=clock.now()).execute()
    with listening() as heard:
        for path in _of_clients(people):
            assert client.get(path).status_code == 200, path
    selects = [(sql, params) for sql, params in heard if sql.startswith("SELECT")]
    steps = {step[3] for sql, params in selects for step in database.execute_sql(f"EXPLAIN QUERY PLAN {sql}", params)}
    assert [step for step in steps if "order_lines_order" in step]
    # Nearly every payment has come, and nearly every line is no credit.
    # The index of credits holds those alone: who looks into it for an order finds a client's few, who goes through it
    # reads everyone's.
    credits_ = [step for step in steps if "(credit_of" in step and "order_lines_credit (credit_of=?)" not in step]
    assert credits_ + [step for step in steps if "payments_money" in step] == []


# The search's index as it is asked (M: by what is looked for), a list that the program sends, and what a query inside
# another one has found: how it reads its tables are steps of their own.
LOOKED_UP = re.compile(r"SCAN (search_index VIRTUAL TABLE INDEX \d+:M|(json_each|period) VIRTUAL|_wrapped|\(subquery)")
# What only the firm's own people make more of; and what an erasure reads through for a person's name.
ALWAYS_FEW = re.compile(
    r'FROM "(admins|letter_templates)" AS "t1"( ORDER BY \S+ COLLATE NOCASE)?$|link, \'\'\) FROM alerts$'
)
READS_NOTHING = "(0 = 1)"  # a list of none, for which SQLite opens no table although it plans to


def read_whole(staff: Person, people: People, what: str) -> list[tuple[str, str, str]]:
    """The statements of a list or job that go through a table row by row, without even an index."""
    return [
        (what, sql, step[3])
        for sql, params in asked(staff, people, what)
        if sql.startswith(("SELECT", "UPDATE", "DELETE")) and READS_NOTHING not in sql and not ALWAYS_FEW.search(sql)
        for step in database.execute_sql(f"EXPLAIN QUERY PLAN {sql}", params)
        if step[3].startswith("SCAN") and "USING" not in step[3] and "CONSTANT ROW" not in step[3]
        if not LOOKED_UP.match(step[3])
    ]


def test_every_list_of_the_back_office_is_looked_at_here(people: People) -> None:
    addresses = people.house.flask.url_map.bind("localhost")
    seen = {addresses.match(what.partition("?")[0], return_rule=True)[0].rule for what in (*LISTS, "/api/admin/bills")}
    every = {
        rule.rule
        for rule in people.house.flask.url_map.iter_rules()
        if rule.rule.startswith("/api/admin/") and "GET" in (rule.methods or ())
    }
    assert every - seen == PAPERS


def test_no_table_is_read_from_end_to_end(staff: Person, people: People) -> None:
    grow(MANY, clock.now())
    assert [scan for what in (*LISTS, *JOBS) for scan in read_whole(staff, people, what)] == []


def test_a_search_for_what_many_have_goes_through_its_list_until_the_page_is_full(
    staff: Person, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "FEW", 0)
    grow(FEW, clock.now())
    for what in ("/api/admin/documents?search=Client", "/api/admin/projects?search=Client"):
        assert read_whole(staff, people, what) == []


def test_without_its_index_a_list_reads_its_table_whole(staff: Person, people: People) -> None:
    grow(FEW, clock.now())
    for index in database.get_indexes("enquiries"):
        database.execute_sql(f"DROP INDEX {index.name}")
    assert read_whole(staff, people, "/api/admin/enquiries") != []


def test_guesses_are_looked_for_among_the_days_lines(people: People) -> None:
    with listening() as heard:
        attacks.tell_staff_of_attacks(clock.now())
    (asked,) = [(sql, params) for sql, params in heard if "audit_log" in sql]
    steps = [step[3] for step in database.execute_sql(f"EXPLAIN QUERY PLAN {asked[0]}", asked[1])]
    assert [step for step in steps if "audit_log_created" in step and step.startswith("SEARCH")]
    assert not [step for step in steps if step.startswith("SCAN")]


@pytest.mark.parametrize("sort", ["newest", "oldest"])
def test_unread_documents_are_not_looked_for_among_all(staff: Person, people: People, sort: str) -> None:
    grow(FEW, clock.now())
    heard = asked(staff, people, f"/api/admin/documents?show=unread&sort={sort}")
    unread = [(sql, params) for sql, params in heard if '"unopened" = 1' in sql and " IN (" not in sql]
    assert len(unread) == 2  # the page and the count
    for sql, params in unread:
        steps = [step[3] for step in database.execute_sql(f"EXPLAIN QUERY PLAN {sql}", params)]
        assert "SCAN t1 USING INDEX documents_unopened" in steps


def steps_of(staff: Person, people: People, what: str, asks_for: str) -> list[str]:
    """How the statements of a list read their tables in which that stands, a regular expression."""
    heard = [(sql, params) for sql, params in asked(staff, people, what) if re.search(asks_for, sql)]
    assert heard
    plans = (database.execute_sql(f"EXPLAIN QUERY PLAN {sql}", params) for sql, params in heard)
    return [step[3] for plan in plans for step in plan]


ORDERS = {"name": "clients_by_name", "consultation": "projects_by_consultation", "status": "projects_by_status"}


def sorted_out_of_many(staff: Person, people: People, sort: str) -> list[str]:
    """The steps that sort projects, where it is not only those of clients with the same name."""
    few = "USE TEMP B-TREE FOR LAST 2 TERMS OF ORDER BY" if sort == "name" else ""
    steps = steps_of(staff, people, f"/api/admin/projects?sort={sort}", "ORDER BY")
    return [step for step in steps if "TEMP B-TREE" in step and step != few]


@pytest.mark.parametrize("sort", ["newest", "oldest", *ORDERS])
def test_a_page_of_projects_is_not_sorted_out_of_all(staff: Person, people: People, sort: str) -> None:
    grow(FEW, clock.now())
    assert sorted_out_of_many(staff, people, sort) == []


@pytest.mark.parametrize(("sort", "index"), ORDERS.items())
def test_without_the_index_of_its_order_it_is(staff: Person, people: People, sort: str, index: str) -> None:
    grow(FEW, clock.now())
    database.execute_sql(f"DROP INDEX {index}")
    assert sorted_out_of_many(staff, people, sort) != []


@pytest.mark.parametrize("what", ["projects?payment=paid", "projects?payment=unpaid"])
def test_few_of_whom_money_stands_so_are_read_from_an_index_alone(staff: Person, people: People, what: str) -> None:
    grow(FEW, clock.now())
    steps = steps_of(staff, people, f"/api/admin/{what}", '"number" = 1.*"state" IN')
    assert [step for step in steps if "COVERING INDEX orders_stand" in step]
    assert [step for step in steps if "CORRELATED" in step or "EXISTS" in step] == []


def test_many_are_gone_through_until_the_page_is_full(
    staff: Person, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    grow(FEW, clock.now())
    few = staff.get("/api/admin/projects?payment=paid").get_json()
    monkeypatch.setattr(listing, "FEW", -1)
    steps = steps_of(staff, people, "/api/admin/projects?payment=paid", '"state" IN.*ORDER BY')
    assert [step for step in steps if "(project_id=? AND number=?)" in step]
    assert [step for step in steps if "projects_listed" in step]
    assert [step for step in steps if "TEMP B-TREE" in step] == []
    assert staff.get("/api/admin/projects?payment=paid").get_json() == few


COUNTED = ["dashboard", "figures", "money", "projects", "projects?status=inquiry", "projects?payment=paid"]
COUNTED += ["documents", "documents?show=shared", "documents?show=internal", "documents?type=other"]


def counting(staff: Person, people: People, what: str) -> set[str]:
    """The steps that go through all projects, documents, payments, or orders to count them or to add them up."""
    heard = asked(staff, people, f"/api/admin/{what}")
    sums = [(sql, params) for sql, params in heard if re.match(r"SELECT (\S+, )*(COUNT|COALESCE\(SUM)\(", sql)]
    large = re.compile(r'FROM "(projects|documents|payments|orders)"')
    plans = [
        (sql, step[3])
        for sql, params in sums
        if large.search(sql)
        for step in database.execute_sql(f"EXPLAIN QUERY PLAN {sql}", params)
    ]
    # Of a page's, by their ids; of the few that are open; of a week's or a month's.
    whole = re.compile(r"SCAN t1 |SEARCH t1 USING COVERING INDEX (payments_money|orders_stand) \((status|state)=\?\)")
    return {step for sql, step in plans if whole.match(step) and "projects_unproved" not in step}


@pytest.mark.parametrize("what", COUNTED)
def test_what_is_kept_is_not_counted(staff: Person, people: People, what: str) -> None:
    grow(FEW, clock.now())
    assert counting(staff, people, what) == set()


@pytest.mark.parametrize("what", ["projects?way=booking", "documents?show=unread"])
def test_what_is_not_kept_is(staff: Person, people: People, what: str) -> None:
    grow(FEW, clock.now())
    assert counting(staff, people, what) != set()


@pytest.mark.parametrize(
    ("what", "index"), [("show=internal", "documents_of_staff"), ("type=proposal", "documents_of_type")]
)
def test_a_page_of_a_few_documents_is_found_by_its_index(staff: Person, people: People, what: str, index: str) -> None:
    grow(FEW, clock.now())
    (step,) = steps_of(staff, people, f"/api/admin/documents?{what}", 'FROM "documents".* ORDER BY "t1"."uploaded_at"')
    assert index in step and step.startswith("SEARCH")


def test_a_documents_search_does_not_go_through_all_documents(staff: Person, people: People) -> None:
    grow(FEW, clock.now())
    steps = steps_of(staff, people, "/api/admin/documents?search=Client", 'FROM "documents"')
    assert [step for step in steps if re.match(r"SCAN t\d", step)] == []


def test_likely_doubles_are_not_looked_for_among_all_clients(staff: Person, people: People) -> None:
    grow(FEW, clock.now())
    steps = steps_of(staff, people, "/api/admin/clients/3/doubles", r"replace\(lower")
    assert len(steps) == 1 and steps[0].startswith("SEARCH clients USING INDEX clients_mailbox")


def test_what_was_done_today_is_not_looked_for_in_the_log_of_all_years(staff: Person, people: People) -> None:
    grow(FEW, clock.now())
    steps = steps_of(staff, people, "/api/admin/done", 'FROM "audit_log"')
    assert [step for step in steps if "audit_log_created (created_at>?)" in step]
    assert [step for step in steps if step.startswith("SCAN t")] == []


def test_open_bills_are_not_looked_for_among_all_orders(staff: Person, people: People) -> None:
    grow(FEW, clock.now())
    steps = steps_of(staff, people, "/api/admin/bills", 'FROM "orders"')
    assert "SCAN t1 USING INDEX orders_owed" in steps


def test_the_times_of_two_months_are_asked_for_in_statements_of_one_length(staff: Person, people: People) -> None:
    span = f"first={clock.now().date()}&last={clock.now().date() + timedelta(days=61)}"
    lengths = []
    for count in (FEW, MANY - FEW):
        grow(count, clock.now())
        lengths.append([len(sql) for sql, _ in asked(staff, people, f"/api/admin/appointments?{span}")])
    assert lengths[0] == lengths[1]
    steps = steps_of(staff, people, f"/api/admin/appointments?{span}", '"clients"|slot_holds')
    assert [step for step in steps if step.startswith("SCAN") and "json_each" not in step] == []
    told = [sql for sql, _ in asked(staff, people, f"/api/admin/appointments?{span}") if '"clients"' in sql]
    assert [sql for sql in told if "password_hash" in sql] == []


@pytest.mark.parametrize("what", ["dashboard", "figures"])
def test_how_those_of_late_are_paid_is_looked_up_for_each(staff: Person, people: People, what: str) -> None:
    grow(FEW, clock.now())
    steps = steps_of(staff, people, f"/api/admin/{what}", '"state" IN.*"created_at" >=')
    assert [step for step in steps if step.startswith("SEARCH t1 USING INDEX projects_listed (created_at>?")]
    assert [step for step in steps if "(project_id=? AND number=?)" in step]


def test_what_was_promised_of_late_is_found_by_when_it_was_paid(staff: Person, people: People) -> None:
    grow(FEW, clock.now())
    for asks_for in ("AS papers", r"a\.action = 'contact'"):
        steps = steps_of(staff, people, "/api/admin/figures", asks_for)
        assert [step for step in steps if "orders_became_paid (paid_at>?)" in step]
        assert [step for step in steps if step.startswith("SCAN")] == []


def test_money_to_be_settled_is_not_looked_for_among_all_orders(staff: Person, people: People) -> None:
    grow(FEW, clock.now())
    steps = steps_of(staff, people, "/api/admin/consultations", "due_back_cents > 0")
    assert steps == ["SCAN orders USING INDEX orders_unsettled"]
    assert [sql for sql, _ in asked(staff, people, "/api/admin/consultations") if "HAVING" in sql] == []


def test_without_its_index_a_scan_is_noticed(staff: Person, people: People) -> None:
    grow(FEW, clock.now())
    for index in ("payments_order", "payments_sums"):
        database.execute_sql(f"DROP INDEX {index}")
    assert read_whole(staff, people, "/api/admin/projects/3") != []


def test_every_list_is_a_page_and_says_how_many_there_are(staff: Person) -> None:
    grow(60, clock.now())
    listed = staff.get("/api/admin/consultations").get_json()
    assert (len(listed["items"]), listed["total"], listed["pageSize"]) == (25, 120, 25)
    assert (len(listed["givenUp"]), listed["givenUpTotal"]) == (25, 60)
    board = staff.get("/api/admin/dashboard").get_json()
    waiting = staff.get("/api/admin/attention").get_json()
    assert ([line["label"] for line in waiting["lines"]].count("refunded"), waiting["cut"]) == (25, True)
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


@pytest.mark.parametrize("what", ["/api/admin/documents?search=Plan", "/api/admin/projects?search=Amelia"])
def test_a_search_asks_the_index_once_of_each_kind(staff: Person, people: People, what: str) -> None:
    grow(FEW, clock.now())
    heard = [(sql, str(params)) for sql, params in asked(staff, people, what) if "search_index" in sql]
    assert heard
    assert len(heard) == len(set(heard))
    assert all(sql.startswith("SELECT (search_index.rowid") for sql, _ in heard)
