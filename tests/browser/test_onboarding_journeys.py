"""Whole onboardings in a real browser."""

import json
from collections.abc import Callable

import pytest
from booking_visit import NARROW, Visit, page_is
from onboarding_visit import (
    accept,
    choose_service,
    complete,
    date_of,
    go_on,
    hour_of,
    open_times,
    pick,
    tell_details,
    to_schedule,
)
from playwright.sync_api import expect
from signed_in import flaws

from app.documents.models import Document
from app.mail.models import Letter
from app.projects.models import Project
from app.slots.models import Hold

pytestmark = pytest.mark.browser


@pytest.mark.spec("O-01", "O-02", "O-03", "O-04", "O-05", "O-06", "C-02", "C-04", "U-01")
def test_a_visitor_onboards_and_pays_by_card_and_axe_finds_nothing(arrive: Callable[..., Visit]) -> None:
    slot = open_times()[9]
    visit = arrive(NARROW, timezone_id="Australia/Sydney")
    page = visit.open("/onboarding")
    visit.at("Project Onboarding")
    for label in ("Details", "Service", "Documents", "Schedule"):
        expect(page.get_by_role("listitem").filter(has_text=label).first).to_be_visible()
    expect(page.get_by_label("Enquiry Type")).to_have_value("new_project")
    expect(visit.button("Previous")).to_be_hidden()
    visit.button("Next").click()
    expect(page.get_by_text("Invalid email address").first).to_be_visible()
    found = {"details": flaws(visit)}
    tell_details(visit)
    for group in ("Project Management", "Design Management", "Business Management"):
        expect(page.get_by_role("group", name=group)).to_be_visible()
    expect(page.get_by_text("$1,500.00", exact=True)).to_be_visible()
    page.get_by_role("radio", name="Dispute Management").check()
    found["service"] = flaws(visit)
    choose_service(visit)
    visit.add_files()
    expect(page.get_by_text(", Uploaded")).to_be_visible()
    found["documents"] = flaws(visit)
    assert Document.select().count() == 1
    go_on(visit, "Schedule a Consultation")
    expect(page.get_by_text("Select a date from the calendar to view available time slots.")).to_be_visible()
    expect(page.get_by_text("No appointment selected yet").filter(visible=True)).to_have_count(1)
    expect(page.get_by_role("grid")).to_be_visible()
    found["calendar"] = flaws(visit)
    page.mouse.wheel(0, 400)
    page_is(page, "scrollY > 0")
    pick(page, slot.date)
    summary = page.get_by_role("region", name="Your appointment")
    page_is(page, "scrollY === 0")
    for text in (date_of(slot.date), hour_of(slot.date), "Initial Consultation (45 min)"):
        expect(summary.get_by_text(text)).to_be_visible()
    found["schedule"] = flaws(visit)
    visit.button("Proceed to Payment").click()
    visit.at("Order Summary")
    assert page.url == f"{visit.program.address}/checkout?projectId=1&amount=1500"
    for text in ("Planning & Approvals", f"{date_of(slot.date)} at {hour_of(slot.date)}", "Service Fee", "$1,500.00"):
        expect(page.get_by_text(text).first).to_be_visible()
    expect(page.get_by_role("radio", name="Credit Card")).to_be_checked()
    visit.type_card()
    expect(complete(visit)).to_be_disabled()
    expect(complete(visit)).to_have_accessible_description("First accept the terms and conditions above.")
    expect(page.get_by_text("Whatever goes beyond the price is agreed with you first.")).to_be_visible()
    found["checkout"] = flaws(visit)
    accept(page)
    complete(visit).click()
    visit.at("Booking Confirmed")
    assert page.url == f"{visit.program.address}/success?projectId=1"
    transaction = visit.stored("transactionId") or ""
    for text in ("Planning & Approvals", "ann@example.com", "$1,500.00 AUD", "Plan.pdf", transaction):
        expect(page.get_by_text(text, exact=True).first).to_be_visible()
    expect(page.get_by_text(f"{date_of(slot.date)} at {hour_of(slot.date)}")).to_be_visible()
    remembered = json.loads(visit.stored("latestBooking") or "")
    assert remembered["consultationSlot"] == slot.date.isoformat().replace("+00:00", "Z")
    assert (remembered["serviceType"], remembered["projectType"]) == ("planning_approvals", "n_a")
    assert (remembered["email"], remembered["payment"]["transactionId"]) == ("ann@example.com", transaction)
    with page.expect_download() as calendar:
        page.get_by_role("link", name="Add to calendar").click()
    assert f"DTSTART:{slot.date:%Y%m%dT%H%M%SZ}" in calendar.value.path().read_text()
    found["success"] = flaws(visit)
    assert {where: faults for where, faults in found.items() if faults} == {}
    google = page.get_by_role("link", name="Google Calendar").get_attribute("href") or ""
    assert f"{slot.date:%Y%m%dT%H%M%SZ}" in google
    assert (Project.get().status, Document.select().count(), Hold.get().kind) == ("scheduled", 1, "paid")
    visit.open("/onboarding")
    expect(page.get_by_label("Full Name")).to_have_value("")


@pytest.mark.spec("C-05", "O-06", "U-01")
def test_a_visitor_onboards_and_pays_by_transfer(visit: Visit) -> None:
    slot = open_times()[3]
    page = to_schedule(visit, files=False)
    pick(page, slot.date)
    visit.button("Proceed to Payment").click()
    page.get_by_role("radio", name="Bank Transfer").check()
    for text in ("HPM-1", "000-000"):
        expect(page.get_by_text(text)).to_be_visible()
    accept(page)
    assert visit.faults() == []
    complete(visit).click()
    visit.toast("Bank Transfer Info Sent", "Please complete your bank transfer using the reference number provided.")
    visit.at("Awaiting your transfer")
    assert page.url == f"{visit.program.address}/success?projectId=1"
    for name in ("amount", "reference", "account name", "BSB", "account"):
        expect(page.get_by_role("button", name=f"Copy the {name}", exact=True)).to_be_visible()
    expect(page.get_by_text("paid, inc. GST")).to_be_hidden()
    assert visit.faults() == []
    assert (Project.get().payment_status, Hold.get().kind) == ("pending", "transfer")
    assert Letter.select().where(Letter.kind == "transfer_details").count() == 1


@pytest.mark.spec("O-01", "O-02", "O-03", "O-05", "C-02")
def test_the_keyboard_is_enough_for_onboarding_and_checkout(visit: Visit) -> None:
    open_times()
    page = visit.open("/onboarding")

    def reach(name: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            told = page.evaluate(
                "(e => [e.labels?.[0]?.innerText, e.ariaLabel, e.innerText, e.value].join('|'))(document.activeElement)"
            )
            if name in told.replace("\n", "|").split("|"):
                return
        raise AssertionError(f"{name} cannot be reached with the Tab key")

    for label, text in (
        ("Full Name", "Ann Lee"), ("Email Address", "ann@example.com"), ("Phone Number", "0400 111 222"),
        ("Project Address", "1 High Street"), ("City", "Hurstville"), ("State/Province", "NSW"),
        ("Zip/Postal Code", "2220"),
    ):  # fmt: skip
        reach(label)
        page.keyboard.type(text)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Service Selection")).to_be_focused()
    reach("planning_approvals")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name="Contract Advisory")).to_be_checked()
    reach("Next")
    page.keyboard.press("Enter")
    visit.at("Document Upload")
    reach("Next")
    page.keyboard.press("Enter")
    expect(page.get_by_role("grid")).to_be_visible()
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('[role=grid]') !== null"):
            break
    before = page.evaluate("document.activeElement.ariaLabel")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[role=grid] button:focus")).not_to_have_attribute("aria-label", before)
    page.keyboard.press("Enter")
    reach("9:00 am")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Initial Consultation (45 min)")).to_be_visible()
    reach("Proceed to Payment")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Card number")).to_be_visible()
    for label, text in (("Card number", "4242424242424242"), ("Expiration date", "1234"), ("Security code", "123")):
        reach(label)
        page.keyboard.type(text)
    reach("on")
    page.keyboard.press("Space")
    reach("Complete Payment, $1,200.00")
    page.keyboard.press("Enter")
    visit.at("Booking Confirmed")


@pytest.mark.spec("O-05", "U-01")
@pytest.mark.parametrize("zone", ["Australia/Perth", "Europe/London"])
def test_elsewhere_the_times_are_sydneys_and_say_so(arrive: Callable[..., Visit], zone: str) -> None:
    slot = open_times()[11]
    visit = arrive(timezone_id=zone)
    page = to_schedule(visit, files=False)
    pick(page, slot.date)
    expect(page.get_by_text("Days and times are Sydney time")).to_be_visible()
    summary = page.get_by_role("region", name="Your appointment")
    expect(summary.get_by_text(f"{hour_of(slot.date)} Sydney time")).to_be_visible()
    expect(summary.get_by_text("on your clock")).to_be_visible()
    visit.button("Proceed to Payment").click()
    visit.at("Order Summary")
    expect(page.get_by_text(f"{date_of(slot.date)} at {hour_of(slot.date)} Sydney time")).to_be_visible()
    assert Project.get().appointment_date == slot.date
