"""Staff mark an awaited transfer of which another sum came."""

import pytest
from werkzeug.test import TestResponse

from app.audit.models import AuditLine
from app.booking.models import Booking
from app.factory import House
from app.mail.models import Letter
from app.orders.money import Payment
from app.projects.models import HistoryLine, Project
from tests.attention.waiting import kinds
from tests.onboarders import Onboarder
from tests.payments.banking import books_by_transfer, line, mark, record, sums
from tests.people import People


def by_transfer(ann: Onboarder) -> int:
    """Ann chooses to pay her 1,500 by transfer; the payment's id."""
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    return int(Payment.get(Payment.provider == "bank").id)


def letter(kind: str) -> str:
    return " ".join(Letter.select().where(Letter.kind == kind).order_by(Letter.id.desc()).get().text.split())


@pytest.mark.spec("C-05")
def test_a_part_and_then_the_rest_confirm_the_consultation(people: People, ann: Onboarder) -> None:
    payment, staff = by_transfer(ann), people.staff()
    assert mark(staff, payment, 110_000).status_code == 200
    assert sums(staff, ann.project) == (110_000, 0, 40_000, 0)
    assert Project.get_by_id(ann.project).status == "pending_payment"
    assert "is not paid with that: $400.00 is still owed." in letter("other_price_received")
    assert kinds() == ["part_paid"]
    assert record(staff, ann.project, 40_000).status_code == 200
    assert kinds() == []
    assert sums(staff, ann.project) == (150_000, 0, 0, 0)
    assert Project.get_by_id(ann.project).status == "scheduled"
    assert "Your transfer of $400.00 with the reference" in letter("payment_received")
    assert "is paid: $1,500.00 in all." in letter("payment_received")
    noted = [row.note for row in HistoryLine.select().where(HistoryLine.actor == "helena")]
    assert noted == ["Transfer received: $1,100.00 instead of $1,500.00", "Transfer received: $400.00"]
    written = AuditLine.select().where(AuditLine.action == "receive-transfer").order_by(AuditLine.id)
    assert [row.detail for row in written] == ["$1,100.00", "$400.00"]


@pytest.mark.spec("U-01")
def test_a_part_and_then_the_rest_confirm_the_wizards_booking(people: People, house: House) -> None:
    books_by_transfer(house)
    staff, project = people.staff(), Project.get().id
    assert mark(staff, Payment.get().id, 10_000).status_code == 200
    assert (Booking.get().status, sums(staff, project)) == ("awaiting", (10_000, 0, 15_000, 0))
    shown = staff.get(f"/api/admin/projects/{project}").get_json()["money"]
    assert (shown["owedCents"], shown["mayRecord"]) == (15_000, True)
    assert record(staff, project, 15_000).status_code == 200
    assert (Booking.get().status, sums(staff, project)) == ("confirmed", (25_000, 0, 0, 0))
    assert "$250.00 AUD inc. GST" in letter("booking_confirmed")


def test_what_came_too_much_is_told_to_both_and_is_no_part_of_the_receipt(people: People, ann: Onboarder) -> None:
    payment, staff = by_transfer(ann), people.staff()
    assert mark(staff, payment, 160_000).status_code == 200
    assert sums(staff, ann.project) == (160_000, 0, 0, 10_000)
    assert Project.get_by_id(ann.project).status == "scheduled"
    told = letter("paid_twice")
    assert "$100.00 too much has come" in told
    assert f"Received now: $1,600.00 AUD To be paid for HPM-{ann.project}: $1,500.00 AUD inc. GST" in told
    assert "More than that: $100.00 AUD" in told and "we are in touch about giving $100.00 back" in told
    assert "$1,600.00" not in letter("consultation_confirmed")
    notice = letter("staff_consultation_notice")
    assert "Paid: $1,500.00 AUD by bank transfer Came beyond that: $100.00 AUD, to be given back" in notice
    board = staff.get("/api/admin/attention").get_json()["lines"]
    assert [line["what"] for line in board if line["label"] == "paid_twice"] == [
        f"HPM-{ann.project} was paid $100.00 too much; so much of the payment by bank transfer needs a refund. "
        "$1,600.00 came in all, for a price of $1,500.00."
    ]


def test_without_a_sum_it_is_the_one_that_was_asked_for(people: People, ann: Onboarder) -> None:
    payment, staff = by_transfer(ann), people.staff()
    assert mark(staff, payment).status_code == 200
    assert sums(staff, ann.project) == (150_000, 0, 0, 0)


def test_a_second_mark_with_another_sum_is_refused_and_with_the_same_changes_nothing(
    people: People, ann: Onboarder
) -> None:
    payment, staff = by_transfer(ann), people.staff()
    assert mark(staff, payment, 110_000).status_code == 200
    assert mark(staff, payment, 110_000).status_code == 200
    assert_noted_before(mark(staff, payment, 150_000))
    assert sums(staff, ann.project) == (110_000, 0, 40_000, 0)


def assert_noted_before(refused: TestResponse) -> None:
    told = refused.get_json()["message"]
    assert refused.status_code == 409
    assert told.startswith("This transfer was marked as received before, with $1,100.00 by Helena Marsh, on ")
    assert told.endswith(" (Sydney time). Nothing was noted twice.")


def test_whoever_marks_it_second_hears_who_did_and_when(people: People, ann: Onboarder) -> None:
    payment, staff = by_transfer(ann), people.staff()
    assert mark(staff, payment, 110_000).status_code == 200
    assert_noted_before(mark(staff, payment, 110_000, "another tab"))
    assert_noted_before(staff.post(f"/api/admin/payments/{payment}/receive-transfer"))
    assert AuditLine.select().where(AuditLine.action == "receive-transfer").count() == 1


@pytest.mark.parametrize("cents", [0, -1, 10_000_001, 1.5, "100", True, 10**30])
def test_a_sum_that_cannot_be_is_refused_beside_its_field(people: People, ann: Onboarder, cents: object) -> None:
    payment, staff = by_transfer(ann), people.staff()
    refused = staff.post(f"/api/admin/payments/{payment}/receive-transfer", {"amountCents": cents})
    assert refused.status_code == 422
    assert refused.get_json()["fields"] == {"amountCents": "Please enter an amount between $0.01 and $100,000"}
    assert line(staff, ann.project)["transfers"][0]["amountCents"] == 150_000


def test_a_rest_that_is_too_much_is_not_called_the_price_in_all(people: People, ann: Onboarder) -> None:
    payment, staff = by_transfer(ann), people.staff()
    assert mark(staff, payment, 110_000).status_code == 200
    assert record(staff, ann.project, 50_000).status_code == 200
    said = letter("payment_received")
    assert f"With it, HPM-{ann.project} is paid. It is $100.00 more than was owed" in said and "in all" not in said
