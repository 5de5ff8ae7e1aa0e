"""From a service's card to the service itself, across a closed tab, and back in with a forgotten password."""

import re
from collections.abc import Callable

import pytest
from booking_visit import NARROW, Visit
from onboarding_visit import complete, go_on, open_times, pay, pick, tell_details
from playwright.sync_api import expect
from signed_in import flaws

from app.accounts.opening import open_due
from app.mail.models import Letter
from app.projects.models import Project
from tests.onboarders import DETAILS

pytestmark = pytest.mark.browser

NEW = "violet terrace nine"


@pytest.mark.spec("B-13", "L-05", "O-04", "C-02")
def test_a_service_is_started_from_its_card_and_its_client_gets_back_in(arrive: Callable[..., Visit]) -> None:
    slot = open_times()[9]
    visit = arrive(NARROW, timezone_id="Australia/Sydney")
    page = visit.open("/services")
    page.get_by_role("link", name="Start this service: Planning & Approvals, $1,500.00").click()
    visit.at("Project Onboarding")
    expect(page.get_by_text("Planning & Approvals for $1,500.00 inc. GST")).to_be_visible()
    found = {"details": flaws(visit)}
    tell_details(visit)
    expect(page.get_by_role("radio", name="Planning & Approvals")).to_be_checked()
    go_on(visit, "Document Upload")
    go_on(visit, "Schedule a Consultation")
    pick(page, slot.date)
    visit.button("Proceed to Payment").click()
    visit.at("Order Summary")

    # The tab is closed: another one has every answer, and the time that is kept for them is theirs.
    page.close()
    page = visit.page = visit.join()
    visit.open("/onboarding")
    visit.at("Schedule a Consultation")
    expect(page.get_by_text("Initial Consultation (45 min)")).to_be_visible()
    expect(page.get_by_text("That time has just been taken")).to_be_hidden()
    visit.button("Proceed to Payment").click()
    visit.at("Order Summary")
    assert Project.select().count() == 1

    expect(page.get_by_label("Card number")).to_be_visible()
    expect(complete(visit)).to_have_text("Complete Payment, $1,500.00")
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Read the terms").click()
    opened.value.close()
    accepted = page.get_by_role("checkbox", name="I accept the terms and conditions")
    expect(accepted).not_to_be_checked()
    page.get_by_text("I accept the terms and conditions").click()
    expect(accepted).to_be_checked()
    page.get_by_role("radio", name="Bank Transfer").check()
    expect(complete(visit)).to_have_text("Complete Payment by transferring $1,500.00")
    found["transfer"] = flaws(visit)
    page.get_by_role("radio", name="Credit Card").check()
    accepted.uncheck()
    pay(visit)
    visit.at("Booking Confirmed")
    on = page.get_by_role("link", name="Open your project")
    expect(on).to_have_attribute("href", "/client-portal/projects/HPM-1")
    open_due()

    # The letter with the temporary password is lost.
    visit.open("/client-portal")
    page.get_by_label("Email").fill(DETAILS["email"])
    page.get_by_role("link", name="Email me a reset link").click()
    visit.at("A new password")
    expect(page.get_by_label("Email")).to_have_value(DETAILS["email"])
    found["asking"] = flaws(visit)
    visit.button("Email me a reset link").click()
    expect(page.get_by_text("Look into your mailbox")).to_be_visible()
    found["asked"] = flaws(visit)
    visit.program.house.jobs.run("reset links")
    link = re.search(r"/client-portal/reset\?token=[\w-]{43}", Letter.get(Letter.kind == "password_reset").text)
    assert link
    visit.open(link[0])
    visit.at("Choose a new password")
    assert page.url.endswith("/client-portal/reset")
    found["choosing"] = flaws(visit)
    page.get_by_label("New password", exact=True).fill("short")
    visit.button("Set password and sign in").click()
    expect(page.get_by_text("Password must be at least 8 characters")).to_be_visible()
    for label in ("New password", "Confirm new password"):
        page.get_by_label(label, exact=True).fill(NEW)
    visit.button("Set password and sign in").click()
    visit.at(f"Welcome, {DETAILS['name']}")
    visit.open(link[0])
    expect(page.get_by_text("This link no longer works")).to_be_visible()
    found["used"] = flaws(visit)

    # Signed in, nobody types again how they are reached; what is typed survives a reload.
    visit.open("/contact")
    for label, name in (("Full name", "name"), ("Email address", "email"), ("Phone number", "phone")):
        expect(page.get_by_label(label, exact=True)).to_have_value(DETAILS[name])
    page.get_by_label("Message").fill("Is a carport exempt?")
    page.reload()
    expect(page.get_by_label("Message")).to_have_value("Is a carport exempt?")
    visit.open("/onboarding")
    expect(page.get_by_label("Full Name")).to_have_value(DETAILS["name"])
    assert found == {state: [] for state in found}
