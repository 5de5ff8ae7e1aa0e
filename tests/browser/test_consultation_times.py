"""A client chooses the consultation's time after paying, moves it and cancels it: on a phone and on a wide screen."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from booking_visit import NARROW, PLAN, Program, Visit
from onboarding_visit import full, open_times
from playwright.sync_api import expect
from signed_in import CLIENT, add_staff, enter_staff, flaws, tell_client

from app.accounts import credentials as accounts
from app.mail.models import Letter
from app.projects.models import Project
from tests.people import PASSWORD, PERSONAL, PROJECT, VISA

pytestmark = pytest.mark.browser

ROOM, OFFICE = "https://meet.example/helios", "Level 2, 12 Forest Road, Hurstville"
FULL = re.compile(r"\w+day \d+ \w+ \d{4} at \d+:\d\d [ap]m")


@pytest.fixture
def settings() -> dict[str, Any]:
    """The firm meets its clients in every way."""
    return {"consultations": {"ways": ["phone", "video", "place"], "place": OFFICE, "video": ROOM}}


def book(visit: Visit) -> None:
    """This browser has booked and paid, as after the form, without its pages."""
    api, address = visit.context.request, visit.program.address
    for step in (PERSONAL, PROJECT):
        assert api.post(f"{address}/api/bookings", data=step).ok
    assert api.post(f"{address}/api/bookings/current/documents", multipart={"file": PLAN}).ok
    assert api.post(f"{address}/api/bookings", data={"step": 3}).ok
    intent = api.post(f"{address}/api/create-payment-intent", data={"amount": 250}).json()["paymentIntent"]
    visit.program.house.sandbox.confirm(intent, card=VISA)
    assert api.post(f"{address}/api/payments/settle", data={"paymentIntent": intent}).ok


def chip(visit: Visit, number: int) -> str:
    """Choose one of the times that are offered first; returns how the page writes it in full."""
    offered = visit.page.get_by_role("group", name="Next available").get_by_role("button")
    expect(offered).to_have_count(4)
    offered.nth(number).click()
    said = visit.page.get_by_role("status").get_by_text(FULL)
    expect(said).to_be_visible()
    found = FULL.search(said.inner_text())
    assert found
    return found.group()


@pytest.mark.spec("B-12", "D-08", "E-01")
def test_a_time_is_chosen_after_paying_moved_once_and_cancelled(program: Program, arrive: Callable[..., Visit]) -> None:
    open_times()
    visit = arrive(NARROW)
    book(visit)
    page = visit.open("/success")
    visit.at("Booking Confirmed")
    visit.at("Choose your consultation time")
    expect(page.get_by_text("Or we call you within 24 hours")).to_be_visible()
    expect(page.get_by_text("Not chosen yet")).to_be_visible()
    # What can only be pressed once a time is chosen covers none of them before.
    expect(visit.button("Keep this time")).not_to_be_in_viewport()
    expect(page.get_by_text("Thank you, Amelia Hart.")).to_have_count(1)
    first = chip(visit, 1)
    expect(page.get_by_role("radio", name="By phone")).to_be_checked()
    page.get_by_role("radio", name="By video").check()
    keep = visit.button("Keep this time")
    expect(keep).to_be_in_viewport()
    assert flaws(visit) == []
    keep.click()
    expect(page.get_by_text("Not chosen yet")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page.get_by_role("link", name="Add to calendar")).to_be_visible()
    expect(page.get_by_role("link", name=ROOM)).to_be_visible()
    project = Project.get()
    assert (project.status, full(project.appointment_date)) == ("scheduled", first)
    assert flaws(visit) == []

    # The letter's button, in a browser that has made nothing: signing in leads to the booking.
    accounts.set_client_password(CLIENT, PASSWORD)
    link = re.search(r"/success\?projectId=\d+", Letter.get(Letter.kind == "booking_confirmed").text)
    assert link
    other = arrive()
    page = other.open(link.group())
    other.at("Please sign in to see your booking")
    page.get_by_role("link", name="Sign in").click()
    tell_client(other, PASSWORD)
    other.at("Booking Confirmed")

    page = other.open("/client-portal")
    page.get_by_role("tab", name="APPOINTMENTS").click()
    assert flaws(other) == []
    other.button(f"Meet another way (HPM-{project.id})").click()
    dialog = page.get_by_role("dialog", name="Meet another way?")
    dialog.get_by_role("radio", name="In person").check()
    assert flaws(other) == []
    dialog.get_by_role("button", name="Meet this way").click()
    other.dismiss("How we meet is changed")
    for part in (page.get_by_role("region", name="What comes next"), page.get_by_role("tabpanel")):
        expect(part.get_by_text(f"We meet at {OFFICE}.")).to_be_visible()
    told = Letter.get(Letter.kind == "consultation_meets_otherwise")
    assert OFFICE in told.text and "LOCATION:Level 2" in told.calendar
    other.button(f"Move (HPM-{project.id})").click()
    dialog = page.get_by_role("dialog", name="Move your consultation")
    moved = chip(other, 2)
    assert moved != first
    expect(dialog.get_by_role("gridcell", selected=True)).to_be_visible()
    expect(dialog.get_by_text("The time you have now stays yours until you confirm another one.")).to_be_visible()
    expect(other.button("Move to this time: your one move online")).to_be_in_viewport()
    assert flaws(other) == []
    other.button("Move to this time: your one move online").click()
    other.dismiss("Your consultation is moved", moved)
    expect(page.get_by_text("You have used your one move")).to_be_visible()
    assert full(Project.get().appointment_date) == moved
    assert flaws(other) == []

    add_staff()
    staff = arrive()
    page = enter_staff(staff)
    listed = page.locator("section[aria-labelledby=consultations]")
    expect(listed.get_by_text("in person")).to_be_visible()
    listed.get_by_role("listitem").filter(has_text="in person").get_by_role("link").click()
    staff.button(f"Move: HPM-{project.id}").click()
    given = chip(staff, 3)
    assert flaws(staff) == []
    staff.button("Move to this time").click()
    staff.dismiss(f"Amelia Hart's consultation is moved to {given}")
    staff.button(f"Cancel: HPM-{project.id}").click()
    expect(page.get_by_role("dialog").get_by_text("Nothing is refunded by that")).to_be_visible()
    assert flaws(staff) == []

    page = other.open(f"/client-portal/projects/HPM-{project.id}")
    expect(page.get_by_text(given).first).to_be_visible()
    other.button(f"Cancel the consultation (HPM-{project.id})").click()
    dialog = page.get_by_role("dialog", name="Cancel this consultation?")
    expect(dialog.get_by_text("our team decides about a refund")).to_be_visible()
    assert flaws(other) == []
    dialog.get_by_role("button", name="Cancel the consultation").click()
    other.dismiss("Your consultation is cancelled")
    expect(page.get_by_role("region", name="Consultation", exact=True)).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    assert Project.get().status == "cancelled"
    assert flaws(other) == []
