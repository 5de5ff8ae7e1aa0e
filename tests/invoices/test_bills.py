"""Further work that staff bill: an invoice to pay from, paid by card or transfer, or withdrawn."""

from datetime import date, datetime, time, timedelta
from typing import Any

import pytest
from werkzeug.test import TestResponse

from app import clock
from app.alerts.models import Alert
from app.attention.rules import Matter
from app.audit.models import AuditLine
from app.doctor.examination import examine
from app.invoices.files import make_files
from app.invoices.models import Invoice, InvoiceFile
from app.invoices.rules import LONGEST_DUE
from app.mail.models import Letter
from app.orders.models import Line, Order
from app.orders.money import Payment
from app.payments import transfers
from app.payments.settle import settle
from app.projects.models import Project
from app.slots import actions as slots
from tests.attention.waiting import lines, said
from tests.invoices.test_money_shown import text_of
from tests.onboarders import Onboarder
from tests.orders.plain import differences
from tests.payments.banking import give_back, mark, record
from tests.people import VISA, People, Person

WORK = ({"description": "Two site visits", "cents": 33_000}, {"description": "Report", "cents": 7_001})


def due(days: int = 14) -> str:
    return str(clock.in_sydney(clock.now()).date() + timedelta(days=days))


def bill(staff: Person, key: str = "one", **changes: Any) -> TestResponse:
    body = {"lines": list(WORK), "dueOn": due(), "note": "As agreed on the phone.", **changes}
    named = {"Idempotency-Key": key} if key else {}
    return staff.post(f"/api/admin/projects/{Project.get().id}/bills", body, headers=named)


def shown(client: Person) -> dict[str, Any]:
    return dict(client.get(f"/api/client/projects/{Project.get().id}/money").get_json())


def steps(client: Person) -> list[str]:
    return [step["title"] for step in client.get("/api/client/steps").get_json() if step["kind"] == "invoice"]


def sound(people: People) -> None:
    """Nothing disagrees: on paper, or as the doctor looks."""
    make_files(clock.now())
    assert [fault for order in Order.select() for fault in differences(order)] == []
    assert [str(each) for each in examine(people.house.config.folder, clock.now(), thorough=True)] == []


def test_a_bill_is_an_invoice_with_its_day_its_account_and_its_own_reference(people: People, reader: Person) -> None:
    made = bill(people.staff()).get_json()
    project = Project.get().id
    assert made["reference"] == f"HPM-{project}-2" and made["totalCents"] == 40_001
    (first, second) = shown(reader)["orders"]
    assert (first["state"], second["state"], second["owedCents"]) == ("paid", "unpaid", 40_001)
    assert (second["dueOn"], second["overdue"], second["note"]) == (due(), False, "As agreed on the phone.")
    assert [paper["number"] for paper in second["papers"]] == ["INV-000002"]
    for typed, found in (("INV-000002", [project]), ("inv 2", [project]), ("ADJ-000002", []), ("INV-000009", [])):
        items = people.staff().get(f"/api/admin/projects?search={typed}").get_json()["items"]
        assert [each["projectId"] for each in items] == found, typed
    make_files(clock.now())
    said = text_of(bytes(InvoiceFile.get(InvoiceFile.invoice == made["invoiceId"]).content))
    for word in ("Two site visits", "$330.00", "$400.01", "$36.36", f"HPM-{project}-2", "BSB", "As agreed on", "Due"):
        assert word in said
    letter = Letter.get(Letter.kind == "bill_issued")
    assert f"HPM-{project}-2" in letter.text and f"/client-portal/projects/HPM-{project}#money" in letter.text
    assert steps(reader) == ["An invoice of $400.01 is to be paid"]
    assert AuditLine.select().where(AuditLine.action == "bill").count() == 1
    sound(people)


def test_the_same_key_bills_once_and_another_bill_needs_another(people: People, reader: Person) -> None:
    staff = people.staff()
    first = bill(staff)
    assert bill(staff).get_json() == first.get_json()
    assert bill(staff, dueOn=due(20)).status_code == 409
    assert bill(staff, key="").status_code == 422
    assert bill(staff, key="two").get_json()["reference"].endswith("-3")
    assert Letter.select().where(Letter.kind == "bill_issued").count() == 2


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"lines": []}, "lines"),
        ({"lines": [WORK[0]] * 31}, "lines"),
        ({"lines": [{"description": "", "cents": 100}]}, "lines.0.description"),
        ({"lines": [{"description": "Visit", "cents": 0}]}, "lines.0.cents"),
        ({"lines": [{"description": "Visit", "cents": -1}]}, "lines.0.cents"),
        ({"lines": [{"description": "Visit", "cents": 10_000_000}, WORK[0]]}, "lines"),
        ({"dueOn": "2020-01-01"}, "dueOn"),
        ({"dueOn": f"{due()}T00:00:00Z"}, "dueOn"),
        ({"dueOn": f"{due()} "}, "dueOn"),
        ({"dueOn": "2026-02-30"}, "dueOn"),
        ({"dueOn": str(date.today() + LONGEST_DUE + timedelta(days=3))}, "dueOn"),
        ({"note": "x" * 501}, "note"),
    ],
)
def test_what_cannot_be_billed_is_refused_by_its_field(
    people: People, client: Onboarder, changes: dict[str, Any], field: str
) -> None:
    refused = bill(people.staff(), **changes)
    assert refused.status_code == 422 and list(refused.get_json()["fields"]) == [field]
    assert Order.bills().count() == 0


def test_a_bill_waits_for_what_the_project_was_begun_with(people: People) -> None:
    slots.generate(clock.now())
    Onboarder(people.house)
    assert bill(people.staff()).status_code == 409


@pytest.mark.spec("D-09")
def test_a_bill_is_paid_by_card_in_place_of_its_transfer(people: People, reader: Person) -> None:
    bill(people.staff())
    project = Project.get()
    begun = reader.post("/api/create-payment-intent", {"projectId": project.id, "bill": 2, "replaceTransfer": True})
    assert (begun.status_code, begun.get_json()["amountCents"]) == (200, 40_001)
    intent = begun.get_json()["paymentIntent"]
    people.house.sandbox.confirm(intent, card=VISA)
    assert reader.settle(intent) == "paid"
    (_, second) = shown(reader)["orders"]
    assert (second["state"], second["owedCents"], steps(reader)) == ("paid", 0, [])
    assert Letter.select().where(Letter.kind == "bill_paid").count() == 1
    again = reader.post("/api/create-payment-intent", {"projectId": project.id, "bill": 2, "replaceTransfer": True})
    assert again.status_code == 409
    assert (Project.get().payment_amount, Project.get().appointment_date) == (150_000, project.appointment_date)
    sound(people)


def test_the_payment_of_a_bill_shows_no_booking_as_paid(people: People, reader: Person) -> None:
    bill(people.staff())
    body = {"projectId": Project.get().id, "bill": 2, "replaceTransfer": True}
    intent = reader.post("/api/create-payment-intent", body).get_json()["paymentIntent"]
    shown_there = reader.get(f"/api/bookings/confirmation?paymentIntent={intent}").get_json()
    assert (shown_there["state"], shown_there["booking"]) == ("none", None)


def test_the_invoice_of_a_bill_stays_as_it_was_when_it_is_paid(people: People, reader: Person) -> None:
    staff = people.staff()
    number = bill(staff).get_json()["invoiceId"]
    make_files(clock.now())
    before = bytes(InvoiceFile.get(InvoiceFile.invoice == number).content)
    assert mark(staff, Payment.get(Payment.provider == "bank").id).status_code == 200
    make_files(clock.now())
    assert bytes(InvoiceFile.get(InvoiceFile.invoice == number).content) == before
    assert Invoice.select().count() == 2
    assert "Your payment has arrived" in Letter.get(Letter.kind == "bill_paid").text
    sound(people)


def test_staff_tell_the_transfers_of_a_projects_orders_apart(people: People, reader: Person) -> None:
    staff, project = people.staff(), Project.get().id
    bill(staff)
    bill(staff, key="two", lines=[WORK[1]])
    listed = staff.get("/api/admin/bills").get_json()
    assert [(row["reference"], row["owedCents"]) for row in listed] == [
        (f"HPM-{project}-2", 40_001),
        (f"HPM-{project}-3", 7_001),
    ]
    assert mark(staff, listed[1]["paymentId"]).status_code == 200
    assert [row["reference"] for row in staff.get("/api/admin/bills").get_json()] == [f"HPM-{project}-2"]
    sound(people)


def test_a_bill_in_two_transfers_is_paid_with_the_second(people: People, reader: Person) -> None:
    staff, project = people.staff(), Project.get().id
    bill(staff)
    assert mark(staff, Payment.get(Payment.provider == "bank").id, 30_000).status_code == 200
    assert [text.partition(" ")[0] for text in said("part_paid")] == [f"HPM-{project}-2"]
    transfers.record(project, 10_001, "the rest", "helena", number=2)
    assert shown(reader)["owedCents"] == 0
    sound(people)


def test_what_is_given_back_of_a_bill_has_its_note(people: People, reader: Person) -> None:
    staff = people.staff()
    bill(staff)
    payment = Payment.get(Payment.provider == "bank").id
    mark(staff, payment)
    assert give_back(staff, payment, 10_000).status_code == 200
    note = Invoice.get(Invoice.kind == "adjustment_note")
    assert (note.total_cents, note.facts.details[1][1][:22]) == (-10_000, "Tax invoice INV-000002")
    assert f"HPM-{Project.get().id}-2" in Letter.get(Letter.kind == "payment_refunded").text
    sound(people)


def test_a_withdrawn_bill_is_owed_no_more_and_has_its_note(people: People, reader: Person) -> None:
    staff = people.staff()
    number = bill(staff).get_json()["id"]
    for _ in range(2):
        assert staff.post(f"/api/admin/bills/{number}/withdraw", {"reason": "Agreed otherwise"}).status_code == 200
    (_, second) = shown(reader)["orders"]
    assert (second["withdrawn"], second["owedCents"], steps(reader)) == (True, 0, [])
    assert [paper["totalCents"] for paper in second["papers"]] == [40_001, -40_001]
    assert "Agreed otherwise" in Letter.get(Letter.kind == "bill_withdrawn").text
    refused = reader.post("/api/create-payment-intent", {"projectId": Project.get().id, "bill": 2})
    assert refused.status_code == 409
    sound(people)


def test_money_for_a_withdrawn_bill_is_kept_and_staff_are_told(people: People, reader: Person) -> None:
    staff = people.staff()
    number = bill(staff).get_json()["id"]
    staff.post(f"/api/admin/bills/{number}/withdraw", {"reason": "Agreed otherwise"})
    mark(staff, Payment.get(Payment.provider == "bank").id)
    assert Alert.select().where(Alert.kind == "paid_withdrawn").count() == 1
    assert [row.total_cents for row in Invoice.select().where(Invoice.order == number)] == [40_001, -40_001, 40_001]
    sound(people)


def test_a_paid_bill_cannot_be_withdrawn(people: People, reader: Person) -> None:
    staff = people.staff()
    number = bill(staff).get_json()["id"]
    mark(staff, Payment.get(Payment.provider == "bank").id)
    assert staff.post(f"/api/admin/bills/{number}/withdraw", {"reason": "Agreed otherwise"}).status_code == 409


def test_an_unused_booking_fee_is_deducted_from_a_bill_once(people: People) -> None:
    client, staff = people.client(), people.staff()
    assert bill(staff).get_json()["totalCents"] == 15_001
    assert bill(staff, key="two").get_json()["totalCents"] == 40_001
    (paid, first, _) = shown(client)["orders"]
    assert (paid["state"], first["creditCents"]) == ("paid", 25_000)
    assert [row["cents"] for row in first["lines"]] == [33_000, 7_001, -25_000]
    sound(people)


def test_a_bill_with_the_fee_that_is_paid_in_part_has_one_sum_everywhere(people: People) -> None:
    client, staff = people.client(), people.staff()
    bill(staff)
    project = Project.get().id
    mark(staff, Payment.get(Payment.provider == "bank").id, 10_000)
    [told] = said("part_paid")
    assert told.startswith(f"HPM-{project}-2 costs $150.01, but $100.00 came: ")
    assert steps(client) == []
    [rest] = [step for step in client.get("/api/client/steps").get_json() if step["kind"] == "rest"]
    assert rest["title"] == f"$50.01 of $150.01 for HPM-{project}-2 is still owed"
    assert rest["note"] == "Please do not pay again: we call you to agree on the rest."
    sound(people)
    assert record(staff, project, 5_001, number=2).status_code == 200
    receipt = " ".join(Letter.get(Letter.kind == "bill_paid").text.split())
    assert "is paid. Thank you. It is the rest of $150.01: $100.00 had come before." in receipt
    for row in ("Received: $50.01 AUD by bank transfer", "Paid before: $100.00 AUD", "Invoice total: $150.01 AUD"):
        assert row in receipt


def test_a_withdrawn_bill_gives_the_booking_fee_back(people: People) -> None:
    people.client()
    staff = people.staff()
    number = bill(staff).get_json()["id"]
    staff.post(f"/api/admin/bills/{number}/withdraw", {"reason": "Agreed otherwise"})
    assert bill(staff, key="two").get_json()["totalCents"] == 15_001
    sound(people)


COVERED = {"description": "Site visit", "cents": 25_000}


def test_a_bill_that_the_fee_covers_is_paid_at_once_and_asks_for_nothing(people: People) -> None:
    client, staff = people.client(), people.staff()
    made = bill(staff, lines=[COVERED]).get_json()
    assert made["totalCents"] == 0
    assert [order["state"] for order in shown(client)["orders"]] == ["paid", "paid"]
    assert steps(client) == [] and staff.get("/api/admin/bills").get_json() == []
    letter = " ".join(Letter.get(Letter.kind == "bill_issued").text.split())
    assert "Your booking fee covers it, so there is nothing to pay." in letter
    assert not [word for word in ("due on", "BSB", "card payment", "pay the invoice") if word in letter]
    sound(people)
    said = text_of(bytes(InvoiceFile.get(InvoiceFile.invoice == made["invoiceId"]).content))
    assert "With the booking fee's credit" in said and "BSB" not in said and "Due" not in said


def test_a_bill_that_the_fee_covers_can_be_withdrawn_and_the_fee_is_there_again(people: People) -> None:
    client, staff = people.client(), people.staff()
    number = bill(staff, lines=[COVERED]).get_json()["id"]
    for _ in range(2):
        assert staff.post(f"/api/admin/bills/{number}/withdraw", {"reason": "Agreed otherwise"}).status_code == 200
    (_, second) = shown(client)["orders"]
    assert (second["withdrawn"], second["owedCents"], second["creditCents"]) == (True, 0, 0)
    told = " ".join(Letter.get(Letter.kind == "bill_withdrawn").text.split())
    assert "$250.00 of the fee is not used for it any more" in told and "do not pay" not in told
    sound(people)
    assert bill(staff, key="two").get_json()["totalCents"] == 15_001
    sound(people)


@pytest.mark.spec("C-02")
def test_a_bill_of_less_than_the_fee_uses_its_part_and_leaves_the_rest_to_the_next(people: People) -> None:
    client, staff = people.client(), people.staff()
    assert bill(staff, lines=[WORK[1]]).get_json()["totalCents"] == 0
    assert bill(staff, key="two").get_json()["totalCents"] == 40_001 - (25_000 - 7_001)
    assert bill(staff, key="three").get_json()["totalCents"] == 40_001
    (_, first, second, third) = shown(client)["orders"]
    assert (first["state"], [row["cents"] for row in first["lines"]]) == ("paid", [7_001, -7_001])
    assert [row["cents"] for row in second["lines"]] == [33_000, 7_001, -17_999]
    assert third["creditCents"] == 0
    assert [row["totalCents"] for row in first["papers"]] == [0]
    left = "of your booking fee is left for the next service"
    letters = [letter.text for letter in Letter.select().where(Letter.kind == "bill_issued").order_by(Letter.id)]
    assert [f"$179.99 {left}" in " ".join(text.split()) for text in letters] == [True, False, False]
    sound(people)


def test_a_withdrawn_bill_gives_back_the_part_of_the_fee_that_it_used(people: People) -> None:
    people.client()
    staff = people.staff()
    number = bill(staff, lines=[WORK[1]]).get_json()["id"]
    assert bill(staff, key="two", lines=[{"description": "Visit", "cents": 10_000}]).get_json()["totalCents"] == 0
    staff.post(f"/api/admin/bills/{number}/withdraw", {"reason": "Agreed otherwise"})
    assert bill(staff, key="three").get_json()["totalCents"] == 40_001 - 15_000
    sound(people)


def test_a_bill_that_is_given_back_in_full_gives_its_part_of_the_fee_back(people: People) -> None:
    people.client()
    staff = people.staff()
    bill(staff, lines=[WORK[1]])
    bill(staff, key="two")
    transfer = Payment.get(Payment.provider == "bank")
    mark(staff, transfer.id)
    assert bill(staff, key="three").get_json()["totalCents"] == 40_001
    assert give_back(staff, transfer.id, transfer.amount_cents).status_code == 200
    assert bill(staff, key="four").get_json()["totalCents"] == 40_001 - 17_999
    sound(people)


def test_another_checkout_does_not_take_the_fee_from_a_bill(people: People) -> None:
    people.client()
    bill(people.staff())
    slots.generate(clock.now())
    other = Onboarder(people.house, "amelia@example.com")
    assert Line.select().where(Line.credit_of.is_null(False)).count() == 1
    assert other.checkout()["creditCents"] == 0


@pytest.mark.spec("A-07")
@pytest.mark.parametrize("end", ["paid", "withdrawn"])
def test_staff_see_a_bill_that_is_overdue_from_the_day_after_until_it_is_paid_or_withdrawn(
    people: People, reader: Person, end: str
) -> None:
    staff = people.staff()
    made = bill(staff).get_json()
    midnight = datetime.combine(date.fromisoformat(due(15)), time(), clock.BUSINESS_ZONE)
    later, due_matters = midnight + timedelta(days=9), (Matter.OVERDUE, Matter.TRANSFER)
    assert lines(*due_matters, now=midnight - timedelta(seconds=1)) == []
    [waits] = lines(*due_matters, now=later)
    assert waits.line.what.startswith(f"$400.01 for HPM-{Project.get().id}-2 was due on ")
    assert (waits.line.kind, waits.line.due, waits.who, waits.line.part) == ("overdue", midnight, "Ann Lee", "money")
    if end == "paid":
        assert mark(staff, Payment.get(Payment.provider == "bank").id, 40_001).status_code == 200
    else:
        assert staff.post(f"/api/admin/bills/{made['id']}/withdraw", {"reason": "Not done"}).status_code == 200
    assert lines(*due_matters, now=later) == []


def test_a_bill_is_overdue_after_its_day_in_sydney(people: People, reader: Person) -> None:
    bill(people.staff(), dueOn=due(0))
    assert shown(reader)["orders"][1]["overdue"] is False
    midnight = datetime.combine(clock.in_sydney(clock.now()).date() + timedelta(days=1), datetime.min.time())
    with clock.reading(lambda: midnight.replace(tzinfo=clock.BUSINESS_ZONE) + timedelta(minutes=1)):
        assert shown(reader)["orders"][1]["overdue"] is True
        assert steps(reader) == ["An invoice of $400.01 is overdue"]


def test_a_refund_at_the_provider_of_a_bills_card_payment_is_the_bills(people: People, reader: Person) -> None:
    bill(people.staff())
    body = {"projectId": Project.get().id, "bill": 2, "replaceTransfer": True}
    intent = reader.post("/api/create-payment-intent", body).get_json()["paymentIntent"]
    people.house.sandbox.confirm(intent, card=VISA)
    reader.settle(intent)
    gateway = people.house.gateway
    assert gateway is not None
    gateway.refund(intent, None, "all", "requested_by_customer")
    settle(gateway, intent)
    assert (Order.of_project(Project.get().id).state, Order.bills().get().state) == ("paid", "refunded")
    assert Project.get().payment_status == "completed"
    sound(people)


def test_a_bill_is_paid_by_card_without_a_word_about_a_transfer_that_nobody_chose(
    people: People, reader: Person
) -> None:
    bill(people.staff())
    body = {"projectId": Project.get().id, "bill": 2, "amount": 400.01}
    assert reader.post("/api/create-payment-intent", body).status_code == 200


def test_a_withdrawn_bill_shows_what_its_invoice_said_with_the_fee_and_its_total(people: People) -> None:
    client, staff = people.client(), people.staff()
    number = bill(staff).get_json()["id"]
    staff.post(f"/api/admin/bills/{number}/withdraw", {"reason": "Agreed otherwise"})
    (_, second) = shown(client)["orders"]
    assert [row["cents"] for row in second["lines"]] == [33_000, 7_001, -25_000]
    assert (second["totalCents"], second["owedCents"]) == (15_001, 0)


def test_a_bill_that_is_paid_in_part_is_not_overdue_since_nobody_is_to_pay_it_again(
    people: People, reader: Person
) -> None:
    bill(people.staff(), dueOn=due(0))
    mark(people.staff(), Payment.get(Payment.provider == "bank").id, 10_000)
    midnight = datetime.combine(clock.in_sydney(clock.now()).date() + timedelta(days=1), datetime.min.time())
    with clock.reading(lambda: midnight.replace(tzinfo=clock.BUSINESS_ZONE) + timedelta(minutes=1)):
        assert (shown(reader)["orders"][1]["overdue"], shown(reader)["orders"][1]["owedCents"]) == (False, 30_001)


def test_every_paper_has_one_eleventh_of_its_total_as_tax_and_the_reason_of_what_goes_back(
    people: People, reader: Person
) -> None:
    staff = people.staff()
    bill(staff, lines=[{"description": "Report", "cents": 80_000}])
    transfer = Payment.get(Payment.provider == "bank").id
    mark(staff, transfer)
    receipt = " ".join(Letter.get(Letter.kind == "bill_paid").text.split())
    assert "Invoice total: $800.00 AUD inc. GST" in receipt and "GST included: $72.73 AUD" in receipt
    assert give_back(staff, transfer, 30_000, reason="A private word").status_code == 200
    note = Invoice.get(Invoice.kind == "adjustment_note")
    assert (note.total_cents, note.gst_cents) == (-30_000, -2_727)
    assert ("Reason", "Refund by bank transfer") in note.facts.details
    assert "$27.27" in Letter.get(Letter.kind == "payment_refunded").text
    sound(people)
