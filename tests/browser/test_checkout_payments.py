"""What the card provider and the server answer at the checkout, and what the visitor sees of it."""

import re

import pytest
from booking_visit import ASKS_BANK, DECLINED, Visit
from onboarding_visit import accept, complete, make_project, open_checkout, open_times, pay
from playwright.sync_api import Route, expect
from signed_in import add_staff, enter_staff, fits

from app.orders.models import Order
from app.orders.money import Payment
from app.payments.settle import settle
from app.projects.models import Project

pytestmark = pytest.mark.browser


@pytest.mark.spec("C-04", "E-01")
def test_a_declined_card_loses_nothing_and_the_bank_may_ask(visit: Visit) -> None:
    page = open_checkout(visit, make_project(visit))
    pay(visit, DECLINED)
    visit.toast("Payment Failed", "Your card was declined.")
    expect(page.get_by_text("Your payment did not go through")).to_be_visible()
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 900})
        assert visit.faults() == [] and fits(page)
    expect(page.get_by_role("checkbox")).to_be_checked()
    pay(visit, ASKS_BANK)
    visit.button("Complete authentication").click()
    visit.at("Booking Confirmed")
    assert len(visit.program.house.sandbox.charges()) == 1


@pytest.mark.spec("C-04")
def test_paid_in_another_tab_counts_as_paid(visit: Visit) -> None:
    open_checkout(visit, make_project(visit))
    house = visit.program.house
    intent = house.sandbox.intents()[0]["id"]
    house.sandbox.confirm(intent)
    settle(house.gateway, intent)
    pay(visit)
    expect(visit.page.get_by_text("This project is already paid")).to_be_visible()
    assert len(house.sandbox.charges()) == 1


@pytest.mark.spec("C-04")
def test_what_the_provider_calls_paid_already_counts_as_paid(visit: Visit) -> None:
    page = open_checkout(visit, make_project(visit))
    page.route("**/api/projects/*/terms", lambda route: route.fulfill(json={"ok": True}))
    sandbox = visit.program.house.sandbox
    sandbox.confirm(sandbox.intents()[0]["id"])
    pay(visit)
    visit.at("Booking Confirmed")
    assert len(sandbox.charges()) == 1


@pytest.mark.spec("C-04", "E-01")
def test_a_card_form_that_cannot_be_set_up_is_told_and_repeated(visit: Visit) -> None:
    project = make_project(visit)
    faults = visit.program.house.sandbox.faults
    faults.set("unreachable", None)
    page = visit.open(f"/checkout?projectId={project}&amount=2000")
    visit.toast("Payment Setup Error", "There was an error setting up the payment. Please try again.")
    assert visit.faults() == []
    faults.clear()
    visit.button("Try Again").click()
    expect(page.get_by_label("Card number")).to_be_visible()


@pytest.mark.spec("C-03", "C-04", "E-01")
def test_without_noted_terms_nothing_is_charged(visit: Visit) -> None:
    page = open_checkout(visit, make_project(visit))
    page.route("**/api/projects/*/terms", lambda route: route.abort())
    pay(visit)
    visit.toast("Payment Error", "An error occurred during payment processing")
    assert visit.program.house.sandbox.charges() == []
    page.unroute("**/api/projects/*/terms")
    complete(visit).click()
    visit.at("Booking Confirmed")
    assert Order.get().terms_accepted_at is not None


@pytest.mark.spec("C-02", "C-05")
def test_without_cards_the_transfer_is_chosen_and_said(visit: Visit) -> None:
    project = make_project(visit)

    def no_cards(route: Route) -> None:
        route.fulfill(json={**route.fetch().json(), "cardAvailable": False})

    visit.page.route(re.compile(r"/api/projects/\d+$"), no_cards)
    page = visit.open(f"/checkout?projectId={project}&amount=2000")
    expect(page.get_by_role("radio", name="Bank Transfer")).to_be_checked()
    expect(page.get_by_text("Card payment is not available at the moment.")).to_be_visible()
    assert visit.faults() == []


@pytest.mark.spec("C-05", "A-02")
def test_staff_mark_the_transfer_and_the_client_sees_it(visit: Visit) -> None:
    project = make_project(visit)
    page = open_checkout(visit, project)
    page.get_by_role("radio", name="Bank Transfer").check()
    accept(page)
    page.route("**/bank-transfer", lambda route: route.abort())
    complete(visit).click()
    visit.toast("Payment Error", "An error occurred during payment processing")
    page.unroute("**/bank-transfer")
    complete(visit).click()
    visit.at("Awaiting your transfer")
    visit.open(f"/checkout?projectId={project}&amount=2000")
    # One control: choosing the card says what that does, and only the button does it.
    expect(visit.button("Pay by card instead")).to_have_count(0)
    page.get_by_role("radio", name="Credit Card").check()
    expect(visit.button("Pay by card instead")).to_be_visible()
    visit.button("Keep the transfer").click()
    expect(page.get_by_role("radio", name="Bank Transfer")).to_be_checked()
    assert Payment.get(Payment.provider == "bank").superseded is False
    beas = make_project(visit, open_times()[7], email="bea@example.com")
    add_staff()
    enter_staff(visit)
    listed = page.locator("section[aria-labelledby=consultations]")
    bea = listed.get_by_role("listitem").filter(has_text=f"HPM-{beas}")
    expect(bea).to_be_visible()
    page.get_by_role("link", name="See the transfers").click()
    expect(page.get_by_role("heading", name="Awaited transfers")).to_be_focused()
    expect(bea).to_be_hidden()
    visit.button(f"Mark transfer received: HPM-{project}").click()
    dialog = page.get_by_role("dialog", name="Mark transfer received?")
    for text in ("$2,000.00", "Ann Lee", f"HPM-{project}"):
        expect(dialog.get_by_text(text)).to_be_visible()
    assert visit.faults() == []
    visit.button("Mark received").click()
    visit.toast("Transfer received", "$2,000.00 from Ann Lee")
    expect(page.get_by_text("No transfer is awaited.")).to_be_visible()
    page.get_by_role("link", name="Show all consultations").click()
    expect(page.get_by_text("Booked", exact=True)).to_be_visible()
    assert Project.get_by_id(project).status == "scheduled"
    visit.open(f"/success?projectId={project}")
    visit.at("Booking Confirmed")


@pytest.mark.spec("C-05", "A-02")
def test_staff_mark_a_transfer_that_arrives_although_the_client_paid_by_card(visit: Visit) -> None:
    project = make_project(visit)
    transfer = f"{visit.program.address}/api/projects/{project}/bank-transfer"
    assert visit.context.request.post(transfer).ok
    page = visit.open(f"/checkout?projectId={project}&amount=2000")
    page.get_by_role("radio", name="Credit Card").check()
    visit.button("Pay by card instead").click()
    pay(visit)
    visit.at("Booking Confirmed")
    add_staff()
    enter_staff(visit)
    page.get_by_text("Transfers given up").click()
    visit.button(f"Mark transfer received: HPM-{project}").click()
    dialog = page.get_by_role("dialog", name="Mark transfer received?")
    for text in ("$2,000.00", "Ann Lee", f"HPM-{project}", "The project is paid already"):
        expect(dialog.get_by_text(text).first).to_be_visible()
    assert visit.faults() == []
    visit.button("Mark received").click()
    visit.toast("Transfer received", "It is a second payment: please refund it.")
    expect(page.get_by_text("Transfers given up")).to_have_count(0)
    expect(page.get_by_text("the second payment by bank transfer needs a refund")).to_be_visible()
    assert Payment.get(Payment.provider == "bank").status == "completed"
    assert visit.faults() == []
