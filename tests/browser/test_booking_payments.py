"""What the card provider answers, and what the visitor sees of it."""

import re
from collections.abc import Callable

import pytest
from booking_visit import ASKS_BANK, DECLINED, NARROW, PAY, TAKES_TIME, Gate, Visit, only_booking
from playwright.sync_api import Locator, Route, expect
from signed_in import fits

from tests.people import People

pytestmark = pytest.mark.browser

SETTLE = "**/api/payments/settle"
UNKNOWN = "We do not know yet whether your payment went through"
CURRENT = "**/api/bookings/current"
TRY_AGAIN_TEXT = "Failed to initialize payment system. Please try again."


def stays_in_sight(visit: Visit, part: Locator) -> None:
    """A reload and a way back from another page leave it in sight, however late the saved booking comes."""
    for leave_and_return in (
        visit.page.reload,
        lambda: (visit.page.goto(f"{visit.program.address}/terms-conditions"), visit.page.go_back()),
    ):
        part.scroll_into_view_if_needed()
        gate = Gate(visit.page, CURRENT)
        with visit.page.expect_request(CURRENT):
            leave_and_return()
        expect(visit.page.get_by_text("Loading your saved booking")).to_be_attached()
        gate.open()
        expect(visit.page.get_by_label("Card number")).to_be_visible()
        expect(part).to_be_in_viewport()
        visit.page.unroute(CURRENT)


@pytest.mark.spec("B-08", "E-01")
def test_a_declined_card_loses_nothing_and_another_pays(visit: Visit) -> None:
    visit.to_payment()
    visit.pay(DECLINED)
    visit.toast("Payment Failed", "Your card was declined.")
    expect(visit.page.get_by_text("Your payment did not go through")).to_be_visible()
    stays_in_sight(visit, visit.button(PAY))
    # One answer is changed, and nothing between it and the payment is asked again.
    visit.button("Change: Address").click()
    visit.at("Personal Information")
    visit.page.get_by_label("Project address").fill("8 Woniora Road, Hurstville")
    visit.button("NEXT STEP").click()
    visit.at("Complete Your Booking")
    expect(visit.page.get_by_text("8 Woniora Road, Hurstville")).to_be_visible()
    visit.pay()
    visit.at("Booking Confirmed")
    assert only_booking().address == "8 Woniora Road, Hurstville"
    assert len(visit.program.house.sandbox.charges()) == 1


@pytest.mark.spec("B-08")
def test_the_bank_may_ask_first(visit: Visit) -> None:
    visit.to_payment()
    visit.pay(ASKS_BANK)
    visit.button("Complete authentication").click()
    visit.at("Booking Confirmed")


@pytest.mark.spec("B-08")
def test_failing_the_banks_question_is_a_failed_payment(visit: Visit) -> None:
    visit.to_payment()
    visit.pay(ASKS_BANK)
    visit.button("Fail authentication").click()
    visit.toast("Payment Failed")
    expect(visit.button(PAY)).to_be_enabled()
    assert only_booking().status == "draft"
    visit.pay()
    visit.at("Booking Confirmed")


@pytest.mark.spec("B-08", "E-01")
def test_a_payment_that_takes_time_is_waited_for(visit: Visit) -> None:
    visit.program.keep_processing()
    visit.to_payment()
    visit.pay(TAKES_TIME)
    visit.toast("Payment Processing")
    visit.at("We are checking your payment")
    staff = People(visit.program.house).staff()
    told = staff.get(f"/api/admin/unfinished/booking/{only_booking().id}").get_json()
    assert (told["projectId"], told["payments"][0]["status"]) == (None, "processing")
    visit.program.house.sandbox.settle_processing()
    # The page looks again every few seconds.
    visit.at("Booking Confirmed")
    expect(visit.page.get_by_text("$250.00 AUD", exact=True)).to_be_visible()


@pytest.mark.spec("B-08", "E-01")
def test_an_unanswered_question_of_the_bank_is_not_a_payment(visit: Visit) -> None:
    visit.to_payment()

    def still_asking(route: Route) -> None:
        route.fulfill(json={"id": "pi_1", "object": "payment_intent", "status": "requires_action"})

    visit.page.route("**/sandbox/v1/payment_intents/*/authenticate", still_asking)
    visit.pay(ASKS_BANK)
    visit.button("Complete authentication").click()
    visit.toast("Additional Verification Needed")
    visit.at("We are checking your payment")
    expect(visit.page.get_by_text("Your bank waits for you to approve the payment")).to_be_visible()
    assert visit.faults() == []
    assert visit.stored("paymentProcessed") is None
    assert only_booking().status == "draft"
    visit.page.get_by_role("link", name="Back to payment").click()
    visit.at("Complete Your Booking")


@pytest.mark.spec("B-08", "E-01")
@pytest.mark.parametrize(
    ("thrown", "shown"),
    [
        ("new Error('The card form broke')", "The card form broke"),
        ("null", "An unexpected error occurred. Please try again."),
    ],
)
def test_an_exception_is_told_and_can_be_tried_again(visit: Visit, thrown: str, shown: str) -> None:
    def broken(route: Route) -> None:
        script = route.fetch().text()
        patch = (
            "const whole = window.Stripe; window.Stripe = (...given) => Object.assign(whole(...given), "
            f"{{ confirmPayment: async () => {{ throw {thrown}; }} }}); window.Stripe.version = 'endive';"
        )
        route.fulfill(body=f"{script}\n{patch}", content_type="text/javascript")

    page = visit.page
    page.route("**/sandbox/stripe.js", broken)
    page.clock.install()
    visit.to_payment()
    with page.expect_response(SETTLE):
        visit.pay()
    # Whether the card was charged all the same is asked until a charge on its way would have arrived: a third time or
    # not, by whether the page has read the second answer when the clock goes on.
    expect(page.get_by_text(UNKNOWN)).to_be_visible()
    with page.expect_response(SETTLE):
        page.clock.fast_forward(5_000)
    expect(page.get_by_text(UNKNOWN)).to_be_visible()
    page.clock.fast_forward(15_000)
    visit.toast("Payment Error", shown)
    expect(visit.button(PAY)).to_be_enabled()


@pytest.mark.spec("B-07", "E-01")
def test_an_unreachable_provider_is_told_and_trying_again_works(visit: Visit) -> None:
    faults = visit.program.house.sandbox.faults
    faults.set("unreachable", None)
    visit.to_payment()
    visit.toast("Payment Setup Failed", TRY_AGAIN_TEXT)
    panel = visit.page.get_by_role("alert").filter(has_text="Payment System Error")
    expect(panel).to_be_visible()
    assert visit.faults() == []
    faults.clear()
    visit.button("Try Again").click()
    visit.at("Complete Your Booking")
    expect(visit.page.get_by_text("1 document")).to_be_visible()
    visit.pay()
    visit.at("Booking Confirmed")


@pytest.mark.spec("B-07", "E-01")
def test_a_provider_script_that_does_not_load_is_told(visit: Visit) -> None:
    visit.page.route("**/sandbox/stripe.js", lambda route: route.abort())
    visit.to_payment()
    visit.toast("Payment Setup Failed", TRY_AGAIN_TEXT)
    expect(visit.page.get_by_text("Failed to initialize payment", exact=True)).to_be_visible()
    visit.page.unroute("**/sandbox/stripe.js")
    visit.button("Try Again").click()
    expect(visit.page.get_by_label("Card number")).to_be_visible()


@pytest.mark.spec("E-01")
def test_a_success_that_the_provider_does_not_know_is_not_believed(visit: Visit) -> None:
    visit.to_payment()
    visit.page.route(SETTLE, lambda route: route.fulfill(json={"status": "failed"}))
    visit.pay()
    visit.toast("Payment Required", "Please complete payment to proceed with your booking.")
    assert visit.stored("paymentProcessed") is None
    visit.at("Complete Your Booking")


@pytest.mark.spec("B-09", "E-01")
def test_without_an_account_the_toast_promises_the_call_only(visit: Visit) -> None:
    visit.to_payment()
    visit.page.route("**/api/client/create-account", lambda route: route.abort())
    visit.pay()
    visit.toast("Payment Successful", "We'll contact you within 24 hours to schedule your consultation.")
    visit.at("Booking Confirmed")


def test_pressing_twice_pays_once(visit: Visit) -> None:
    visit.to_payment()
    visit.type_card()
    visit.button(PAY).dblclick()
    visit.at("Booking Confirmed")
    sandbox = visit.program.house.sandbox
    assert len(sandbox.charges()) == len(sandbox.intents()) == 1


@pytest.mark.spec("B-06", "U-01")
def test_a_booking_paid_in_another_tab_leads_to_its_confirmation(visit: Visit) -> None:
    visit.to_payment()
    expect(visit.page.get_by_label("Card number")).to_be_visible()
    sandbox = visit.program.house.sandbox
    sandbox.confirm(sandbox.intents()[0]["id"])
    visit.page.reload()
    visit.at("Booking Confirmed")


def test_without_a_card_provider_the_fee_is_paid_by_transfer(visit: Visit) -> None:
    def no_cards(route: Route) -> None:
        text = route.fetch().text()
        route.fulfill(body=re.sub(r'("payments\.mode":\s*)"sandbox"', r'\1"none"', text), content_type="text/html")

    visit.page.route(re.compile(r"/contact$"), no_cards)
    visit.program.house.flask.config["GATEWAY"] = None
    visit.to_payment()
    expect(visit.page.get_by_text("Card payment is not available at the moment")).to_be_visible()
    assert visit.faults() == []
    visit.page.get_by_role("button", name="Book and pay $250.00 by transfer").click()
    expect(visit.page.get_by_role("heading", name="Please transfer")).to_be_visible()
    expect(visit.page.get_by_text("Please transfer it within 3 business days.")).to_be_visible()
    expect(visit.page.get_by_text("Your place is kept")).to_have_count(0)
    expect(visit.page.get_by_text("HPM-1", exact=True).first).to_be_visible()
    assert visit.faults() == []


def test_on_a_phone_the_service_is_named_first_and_the_sum_and_the_card_come_before_the_details(
    arrive: Callable[..., Visit],
) -> None:
    visit = arrive(NARROW)
    page = visit.open("/contact?service=planning_approvals")
    expect(page.get_by_text("Service: Planning & Approvals")).to_be_in_viewport()
    page.set_viewport_size({"width": NARROW, "height": 844})
    visit.tell_personal()
    visit.tell_project()
    visit.add_files()
    expect(page.get_by_role("button", name="Remove Plan.pdf")).to_be_visible()
    visit.button("PROCEED TO PAYMENT").click()
    visit.at("Complete Your Booking")
    expect(page.get_by_label("Card number")).to_be_in_viewport(ratio=1)
    expect(page.get_by_text("$250.00", exact=True).first).to_be_in_viewport()
    expect(visit.button("Change: Address")).to_be_hidden()
    assert visit.faults() == []
    page.locator("summary").filter(has_text="Your booking").click()
    expect(page.get_by_text("We review your documents and details.")).to_be_visible()
    expect(visit.button("Change: Address")).to_be_visible()
    assert visit.faults() == [] and fits(page)
    stays_in_sight(visit, visit.button(PAY))
    visit.pay()
    visit.at("Booking Confirmed")
