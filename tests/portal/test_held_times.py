"""A time that is only held is no appointment: not in the portal's list, and not in anybody's calendar."""

from typing import Any

import pytest

from app import clock
from app.consultations.expired import expire_holds
from app.orders.money import Payment
from app.payments import transfers
from app.slots import actions as slots
from app.slots.models import Hold, Slot
from tests.onboarders import Onboarder
from tests.people import TAKES_TIME, People


@pytest.fixture
def amelia(people: People) -> Onboarder:
    """Amelia is signed in, and holds a time for a project."""
    slots.generate(clock.now())
    people.client("amelia@example.com")
    return Onboarder.signed_in(people.house)


def card(amelia: Onboarder) -> dict[str, Any]:
    """Her project's card."""
    shown = amelia.get("/api/client/projects").get_json()
    return next(project for project in shown if project["id"] == amelia.project)


def calendars(amelia: Onboarder) -> tuple[int, str | None]:
    """How the calendar file is answered, and where /success says that it is."""
    told = amelia.get(f"/api/bookings/confirmation?projectId={amelia.project}").get_json()["booking"]
    file = amelia.get(f"/api/projects/{amelia.project}/consultation.ics")
    return file.status_code, told and told["calendarUrl"]


@pytest.mark.spec("D-05")
def test_a_held_time_is_on_the_projects_card_and_no_appointment(amelia: Onboarder) -> None:
    hold = Hold.of_project(amelia.project)
    assert hold is not None
    date, until = amelia.checkout()["appointmentDate"], amelia.checkout()["holdExpiresAt"]
    assert (card(amelia)["appointmentDate"], amelia.get("/api/client/appointments").get_json()) == (None, [])
    assert card(amelia)["held"] == {"date": date, "until": until, "awaitsTransfer": False}
    assert calendars(amelia) == (404, None)


@pytest.mark.spec("D-05")
def test_a_time_becomes_an_appointment_when_its_transfer_has_come(people: People, amelia: Onboarder) -> None:
    amelia.post(f"/api/projects/{amelia.project}/bank-transfer")
    assert card(amelia)["held"]["awaitsTransfer"] is True
    assert (calendars(amelia), amelia.get("/api/client/appointments").get_json()) == ((404, None), [])
    transfers.receive(Payment.get(Payment.provider == "bank").id, "helena")
    (appointment,) = amelia.get("/api/client/appointments").get_json()
    address = f"/api/projects/{amelia.project}/consultation.ics"
    assert (calendars(amelia), card(amelia)["held"]) == ((200, address), None)
    assert card(amelia)["appointmentDate"] == appointment["date"]
    assert "STATUS:CONFIRMED" in amelia.get(address).text
    assert people.visitor().get(address).status_code == 404


def test_a_card_in_the_transfers_place_ends_the_wait_for_it(amelia: Onboarder) -> None:
    amelia.post(f"/api/projects/{amelia.project}/bank-transfer")
    amelia.begin_card()
    assert card(amelia)["held"]["awaitsTransfer"] is False


@pytest.mark.spec("D-05")
def test_a_time_is_shown_without_an_end_while_a_bank_decides(amelia: Onboarder) -> None:
    date = amelia.checkout()["appointmentDate"]
    amelia.house.sandbox.confirm(intent := amelia.begin_card(), card=TAKES_TIME)
    amelia.settle(intent)
    Hold.update(expires_at=clock.now()).where(Hold.project_id == amelia.project).execute()
    assert card(amelia)["held"] == {"date": date, "until": None, "awaitsTransfer": False}
    Slot.update(date=clock.now()).where(Slot.project_id == amelia.project).execute()
    assert card(amelia)["held"] is None


def test_a_held_time_whose_end_has_come_is_nowhere(amelia: Onboarder) -> None:
    assert card(amelia)["unbooked"] is False
    Hold.update(expires_at=clock.now()).where(Hold.project_id == amelia.project).execute()
    assert (card(amelia)["held"], card(amelia)["appointmentDate"]) == (None, None)
    assert amelia.get("/api/client/appointments").get_json() == []
    assert calendars(amelia) == (404, None)


@pytest.mark.spec("D-03")
def test_a_project_whose_time_was_let_go_says_that_nothing_is_booked(amelia: Onboarder) -> None:
    hold = Hold.of_project(amelia.project)
    assert hold is not None and hold.expires_at is not None
    expire_holds(hold.expires_at)
    assert (card(amelia)["unbooked"], card(amelia)["statusLabel"]) == (True, "Enquiry")
    assert amelia.take(amelia.times()[2]["id"]).status_code == 200
    assert card(amelia)["unbooked"] is False
