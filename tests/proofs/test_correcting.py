"""Whoever booked may correct the email address that they mistyped, until somebody has used it."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from app.accounts import credentials as accounts
from app.accounts.models import Client
from app.audit.models import Act, AuditLine
from app.booking.models import Booking
from app.clock import now
from app.correspondence.resending import is_still_for
from app.db import write
from app.doctor.invoices import examine as examine_invoices
from app.invoices.models import Invoice
from app.mail.models import Letter
from app.orders.models import Order
from app.payments.transfers import receive
from app.projects.models import HistoryLine, Project
from app.projects.rules import Proof
from app.proofs.rules import CORRECTED_WITHIN, MOST_TO_ONE_ADDRESS, NOT_HERE, SAME_ADDRESS, may_correct
from app.slots import actions as slots
from tests.onboarders import Onboarder
from tests.payments.banking import payments_of
from tests.people import PASSWORD, People, Person
from tests.proofs.strangers import by_transfer, letters, token_of
from tests.proofs.test_disowned import disowned
from tests.watch import Watch

MADE = datetime(2026, 5, 4, tzinfo=UTC)
WRONG, RIGHT, AMELIA = "amelia@exmaple.com", "amelia@example.net", "amelia@example.com"


@pytest.mark.parametrize(
    ("proved_by", "used", "age", "may"),
    [
        (None, False, timedelta(0), True),
        (Proof.PAYMENT, False, timedelta(0), True),
        (Proof.PAYMENT, True, timedelta(0), False),
        (Proof.PAYMENT, False, CORRECTED_WITHIN, False),
        (Proof.CLIENT, False, timedelta(0), False),
        (Proof.STAFF, False, timedelta(0), False),
        (Proof.LINK, False, timedelta(0), False),
    ],
)
def test_only_what_money_alone_proves_and_nobody_used_is_corrected(
    proved_by: str | None, used: bool, age: timedelta, may: bool
) -> None:
    assert may_correct(proved_by, MADE, used, MADE + age) is may


def shown(person: Person) -> dict[str, Any]:
    return dict(person.get("/api/bookings/confirmation").get_json()["booking"])


def correct(person: Person, to: str = RIGHT) -> Any:
    return person.post(f"/api/projects/{Project.select().order_by(Project.id.desc()).get().id}/email", {"email": to})


def booked(people: People, email: str = WRONG) -> Person:
    person = people.visitor()
    person.book(email=email)
    people.house.jobs.run("sign-ins")
    return person


def password(recipient: str) -> str:
    (letter,) = [letter for letter in letters("credentials") if letter.recipient == recipient and letter.html]
    found = re.search(r"^\s*(\w{4}-\w{4}-\w{4})\s*$", letter.text, re.MULTILINE)
    assert found is not None, letter.text
    return found[1]


def signs_in(people: People, email: str, word: str) -> int:
    return people.visitor().post("/api/client/login", {"email": email, "password": word}).status_code


@pytest.mark.parametrize(
    ("chosen", "value", "money"),
    [
        (
            {"package": "professional"},
            "500k_1m",
            "The booking fee of $250.00 is paid. Your review is with you within 24 hours, once the remaining $500.00 "
            "and your documents have reached us. We send you an invoice for the remaining $500.00.",
        ),
        ({"package": "professional"}, "1m_3m", "For yours you receive a fixed price before we begin."),
        ({}, "500k_1m", "There is nothing left to pay."),
    ],
)
def test_the_letter_to_the_right_address_says_what_is_still_to_be_paid(
    people: People, chosen: dict[str, str], value: str, money: str
) -> None:
    person = people.visitor()
    person.book(email=WRONG, serviceType="contract_review", projectValue=value, **chosen)
    assert correct(person).status_code == 200
    (told,) = letters("email_corrected")
    text = " ".join(told.text.split())
    assert money in text and ("nothing left" in text) is not bool(chosen)


def test_a_mistyped_address_is_corrected_with_sign_in_and_letters(people: People) -> None:
    person = booked(people)
    before = password(WRONG)
    assert shown(person)["mayCorrectEmail"] is True
    assert correct(person).status_code == 200
    people.house.jobs.run("sign-ins")
    assert (shown(person)["email"], shown(person)["mayCorrectEmail"]) == (RIGHT, False)
    assert signs_in(people, WRONG, before) == 401
    assert signs_in(people, RIGHT, password(RIGHT)) == 200
    (told,), (slip,) = letters("email_corrected"), letters("email_was_slip")
    assert (told.recipient, slip.recipient, RIGHT in slip.text) == (RIGHT, WRONG, False)
    project = Project.get()
    assert (project.client.email, project.proved_by, Booking.get().email) == (RIGHT, "payment", RIGHT)
    # An address that nobody has is nobody: no row of the list offers to send it a sign-in.
    assert [client.email for client in Client.select()] == [RIGHT]
    (line,) = AuditLine.select().where(AuditLine.action == Act.EMAIL_CORRECTED)
    assert (line.actor_kind, line.subject) == ("visitor", f"project:{project.id}")
    notes = [line.note for line in HistoryLine.select()]
    assert f"Email address corrected on the page of the booking: {WRONG} was mistyped for {RIGHT}" in notes


def test_nobody_else_corrects_it_and_nobody_once_the_address_is_used(people: People) -> None:
    person = booked(people)
    assert correct(people.visitor()).status_code == 404
    assert signs_in(people, WRONG, password(WRONG)) == 200
    assert shown(person)["mayCorrectEmail"] is False
    refused = correct(person)
    assert (refused.status_code, refused.get_json()["message"]) == (403, NOT_HERE)
    assert [client.email for client in Client.select()] == [WRONG]


def test_a_week_later_only_a_call_helps(people: People, watch: Watch) -> None:
    person = booked(people)
    watch.now += CORRECTED_WITHIN
    assert (shown(person)["mayCorrectEmail"], correct(person).status_code) == (False, 403)


def test_nobodys_mailbox_is_filled_by_corrections(people: People, watch: Watch) -> None:
    for number in range(MOST_TO_ONE_ADDRESS):
        tagged = RIGHT.replace("@", f"+{number}@")
        assert correct(booked(people, f"{number}{WRONG}"), tagged).status_code == 200
        watch.now += timedelta(hours=1)
    late = booked(people, f"late{WRONG}")
    refused = correct(late)
    assert refused.status_code == 429
    assert refused.get_json()["message"].startswith("No more than 3 bookings a day") and "21 hours" in str(
        refused.get_json()
    )
    assert shown(late)["email"] == f"late{WRONG}"
    watch.now += timedelta(hours=21, seconds=1)
    assert correct(late).status_code == 200


def test_the_address_that_stands_there_is_no_correction(people: People) -> None:
    person = booked(people)
    refused = correct(person, WRONG.upper())
    assert (refused.status_code, refused.get_json()["fields"]) == (422, {"email": SAME_ADDRESS})


def test_a_slip_that_hit_a_client_takes_nothing_of_theirs_and_says_nothing_of_them(people: People) -> None:
    amelia = people.client(AMELIA)
    own = amelia.get("/api/client/projects").get_json()
    person = people.visitor()
    person.book(email=AMELIA, fullName="Ann Lee")
    assert len(amelia.get("/api/client/projects").get_json()) == 2
    assert shown(person)["mayCorrectEmail"] is True
    assert correct(person).status_code == 200
    assert amelia.get("/api/client/projects").get_json() == own
    names = {client.email: client.name for client in Client.select()}
    assert names == {AMELIA: "Amelia Hart", RIGHT: "Ann Lee"}
    told = Letter.select().where(Letter.recipient == RIGHT)
    assert told.count() >= 1 and not any("Amelia" in letter.text for letter in told)


def test_the_invoice_is_made_anew_for_whom_it_is_and_shows_nothing_of_whom_the_slip_hit(people: People) -> None:
    people.client(AMELIA)
    person = people.visitor()
    person.book(email=AMELIA, fullName="Ann Lee")
    project = Project.select().order_by(Project.id.desc()).get()
    wrong = Invoice.select().where(Invoice.order == Order.of_project(project.id)).get()
    assert "Amelia Hart" in wrong.facts.buyer_lines
    assert correct(person).status_code == 200
    accounts.set_client_password(RIGHT, PASSWORD)
    ann = people.visitor()
    ann.sign_in(RIGHT)
    (order,) = ann.get(f"/api/client/projects/{project.id}/money").get_json()["orders"]
    (paper,) = order["papers"]
    made = Invoice.get_by_id(paper["id"])
    assert (made.facts.buyer_lines[0], made.facts.buyer_lines[-1], made.total_cents) == ("Ann Lee", RIGHT, 250_00)
    path = "/api/client/invoices/{}/download"
    assert ann.get(path.format(made.id)).status_code == 200
    assert ann.get(path.format(wrong.id)).status_code == 404
    assert not any("Amelia" in line for line in made.facts.buyer_lines)
    note = Invoice.get(Invoice.kind == "adjustment_note")
    assert (note.total_cents, note.facts.buyer_lines, note.id < made.id) == (-250_00, wrong.facts.buyer_lines, True)
    assert list(examine_invoices(now(), thorough=False)) == []
    shown = people.staff().get(f"/api/admin/projects/{project.id}").get_json()["orders"]
    assert [paper["number"] for paper in shown[0]["papers"]] == [wrong.name, note.name, made.name]


def test_a_correction_to_a_clients_address_is_as_if_it_had_been_typed_at_once(people: People) -> None:
    amelia = people.client(AMELIA)
    person = booked(people)
    assert correct(person, AMELIA).status_code == 200
    assert len(amelia.get("/api/client/projects").get_json()) == 2
    assert Client.get(Client.email == AMELIA).has_signed_in
    assert [letter.recipient for letter in letters("credentials")].count(AMELIA) == 1


def test_an_awaited_transfer_follows_the_address(people: People, watch: Watch) -> None:
    assert watch
    person = Onboarder(people.house, email=WRONG)
    by_transfer(person)
    answer = person.get(f"/api/bookings/confirmation?projectId={person.project}").get_json()
    assert (answer["state"], answer["booking"]["mayCorrectEmail"]) == ("awaiting", True)
    assert correct(person).status_code == 200
    project = Project.get_by_id(person.project)
    assert (project.client.email, project.proved_at) == (RIGHT, None)
    told = letters("email_corrected")[0].text
    assert f"HPM-{project.id}" in told and "Account number" in told and "is still to be paid" not in told
    assert person.get(f"/api/bookings/confirmation?projectId={project.id}").get_json()["booking"]["bank"]["byEmail"]


def test_nothing_is_sent_again_to_whoever_said_that_it_is_not_theirs(people: People, watch: Watch) -> None:
    assert watch
    stranger = disowned(people)
    about = Letter.project_id == stranger.project, Letter.recipient == AMELIA
    path = f"/api/admin/letters/{Letter.select().where(*about).order_by(Letter.id.desc()).get().id}/resend"
    assert "said that HPM-" in people.staff().post(path).get_json()["message"]


def test_a_no_of_the_wrong_reader_is_over_with_the_right_address(people: People, watch: Watch) -> None:
    assert watch
    stranger = disowned(people)
    by_transfer(stranger)
    assert correct(stranger).status_code == 200
    answer = stranger.get(f"/api/bookings/confirmation?projectId={stranger.project}").get_json()
    assert (answer["isDisowned"], answer["booking"]["bank"]["byEmail"]) == (False, True)


def sent(kind: str) -> None:
    """The letters of that kind have left."""
    with write():
        Letter.update(status="sent").where(Letter.kind == kind).execute()


def waiting_for(address: str) -> set[str]:
    """The kinds of what is still to be sent to an address."""
    return {letter.kind for letter in Letter.select().where(Letter.recipient == address, Letter.status == "queued")}


@pytest.mark.parametrize("had_left", [True, False])
def test_a_corrected_booking_is_confirmed_to_the_right_address_and_nothing_more_leaves_for_the_other(
    people: People, had_left: bool
) -> None:
    slots.generate(now())
    person = people.visitor()
    person.book(email=WRONG)
    slot = person.get("/api/slots/available").get_json()[1]["id"]
    taken = person.browser.patch(f"/api/slots/{slot}/book", json={"projectId": Project.get().id})
    assert taken.status_code == 200
    if had_left:
        sent("booking_confirmed")
    assert ({"booking_confirmed", "consultation_moved"} <= waiting_for(WRONG)) is not had_left
    assert correct(person).status_code == 200
    assert waiting_for(WRONG) == {"email_was_slip"}
    assert {"booking_confirmed", "consultation_moved", "email_corrected"} <= waiting_for(RIGHT)
    confirmed = Letter.get(Letter.kind == "booking_confirmed", Letter.recipient == RIGHT)
    assert "$250.00 AUD inc. GST" in confirmed.text and "Your sign-in for the client portal is on its way" in (
        " ".join(confirmed.text.split())
    )
    assert "Your consultation is on " in confirmed.text and "Please choose" not in confirmed.text
    assert Letter.get(Letter.kind == "consultation_moved", Letter.recipient == RIGHT).calendar is not None
    told = " ".join(letters("email_corrected")[0].text.split())
    assert "so its confirmation comes here again; all that follows comes here." in told


def test_a_consultation_that_is_over_is_not_confirmed_as_one_to_come(people: People, watch: Watch) -> None:
    slots.generate(watch.now)
    person = people.visitor()
    person.book(email=WRONG)
    slot = person.get("/api/slots/available").get_json()[0]["id"]
    taken = person.browser.patch(f"/api/slots/{slot}/book", json={"projectId": Project.get().id})
    assert taken.status_code == 200
    service = Onboarder(people.house, email=f"ann{WRONG}")
    by_transfer(service)
    receive(payments_of(service.project)[0].id, "helena")
    watch.now += timedelta(days=6)
    assert Project.get_by_id(service.project).appointment_date < watch.now
    for who, project, to in (
        (person, Booking.get().project_id, RIGHT),
        (service, service.project, "late@example.net"),
    ):
        assert who.post(f"/api/projects/{project}/email", {"email": to}).status_code == 200
        told = list(Letter.select().where(Letter.recipient == to))
        kinds = {letter.kind for letter in told}
        assert {"booking_confirmed", "consultation_confirmed"} & kinds and "consultation_moved" not in kinds
        for letter in told:
            text = " ".join(letter.text.split())
            assert letter.calendar is None
            for never in ("consultation is on", "before we speak", "remind", "its time comes", "your time is yours"):
                assert never not in text, (letter.kind, text)
        said = "time of your consultation was"
        assert any(said in " ".join(letter.text.split()) for letter in told)


def test_a_service_paid_by_transfer_is_confirmed_and_receipted_to_whichever_address_holds_then(
    people: People, watch: Watch
) -> None:
    assert watch
    before, after = Onboarder(people.house, email=WRONG), Onboarder(people.house, email="late@example.org")
    for time, person in enumerate((before, after)):
        by_transfer(person, time + 1)
    receive(payments_of(before.project)[0].id, "helena")
    for person, to in ((before, RIGHT), (after, "late@example.net")):
        assert person.post(f"/api/projects/{person.project}/email", {"email": to}).status_code == 200
    receive(payments_of(after.project)[0].id, "helena")
    for person, to in ((before, RIGHT), (after, "late@example.net")):
        told = Letter.select().where(Letter.project_id == person.project, Letter.recipient == to)
        assert {"consultation_confirmed", "payment_received"} <= {letter.kind for letter in told}
        others = Letter.project_id == person.project, Letter.recipient.in_((WRONG, "late@example.org"))
        assert {letter.kind for letter in Letter.select().where(*others)} == {"email_was_slip"}


def test_a_known_client_to_whose_address_it_is_corrected_is_asked_in_that_letter_whether_it_is_theirs(
    people: People, watch: Watch
) -> None:
    assert watch
    amelia = people.client(AMELIA)
    person = Onboarder(people.house, email=WRONG)
    by_transfer(person)
    assert person.post(f"/api/projects/{person.project}/email", {"email": AMELIA}).status_code == 200
    (told,) = letters("email_corrected")
    text = " ".join(told.text.split())
    assert "We do not know whether it was you" in text and "If it was you, transfer to" in told.text
    assert "Your booking" not in told.subject and "See your booking" not in told.text
    assert letters() == []
    answer = {"token": token_of(told), "answer": "yes"}
    assert people.visitor().post("/api/ownership/answer", answer).status_code == 200
    assert person.project in [project["id"] for project in amelia.get("/api/client/projects").get_json()]


@pytest.mark.parametrize(
    ("kind", "recipient", "is_for"),
    [
        ("transfer_details", RIGHT, True),
        ("transfer_details", RIGHT.upper(), True),
        ("transfer_details", WRONG, False),
        ("booking_confirmed", WRONG, False),
        ("email_was_slip", WRONG, True),
        ("staff_booking_notice", "office.before@example.com", True),
        ("messages_from_client", "office@example.com", True),
        ("enquiry_notice", "office@example.com", True),
    ],
)
def test_a_letter_is_sent_again_to_whom_it_is_still_for(kind: str, recipient: str, is_for: bool) -> None:
    assert is_still_for(kind, recipient, RIGHT, "office@example.com") is is_for


def test_staff_cannot_send_an_earlier_letter_to_the_mistyped_address_again(people: People) -> None:
    person = booked(people)
    sent("booking_confirmed")
    assert correct(person).status_code == 200
    staff, project = people.staff(), Project.get().id

    def again(kind: str, to: str) -> Any:
        letter = Letter.select().where(Letter.kind == kind, Letter.recipient == to).get()
        return staff.post(f"/api/admin/letters/{letter.id}/resend")

    refused = again("booking_confirmed", WRONG)
    assert (refused.status_code, refused.get_json()["message"]) == (
        409,
        f"This letter was written to {WRONG}, which is not the address of HPM-{project} any more: that is {RIGHT} now. "
        "Please write there instead.",
    )
    for kind, to in (("booking_confirmed", RIGHT), ("email_was_slip", WRONG)):
        assert again(kind, to).status_code == 200
    assert "booking_confirmed" not in waiting_for(WRONG)
