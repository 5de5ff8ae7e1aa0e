"""A client starts the service that their paid consultation is about: one project more, one consultation for both."""

from pathlib import Path
from typing import Any

import pytest

from app import clock
from app.accounts.models import Client
from app.admin.projects.record import of_project
from app.alerts.models import Alert
from app.audit.models import AuditLine
from app.checklist.models import Need
from app.consultations import actions as consultations
from app.consultations.rules import shared_said, shared_said_to_staff, sharers_on_cancelling
from app.consultations.shared import sharers_among
from app.consultations.staff_notices import StaffNotices
from app.consultations.statuses import set_status
from app.doctor.examination import examine
from app.documents.models import Document
from app.mail.models import Letter
from app.orders.kept import kept_of
from app.orders.keys import refund_due_key
from app.orders.models import Order
from app.orders.money import Payment
from app.orders.rules import OrderState
from app.projects.actions import change_status, set_appointment
from app.projects.models import HistoryLine, Project
from app.projects.rules import ProjectStatus, reference
from app.proposals import starting
from app.proposals.offers import offer_of
from app.slots.models import Hold, Slot
from tests.consultations.test_change_races import race
from tests.onboarders import DETAILS
from tests.people import People, Person
from tests.proposals.test_paying import by_card, by_transfer
from tests.proposals.test_proposing import accept, propose

PRICE = 150_000


def booked() -> Project:
    """The project of the paid booking."""
    found: Project = Project.select().order_by(Project.id).get()
    return found


def start(client: Person, cents: int = PRICE) -> Any:
    """As the portal's button does."""
    return client.browser.post(f"/api/client/projects/{booked().id}/start", json={"priceCents": cents})


@pytest.mark.parametrize(
    ("status", "start", "is_over", "said"),
    [
        ("scheduled", "Tuesday 12 May, 10:00 am", False, "That of HPM-6, Tuesday 12 May, 10:00 am: no other is needed"),
        ("scheduled", "Tuesday 12 May, 10:00 am", True, "That of HPM-6, held before: no other is needed"),
        ("inquiry", "", False, "That of HPM-6, whose time is still to be chosen"),
        ("completed", "", True, "That of HPM-6, held before: no other is needed"),
        ("cancelled", "", False, "That of HPM-6 was cancelled: our team agrees with you on what is needed"),
    ],
)
def test_how_the_shared_consultation_stands(status: str, start: str, is_over: bool, said: str) -> None:
    assert shared_said("HPM-6", ProjectStatus(status), start, is_over) == said
    closed = shared_said("HPM-6", ProjectStatus(status), start, is_over, goes_on=False)
    assert closed == said.replace(": our team agrees with you on what is needed", "")


def test_a_shared_consultation_to_which_nobody_came_is_never_called_held() -> None:
    about = "HPM-6", ProjectStatus.SCHEDULED, "12 May", True
    assert (
        shared_said(*about, is_missed=True) == "That of HPM-6, which did not take place: please call us or write to us"
    )
    assert "the client did not come" in shared_said_to_staff(*about, has_own=False, is_missed=True)


@pytest.mark.parametrize(
    ("names", "is_done", "for_staff", "said"),
    [
        ([], True, True, ""),
        (
            ["HPM-69"],
            False,
            False,
            "HPM-69 shares this consultation and loses it, too: our team agrees with you on what it needs.",
        ),
        (
            ["HPM-69", "HPM-70"],
            True,
            False,
            "HPM-69 and HPM-70 shared this consultation and have lost it, too: our team agrees with you on what they "
            "need.",
        ),
        (
            ["HPM-69"],
            False,
            True,
            "HPM-69 shares this consultation and loses it, too: please agree with the client on what it needs.",
        ),
    ],
)
def test_what_shares_a_cancelled_consultation_loses_it_too(
    names: list[str], is_done: bool, for_staff: bool, said: str
) -> None:
    assert sharers_on_cancelling(names, is_done, for_staff) == said


def test_who_cancels_a_shared_consultation_is_told_before_and_after_what_loses_it(client: Person) -> None:
    Project.update(status=ProjectStatus.SCHEDULED).where(Project.id == booked().id).execute()
    begun, name = start(client).get_json()["projectId"], f"HPM-{booked().id}"
    before, now = booked(), clock.now()
    assert sharers_among([before], now) == {before.id: []}, "it was held"
    Hold.update(outcome=None).where(Hold.project_id == before.id).execute()
    loses = f"HPM-{begun} shares this consultation and loses it, too"
    [shown] = client.get("/api/client/appointments").get_json()
    assert loses in shown["money"]
    assert loses in of_project(booked(), now).on_cancelling
    consultations.cancel(before.id, "helena", "", now)
    told = " ".join(Letter.get(Letter.kind == "consultation_cancelled").text.split())
    assert f"HPM-{begun} shared this consultation and has lost it, too" in told
    page = client.get(f"/api/client/projects/{begun}").get_json()
    assert page["sharedConsultation"].startswith(f"That of {name} was cancelled: our team agrees")
    change_status(begun, page["status"], ProjectStatus.CANCELLED, "helena", "", now)
    assert client.get(f"/api/client/projects/{begun}").get_json()["sharedConsultation"] == ""


def open_sharer(client: Person) -> int:
    """A service begun from the booking, whose consultation was not held yet."""
    begun: int = start(client).get_json()["projectId"]
    Hold.update(outcome=None).where(Hold.project_id == booked().id).execute()
    return begun


def test_what_is_paid_without_the_consultation_that_it_shared_says_so_to_staff_and_asks_by_itself(
    client: Person,
) -> None:
    begun, name = open_sharer(client), f"HPM-{booked().id}"
    consultations.cancel(booked().id, "helena", "", clock.now())
    by_card(client, begun, 1500)
    said = " ".join(Letter.get(Letter.kind == "staff_service_paid").text.split())
    assert f"It goes on from {name}, whose consultation was cancelled: please agree with the client" in said
    assert "shares its consultation" not in said
    told = Alert.get(Alert.dedupe_key == f"shared-lost-{begun}").message
    assert Document.are_awaited(begun) and "please ask for it" not in told


@pytest.mark.parametrize("ends", ["own time", "cancelled", "completed", "opened again"])
def test_staff_are_told_to_agree_on_what_lost_its_consultation_until_it_needs_nothing(
    client: Person, ends: str
) -> None:
    begun, now = open_sharer(client), clock.now()
    key, name = f"shared-lost-{begun}", f"HPM-{booked().id}"
    consultations.cancel(booked().id, "helena", "", now)
    consultations.cancel(booked().id, "helena", "", now)
    told = Alert.get(Alert.dedupe_key == key)
    assert (told.kind, told.link) == ("shared_lost", Project.get_by_id(begun).staff_page)
    assert told.message.startswith(
        f"{name} is cancelled, whose consultation HPM-{begun} shares: please agree with the client on what HPM-{begun} "
        f"needs. What was still to come under {name} is asked for no more: please ask for it under HPM-{begun}."
    )
    if ends == "own time":
        set_appointment(begun, now, now)
    elif ends == "cancelled":
        consultations.cancel(begun, "helena", "", now)
    elif ends == "completed":
        set_status(begun, ProjectStatus.COMPLETED, "As agreed", "helena", now)
    else:
        set_status(booked().id, ProjectStatus.INQUIRY, "As agreed", "helena", now)
    assert not Alert.select().where(Alert.dedupe_key == key).exists()


def test_a_client_who_cancels_a_shared_consultation_has_staff_told_of_what_lost_it(client: Person) -> None:
    begun, now = open_sharer(client), clock.now()
    consultations.cancel(booked().id, consultations.CLIENT, "", now)
    StaffNotices(booked(), now).change("Cancelled by the client:", now, is_cancelled=True)
    last = Letter.select().where(Letter.kind == "staff_consultation_changed").order_by(Letter.id.desc()).get()
    letter = " ".join(last.text.split())
    assert f"HPM-{begun} shared this consultation and has lost it, too: please agree with the client" in letter


def test_what_is_paid_after_its_shared_consultation_was_cancelled_is_not_said_to_share_it(client: Person) -> None:
    begun = open_sharer(client)
    consultations.cancel(booked().id, "helena", "", clock.now())
    Alert.update(resolved_at=clock.now(), resolved_by="helena").execute()
    by_card(client, begun, 1500)
    assert Order.state_of(begun) is OrderState.PAID
    notes = [line.note for line in HistoryLine.select().where(HistoryLine.project == begun)]
    assert "Paid" in notes and not any("shares the consultation" in note for note in notes)
    told = Alert.get(Alert.dedupe_key == f"shared-lost-{begun}")
    assert told.resolved_at is None
    page = client.get(f"/api/client/projects/{begun}").get_json()
    assert "Work on the project began" in {line["what"] for line in page["history"]}


@pytest.mark.parametrize(
    ("status", "start", "is_over", "has_own", "said"),
    [
        ("scheduled", "12 May", False, False, " and shares its consultation on 12 May: it needs no time of its own."),
        ("cancelled", "", True, False, " and shares its consultation, which is over: it needs no time of its own."),
        ("inquiry", "", False, False, " and shares its consultation, whose time is still to be chosen."),
        (
            *("cancelled", "", False, False),
            ", whose consultation was cancelled: please agree with the client whether it needs a time.",
        ),
        ("cancelled", "", False, True, ", and has a time of its own."),
    ],
)
def test_staff_read_how_the_shared_consultation_stands(
    status: str, start: str, is_over: bool, has_own: bool, said: str
) -> None:
    assert (
        shared_said_to_staff("HPM-6", ProjectStatus(status), start, is_over, has_own) == f"It goes on from HPM-6{said}"
    )


@pytest.mark.spec("B-13")
def test_the_service_is_begun_once_without_a_second_time_and_paid_less_the_fee(client: Person, folder: Path) -> None:
    time = Hold.of_project(booked().id)
    first = start(client)
    assert first.status_code == 200, first.get_json()
    assert start(client).get_json() == first.get_json()
    made = Project.get_by_id(first.get_json()["projectId"])
    assert (made.consultation_of_id, made.client_id) == (booked().id, booked().client_id)
    assert Hold.of_project(made.id) is None
    by_card(client, made.id, 1250)
    paid = Project.get_by_id(made.id)
    assert (paid.status, Order.state_of(paid.id)) == (ProjectStatus.IN_PROGRESS, OrderState.PAID)
    assert Hold.of_project(booked().id) == time
    staff = People(client.house).staff()
    for way, found in (("portal", made.id), ("booking", booked().id)):
        listed = staff.get(f"/api/admin/projects?way={way}").get_json()["items"]
        assert [(each["projectId"], each["way"]) for each in listed] == [(found, way)]
    letter = Letter.get(Letter.kind == "service_paid")
    assert f"that of HPM-{booked().id}, held before: no other is needed." in letter.text
    assert f"It goes on from HPM-{booked().id}" in Letter.get(Letter.kind == "staff_service_paid").text
    page = client.get(f"/api/client/projects/{paid.id}").get_json()
    assert (page["cameFrom"], page["choosesTime"]) == (f"HPM-{booked().id}", False)
    assert page["sharedConsultation"] == f"That of HPM-{booked().id}, held before: no other is needed"
    record = staff.get(f"/api/admin/projects/{paid.id}").get_json()
    assert (record["time"]["start"], record["time"]["shared"]) == (None, page["sharedConsultation"])
    happened = {line["what"] for line in page["history"]}
    assert happened == {"Work on the project began", "$1,250.00 arrived by card", "You started this service"}
    assert AuditLine.select().where(AuditLine.action == "start-service").count() == 1
    assert examine(folder, clock.now()) == []


@pytest.mark.spec("B-13")
def test_the_booking_offers_the_service_until_it_goes_on_elsewhere(client: Person) -> None:
    address = f"/api/client/projects/{booked().id}"
    offered = client.get(address).get_json()
    assert (offered["offer"]["leftCents"], offered["offer"]["canStart"], offered["goesOn"]) == (125_000, True, [])
    begun = start(client).get_json()
    shown = client.get(address).get_json()
    assert (shown["offer"], shown["goesOn"]) == (None, [begun["reference"]])
    now = clock.now()
    change_status(begun["projectId"], ProjectStatus.INQUIRY, ProjectStatus.CANCELLED, "helena", "", now)
    assert client.get(address).get_json()["offer"]["leftCents"] == 125_000
    assert start(client).get_json()["projectId"] != begun["projectId"]


def test_a_service_that_deducts_the_fee_is_what_the_booking_goes_on_as(client: Person) -> None:
    intake = client.post("/api/clients", {**DETAILS, "email": "amelia@example.com"}).get_json()["id"]
    made = client.post("/api/projects", {"clientId": intake, "serviceType": "planning_approvals", "status": "inquiry"})
    onboarded = made.get_json()["id"]
    slot = Slot.free(clock.now())[3].id
    assert client.browser.patch(f"/api/slots/{slot}/book", json={"projectId": onboarded}).status_code == 200
    assert offer_of(booked(), None, None, clock.now()) is not None
    by_card(client, onboarded, 1250)
    assert offer_of(booked(), None, None, clock.now()) is None
    assert client.get(f"/api/client/projects/{booked().id}").get_json()["goesOn"] == [f"HPM-{onboarded}"]
    assert start(client).get_json()["projectId"] == onboarded


@pytest.mark.parametrize("state", ["unpaid", "cancelled"])
def test_only_a_paid_booking_that_stands_is_started_from(client: Person, state: str) -> None:
    if state == "unpaid":
        Order.update(state=OrderState.REFUNDED).where(Order.project == booked().id).execute()
    else:
        Project.update(status=ProjectStatus.CANCELLED).where(Project.id == booked().id).execute()
    refused = start(client)
    assert (refused.status_code, Project.select().count()) == (409, 1)
    assert "paid consultation" in refused.get_json()["message"]


def test_another_price_than_the_one_shown_begins_nothing(client: Person) -> None:
    refused = start(client, PRICE - 1)
    assert (refused.status_code, list(refused.get_json()["fields"])) == (422, ["priceCents"])
    assert Project.select().count() == 1


def test_of_many_presses_at_once_one_begins_it(client: Person) -> None:
    number, client_id, began = booked().id, Client.get().id, []
    press = lambda: began.append(starting.start(number, client_id, PRICE, clock.now()).id)  # noqa: E731
    assert race(*[press] * 6) == ["done"] * 6
    assert (len(set(began)), Project.select().count()) == (1, 2)


@pytest.mark.spec("D-06")
def test_what_the_booking_was_sent_or_waits_for_is_not_asked_again(client: Person) -> None:
    before = {need.title for need in Need.select().where(Need.project_id == booked().id)}
    assert before
    one = Need.select().where(Need.project_id == booked().id).order_by(Need.id).first()
    Document.update(need_id=one.id).where(Document.project_id == booked().id).execute()
    first = start(client).get_json()["projectId"]
    by_card(client, first, 1250)
    assert Need.select().where(Need.project_id == first).count() == 0
    # Staff read what their client reads: the rest is asked for under the booking.
    staff, said = People(client.house).staff(), f"Asked for under {reference(booked().id)}, for this project, too: "
    rest = Need.select().where(Need.project_id == booked().id, Need.id != one.id).order_by(Need.id)
    told = staff.get(f"/api/admin/projects/{first}").get_json()["neededBefore"]
    assert told == f"{said}{', '.join(need.title for need in rest)}."
    assert staff.get(f"/api/admin/projects/{booked().id}").get_json()["neededBefore"] == ""


def test_of_a_closed_booking_only_what_came_is_not_asked_again(client: Person) -> None:
    titles = [need.title for need in Need.select().where(Need.project_id == booked().id).order_by(Need.id)]
    one = Need.select().where(Need.project_id == booked().id).order_by(Need.id).first()
    Document.update(need_id=one.id).where(Document.project_id == booked().id).execute()
    assert Document.of_project(booked().id).exists()
    first = start(client).get_json()["projectId"]
    Project.update(status=ProjectStatus.COMPLETED).where(Project.id == booked().id).execute()
    by_card(client, first, 1250)
    asked = [need.title for need in Need.select().where(Need.project_id == first).order_by(Need.id)]
    assert asked == titles[1:]


def test_the_fee_of_a_cancelled_booking_is_not_called_free_again(client: Person) -> None:
    first = start(client).get_json()["projectId"]
    by_card(client, first, 1250)
    now = clock.now()
    consultations.cancel(booked().id, "helena", "As agreed", now)
    assert kept_of(Order.all_of(first))[first].credit_ended == f"HPM-{booked().id}"
    consultations.cancel(first, "helena", "As agreed", now)
    told = Letter.select().where(Letter.project_id == first).order_by(Letter.id.desc()).first().text
    assert "was paid for" in " ".join(told.split())
    assert "is free again for another service" not in " ".join(told.split())
    alert = Alert.get(Alert.dedupe_key == refund_due_key(first)).message
    assert f"was paid for HPM-{booked().id}, which is cancelled" in alert


def test_what_a_service_comes_to_for_a_client_is_told_before_it_is_chosen(client: Person) -> None:
    assert sums_of(client, "planning_approvals") == (150_000, 25_000, 125_000)
    by_card(client, start(client).get_json()["projectId"], 1250)
    assert sums_of(client, "scope_tender") == (200_000, 0, 200_000)


def sums_of(client: Person, service: str) -> tuple[int, int, int]:
    """Price, credit and what is left of a service, as the client is told."""
    told = {each["service"]: each for each in client.get("/api/client/sums").get_json()}[service]
    return told["priceCents"], told["creditCents"], told["leftCents"]


def test_opening_one_checkout_leaves_the_transfer_that_a_letter_asked_for_on_another_project(client: Person) -> None:
    started = start(client).get_json()["projectId"]
    staff, body = People(client.house).staff(), {"serviceType": "inspection_services"}
    path = f"/api/admin/clients/{booked().client_id}/projects"
    opened = staff.post(path, body, headers={"Idempotency-Key": "one"}).get_json()["projectId"]
    asked = Payment.begun(Order.of_project(opened).id)
    assert asked is not None and asked.amount_cents == 400_00
    refused = client.post("/api/create-payment-intent", {"projectId": started, "amount": 1250})
    assert (refused.status_code, Payment.begun(Order.of_project(opened).id)) == (422, asked)
    shown = client.get(f"/api/projects/{started}").get_json()
    assert (shown["creditCents"], shown["feeElsewhere"]) == (
        0,
        f"Of your booking fee, $250.00 is deducted from HPM-{opened} already.",
    )
    by_card(client, started, 1500)
    staff.post(f"/api/admin/payments/{asked.id}/receive-transfer")
    assert (Order.state_of(started), Order.state_of(opened)) == (OrderState.PAID, OrderState.PAID)


def test_a_transfer_that_the_client_chose_for_what_needs_no_time_keeps_its_credit(client: Person) -> None:
    started = start(client).get_json()["projectId"]
    chosen = by_transfer(client, started)
    other = accept(propose()).id
    assert client.post("/api/create-payment-intent", {"projectId": other, "amount": 2000}).status_code == 200
    assert Payment.begun(Order.of_project(started).id) == chosen
    # Whoever gives it up leaves the fee to the next.
    assert client.post(f"/api/client/projects/{started}/give-up").status_code == 200
    assert client.get(f"/api/projects/{other}").get_json()["creditCents"] == 250_00
