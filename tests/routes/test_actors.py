"""Every route against every actor. A route without a line in the table fails the test."""

import re
import shutil
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from cast import actors, send_file, stage, staged_folder  # noqa: F401 - three of them fixtures
from expectations import ACTORS, CLOSED, LETTER_LINKS, TABLE, WORDS, Case
from werkzeug.test import TestResponse

from app.accounts import email_change, passwords
from app.accounts.models import Admin, Client
from app.alerts.actions import raise_alert
from app.alerts.models import Alert
from app.attention.models import Handling
from app.attention.rules import stamp
from app.audit.actions import HELIOS
from app.booking.models import Booking
from app.checklist.models import Need
from app.clock import in_sydney, now
from app.config import in_force
from app.consultations.statuses import set_status
from app.correspondence import actions as correspondence
from app.correspondence.actions import Words
from app.db import write
from app.documents.models import Document
from app.enquiries.models import Enquiry
from app.erasure import actions as erasure
from app.factory import House
from app.invoices.models import Invoice
from app.limits import limiter
from app.mail.models import Letter
from app.merging import actions as merging
from app.messages import actions as messages
from app.notes import actions as notes
from app.onboarding.models import Onboarding
from app.orders.models import Order
from app.orders.money import Payment
from app.payments import bills
from app.phone_calendar import actions as phone_calendar
from app.phone_calendar.rules import Choice
from app.projects.models import HistoryLine, Project
from app.projects.rules import ProjectStatus
from app.proofs import questions
from app.proposals.models import Proposal
from app.slots import changes
from app.slots.availability import Availability
from app.slots.hours import Closure
from app.slots.models import Hold, Slot
from app.slots.rules import SYDNEY
from tests.onboarders import Onboarder
from tests.payments.banking import payments_of
from tests.people import NEEDS_AUTHENTICATION, PASSWORD, People, Person

NOBODYS_ID = 987_654


def known(email: str) -> Client:
    """A client of whom nothing is known but the address."""
    client: Client = Client.create(email=email, name="Ann", phone="0400 000 001", created_at=now(), updated_at=now())
    return client


def ids(house: House) -> dict[str, object]:
    """Amelia's things."""
    over, booked = Booking.select().where(Booking.status == "confirmed").order_by(Booking.id)[:2]
    draft = Booking.get(Booking.status == "draft")
    with write():
        alert = raise_alert("test", "test", "Something happened", now=now())
        Alert.update(resolved_at=None).execute()
        resolved = raise_alert("test", "test-resolved", "Something else happened", now=now())
        Alert.update(resolved_at=now(), resolved_by="olivia").where(Alert.id == resolved.id).execute()
        Letter.update(status="sent").execute()
        raise_alert("test", "test-taken", "Somebody has this", now=now())
        Handling.create(kind="news", subject="test-taken", taken_by=Admin.called("helena"))
    # A transfer that was given up for a card and arrives all the same: the project's payment is still to be begun.
    transfer = Payment.create(
        provider="bank",
        order=Order.of_project(Onboarding.get().project_id),
        idempotency_key="transfer",
        amount_cents=200000,
        currency="aud",
        livemode=False,
        superseded=True,
        created_at=now(),
        updated_at=now(),
    )
    came = Payment.create(
        provider="bank",
        order=Order.of_project(over.project_id),
        idempotency_key="came",
        amount_cents=25000,
        currency="aud",
        livemode=False,
        status="completed",
        created_at=now(),
        updated_at=now(),
        paid_at=now(),
        learned_at=now(),
    )
    unproved = Onboarding.select().order_by(Onboarding.id.desc()).first().project
    due = (in_sydney(now()) + timedelta(days=14)).date()
    with write():
        asked = questions.link(unproved, now()) or ""
    with write():  # as it was agreed when that was still offered
        Project.update(meeting_way="video").where(Project.id == booked.project_id).execute()
    line = {"title": "Lease agreement", "asked_by": "helena", "asked_at": now()}
    plan = Document.get(Document.project_id == booked.project_id)
    beside = {"project_id": booked.project_id, "booking_id": None, "uploaded_by": "staff"}
    internal, shared = copied(plan, **beside), copied(plan, **beside, shared_at=now(), shared_by="helena")
    deleted = copied(plan, booking_id=None, deleted_at=now(), deleted_by="helena", deleted_for="Sent twice")
    amelia = messages.Person(client_id=booked.client_id)
    written = messages.send(booked.project_id, amelia, "When do you start?", [], "first")
    # A consultation of hers that is over, and an hour of staff's own.
    began = Slot.create(date=now() - timedelta(days=1), is_booked=True, project_id=over.project_id)
    Hold.create(
        slot=began, project_id=over.project_id, visitor_id="", kind="paid", created_at=now() - timedelta(days=9)
    )
    # One that was held before it, and what is proposed after another.
    held = {"kind": "paid", "created_at": now() - timedelta(days=9), "released_at": now(), "outcome": "held"}
    Hold.create(slot=began, project_id=over.project_id, visitor_id="", **held)
    proposal = Proposal.create(
        project=booked.project_id,
        admin=Admin.called("helena"),
        propose_key="told",
        service="scope_tender",
        title="Scope & Tender Management",
        price_cents=200_000,
        credit_cents=0,
        proposed_at=now(),
        expires_at=now() + timedelta(days=30),
    )
    starts = datetime.fromisoformat(CLOSED["starts"]).replace(tzinfo=SYDNEY)
    changes.close(Closure(starts, starts + timedelta(hours=1), CLOSED["reason"]), HELIOS, now())
    email_change.ask(booked.client_id, "amelia@example.org", "first", now())
    to_old = Letter.get(Letter.kind == "email_change_old").text
    erasable = Client.create(name="Nobody Yet", email="yet@example.com", phone="", created_at=now(), updated_at=now())
    lone, double, kept, gone = (known(f"{name}@example.com") for name in ("lone", "double", "kept", "gone"))
    merged = merging.merge(kept.id, gone.id, (1, 1), {}, "first", HELIOS, now())
    set_at = now()
    change = set_status(unproved.id, ProjectStatus.IN_PROGRESS, "Begun by phone", "helena", set_at)
    HistoryLine.update(undo_until=set_at + timedelta(days=1)).where(HistoryLine.id == change).execute()
    note = notes.jot(booked.project_id, Admin.called("helena"), "Call her", "helenas", now() + timedelta(hours=1))
    made = phone_calendar.make(Admin.get(Admin.username == "helena"), Choice(), now())
    return {
        "erasable": erasable.id,
        "proposal": proposal.id,
        "erasure_seal": erasure.preview(erasable.id, now()).seal,
        "old_link": re.findall(r"/client-portal/email\?token=([\w-]+)", to_old)[0],
        "need": Need.create(project_id=booked.project_id, **line).id,
        "unproved_need": Need.create(project_id=unproved.id, **line).id,
        "internal": internal.id,
        "shared": shared.id,
        "deleted_document": deleted.id,
        "message": written.id,
        "unproved": unproved.id,
        "unproved_document": Document.get(Document.project_id == unproved.id).id,
        "token": asked.partition("token=")[2],
        "reset": re.findall(r"token=([\w-]+)", Letter.get(Letter.kind == "password_reset").text)[0],
        "client": booked.client_id,
        "lone": lone.id,
        "double": double.id,
        "kept": kept.id,
        "merge": merged.id,
        "change": change,
        "note": note.id,
        "transfer": transfer.id,
        "came": came.id,
        "by_card": (by_card := payments_of(booked.project_id, Payment.provider == "sandbox").get()).id,
        "booking": booked.id,
        "project": booked.project_id,
        "document": plan.id,
        "draft_document": Document.get(Document.booking_id == draft.id).id,
        "intent": by_card.intent_id,
        "bill": bills.bill(None, booked.project_id, [("Site visit", 40_000)], due, "", "bill", "helena").id,
        "invoice": Invoice.of_order(by_card.order_id).id,
        "intake": (row := Onboarding.get()).id,
        "onboarded": row.project_id,
        "calendar": made.rpartition("/")[2].removesuffix(".ics"),
        "slot": (slot := Slot.get(Slot.project_id == row.project_id)).id,
        "start": slot.date.isoformat(),
        "onboarded_document": Document.get(Document.project_id == row.project_id).id,
        "onboarded_intent": payments_of(row.project_id, Payment.provider == "sandbox").get().intent_id,
        "draft_intent": Order.get(Order.booking_id == draft.id).payments.get().intent_id,
        "letter": Letter.get(Letter.kind == "booking_confirmed", Letter.booking_id == booked.id).id,
        "enquiry": Enquiry.create(name="A", email="a@example.com", phone="0", message="Hello", created_at=now()).id,
        "over": over.project_id,
        "over_start": began.date.isoformat(),
        "version": Availability.present().version,
        "free_slot": Slot.select().where(Slot.is_booked == False).order_by(Slot.date.desc()).first().id,
        "told": stamp(alert.created_at),
        "seal": correspondence.preview(booked.client_id, Words(**WORDS)).seal,
    }


def copied(document: Document, **changes: Any) -> Document:
    """Another document with the same file under a name of its own."""
    folder = in_force().documents_folder
    name = f"{uuid4().hex}.pdf"
    stored_name = f"{name[:2]}/{name}"
    (folder / stored_name).parent.mkdir(exist_ok=True)
    shutil.copy(folder / document.stored_name, folder / stored_name)
    row = {field: value for field, value in document.__data__.items() if field != "id"}
    made: Document = Document.create(**{**row, **changes, "stored_name": stored_name})
    return made


def filled(value: Any, known: dict[str, object]) -> Any:
    """A value of a body with the ids in place; a number stays a number."""
    if isinstance(value, list):
        return [filled(each, known) for each in value]
    if not isinstance(value, str):
        return value
    return known.get(value[1:-1], value)


def call(person: Person, case: Case, known: dict[str, object]) -> tuple[int, str]:
    """What comes of a call: its status, and of a refusal what it says."""
    path = case.path.format(**known)
    if case.body == "file":
        return told(send_file(person, path=path))
    if isinstance(case.body, str):
        return told(send_file(person, case.body.removeprefix("file for ").format(**known)))
    body = {k: filled(v, known) for k, v in (case.body or {}).items()}
    sent: dict[str, Any] = {"json": body} if case.body is not None else {}
    # A name of its own for every act.
    sent["headers"] = {"Idempotency-Key": str(uuid4())}
    with person.browser.open(path, method=case.method, **sent) as answer:
        return told(answer)


def told(answer: TestResponse) -> tuple[int, str]:
    return answer.status_code, answer.get_data(as_text=True) if answer.status_code >= 400 else ""


@pytest.mark.spec("X-01")
def test_every_route_of_the_url_map_has_its_expectation(house: House) -> None:
    rules = {(rule.rule, method) for rule in house.flask.url_map.iter_rules() for method in rule.methods or ()}
    expected = {(rule, case.method) for rule, cases in TABLE.items() for case in cases}
    assert {(rule, method) for rule, method in rules if method not in ("HEAD", "OPTIONS")} == expected


@pytest.mark.spec("R-01")
@pytest.mark.parametrize(("rule", "number"), [(rule, n) for rule, cases in TABLE.items() for n in range(len(cases))])
def test_each_actor_gets_what_the_table_says(
    house: House, cast: dict[str, Callable[[], Person]], rule: str, number: int
) -> None:
    case, known = TABLE[rule][number], ids(house)
    nobodys = {name: NOBODYS_ID if isinstance(row, int) else row for name, row in known.items()}
    # The owner of a thing comes last: who may delete it must not hide it from the others' tries.
    for actor in ("visitor", "other_client", "temporary", "client", "staff", "owner", "owner_session"):
        limiter.reset()
        status, said = call(cast[actor](), case, known)
        assert (actor, status) == (actor, case.statuses[ACTORS.index(actor)])
        if status == 404 and actor in ("visitor", "other_client"):
            # Somebody else's is told as what does not exist.
            assert (actor, call(cast[actor](), case, nobodys)) == (actor, (404, said))


@pytest.mark.spec("R-01")
def test_a_confirmation_is_shown_to_its_browser_and_its_client_alone(
    cast: dict[str, Callable[[], Person]], house: House
) -> None:
    known = ids(house)
    for intent in ("onboarded_intent", "draft_intent"):
        # Undecided: there is something to tell its owners.
        house.sandbox.confirm(known[intent], card=NEEDS_AUTHENTICATION)
        cast["owner_session"]().settle(str(known[intent]))
    states = {
        actor: [
            cast[actor]().get(f"/api/bookings/confirmation?{query}".format(**known)).get_json()["state"]
            for query in (
                "projectId={project}",
                "paymentIntent={intent}",
                "projectId={onboarded}",
                "paymentIntent={onboarded_intent}",
                "paymentIntent={draft_intent}",
            )
        ]
        for actor in ACTORS
        if actor != "temporary"
    }
    assert states == {
        "visitor": ["none"] * 5,
        "owner_session": ["paid", "paid", "checking", "checking", "checking"],
        "client": ["paid", "paid", "checking", "checking", "none"],
        "other_client": ["none"] * 5,
        "staff": ["none"] * 5,
        "owner": ["none"] * 5,
    }


@pytest.mark.spec("R-01")
def test_no_letter_opens_anything_by_its_link_alone(cast: dict[str, Callable[[], Person]], house: House) -> None:
    assert cast
    led_to: dict[str, set[str]] = {"client": set(), "staff": set()}
    site, staff = house.config.server.address, house.config.mail.staff
    for letter in Letter.select().where(Letter.recipient.in_([staff, "amelia@example.com"])):
        links = set(re.findall(rf"{site}([^\s<>\")]*)", letter.text))
        links = {re.sub(r"token=[\w-]{43}$", "token={token}", link) for link in links}
        links = {re.sub(r"/success\?projectId=\d+$", "/success?projectId={project}", link) for link in links}
        led_to["staff" if letter.recipient == staff else "client"] |= {link or "/" for link in links}
    numbers = {row.project_id for row in Booking.select().where(Booking.status == "confirmed")}
    staff_links = {f"/admin/dashboard?project={number}" for number in numbers}
    assert led_to == {"client": LETTER_LINKS["client"], "staff": LETTER_LINKS["staff"] | staff_links}


@pytest.mark.spec("L-02")
def test_a_temporary_password_opens_nothing_and_takes_nothing_from_the_browsers_own(people: People) -> None:
    """What the browser made itself, it may see without signing in at all."""
    ann = Onboarder(people.house)
    intent = ann.book(email="ann@example.com")
    booked = Payment.of_intent(intent).project_id
    with write():
        Client.update(password_hash=passwords.hash_password(PASSWORD)).execute()
    elsewhere = people.visitor()
    for person in (ann, elsewhere):
        signed_in = person.post("/api/client/login", {"email": "ann@example.com", "password": PASSWORD})
        assert signed_in.get_json()["passwordChangeRequired"] is True
    paths = [
        f"/api/projects/{ann.project}",
        f"/api/projects/{booked}",
        f"/api/bookings/confirmation?projectId={booked}",
    ]
    assert [ann.get(path).status_code for path in paths] == [200] * 3
    for path in [*paths, "/api/projects/99999", "/api/bookings/confirmation?projectId=99999"]:
        refused = elsewhere.get(path)
        assert (refused.status_code, refused.get_json()["message"]) == (403, "Please choose a new password first.")
    for path in ("/api/client/projects", "/api/client/documents", "/api/client/appointments"):
        assert ann.get(path).status_code == 403


@pytest.mark.spec("R-01")
def test_lists_hold_a_clients_own_things_only(cast: dict[str, Callable[[], Person]]) -> None:
    # Everybody's times are paid for: only then are they appointments.
    Hold.update(kind="paid", expires_at=None).execute()
    for what, mine in (("projects", 3), ("documents", 3), ("appointments", 1)):
        assert len(cast["client"]().get(f"/api/client/{what}").get_json()) == mine
    assert len(cast["other_client"]().get("/api/client/projects").get_json()) == 1
