"""/success in each of its states."""

import json
from typing import Any

import pytest
from booking_visit import Program, Visit, arrived
from playwright.sync_api import Page, Route, expect
from signed_in import CLIENT, add_client, send

from app.accounts.models import Client
from app.audit.actions import note
from app.audit.models import Act
from app.clock import now
from tests.people import FEE_CAME, PERSONAL

pytestmark = pytest.mark.browser

ASKED = "**/api/bookings/confirmation*"
CONFIRMATION = {
    "projectId": 7,
    "choosesTime": False,
    "reference": "HPM-7",
    "arrived": FEE_CAME,
    "consultationSlot": None,
    "reminded": None,
    "serviceType": "contract_review",
    "serviceTitle": "Contract Review",
    "projectType": "n_a",
    "projectTypeLabel": "",
    "email": "amelia@example.com",
    "sentTo": "amelia@example.com",
    "fullName": "Amelia Hart",
    "files": [],
    "payment": {
        "amountCents": 25_000,
        "currency": "AUD",
        "status": "completed",
        "transactionId": "pi_7",
        "method": "card",
    },
}
REMEMBERED = {
    "fullName": "Amelia Hart",
    "email": "amelia@example.com",
    "serviceType": "scope_tender",
    "projectType": "commercial",
    "consultationSlot": None,
    "files": ["Plan.pdf"],
    "payment": {
        "amount": 250,
        "currency": "AUD",
        "status": "completed",
        "processor": "stripe",
        "transactionId": "pi_7",
    },
}


def answering(page: Page, answer: dict[str, Any]) -> None:
    """Let the server's confirmation be this from now on."""
    page.route(ASKED, lambda route: route.fulfill(json=answer))


def remembering(visit: Visit, **more: Any) -> None:
    """Put a booking into the browser's memory."""
    stored = json.dumps(json.dumps({**REMEMBERED, **more}))
    visit.context.add_init_script(f"localStorage.setItem('latestBooking', {stored})")


@pytest.mark.spec("U-01")
def test_it_says_that_it_is_loading(visit: Visit) -> None:
    held: list[Route] = []
    visit.page.route(ASKED, lambda route: held.append(route))
    visit.page.goto(f"{visit.program.address}/success")
    expect(visit.page.get_by_text("Loading your booking details...")).to_be_visible()
    assert visit.faults() == []


@pytest.mark.spec("U-01")
def test_without_a_booking_it_says_what_to_do(visit: Visit) -> None:
    visit.open("/success")
    visit.at("There is no booking to show here")
    assert visit.faults() == []
    visit.page.get_by_role("link", name="Book a service").click()
    visit.at("BOOK A SERVICE")


@pytest.mark.spec("U-01", "L-02")
def test_a_temporary_password_is_led_to_its_change_and_a_strange_browser_to_the_sign_in(
    program: Program, visit: Visit
) -> None:
    temporary = add_client(program)
    page = visit.open("/success?projectId=1")
    visit.at("Please sign in to see your booking")
    page.get_by_role("main").get_by_role("link", name="Sign in").click()
    visit.at("Client Login")
    assert send(visit, "/api/client/login", {"email": CLIENT, "password": temporary}) == 200
    for address in ("/checkout?projectId=1&amount=250", "/success?projectId=1"):
        visit.open(address)
        expect(page.get_by_text("Please choose your own password first")).to_be_visible()
        expect(page.get_by_text("cannot reach the server")).to_have_count(0)
        assert visit.faults() == []
    page.get_by_role("link", name="Choose a password").click()
    visit.at("Password Reset Required")


@pytest.mark.spec("U-01", "L-02")
def test_a_temporary_password_leaves_the_browsers_own_memory(program: Program, visit: Visit) -> None:
    remembering(visit, projectId=1)
    assert send(visit, "/api/client/login", {"email": CLIENT, "password": add_client(program)}) == 200
    visit.open("/success?projectId=1")
    visit.at("Booking Confirmed")
    expect(visit.page.get_by_text("Shown from this browser's memory")).to_have_count(0)


@pytest.mark.spec("U-01")
def test_a_project_type_that_does_not_apply_is_hidden_and_a_slot_is_in_sydney_time(visit: Visit) -> None:
    answering(visit.page, {"state": "paid", "booking": {**CONFIRMATION, "consultationSlot": "2026-05-11T23:00:00Z"}})
    visit.open("/success?projectId=7")
    visit.at("Booking Confirmed")
    expect(visit.page.get_by_text("Project type")).to_be_hidden()
    bought = "Your payment for Contract Review has arrived and your consultation is booked."
    expect(visit.page.get_by_text(bought)).to_be_visible()
    expect(visit.page.get_by_text("Then we agree on the next steps of Contract Review.")).to_be_visible()
    expect(visit.page.get_by_text("Tuesday 12 May 2026 at 9:00 am")).to_be_visible()
    expect(visit.page.get_by_text("250.00 AUD")).to_be_visible()
    expect(visit.page.get_by_text("pi_7")).to_be_visible()
    assert "projectId=7" in visit.page.url
    # Once its time has passed nobody is invited to it, and nothing promises it.
    over = {
        **CONFIRMATION,
        "consultationSlot": "2026-05-11T23:00:00Z",
        "calendarUrl": "/api/projects/7/consultation.ics",
    }
    answering(visit.page, {"state": "over", "booking": {**over, "email": "amelia@new.example"}})
    visit.open("/success?projectId=7")
    visit.at("The time of your consultation has passed")
    expect(visit.page.get_by_text("amelia@new.example")).to_be_visible()
    for gone in ("Add to", "We meet for", "is booked", "Confirmation sent to"):
        expect(visit.page.get_by_text(gone)).to_have_count(0)


@pytest.mark.spec("U-01", "B-08")
def test_an_undecided_payment_is_waited_for(visit: Visit) -> None:
    answering(visit.page, {"state": "checking", "booking": None})
    visit.page.goto(f"{visit.program.address}/success")
    visit.at("We are checking your payment")
    expect(visit.page.get_by_text("please do not pay again")).to_be_visible()
    assert visit.faults() == []
    # The bank waits for the visitor: whoever has closed its page gets back to the payment.
    answering(visit.page, {"state": "checking", "booking": None, "asksVisitor": True})
    visit.page.reload()
    expect(visit.page.get_by_text("Your bank waits for you to approve the payment")).to_be_visible()
    expect(visit.page.get_by_role("link", name="Back to payment")).to_be_visible()
    answering(visit.page, {"state": "paid", "booking": CONFIRMATION})
    visit.at("Booking Confirmed")


@pytest.mark.spec("U-01")
def test_a_transfer_is_awaited_never_called_paid(visit: Visit) -> None:
    transfer = {
        **CONFIRMATION,
        "payment": {**CONFIRMATION["payment"], "method": "bank", "status": "pending"},
        "bank": {
            "accountName": "Helios Project Management",
            "bsb": "062-000",
            "account": "12345678",
            "amountCents": 25_000,
            "reference": "HPM-7",
        },
    }
    answering(visit.page, {"state": "awaiting", "booking": transfer})
    visit.open("/success")
    visit.at("Awaiting your transfer")
    expect(visit.page.get_by_text("HPM-7").first).to_be_visible()
    expect(visit.page.get_by_text("062-000")).to_be_visible()
    expect(visit.page.get_by_text("paid, inc. GST")).to_be_hidden()
    assert visit.faults() == []


@pytest.mark.spec("U-01")
def test_without_the_server_the_browsers_memory_is_shown(visit: Visit) -> None:
    remembering(visit)
    visit.page.route(ASKED, lambda route: route.abort())
    visit.open("/success")
    visit.at("Booking Confirmed")
    expect(visit.page.get_by_text("Shown from this browser's memory")).to_be_visible()
    for text in ("Scope & Tender Management", "Commercial", "Plan.pdf", "pi_7"):
        expect(visit.page.get_by_text(text, exact=True).first).to_be_visible()
    assert visit.faults() == []


@pytest.mark.spec("U-01")
def test_without_server_and_memory_it_keeps_trying(visit: Visit) -> None:
    visit.page.route(ASKED, lambda route: route.abort())
    visit.open("/success")
    visit.at("We cannot reach the server")
    visit.page.unroute(ASKED)
    answering(visit.page, {"state": "paid", "booking": CONFIRMATION})
    visit.at("Booking Confirmed")


@pytest.mark.spec("U-01", "B-08")
def test_the_providers_parameters_leave_the_address_at_once(visit: Visit) -> None:
    visit.to_payment()
    expect(visit.page.get_by_label("Card number")).to_be_visible()
    sandbox = visit.program.house.sandbox
    intent = sandbox.intents()[0]
    sandbox.confirm(intent["id"])
    visit.page.goto(
        f"{visit.program.address}/success?payment_intent={intent['id']}"
        f"&payment_intent_client_secret={intent['client_secret']}&redirect_status=succeeded"
    )
    visit.at("Booking Confirmed")
    assert visit.page.url == f"{visit.program.address}/success"
    visit.page.reload()
    visit.at("Booking Confirmed")
    assert intent["client_secret"] not in json.dumps(visit.page.evaluate("[{...localStorage}, {...sessionStorage}]"))


@pytest.mark.spec("U-01")
def test_a_failed_return_leads_back_to_payment(visit: Visit) -> None:
    visit.to_payment()
    expect(visit.page.get_by_label("Card number")).to_be_visible()
    sandbox = visit.program.house.sandbox
    intent = sandbox.intents()[0]["id"]
    sandbox.confirm(intent, card="4000000000000002")
    visit.open(f"/success?payment_intent={intent}&redirect_status=failed")
    visit.at("Your payment is not complete")
    assert visit.faults() == []
    visit.page.get_by_role("link", name="Back to payment").click()
    visit.at("Complete Your Booking")
    visit.pay()
    visit.at("Booking Confirmed")


def test_a_mistyped_address_is_corrected_where_the_booking_is_shown(visit: Visit) -> None:
    visit.to_payment()
    assert send(visit, "/api/bookings", {**PERSONAL, "email": "amelia@exmaple.com"}) == 200
    page = visit.open()
    visit.pay()
    visit.at("Booking Confirmed")
    visit.button("Not your address?").click()
    field = page.get_by_label("Your email address")
    # A slip is put right in what was typed, where it is read.
    expect(field).to_be_focused()
    expect(field).to_have_value("amelia@exmaple.com")
    above = "document.querySelector('form').getBoundingClientRect().bottom < innerHeight"
    assert page.evaluate(above)
    field.fill("")
    visit.button("Correct the address").click()
    expect(page.get_by_text("Please enter a valid email address")).to_be_visible()
    field.fill("amelia@example.net")
    assert visit.faults() == []
    visit.button("Correct the address").click()
    expect(page.get_by_text("Confirmation sent to amelia@example.net.")).to_be_visible()
    arrived(page)
    answer = page.get_by_text("Corrected to amelia@example.net")
    expect(answer).to_be_in_viewport()
    expect(page.locator(":focus").filter(has=answer)).to_be_visible()
    assert [client.email for client in Client.select() if client.has_sign_in] == ["amelia@example.net"]
    assert visit.faults() == []
    # Whoever reads the address has signed in: only a call helps.
    note(Client.get(Client.email == "amelia@example.net").actor(), Act.SIGN_IN, "", now())
    page.reload()
    expect(page.get_by_text("Not your address? Please call us on")).to_be_visible()
    assert visit.faults() == []
