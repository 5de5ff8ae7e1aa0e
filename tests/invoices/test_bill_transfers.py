"""The transfers for bills in the back office, where their refunds are recorded."""

from typing import Any

from app.orders.models import Order
from app.orders.money import Payment
from app.payments.settle import settle
from app.projects.models import Project
from tests.invoices.test_bills import bill, sound
from tests.payments.banking import give_back, line, mark, record
from tests.people import VISA, People, Person


def test_staff_see_the_transfer_of_a_bill_with_its_reference_and_give_back_what_came_too_much(
    people: People, reader: Person
) -> None:
    staff, project = people.staff(), Project.get().id
    bill(staff)
    payment = Payment.get(Payment.provider == "bank").id
    mark(staff, payment, 50_000)
    money = line(staff, project)["money"]
    (transfer,) = money["transfers"]
    assert (transfer["paymentId"], transfer["reference"]) == (payment, f"HPM-{project}-2")
    assert (transfer["leftCents"], transfer["keptCents"], transfer["dueBackCents"]) == (50_000, 50_000, 9_999)
    assert (money["paidCents"], money["owedCents"], money["dueBackCents"]) == (200_000, 0, 9_999)
    assert give_back(staff, payment, 9_999).status_code == 200
    money = line(staff, project)["money"]
    assert (money["dueBackCents"], money["transfers"][0]["leftCents"]) == (0, 40_001)
    sound(people)


def counts(staff: Person) -> tuple[int, int]:
    """How many projects have awaited transfers on the dashboard, and what these come to."""
    shown = staff.get("/api/admin/dashboard").get_json()["counts"]
    return shown["awaited"], shown["awaitedCents"]


def test_an_awaited_transfer_for_a_bill_counts_on_the_dashboard_and_in_its_list(people: People, reader: Person) -> None:
    staff, project = people.staff(), Project.get().id
    bill(staff)
    assert counts(staff) == (1, 40_001)
    listed = staff.get("/api/admin/consultations?waiting=transfers").get_json()["items"]
    assert [(each["reference"], each["amountCents"]) for line in listed for each in line["transfers"]] == [
        (f"HPM-{project}-2", 40_001)
    ]
    money = line(staff, project)["money"]
    assert (money["totalCents"], money["owedCents"], money["begunOwedCents"]) == (190_001, 40_001, 0)
    mark(staff, Payment.get(Payment.provider == "bank").id)
    assert counts(staff) == (0, 0)
    assert line(staff, project)["money"]["owedCents"] == 0


def test_staff_record_a_transfer_for_the_bill_that_is_owed(people: People, reader: Person) -> None:
    staff, project = people.staff(), Project.get().id
    number = bill(staff).get_json()["id"]
    Payment.update(superseded=True).where(Payment.order == number).execute()
    (owed, begun) = line(staff, project)["money"]["payable"]
    assert (owed["number"], owed["owedCents"], owed["awaitedPaymentId"]) == (2, 40_001, None)
    assert (owed["prospect"]["settled"], begun["number"], begun["prospect"]["settled"]) == ("pays", 1, "second")
    assert record(staff, project, 40_001, number=owed["number"]).status_code == 200
    assert Order.get_by_id(number).state == "paid" and Order.of_project(project).state == "paid"
    assert [each["number"] for each in line(staff, project)["money"]["payable"]] == [1]
    sound(people)


def test_the_awaited_transfer_of_a_bill_is_what_is_marked_for_it(people: People, reader: Person) -> None:
    staff, project = people.staff(), Project.get().id
    bill(staff)
    (owed, _) = line(staff, project)["money"]["payable"]
    assert mark(staff, owed["awaitedPaymentId"]).status_code == 200
    sound(people)


def test_a_bill_of_a_cancelled_project_is_still_to_be_paid_and_would_be(people: People, reader: Person) -> None:
    staff, project = people.staff(), Project.get().id
    bill(staff)
    assert staff.call_off(project, "We are ill.").status_code == 200
    money = line(staff, project)["money"]
    assert (money["owedCents"], money["payable"][0]["prospect"]["settled"]) == (40_001, "pays")
    assert counts(staff) == (1, 40_001)


def record_of(staff: Person, project: int) -> list[dict[str, Any]]:
    """The payments that a project's record shows."""
    return list(staff.get(f"/api/admin/projects/{project}").get_json()["payments"])


def test_what_a_bill_asks_for_is_nobodys_choice_of_a_transfer_and_is_gone_once_a_card_paid(
    people: People, reader: Person
) -> None:
    staff, project = people.staff(), Project.get().id
    bill(staff)
    asked, card = record_of(staff, project)
    assert (asked["byBill"], asked["status"], asked["givenUp"], card["byBill"]) == (True, "pending", False, False)
    body = {"projectId": project, "bill": 2, "replaceTransfer": True}
    intent = reader.post("/api/create-payment-intent", body).get_json()["paymentIntent"]
    people.house.sandbox.confirm(intent, card=VISA)
    settle(people.house.gateway, intent)
    assert [(each["provider"], each["status"]) for each in record_of(staff, project)] == [("sandbox", "completed")] * 2
    sound(people)


def test_a_transfer_that_came_for_a_bill_and_one_that_a_client_chose_stay_what_they_are(
    people: People, reader: Person
) -> None:
    staff, project = people.staff(), Project.get().id
    bill(staff)
    mark(staff, Payment.get(Payment.provider == "bank").id)
    came, _ = record_of(staff, project)
    assert (came["provider"], came["byBill"], came["status"]) == ("bank", False, "completed")
