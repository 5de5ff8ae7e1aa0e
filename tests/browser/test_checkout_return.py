"""Coming back to the checkout: from the bank, while a payment is under way, and with the browser's buttons."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from booking_visit import ASKS_BANK, TAKES_TIME, TAKES_TIME_AND_FAILS, VISA, Visit, arrived
from onboarding_visit import (
    accept,
    complete,
    keep_time,
    make_project,
    open_checkout,
    open_times,
    pay,
    pick,
    to_schedule,
)
from playwright.sync_api import Page, Route, expect

from app import clock
from app.accounts.models import Client
from app.consultations.expired import expire_holds
from app.documents.models import Document
from app.orders.money import Payment
from app.payments.settle import settle
from app.projects.models import Project
from app.slots.models import Hold

pytestmark = pytest.mark.browser


@pytest.fixture
def visit(arrive: Callable[..., Visit]) -> Visit:
    """A visitor whose pages note whether they were brought back."""
    made = arrive()
    made.context.add_init_script("addEventListener('pageshow', event => { window.wasKept = event.persisted })")
    return made


def was_kept(page: Page) -> bool:
    """Whether the page is the one that was left, not loaded anew."""
    return bool(page.evaluate("window.wasKept"))


def intent_of(visit: Visit) -> dict[str, Any]:
    """The provider's one intent."""
    [intent] = visit.program.house.sandbox.intents()
    return dict(intent)


def from_the_bank(visit: Visit, path: str, intent: dict[str, Any], outcome: str) -> Page:
    """Where the provider leads back to after a bank's own page, with what it puts into the address."""
    secret = f"payment_intent_client_secret={intent['client_secret']}"
    return visit.open(f"{path}&payment_intent={intent['id']}&{secret}&redirect_status={outcome}")


@pytest.mark.spec("C-04", "U-01")
def test_back_from_the_bank_the_paid_booking_is_shown_and_the_address_tells_nothing(visit: Visit) -> None:
    project = make_project(visit)
    open_checkout(visit, project)
    intent = intent_of(visit)
    visit.program.house.sandbox.confirm(intent["id"], card=VISA)
    page = from_the_bank(visit, f"/success?projectId={project}", intent, "succeeded")
    visit.at("Booking Confirmed")
    expect(page.get_by_text("Thank you, Ann Lee.")).to_be_visible()
    assert page.url == f"{visit.program.address}/success?projectId={project}"
    page.reload()
    visit.at("Booking Confirmed")
    page = from_the_bank(visit, f"/checkout?projectId={project}&amount=2000", intent, "succeeded")
    expect(page.get_by_text("This project is already paid")).to_be_visible()
    assert page.url == f"{visit.program.address}/checkout?projectId={project}&amount=2000"


@pytest.mark.spec("C-04", "U-01")
@pytest.mark.parametrize("late", [False, True])
def test_back_from_the_bank_without_having_paid_the_way_leads_to_the_checkout(visit: Visit, late: bool) -> None:
    """The visitor leaves the bank's page without an answer; or is refused there after the time has gone."""
    project = make_project(visit)
    open_checkout(visit, project)
    intent, sandbox = intent_of(visit), visit.program.house.sandbox
    sandbox.confirm(intent["id"], card=ASKS_BANK)
    if late:
        sandbox.authenticate(intent["id"], complete=False)
        Hold.update(expires_at=clock.now() - timedelta(seconds=1)).execute()
        expire_holds(clock.now())
    page = from_the_bank(visit, f"/success?projectId={project}", intent, "failed")
    visit.at("Your payment is not complete" if late else "We are checking your payment")
    assert visit.faults() == []
    page.get_by_role("link", name="Back to payment").click()
    if late:
        expect(page.get_by_text("Your time is no longer held")).to_be_visible()
        keep_time(visit, open_times()[6])
    pay(visit)
    visit.at("Booking Confirmed")
    assert (len(sandbox.charges()), Project.get().status) == (1, "scheduled")


@pytest.mark.spec("C-04", "E-01")
def test_a_question_of_the_bank_without_an_answer_is_waited_for(visit: Visit) -> None:
    project = make_project(visit)
    page = open_checkout(visit, project)

    def still_asking(route: Route) -> None:
        route.fulfill(json={"id": intent_of(visit)["id"], "object": "payment_intent", "status": "requires_action"})

    page.route("**/sandbox/v1/payment_intents/*/authenticate", still_asking)
    pay(visit, ASKS_BANK)
    visit.button("Complete authentication").click()
    visit.toast("Additional Verification Needed")
    visit.at("We are checking your payment")
    expect(page.get_by_role("link", name="Back to payment")).to_be_visible()
    visit.program.house.sandbox.authenticate(intent_of(visit)["id"], complete=True)
    visit.at("Booking Confirmed")


@pytest.mark.spec("C-04", "E-01", "U-01")
def test_a_payment_that_takes_time_is_waited_for_and_never_asked_for_twice(visit: Visit) -> None:
    """The first one fails in the end, the second one arrives."""
    sandbox = visit.program.house.sandbox
    visit.program.keep_processing()
    project = make_project(visit)
    page = open_checkout(visit, project)
    pay(visit, TAKES_TIME_AND_FAILS)
    visit.toast("Payment Processing")
    visit.at("We are checking your payment")
    visit.open(f"/checkout?projectId={project}&amount=2000")
    expect(page.get_by_text("We are checking your payment")).to_be_visible()
    expect(page.get_by_label("Card number")).to_be_hidden()
    assert visit.faults() == []
    page.get_by_role("link", name="See how it stands").click()
    visit.at("We are checking your payment")
    sandbox.settle_processing()
    visit.at("Your payment is not complete")
    page.get_by_role("link", name="Back to payment").click()
    pay(visit, TAKES_TIME)
    visit.at("We are checking your payment")
    sandbox.settle_processing()
    visit.at("Booking Confirmed")


@pytest.mark.spec("O-01", "O-06", "C-04")
@pytest.mark.desktop
def test_the_back_button_brings_the_form_back_usable_and_after_paying_empty(visit: Visit) -> None:
    slot = open_times()[8]
    page = to_schedule(visit)
    pick(page, slot.date)
    visit.button("Proceed to Payment").click()
    visit.at("Order Summary")
    tables = (Client, Project, Hold, Document)
    page.go_back(wait_until="commit")
    visit.at("Schedule a Consultation")
    assert was_kept(page)
    expect(page.get_by_text("Initial Consultation (45 min)")).to_be_visible()
    expect(page.get_by_text("Please add your documents again")).to_be_hidden()
    visit.button("Proceed to Payment").click()
    visit.at("Order Summary")
    assert [table.select().count() for table in tables] == [1, 1, 1, 1]
    pay(visit)
    visit.at("Booking Confirmed")
    page.go_back(wait_until="commit")
    expect(page.get_by_text("This project is already paid")).to_be_visible()
    page.go_back(wait_until="commit")
    visit.at("Client Information")
    expect(page.get_by_label("Full Name")).to_have_value("")


@pytest.mark.spec("C-04")
def test_a_checkout_that_comes_back_is_not_shown_as_it_was_left(visit: Visit) -> None:
    page = open_checkout(visit, make_project(visit))
    visit.button("Previous").click()
    visit.at("Project Onboarding")
    house, intent = visit.program.house, intent_of(visit)
    house.sandbox.confirm(intent["id"])
    settle(house.gateway, intent["id"])
    page.go_back(wait_until="commit")
    expect(page.get_by_text("This project is already paid")).to_be_visible()
    assert Payment.select().count() == 1


@pytest.mark.spec("C-04", "C-05")
def test_back_after_choosing_a_transfer_shows_it_and_only_a_click_withdraws_it(visit: Visit) -> None:
    project = make_project(visit)
    page = open_checkout(visit, project)
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("radio", name="Bank Transfer").check()
    accept(page)
    complete(visit).click()
    visit.at("Awaiting your transfer")
    page.go_back(wait_until="commit")
    # On a phone, too, what has changed is what is seen first, not the place where the page was left.
    expect(page.get_by_text(f"Bank transfer chosen, reference HPM-{project}")).to_be_in_viewport()
    expect(page.get_by_role("radio", name="Bank Transfer")).to_be_checked()
    # Looking at the card does not start a card payment.
    page.get_by_role("radio", name="Credit Card").check()
    arrived(page)
    assert [(row.provider, row.superseded) for row in Payment.select().order_by(Payment.id)] == [
        ("sandbox", True),
        ("bank", False),
    ]
    assert visit.faults() == []
    page.get_by_role("radio", name="Credit Card").check()
    visit.button("Pay by card instead").click()
    expect(page.get_by_text("Bank transfer chosen")).to_have_count(0)
    pay(visit)
    visit.at("Booking Confirmed")
    assert Payment.get(Payment.provider == "bank").superseded
