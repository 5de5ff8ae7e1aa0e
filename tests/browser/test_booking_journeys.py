"""Whole bookings in a real browser."""

import gzip
import json
import re
import time
from collections.abc import Callable

import pytest
from booking_visit import NARROW, PAY, Visit, only_booking
from playwright.sync_api import Page, Response, expect
from signed_in import flaws

from app.accounts.models import Client
from app.booking.rules import BookingStatus
from app.documents.models import Document
from app.projects.models import Project

pytestmark = pytest.mark.browser


def confirmed_within(seconds: float) -> bool:
    """Whether the one booking is confirmed before the time is over."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if only_booking().status == BookingStatus.CONFIRMED:
            return True
        time.sleep(0.1)
    return False


@pytest.mark.spec("B-01", "B-02", "B-03", "B-06", "B-08", "B-09", "U-01", "P-17")
@pytest.mark.parametrize("width", [390, 1440])
def test_a_visitor_books_and_pays(arrive: Callable[..., Visit], width: int) -> None:
    visit = arrive(width)
    page = visit.open()
    expect(page.get_by_role("heading", name="BOOK A SERVICE")).to_be_visible()
    expect(page.get_by_text("Full Payment Credit Guarantee")).to_be_visible()
    expect(page.get_by_label("Either")).to_be_checked()
    expect(page.get_by_text("TEST", exact=True)).to_be_visible()
    for step, go in enumerate((visit.tell_personal, visit.tell_project), start=1):
        expect(page.get_by_text(f"Step {step} of 4")).to_be_visible()
        go()
    visit.add_files()
    uploaded = page.get_by_text("bytes, Uploaded")
    expect(uploaded).to_be_in_viewport(ratio=1)
    # One file stands where many do: on a phone above the area, which would push it off the screen.
    row, area = (part.bounding_box() for part in (uploaded, page.locator("input[type=file]").first))
    assert row and area and (row["y"] < area["y"]) == (width == NARROW)
    visit.button("PROCEED TO PAYMENT").click()
    visit.at("Complete Your Booking")
    expect(page.get_by_text("What happens after payment")).to_be_visible()
    visit.pay()
    visit.toast(
        "Payment Successful",
        "Your client account has been created. Check your email for login credentials. "
        "We'll contact you within 24 hours.",
    )
    visit.at("Booking Confirmed")
    assert page.url == f"{visit.program.address}/success"
    booking = only_booking()
    transaction = visit.stored("transactionId") or ""
    for text in (
        "Not chosen yet",
        "Planning & Approvals",
        "New home",
        "amelia@example.com",
        "Plan.pdf",
        "$250.00 AUD",
        transaction,
    ):
        expect(page.get_by_text(text, exact=True).first).to_be_visible()
    assert visit.stored("paymentProcessed") == "true"
    remembered = json.loads(visit.stored("latestBooking") or "")
    assert remembered["files"] == ["Plan.pdf"] and remembered["consultationSlot"] is None
    assert remembered["payment"] == {
        "amount": 250,
        "currency": "AUD",
        "status": "completed",
        "processor": "stripe",
        "transactionId": transaction,
    }
    assert (booking.status, booking.full_name, booking.project_type) == ("confirmed", "Amelia Hart", "new_home")
    assert Client.select().count() == 1 and Document.select().count() == 1
    page.go_back()
    expect(page.get_by_text(f"You booked HPM-{Project.get().id}, Planning & Approvals")).to_be_visible()
    assert page.evaluate("scrollY") == 0
    page.get_by_role("link", name="See your booking").click()
    visit.at("Booking Confirmed")
    page.get_by_role("link", name="Return to Homepage").click()
    expect(page).to_have_url(f"{visit.program.address}/")
    visit.open()
    expect(page.get_by_text("Step 1 of 4")).to_be_visible()
    expect(page.get_by_label("Full name")).to_have_value("")


@pytest.mark.spec("B-11")
def test_the_browser_may_close_right_after_paying(visit: Visit) -> None:
    visit.to_payment()
    page = visit.page
    page.route("**/api/payments/settle", lambda route: None)
    with page.expect_request("**/api/payments/settle"):
        visit.pay()
    page.close()
    assert confirmed_within(60)
    assert Client.select().count() == 1


@pytest.mark.spec("B-01", "B-02", "B-03", "B-05")
def test_the_keyboard_is_enough(visit: Visit) -> None:
    page = visit.open()

    def reach(name: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            told = page.evaluate(
                "(e => (e.labels?.[0]?.innerText ?? '') + '|' + (e.getAttribute('aria-label') ?? e.innerText))"
                "(document.activeElement)"
            )
            if name in told.split("|"):
                return
        raise AssertionError(f"{name} cannot be reached with the Tab key")

    for label, text in (
        ("Full name", "Amelia Hart"),
        ("Email address", "a@example.com"),
        ("Phone number", "0400 123 456"),
    ):
        reach(label)
        page.keyboard.type(text)
    reach("Project address")
    page.keyboard.type("12 Forest Road")
    reach("Either")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_label("Phone", exact=True).first).to_be_checked()
    page.keyboard.press("Enter")
    visit.at("Project Information")
    expect(page.get_by_role("heading", name="Project Information")).to_be_focused()
    for label, key in (("Service type", "P"), ("Project type", "N"), ("Approximate project value", "O")):
        reach(label)
        page.keyboard.press(key)
    reach("NEXT STEP")
    page.keyboard.press("Enter")
    visit.at("Document Upload")
    reach("PROCEED TO PAYMENT")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    reach("Proceed without documents")
    page.keyboard.press("Enter")
    visit.at("Complete Your Booking")
    expect(visit.button(PAY)).to_be_enabled()
    for label, text in (("Card number", "4242424242424242"), ("Expiration date", "1234"), ("Security code", "123")):
        reach(label)
        page.keyboard.type(text)
    reach(PAY)
    page.keyboard.press("Enter")
    visit.at("Booking Confirmed")
    assert only_booking().preferred_contact == "phone"


@pytest.mark.spec("B-01", "B-02", "B-03", "B-04", "B-06", "U-01")
def test_axe_finds_nothing_in_any_step(visit: Visit) -> None:
    page = visit.open()
    found = {"1": flaws(visit)}
    visit.button("NEXT STEP").click()
    expect(page.get_by_text("Please enter a valid email address").first).to_be_visible()
    found["1 with errors"] = flaws(visit)
    visit.tell_personal()
    page.get_by_label("Service type").select_option("contract_review")
    found["2"] = flaws(visit)
    visit.tell_project("contract_review")
    visit.button("PROCEED TO PAYMENT").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    found["3 asking"] = flaws(visit)
    visit.button("Add documents").click()
    visit.add_files()
    expect(page.get_by_text(", Uploaded")).to_be_visible()
    found["3"] = flaws(visit)
    visit.button("PROCEED TO PAYMENT").click()
    expect(page.get_by_label("Card number")).to_be_visible()
    found["4"] = flaws(visit)
    visit.pay("4000000000000002")
    expect(page.get_by_text("Your payment did not go through")).to_be_visible()
    found["4 declined"] = flaws(visit)
    visit.pay()
    visit.at("Booking Confirmed")
    found["confirmed"] = flaws(visit)
    assert {where: faults for where, faults in found.items() if faults} == {}


@pytest.mark.spec("B-01", "P-17")
def test_the_page_is_whole_without_scripts(arrive: Callable[..., Visit]) -> None:
    visit = arrive(java_script_enabled=False)
    page = visit.open()
    for name in ("BOOK A SERVICE", "Personal Information", "Contact information", "Not ready to book?"):
        expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    hint = page.locator("noscript p").first
    expect(hint).to_be_visible()
    assert hint.inner_text() == "This form needs scripts"
    expect(page.get_by_role("link", name=re.compile(r"\(02\) 5550 0134")).first).to_be_visible()


@pytest.mark.spec("T-03")
def test_each_event_is_reported_once(visit: Visit) -> None:
    told: list[list[object]] = []
    visit.context.expose_function("told", lambda *call: told.append(list(call)))
    visit.context.add_init_script("window.gtag = (...call) => window.told(...call)")
    page: Page = visit.page
    visit.open()
    visit.tell_personal()
    visit.button("PREVIOUS").click()
    visit.at("Personal Information")
    visit.button("NEXT STEP").click()
    visit.tell_project()
    page.reload(wait_until="networkidle")
    visit.add_files()
    expect(page.get_by_text(", Uploaded")).to_be_visible()
    visit.button("PROCEED TO PAYMENT").click()
    visit.pay()
    visit.at("Booking Confirmed")
    events = [(call[1], call[2]) for call in told if call[0] == "event"]
    assert [name for name, _ in events] == [
        "booking_step_completed",
        "booking_step_completed",
        "booking_step_completed",
        "payment_completed",
        "purchase",
        "account_created",
    ]
    assert [details["step"] for _, details in events[:3]] == [1, 2, 3]
    assert events[1][1]["service"] == events[3][1]["service"] == "planning_approvals"
    assert events[3][1]["amount"] == 250
    assert (events[4][1]["value"], events[4][1]["currency"]) == (250, "AUD")


def test_script_is_light_and_the_providers_comes_at_step_4_only(visit: Visit) -> None:
    loaded: list[Response] = []
    visit.page.on(
        "response", lambda answer: loaded.append(answer) if answer.request.resource_type == "script" else None
    )
    visit.open()
    visit.tell_personal()
    visit.tell_project()
    before = {answer.url: answer for answer in loaded}
    assert not [address for address in before if "/sandbox/" in address]
    assert sum(len(gzip.compress(answer.body(), 9)) for answer in before.values()) < 130_000
    visit.add_files()
    expect(visit.page.get_by_text(", Uploaded")).to_be_visible()
    visit.button("PROCEED TO PAYMENT").click()
    expect(visit.page.get_by_label("Card number")).to_be_visible()
    assert [answer.url for answer in loaded if answer.url.endswith("/sandbox/stripe.js")]
