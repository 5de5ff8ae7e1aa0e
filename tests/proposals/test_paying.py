"""What was accepted after a consultation is paid without a time: by card, by transfer, or with the credit alone."""

from pathlib import Path
from typing import Any

import pytest

from app import clock
from app.admin.figures.promises import promised
from app.admin.figures.rules import Promise
from app.alerts.models import Alert
from app.booking.models import Booking
from app.catalogue.actions import packages
from app.catalogue.included import included
from app.catalogue.reviews import FIXED_FIRST, OVER_1M
from app.catalogue.rules import Package, ServiceType
from app.checklist.models import Need
from app.consultations import actions as consultations
from app.consultations.confirmed import is_lacking_time
from app.consultations.statuses import set_status
from app.doctor.examination import examine
from app.invoices.models import Invoice
from app.mail.models import Letter
from app.orders.models import Order
from app.orders.money import Payment
from app.orders.sums import asked_for
from app.payments import transfers
from app.projects.actions import change_status
from app.projects.models import Project
from app.projects.rules import ProjectStatus
from app.proposals.proposing import NONE_OF_ITS_OWN, Wish
from app.slots.models import Hold, Slot
from tests.attention.waiting import lines
from tests.documents.test_client_upload import send
from tests.people import TAKES_TIME, People, Person
from tests.proposals.test_proposing import accept, propose


def by_card(client: Person, project_id: int, amount: float) -> str:
    """Pay at the checkout; what the browser is told."""
    answer = client.post("/api/create-payment-intent", {"amount": amount, "projectId": project_id})
    assert answer.status_code == 200, answer.get_json()
    intent = answer.get_json()["paymentIntent"]
    client.house.sandbox.confirm(intent)
    return client.settle(intent)


def by_transfer(client: Person, project_id: int) -> Payment:
    """Choose the transfer; the payment that is awaited."""
    answer = client.post(f"/api/projects/{project_id}/bank-transfer", {})
    assert answer.status_code == 200, answer.get_json()
    begun = Payment.begun(Order.of_project(project_id).id)
    assert begun is not None
    return begun


def steps(client: Person) -> list[tuple[str, int]]:
    """What comes next: kind and project."""
    return [(step["kind"], step["projectId"]) for step in client.get("/api/client/steps").get_json()]


def letters(project_id: int) -> list[str]:
    return sorted(letter.kind for letter in Letter.select().where(Letter.project_id == project_id))


def receipt(project_id: int) -> str:
    """The one letter that says that it is paid."""
    return " ".join(Letter.get(Letter.kind == "service_paid", Letter.project_id == project_id).text.split())


def shown(client: Person, project_id: int) -> dict[str, Any]:
    return dict(client.get(f"/api/client/projects/{project_id}").get_json())


def test_it_is_paid_by_card_without_a_time_and_is_in_progress(client: Person, folder: Path) -> None:
    number = accept(propose()).id
    assert ("payment", number) in steps(client)
    assert not shown(client, number)["unbooked"]
    checkout = client.get(f"/api/projects/{number}").get_json()
    assert checkout["canPay"] and checkout["sharesConsultation"]
    assert by_card(client, number, 1750) == "paid"
    project = Project.get_by_id(number)
    assert (project.status, project.payment_amount, project.payment_status) == ("in_progress", 2000_00, "completed")
    assert letters(number) == ["service_paid", "staff_service_paid"]
    assert "Your payment of $1,750.00 has arrived" in receipt(number)
    assert not is_lacking_time(project)
    assert {kind for kind, about in steps(client) if about == number} <= {"documents"}
    page = shown(client, number)
    assert (page["statusLabel"], page["choosesTime"], page["unbooked"]) == ("In Progress", False, False)
    assert Alert.get(Alert.kind == "proposal_accepted").message.endswith("is paid: please go on with it.")
    assert client.get(f"/api/projects/{number}").get_json()["canPay"] is False
    assert examine(folder, clock.now()) == []


def test_staff_read_of_one_that_nobody_has_begun_to_pay_that_its_payment_is_awaited(client: Person) -> None:
    number, staff = accept(propose()).id, People(client.house).staff()
    listed = {each["projectId"]: each for each in staff.get("/api/admin/projects").get_json()["items"]}
    of_client = staff.get(f"/api/admin/clients/{Project.get_by_id(number).client_id}").get_json()["projects"]
    theirs = {each["projectId"]: each["isAsked"] for each in of_client}
    record = staff.get(f"/api/admin/projects/{number}").get_json()
    assert (listed[number]["isAsked"], theirs[number], record["isAsked"]) == (True, True, True)
    # It has no consultation that anybody could note as held.
    assert record["proposals"]["refusal"] == NONE_OF_ITS_OWN
    before = Project.get_by_id(number).consultation_of_id
    assert (listed[before]["isAsked"], theirs[before]) == (False, False)


@pytest.mark.parametrize(
    ("package", "promise"),
    [
        (Package.ESSENTIAL, "within 48 hours"),
        (Package.PROFESSIONAL, "within 24 hours"),
        (Package.PREMIUM, "on the same business day"),
    ],
)
def test_a_review_that_was_proposed_has_the_time_and_the_content_of_its_package(
    client: Person, package: Package, promise: str
) -> None:
    number = accept(propose(Wish(ServiceType.CONTRACT_REVIEW, package))).id
    by_card(client, number, packages()[package].cents / 100 - 250)
    sent = send(client, projectId=str(number))
    assert sent.status_code == 201, sent.get_json()
    [line] = [each.line for each in lines("review")]
    assert f"promised {promise} of payment" in line.what
    assert shown(client, number)["included"] == list(included(ServiceType.CONTRACT_REVIEW, package))
    assert "Others that we asked for are still to come" in shown(client, number)["promise"]
    Need.update(withdrawn_at=clock.now()).execute()
    assert "Others that we asked for" not in shown(client, number)["promise"]


def test_a_proposed_review_whose_contract_came_with_the_first_project_is_due_from_its_payment(client: Person) -> None:
    first = Project.get().id
    number = accept(propose(Wish(ServiceType.CONTRACT_REVIEW, Package.PROFESSIONAL))).id
    assert send(client, projectId=str(first), documentType="other").status_code == 201
    by_card(client, number, 500)
    assert (lines("review"), shown(client, number)["promise"]) == ([], "")  # a plan is no contract
    assert send(client, projectId=str(first), documentType="contract").status_code == 201
    [line] = [each.line for each in lines("review")]
    assert line.project_id == number and "promised within 24 hours of payment" in line.what
    [told] = Letter.select().where(Letter.kind == "review_begun")
    assert (told.project_id, shown(client, number)["promise"].startswith("Your review is with you by")) == (
        number,
        True,
    )
    assert shown(client, number)["promise"].split(". ")[0] in " ".join(told.text.split())
    [promise] = [each for each in promised(clock.now()) if each.kind is Promise.REVIEW]
    assert (promise.project_id, promise.due) == (number, line.due)


def test_a_proposed_review_of_what_was_sent_for_the_consultation_is_due_from_its_payment(client: Person) -> None:
    first = Project.get().id
    Project.update(service_type="consultation").where(Project.id == first).execute()
    assert send(client, projectId=str(first), documentType="other").status_code == 201
    number = accept(propose(Wish(ServiceType.CONTRACT_REVIEW, Package.PROFESSIONAL))).id
    by_card(client, number, 500)
    assert [each.line.project_id for each in lines("review")] == [number]
    assert "review_begun" in letters(number) and shown(client, number)["promise"].startswith(
        "Your review is with you by"
    )


@pytest.mark.parametrize("way", ["", "transfer", "bank"])
def test_what_is_asked_for_is_no_mere_enquiry(client: Person, way: str) -> None:
    number = accept(propose()).id
    if way == "transfer":
        by_transfer(client, number)
    elif way == "bank":
        intent = client.post("/api/create-payment-intent", {"amount": 1750, "projectId": number}).get_json()
        client.house.sandbox.confirm(intent["paymentIntent"], card=TAKES_TIME)
        client.settle(intent["paymentIntent"])
    Project.update(consultation_of=None).where(Project.id == number).execute()
    assert asked_for([Project.get_by_id(number)]) == ({number} if way else set())


def test_a_fixed_price_that_was_accepted_is_promised_no_more(client: Person) -> None:
    first = Project.get().id
    Project.update(service_type="contract_review").where(Project.id == first).execute()
    Booking.update(service_type="contract_review", project_value="1m_3m").where(Booking.project == first).execute()
    assert shown(client, first)["promise"] == FIXED_FIRST
    record = People(client.house).staff().get(f"/api/admin/projects/{first}").get_json()
    assert record["proposals"]["onPackages"] == OVER_1M
    proposal = propose()
    assert shown(client, first)["promise"] == "", "the price is there"
    number = accept(proposal).id
    Project.update(service_type="contract_review").where(Project.id == number).execute()
    assert shown(client, first)["promise"] == ""


def test_a_transfer_is_awaited_without_a_word_of_a_time_and_then_paid(client: Person, folder: Path) -> None:
    number = accept(propose()).id
    awaited = by_transfer(client, number)
    assert awaited.amount_cents == 1750_00
    assert ("transfer", number) in steps(client)
    told = client.get(f"/api/bookings/confirmation?projectId={number}").get_json()
    assert told["state"] == "awaiting", told
    assert told["booking"]["transferNote"] == "Please transfer it within 3 business days."
    before = Project.get_by_id(number).consultation_of_id
    assert told["booking"]["choosesTime"] is False
    assert told["booking"]["sharedConsultation"] == f"That of HPM-{before}, held before: no other is needed"
    said = " ".join(Letter.get(Letter.kind == "transfer_details").text.split())
    assert f"You have accepted our proposal and chosen to pay HPM-{number}, " in said and "As agreed" not in said
    assert "$1,750.00" in said and "time" not in said.split("Transfer to")[0], said
    page = shown(client, number)
    assert page["statusLabel"] == "Pending Payment"
    assert [each["who"] for each in page["history"] if "Bank transfer was chosen" in each["what"]] == ["You"]
    transfers.receive(awaited.id, "helena")
    assert Project.get_by_id(number).status == "in_progress"
    assert shown(client, number)["statusLabel"] == "In Progress"
    assert letters(number) == ["service_paid", "staff_service_paid", "transfer_details"]
    paid, invoice = receipt(number), Invoice.of_order(Order.of_project(number).id)
    assert invoice is not None and f"The client portal has invoice {invoice.name}" in paid
    assert f"Your transfer of $1,750.00 has arrived, and HPM-{number}," in paid and "paid for it in all" not in paid
    assert "Received: $1,750.00 AUD by bank transfer" in paid
    assert examine(folder, clock.now()) == []


def test_a_transfer_that_was_noted_by_mistake_leaves_no_word_that_it_is_paid(client: Person) -> None:
    number = accept(propose()).id
    noted = transfers.receive(by_transfer(client, number).id, "helena")
    assert noted.paid_at is not None
    transfers.not_come(noted.id, noted.paid_at, "Another client's", "helena")
    page = shown(client, number)
    assert (page["status"], page["statusLabel"]) == ("inquiry", "Pending Payment")
    assert ("transfer", number) in steps(client)
    newest = page["history"][0]
    assert newest["what"] == "A transfer that we had noted by mistake has not come"
    assert newest["why"] == "The project waits for its payment again."
    assert not [each for each in page["history"] if "paid" in each["what"] or "arrived" in each["what"]]


def test_a_part_of_its_price_leaves_it_as_it_is_until_the_rest_is_there(client: Person, folder: Path) -> None:
    number = accept(propose()).id
    awaited = by_transfer(client, number)
    told = Alert.select().where(Alert.kind == "proposal_accepted")
    assert told.exists()
    transfers.receive(awaited.id, "helena", 1000_00)
    assert not told.exists() and len(lines("part_paid")) == 1
    assert Project.get_by_id(number).status == "inquiry"
    assert ("rest", number) in steps(client)
    transfers.record(number, 760_00, "rest", "helena")
    assert "Your transfer of $760.00 has arrived" in receipt(number)
    assert "$1,750.00 is paid for it in all. $10.00 came beyond its price; another letter" in receipt(number)
    assert {"payment_received", "paid_twice"} & set(letters(number)) == {"paid_twice"}
    assert Project.get_by_id(number).status == "in_progress"
    assert examine(folder, clock.now()) == []


def test_one_that_staff_cancelled_cannot_be_paid(client: Person) -> None:
    number = accept(propose()).id
    assert change_status(number, "inquiry", ProjectStatus.CANCELLED, "helena", "", clock.now())
    answer = client.post("/api/create-payment-intent", {"amount": 1750, "projectId": number})
    assert (answer.status_code, answer.get_json()["message"] != "") == (409, True)
    assert client.get(f"/api/projects/{number}").get_json()["canPay"] is False


@pytest.mark.parametrize("end", ["cancelled", "completed"])
def test_that_it_was_chosen_is_news_no_more_once_it_is_over(client: Person, end: str) -> None:
    number = accept(propose()).id
    assert by_card(client, number, 1750) == "paid"
    assert Alert.select().where(Alert.kind == "proposal_accepted").exists()
    if end == "cancelled":
        assert consultations.cancel(number, "helena", "Agreed otherwise", clock.now())
    else:
        set_status(number, ProjectStatus.COMPLETED, "All is done", "helena", clock.now())
    assert not Alert.select().where(Alert.kind == "proposal_accepted").exists()


def test_with_a_time_that_staff_gave_it_it_is_scheduled_as_any_other(client: Person) -> None:
    number = accept(propose()).id
    slot = Slot.free(clock.now())[3].id
    answer = client.browser.patch(f"/api/slots/{slot}/book", json={"projectId": number})
    assert answer.status_code == 200, answer.get_json()
    assert by_card(client, number, 1750) == "paid"
    assert Project.get_by_id(number).status == "scheduled"
    assert Hold.of_project(number) is not None


def test_without_the_mark_it_could_not_be_paid(client: Person) -> None:
    """The negative control: any other project without a time is refused."""
    number = accept(propose()).id
    Project.update(consultation_of=None).where(Project.id == number).execute()
    answer = client.post("/api/create-payment-intent", {"amount": 1750, "projectId": number})
    assert answer.status_code == 409


def test_the_same_fee_is_deducted_once_from_two_accepted_ones(client: Person, folder: Path) -> None:
    first, second = accept(propose()).id, accept(propose(key="two")).id
    assert by_card(client, first, 1750) == "paid"
    assert client.get(f"/api/projects/{second}").get_json()["totalCents"] == 2000_00
    assert client.get(f"/api/projects/{first}").get_json()["creditCents"] == 250_00
    assert examine(folder, clock.now()) == []
