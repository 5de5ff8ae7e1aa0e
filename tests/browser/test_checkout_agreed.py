"""The credit of a booking fee at the checkout: the way to it, and what it does to a transfer that was chosen."""

from collections.abc import Callable

import pytest
from booking_visit import Visit
from onboarding_visit import accept, complete, make_project
from playwright.sync_api import expect

from app.orders.money import Payment
from tests.people import PASSWORD, People

pytestmark = pytest.mark.browser


@pytest.mark.spec("C-02", "C-05")
def test_signing_in_from_the_checkout_leads_back_and_the_transfer_is_chosen_anew(arrive: Callable[..., Visit]) -> None:
    visit = arrive()
    People(visit.program.house).client("amelia@example.com")
    project = make_project(visit, email="amelia@example.com")
    page = visit.open(f"/checkout?projectId={project}&amount=2000")
    summary = page.get_by_role("region", name="Order Summary")
    expect(summary.get_by_text("Paid a booking fee before? Sign in and it is deducted.")).to_be_visible()
    page.get_by_role("radio", name="Bank Transfer").check()
    accept(page)
    complete(visit).click()
    visit.at("Awaiting your transfer")
    expect(page.get_by_role("link", name="Google Calendar")).to_have_count(0)
    page.goto(visit.program.address + f"/checkout?projectId={project}&amount=2000")
    summary.get_by_role("link", name="Sign in").click()
    page.get_by_label("Email").fill("amelia@example.com")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    visit.button("LOGIN").click()
    expect(page.get_by_text("Your booking fee can be deducted")).to_be_visible()
    expect(summary.get_by_text("$2,000.00").first).to_be_visible()
    expect(summary.get_by_text("Booking fee deducted")).to_have_count(0)
    expect(summary.get_by_text("Paid a booking fee before?")).to_have_count(0)
    assert visit.faults() == []
    visit.button("Choose the transfer anew").click()
    expect(summary.get_by_text("−$250.00")).to_be_visible()
    accept(page)
    complete(visit).click()
    visit.at("Awaiting your transfer")
    expect(page.get_by_text("1,750.00 AUD")).to_be_visible()
    assert Payment.get(Payment.provider == "bank", Payment.superseded == False).amount_cents == 175_000
    visit.open("/client-portal")
    expect(page.get_by_text("awaiting your transfer.")).to_be_visible()
    assert visit.faults() == []
    page.goto(visit.program.address + f"/success?projectId={project}")
    page.get_by_role("link", name="Pay by card instead").click()
    expect(page.get_by_role("radio", name="Credit Card")).to_be_checked()
    expect(page.get_by_text("Paying by card takes the place of your transfer")).to_be_visible()
    assert Payment.get(Payment.provider == "bank", Payment.superseded == False).amount_cents == 175_000
    visit.button("Pay by card instead").click()
    expect(page.get_by_label("Card number")).to_be_visible()
    page.goto(visit.program.address + f"/success?projectId={project}")
    expect(page.get_by_text("No payment has reached us yet. Your time is kept until")).to_be_visible()
    expect(page.get_by_role("link", name="Back to payment")).to_be_visible()
