"""Staff take back that a transfer came: it was noted by mistake."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from icalendar import Calendar
from werkzeug.test import TestResponse

from app import clock
from app.audit.models import AuditLine
from app.booking.models import Booking
from app.checklist.models import Need
from app.doctor.examination import examine
from app.factory import House
from app.invoices.models import Invoice
from app.mail.models import Letter
from app.orders.models import Order
from app.orders.money import Payment
from app.orders.rules import paid_since
from app.payments import transfers
from app.payments.rules import mistake_refusal
from app.projects.models import HistoryLine, Project
from app.slots import actions as slots
from app.slots.models import Hold, Slot
from tests.attention.waiting import kinds
from tests.invoices.test_bills import bill
from tests.onboarders import Onboarder
from tests.payments.banking import books_by_transfer, give_back, mark, record, sums
from tests.people import People, Person

WHY = "It was another client's money"


def by_transfer(ann: Onboarder) -> int:
    """Ann chooses to pay her 1,500 by transfer; the payment's id."""
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    return int(Payment.get(Payment.provider == "bank").id)


def seen_of(payment: int) -> str:
    """When it came, as the back office shows it."""
    at = Payment.get_by_id(payment).paid_at
    return str(at.astimezone(UTC).isoformat().replace("+00:00", "Z"))


def take_back(staff: Person, payment: int, seen: str, reason: str = WHY) -> TestResponse:
    """It has not come."""
    return staff.post(f"/api/admin/payments/{payment}/not-come", {"seen": seen, "reason": reason})


def undo(staff: Person, payment: int) -> str:
    """It has not come, as it is seen now; what was seen."""
    seen = seen_of(payment)
    answer = take_back(staff, payment, seen)
    assert answer.status_code == 200, answer.get_json()
    return seen


def letter(kind: str = "transfer_not_come") -> str:
    return " ".join(Letter.select().where(Letter.kind == kind).order_by(Letter.id.desc()).get().text.split())


def found(house: House) -> list[Any]:
    return list(examine(house.config.folder, clock.now(), thorough=False))


@pytest.mark.parametrize(
    ("moves", "total", "day"),
    [
        ([], 100, None),
        ([(1, 100)], 100, 1),
        ([(2, 60), (1, 40)], 100, 2),
        ([(1, 60), (2, -60), (3, 60)], 100, None),
        ([(1, 100), (2, -100)], 100, 1),
        ([(1, 99)], 100, None),
    ],
)
def test_an_order_is_paid_since_all_of_it_was_there_at_once(
    moves: list[tuple[int, int]], total: int, day: int | None
) -> None:
    days = [(datetime(2026, 6, each, tzinfo=UTC), cents) for each, cents in moves]
    assert paid_since(days, total) == (day and datetime(2026, 6, day, tzinfo=UTC))


@pytest.mark.parametrize(
    ("is_card", "refunded", "completed", "deducted", "said"),
    [
        (False, 0, False, (), ""),
        (True, 0, False, (), "A card payment is not noted by hand"),
        (False, 1, False, (), "Money of this transfer was sent back"),
        (False, 0, True, (), "This project is completed."),
        (False, 0, False, ("HPM-3", "HPM-4"), "It is deducted as a booking fee from HPM-3 and HPM-4:"),
    ],
)
def test_why_it_stays(is_card: bool, refunded: int, completed: bool, deducted: tuple[str, ...], said: str) -> None:
    told = mistake_refusal(is_card, refunded, completed, deducted)
    assert told.startswith(said) and bool(told) == bool(said)


@pytest.mark.spec("C-05", "D-09", "A-06")
def test_a_paid_consultation_waits_for_its_transfer_again(people: People, ann: Onboarder, house: House) -> None:
    payment, staff = by_transfer(ann), people.staff()
    start = Project.get_by_id(ann.project).appointment_date
    assert mark(staff, payment, 160_000).status_code == 200
    assert (Project.get_by_id(ann.project).status, Need.select().count() > 0) == ("scheduled", True)
    undo(staff, payment)
    row, project, order = Payment.get(), Project.get_by_id(ann.project), Order.get()
    assert (row.status, row.amount_cents, row.superseded, row.paid_at) == ("pending", 150_000, False, None)
    assert sums(staff, ann.project) == (0, 0, 150_000, 0)
    assert (order.state, order.paid_at, project.status, project.payment_status) == (
        "unpaid",
        None,
        "pending_payment",
        "pending",
    )
    hold = Hold.of_project(ann.project)
    assert hold is not None and (hold.kind, project.appointment_date) == ("transfer", start)
    assert clock.now() < hold.expires_at <= start
    assert project.is_in_portal and Need.select().count() == 0
    assert [(each.kind, each.total_cents) for each in Invoice.select().order_by(Invoice.id)] == [
        ("invoice", 150_000),
        ("adjustment_note", -150_000),
    ]
    told = letter()
    assert "We wrote that your transfer of $1,600.00" in told and "it has not come. We are sorry." in told
    assert "$1,500.00 is to be paid" in told and "We keep the time" in told and "BSB" in told
    assert "our adjustment note ADJ-000001" in told
    sent = Letter.get(Letter.kind == "transfer_not_come")
    assert Calendar.from_ical(sent.calendar)["METHOD"] == "CANCEL"
    assert "paid_twice" not in kinds()
    line = HistoryLine.select().order_by(HistoryLine.id.desc()).get()
    assert (line.actor, line.note, line.to_status) == ("helena", f"Transfer noted by mistake: {WHY}", "pending_payment")
    written = AuditLine.get(AuditLine.action == "take-back-transfer")
    assert (written.actor, written.subject, written.detail) == ("helena", f"payment:{payment}", "$1,600.00")
    assert found(house) == []


@pytest.mark.spec("C-05", "D-09")
def test_it_comes_after_all_with_letters_and_a_note_of_its_own(people: People, ann: Onboarder, house: House) -> None:
    payment, staff = by_transfer(ann), people.staff()
    assert mark(staff, payment).status_code == 200
    undo(staff, payment)
    assert mark(staff, payment).status_code == 200
    assert (Project.get_by_id(ann.project).status, Order.get().state) == ("scheduled", "paid")
    assert [each.total_cents for each in Invoice.select().order_by(Invoice.id)] == [150_000, -150_000, 150_000]
    after_all = dict(Invoice.select().order_by(Invoice.id.desc()).get().facts.details)
    assert after_all["Paid"].startswith("$1,500.00 on ") and " by bank transfer (" in after_all["Paid"]
    confirmed = list(Letter.select().where(Letter.kind == "consultation_confirmed").order_by(Letter.id))
    numbers = [int(Calendar.from_ical(each.calendar).walk("VEVENT")[0]["SEQUENCE"]) for each in confirmed]
    assert len(numbers) == 2 and numbers[0] < numbers[1]
    assert Letter.select().where(Letter.kind == "payment_received").count() == 2
    assert found(house) == []


def test_repeating_it_changes_nothing_and_what_was_not_seen_is_refused(people: People, ann: Onboarder) -> None:
    payment, staff = by_transfer(ann), people.staff()
    assert take_back(staff, payment, "2026-01-01T00:00:00Z").status_code == 409
    assert mark(staff, payment).status_code == 200
    assert take_back(staff, payment, "2026-01-01T00:00:00Z").status_code == 409
    assert take_back(staff, payment, seen_of(payment), "").get_json()["fields"] == {"reason": "Please say why"}
    seen = undo(staff, payment)
    assert take_back(staff, payment, seen).status_code == 200
    assert Letter.select().where(Letter.kind == "transfer_not_come").count() == 1
    assert AuditLine.select().where(AuditLine.action == "take-back-transfer").count() == 1
    assert mark(staff, payment).status_code == 200
    assert take_back(staff, payment, seen).status_code == (409 if seen_of(payment) != seen else 200)


@pytest.mark.spec("U-01")
def test_a_booking_of_the_wizard_waits_for_its_fee_and_its_time_is_free(people: People, house: House) -> None:
    visitor = books_by_transfer(house)
    staff, project = people.staff(), Project.get().id
    assert mark(staff, Payment.get().id).status_code == 200
    slots.generate(clock.now())
    time = Slot.free(clock.now())[0]
    assert visitor.browser.patch(f"/api/slots/{time.id}/book", json={"projectId": project}).status_code == 200
    undo(staff, Payment.get().id)
    assert (Booking.get().status, Booking.get().confirmed_at) == ("awaiting", None)
    assert Project.get().status == "pending_payment" and Project.get().appointment_date is None
    assert Hold.of_project(project) is None
    assert "is free again: as soon as the fee is paid, you choose another one" in letter()
    assert found(house) == []
    assert mark(staff, Payment.get().id).status_code == 200
    assert Booking.get().status == "confirmed"
    assert Letter.select().where(Letter.kind == "booking_confirmed").count() == 2
    assert found(house) == []


def test_a_part_that_never_came_leaves_the_other_part_and_what_is_owed(
    people: People, ann: Onboarder, house: House
) -> None:
    payment, staff = by_transfer(ann), people.staff()
    assert mark(staff, payment, 110_000).status_code == 200
    assert record(staff, ann.project, 40_000).status_code == 200
    undo(staff, payment)
    assert sums(staff, ann.project) == (40_000, 0, 110_000, 0)
    assert Payment.get_by_id(payment).amount_cents == 110_000
    assert "$400.00 has come, $1,100.00 is still to be paid" in letter()
    assert "stays yours meanwhile." in letter() or "We keep the time, " in letter()
    assert found(house) == []


def test_a_transfer_that_nobody_was_asked_for_is_awaited_by_nobody(
    people: People, ann: Onboarder, house: House
) -> None:
    staff = people.staff()
    assert record(staff, ann.project, 150_000).status_code == 200
    payment = Payment.get().id
    undo(staff, payment)
    assert (Payment.get().status, Payment.get().superseded) == ("failed", True)
    assert record(staff, ann.project, 150_000).status_code == 409
    assert record(staff, ann.project, 150_000, "two").status_code == 200
    assert sums(staff, ann.project) == (150_000, 0, 0, 0)
    assert found(house) == []


def test_a_second_payment_that_never_came_leaves_the_project_paid(people: People, ann: Onboarder, house: House) -> None:
    payment, staff = by_transfer(ann), people.staff()
    assert mark(staff, payment).status_code == 200
    assert record(staff, ann.project, 150_000).status_code == 200
    assert "paid_twice" in kinds()
    undo(staff, Payment.select().order_by(Payment.id.desc()).get().id)
    assert sums(staff, ann.project) == (150_000, 0, 0, 0)
    assert kinds() == [] and Project.get_by_id(ann.project).status == "scheduled"
    assert "is paid without it" in letter()
    assert found(house) == []


def test_what_was_sent_back_or_completed_stays(people: People, ann: Onboarder) -> None:
    payment, staff = by_transfer(ann), people.staff()
    assert mark(staff, payment).status_code == 200
    seen = seen_of(payment)
    Project.update(status="completed").where(Project.id == ann.project).execute()
    assert take_back(staff, payment, seen).get_json()["message"].startswith("This project is completed.")
    Project.update(status="scheduled").where(Project.id == ann.project).execute()
    assert give_back(staff, payment, 100).status_code == 200
    shown = staff.get(f"/api/admin/projects/{ann.project}").get_json()["money"]["transfers"][0]
    refused = take_back(staff, payment, seen)
    assert (refused.status_code, refused.get_json()["message"]) == (409, shown["notComeRefusal"])
    assert shown["notComeRefusal"].startswith("Money of this transfer was sent back")


def test_of_a_cancelled_project_nothing_is_to_be_refunded_any_more(
    people: People, ann: Onboarder, house: House
) -> None:
    payment, staff = by_transfer(ann), people.staff()
    assert mark(staff, payment).status_code == 200
    assert staff.call_off(ann.project).status_code == 200
    assert "refund_due" in kinds()
    undo(staff, payment)
    assert kinds() == []
    assert f"nothing is to be paid for HPM-{ann.project}" in letter()
    assert found(house) == []


def test_the_time_of_a_consultation_that_has_begun_stays_as_it_was(
    people: People, ann: Onboarder, monkeypatch: pytest.MonkeyPatch
) -> None:
    payment, staff = by_transfer(ann), people.staff()
    assert mark(staff, payment).status_code == 200
    start = Project.get_by_id(ann.project).appointment_date
    with clock.reading(lambda: start + timedelta(hours=2)):
        transfers.not_come(payment, Payment.get().paid_at, WHY, "helena")
    project, hold = Project.get_by_id(ann.project), Hold.of_project(ann.project)
    assert (project.status, project.appointment_date) == ("scheduled", start)
    assert hold is not None and hold.kind == "paid"


def test_a_strangers_project_leaves_the_portal_of_the_client_whose_address_it_names(
    people: People, house: House, ann: Onboarder
) -> None:
    payment, staff = by_transfer(ann), people.staff()
    assert mark(staff, payment).status_code == 200
    stranger = Onboarder(house)
    assert stranger.take(stranger.times()[1]["id"]).status_code == 200
    assert stranger.post(f"/api/projects/{stranger.project}/bank-transfer").status_code == 200
    theirs = Payment.select().order_by(Payment.id.desc()).get().id
    assert mark(staff, theirs).status_code == 200
    assert Project.get_by_id(stranger.project).is_in_portal
    undo(staff, theirs)
    assert Project.get_by_id(stranger.project).proved_at is None
    assert Project.get_by_id(ann.project).is_in_portal
    assert "We wrote that a transfer of $1,500.00" in letter() and "Tell us whether it is yours" in letter()
    assert found(house) == []


@pytest.mark.spec("D-09")
def test_a_bill_is_owed_again_and_its_invoice_stands(people: People, house: House) -> None:
    books_by_transfer(house)
    staff, fee = people.staff(), Payment.get().id
    assert mark(staff, fee).status_code == 200
    assert bill(staff).status_code == 201
    refused = take_back(staff, fee, seen_of(fee))
    assert refused.get_json()["message"].startswith(f"It is deducted as a booking fee from HPM-{Project.get().id}-2:")
    asked = Payment.select().order_by(Payment.id.desc()).get()
    assert mark(staff, asked.id).status_code == 200
    documents = Invoice.select().count()
    undo(staff, asked.id)
    again = Payment.get_by_id(asked.id)
    assert (again.status, again.amount_cents, again.superseded) == ("pending", asked.amount_cents, False)
    assert Order.get(Order.number == 2).paid_at is None and Invoice.select().count() == documents
    assert Booking.get().status == "confirmed"
    assert f"So HPM-{Project.get().id}-2 is not paid" in letter()
    assert found(house) == []
    assert mark(staff, asked.id).status_code == 200
    assert Letter.select().where(Letter.kind == "bill_paid").count() == 2
