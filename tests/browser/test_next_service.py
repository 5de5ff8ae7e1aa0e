"""A next service in real browsers: proposed by staff or started by the client, it is paid, and both sides say so."""

import re
from collections.abc import Callable

import pytest
from booking_visit import NARROW, Program, Visit
from onboarding_visit import complete, pay, tell_details
from playwright.sync_api import expect
from signed_in import CLIENT, add_client, add_staff, enter_portal, enter_staff, flaws

from app import clock
from app.checklist.models import Need
from app.mail.models import Letter
from app.projects.models import Project
from app.projects.rules import portal_path, reference
from app.slots import actions as slots
from app.slots.models import Hold, Slot

pytestmark = pytest.mark.browser


def test_staff_propose_and_the_client_accepts_and_pays(program: Program, arrive: Callable[..., Visit]) -> None:
    add_client(program, files=0)
    add_staff()
    slots.generate(clock.now())
    number: int = Project.get().id
    Hold.create(
        slot=Slot.get(),
        project_id=number,
        visitor_id="",
        kind="paid",
        created_at=clock.now(),
        released_at=clock.now(),
        outcome="held",
    )

    office = arrive()
    page = enter_staff(office, f"/admin/clients/{Project.get().client_id}?project={number}")
    page.get_by_role("button", name=f"Propose a service: {reference(number)}").click()
    form = page.get_by_role("dialog", name="Propose a service")
    form.get_by_label("Service").select_option(label="Scope & Tender Management, $2,000.00 AUD")
    form.get_by_label("A line to the client").fill("As we said on the phone.")
    assert flaws(office) == []
    form.get_by_role("button", name="Propose it and write to the client").click()
    expect(page.get_by_text("Waits for the client")).to_be_visible()
    assert "$1,750.00" in Letter.get(Letter.kind == "service_proposed").text

    home = arrive(NARROW)
    portal = enter_portal(home)
    portal.get_by_role("link", name=f"See the proposal ({reference(number)})").click()
    offered = portal.get_by_role("region", name="Our proposal")
    expect(offered.get_by_text("As we said on the phone.")).to_be_visible()
    assert flaws(home) == []
    offered.get_by_role("button", name="Accept and go on to pay").click()
    asked = portal.get_by_role("dialog", name="Accept Scope & Tender Management?")
    expect(asked.get_by_text("$1,750.00")).to_be_visible()
    assert flaws(home) == []
    asked.get_by_role("button", name="Accept and go on to pay").click()
    expect(portal.get_by_role("heading", name="Order Summary")).to_be_visible()
    expect(portal.get_by_text("Your time is no longer held")).to_have_count(0)
    assert flaws(home) == []
    expect(complete(home)).to_have_text("Complete Payment, $1,750.00")
    pay(home)
    expect(portal.get_by_role("heading", name="Your project is in progress")).to_be_visible()
    assert flaws(home) == []
    begun = Project.select().order_by(Project.id.desc()).get()
    home.open(portal_path(begun.id))
    expect(portal.get_by_text("In Progress").first).to_be_visible()
    page.reload()
    expect(page.get_by_text(f"It goes on as {reference(begun.id)}.")).to_be_visible()

    page.get_by_role("button", name=f"Propose a service: {reference(number)}").click()
    form.get_by_role("button", name="Propose it and write to the client").click()
    expect(page.get_by_text("Waits for the client")).to_be_visible()
    home.open(portal_path(number))
    decline = portal.get_by_role("button", name="Decline")
    decline.press("Enter")
    asked = portal.get_by_role("dialog", name=re.compile("^Decline "))
    expect(asked).to_be_visible()
    assert flaws(home) == []
    asked.get_by_label("Reason (optional)").fill("Too early for us.")
    asked.get_by_role("button", name="Decline").press("Enter")
    expect(offered.get_by_text(re.compile(": Declined on "))).to_be_visible()
    expect(decline).to_have_count(0)
    page.reload()
    expect(page.get_by_text("The client says: Too early for us.")).to_be_visible()
    assert home.faults() == office.faults() == []


@pytest.mark.spec("B-13")
def test_the_client_starts_the_booked_service_and_keeps_the_one_consultation(
    program: Program, arrive: Callable[..., Visit]
) -> None:
    add_client(program, files=0)
    add_staff()
    slots.generate(clock.now())
    number: int = Project.get().id

    home = arrive(NARROW)
    portal = enter_portal(home)
    home.open(portal_path(number))
    portal.get_by_role("button", name="Start this service").click()
    asked = portal.get_by_role("dialog", name=re.compile("^Start "))
    expect(asked.get_by_text(f"shares the consultation of {reference(number)}", exact=False)).to_be_visible()
    expect(asked.get_by_text("$1,250.00")).to_be_visible()
    assert flaws(home) == []
    asked.get_by_role("button", name="Start it and go on to pay").click()
    expect(complete(home)).to_have_text("Complete Payment, $1,250.00")
    pay(home)
    expect(portal.get_by_role("heading", name="Your project is in progress")).to_be_visible()
    expect(portal.get_by_text(f"That of {reference(number)}, whose time is still to be chosen")).to_be_visible()
    begun = Project.select().order_by(Project.id.desc()).get()
    home.open(portal_path(begun.id))
    expect(
        portal.get_by_role("region", name="Consultation", exact=True).get_by_text(f"That of {reference(number)}")
    ).to_be_visible()
    # Its time is asked for under the booking, and is for both.
    expect(portal.get_by_role("link", name=f"Choose a time ({reference(number)})")).to_be_visible()
    expect(portal.get_by_text("Nothing is asked of you at the moment.")).to_have_count(0)
    missing = [need.title for need in Need.missing_of(number)]
    assert missing
    for title in missing:
        expect(portal.locator("#documents").get_by_text(title)).to_be_visible()
    portal.get_by_role("link", name=reference(number)).first.click()
    expect(portal.locator("#service").get_by_text(f"It goes on as {reference(begun.id)}.")).to_be_visible()
    expect(portal.get_by_role("button", name="Start this service")).to_have_count(0)
    assert flaws(home) == []

    office = arrive()
    page = enter_staff(office, f"/admin/clients/{begun.client_id}?project={number}")
    expect(page.get_by_text(f"The client has its service as {reference(begun.id)}.")).to_be_visible()
    assert home.faults() == office.faults() == []


def test_a_signed_in_client_sees_the_booking_fee_deducted_where_the_service_is_chosen(
    program: Program, arrive: Callable[..., Visit]
) -> None:
    add_client(program, files=0)
    visit, stranger = arrive(NARROW), arrive(NARROW)
    enter_portal(visit)
    page = visit.open("/onboarding")
    tell_details(visit, email=CLIENT)
    deducted = "Of the price shown, GST included, $250.00 AUD of your booking fee is deducted."
    expect(page.get_by_text(deducted)).to_be_visible()
    expect(page.get_by_text("sign in and it is deducted")).to_have_count(0)
    page.get_by_role("radio", name="Planning & Approvals").check()
    expect(page.get_by_text("$1,500.00 less $250.00 AUD of your booking fee: $1,250.00 AUD")).to_be_visible()
    assert flaws(visit) == []
    other = stranger.open("/onboarding")
    tell_details(stranger)
    expect(other.get_by_text("The price shown is what you pay here, GST included.")).to_be_visible()
    expect(other.get_by_text("If you have paid a booking fee, sign in and it is deducted.")).to_be_visible()
