"""The card is charged, or not, and the provider's answer never reaches the browser."""

import pytest
from booking_visit import PAY, Visit, only_booking
from onboarding_visit import make_project, open_checkout, pay
from playwright.sync_api import Page, Route, expect

from app.payments.models import Payment

pytestmark = pytest.mark.browser

CONFIRM = "**/sandbox/v1/payment_intents/*/confirm"
SETTLE = "**/api/payments/settle"
UNKNOWN = "We do not know yet whether your payment went through"


def lose_answers(page: Page, heard: bool) -> None:
    """Charge requests reach the provider, or do not; their answers never come back."""

    def lose(route: Route) -> None:
        if heard:
            route.fetch()
        route.abort()

    page.route(CONFIRM, lose)


@pytest.mark.spec("C-04", "E-01")
def test_a_checkout_whose_charge_was_heard_asks_before_it_speaks(visit: Visit) -> None:
    page = open_checkout(visit, make_project(visit))
    lose_answers(page, heard=True)
    page.route(SETTLE, lambda route: route.abort())
    pay(visit)
    expect(page.get_by_text(UNKNOWN)).to_be_visible()
    expect(page.get_by_text("Do not pay again; we are checking.")).to_be_visible()
    expect(page.get_by_text("did not go through")).to_have_count(0)
    expect(page.get_by_text("not been charged")).to_have_count(0)
    expect(visit.button("Complete Payment")).to_be_disabled()
    assert visit.faults() == []
    page.unroute(SETTLE)
    visit.at("Booking Confirmed")
    assert (len(visit.program.house.sandbox.charges()), Payment.get().status) == (1, "completed")


@pytest.mark.spec("C-04", "E-01")
def test_a_checkout_whose_charge_was_not_heard_says_so_and_can_be_paid(visit: Visit) -> None:
    page = open_checkout(visit, make_project(visit))
    lose_answers(page, heard=False)
    pay(visit)
    expect(page.get_by_text(UNKNOWN)).to_be_visible()
    expect(page.get_by_text("Your payment did not go through")).to_be_visible()
    expect(page.get_by_text(UNKNOWN)).to_have_count(0)
    assert visit.program.house.sandbox.charges() == []
    page.unroute(CONFIRM)
    visit.button("Complete Payment").click()
    visit.at("Booking Confirmed")


@pytest.mark.spec("B-08", "E-01")
def test_a_wizard_whose_charge_was_heard_leads_to_its_booking(visit: Visit) -> None:
    visit.to_payment()
    page = visit.page
    lose_answers(page, heard=True)
    page.route(SETTLE, lambda route: route.abort())
    visit.pay()
    expect(page.get_by_text(UNKNOWN)).to_be_visible()
    expect(page.get_by_text("did not go through")).to_have_count(0)
    expect(visit.button(PAY)).to_be_disabled()
    assert visit.faults() == []
    page.unroute(SETTLE)
    visit.at("Booking Confirmed")
    assert (len(visit.program.house.sandbox.charges()), only_booking().status) == (1, "confirmed")
