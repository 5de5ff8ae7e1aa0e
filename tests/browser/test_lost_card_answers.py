"""The card is charged, or not, and the provider's answer never reaches the browser."""

import pytest
from booking_visit import PAY, Visit, arrived, only_booking
from onboarding_visit import complete, make_project, open_checkout, pay
from playwright.sync_api import Page, Route, expect

from app.orders.money import Payment
from app.payments.settle import settle

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
    expect(complete(visit)).to_be_disabled()
    assert visit.faults() == []
    page.unroute(SETTLE)
    visit.at("Booking Confirmed")
    assert (len(visit.program.house.sandbox.charges()), Payment.get().status) == (1, "completed")


@pytest.mark.spec("C-04", "E-01")
def test_a_checkout_whose_charge_was_not_heard_says_so_and_can_be_paid(visit: Visit) -> None:
    page = open_checkout(visit, make_project(visit))
    lose_answers(page, heard=False)
    page.clock.install()
    with page.expect_response(SETTLE):
        pay(visit)
    expect(page.get_by_text(UNKNOWN)).to_be_visible()
    with page.expect_response(SETTLE):
        page.clock.fast_forward(5_000)
    expect(page.get_by_text(UNKNOWN)).to_be_visible()
    page.clock.fast_forward(15_000)
    expect(page.get_by_text("No payment has reached us")).to_be_visible()
    for untrue in (UNKNOWN, "not been charged", "Check the card details", "did not go through"):
        expect(page.get_by_text(untrue)).to_have_count(0)
    assert visit.faults() == []
    assert visit.program.house.sandbox.charges() == []
    page.unroute(CONFIRM)
    complete(visit).click()
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


@pytest.mark.spec("C-04", "E-01")
@pytest.mark.parametrize("status", [404, 429])
def test_asking_about_a_lost_answer_has_an_end(visit: Visit, status: int) -> None:
    page = open_checkout(visit, make_project(visit))
    lose_answers(page, heard=True)
    asked: list[int] = []

    def refuse(route: Route) -> None:
        asked.append(status)
        route.fulfill(status=status, headers={"Retry-After": "1800"}, json={"message": "", "fields": {}})

    page.clock.install()
    page.route(SETTLE, refuse)
    with page.expect_response(SETTLE):
        pay(visit)
    if status == 429:
        expect(page.get_by_text(UNKNOWN)).to_be_visible()
        page.clock.fast_forward(20 * 60_000)
        arrived(page)
        assert len(asked) == 1
        page.clock.fast_forward(10 * 60_000)
    page.wait_for_url("**/success?projectId=*")


@pytest.mark.spec("B-08", "E-01")
@pytest.mark.parametrize("back_to", [1, 2])
def test_a_wizard_that_was_left_for_an_earlier_step_sells_no_second_booking(visit: Visit, back_to: int) -> None:
    visit.to_payment()
    page = visit.page
    lose_answers(page, heard=True)
    page.route(SETTLE, lambda route: route.abort())
    expect(page.get_by_role("button", name="Change: Service")).to_be_visible()
    page.get_by_role("button", name="Change: For" if back_to == 1 else "Change: Service").click()
    visit.at("Personal Information" if back_to == 1 else "Project Information")
    page.go_back()
    visit.at("Complete Your Booking")
    visit.pay()
    expect(page.get_by_text(UNKNOWN)).to_be_visible()
    expect(page.get_by_role("button", name="Change: ")).to_have_count(0)
    # The browser's own buttons are nobody's to hide.
    page.go_forward()
    visit.at("Personal Information" if back_to == 1 else "Project Information")
    house = visit.program.house
    [intent] = house.sandbox.intents()
    settle(house.gateway, intent["id"])
    visit.button("NEXT STEP").click()
    visit.at("Booking Confirmed")
    assert (len(house.sandbox.charges()), only_booking().status) == (1, "confirmed")
