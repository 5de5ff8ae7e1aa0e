"""The checkout in each of its states, and what an address can and cannot do."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from booking_visit import Visit
from onboarding_visit import accept, complete, full, keep_time, make_project, open_checkout, open_times, pay, press
from playwright.sync_api import expect

from app import clock
from app.clock import sydney_text
from app.consultations import actions as consultations
from app.consultations.expired import expire_holds
from app.orders.models import Order
from app.orders.money import Payment
from app.projects.models import Project
from app.slots import actions as slots
from app.slots.models import Hold, Slot
from tests.payments.banking import payments_of

pytestmark = pytest.mark.browser


@pytest.mark.spec("C-01", "E-01")
def test_without_project_or_amount_the_way_leads_back(visit: Visit) -> None:
    for query in ("?projectId=1", "?amount=1500", ""):
        page = visit.open(f"/checkout{query}")
        visit.toast("Missing Parameters", "Project ID and amount are required")
        expect(
            page.get_by_text("Missing project information. Please return to the onboarding process.")
        ).to_be_visible()
    assert visit.faults() == []
    page.get_by_role("link", name="Go Back").click()
    visit.at("Project Onboarding")


@pytest.mark.spec("C-06", "C-04")
def test_the_amount_of_the_address_decides_nothing(visit: Visit) -> None:
    page = open_checkout(visit, make_project(visit), amount="1")
    expect(page.get_by_text("$2,000.00").first).to_be_visible()
    pay(visit)
    visit.at("Booking Confirmed")
    payment = Payment.get()
    assert (payment.amount_cents, payment.order.terms_version is not None) == (200000, True)
    visit.open("/checkout?projectId=1&amount=2000")
    expect(page.get_by_text("This project is already paid")).to_be_visible()
    assert visit.faults() == []
    page.get_by_role("link", name="Show your booking").click()
    visit.at("Booking Confirmed")


@pytest.mark.spec("C-02", "R-01")
def test_foreign_unknown_and_cancelled_projects_say_what_to_do(arrive: Callable[..., Visit]) -> None:
    owner, stranger = arrive(), arrive()
    project = make_project(owner)
    for number in (str(project), "99", "abc"):
        page = stranger.open(f"/checkout?projectId={number}&amount=2000")
        expect(page.get_by_text("We could not find this project")).to_be_visible()
    assert stranger.faults() == []
    consultations.cancel(project, "helena", "Withdrawn", clock.now())
    page = owner.open(f"/checkout?projectId={project}&amount=2000")
    expect(page.get_by_text("This project was cancelled")).to_be_visible()
    assert owner.faults() == []


@pytest.mark.spec("C-03", "E-01")
def test_nothing_is_paid_before_the_terms_are_accepted(visit: Visit) -> None:
    page = open_checkout(visit, make_project(visit))
    for method in ("Credit Card", "Bank Transfer"):
        page.get_by_role("radio", name=method).check()
        expect(complete(visit)).to_be_disabled()
        press(visit)
        visit.dismiss("Terms Required", "Please accept the terms and conditions to proceed")
        expect(page.get_by_role("checkbox")).to_be_focused()
        expect(page.get_by_role("checkbox")).to_have_accessible_description(
            "Please accept the terms and conditions to proceed"
        )
    assert visit.program.house.sandbox.charges() == [] and Order.get().terms_accepted_at is None
    accept(page)
    expect(complete(visit)).to_be_enabled()
    with visit.context.expect_page() as terms:
        page.get_by_role("link", name="Read the terms and conditions").click()
    assert terms.value.url.endswith("/terms-conditions")
    expect(page.get_by_role("checkbox")).to_be_checked()


@pytest.mark.spec("C-02")
def test_a_paid_booking_is_credited(visit: Visit) -> None:
    visit.to_payment()
    expect(visit.page.get_by_label("Card number")).to_be_visible()
    visit.pay()
    visit.at("Booking Confirmed")
    project = make_project(visit, email="amelia@example.com")
    page = open_checkout(visit, project)
    summary = page.get_by_role("region", name="Order Summary")
    for text in ("Service Fee", "$2,000.00", "Booking fee deducted", "−$250.00", "$1,750.00"):
        expect(summary.get_by_text(text, exact=True).first).to_be_visible()
    pay(visit)
    expect(page.get_by_text("1,750.00 AUD")).to_be_visible()


@pytest.mark.spec("C-02", "C-03")
def test_a_service_that_the_credit_covers_is_confirmed_without_a_card(visit: Visit) -> None:
    visit.to_payment()
    expect(visit.page.get_by_label("Card number")).to_be_visible()
    visit.pay()
    visit.at("Booking Confirmed")
    project = make_project(visit, service="consultation", email="amelia@example.com")
    page = visit.open(f"/checkout?projectId={project}&amount=250")
    summary = page.get_by_role("region", name="Order Summary")
    for text in ("$250.00", "Booking fee deducted", "−$250.00", "$0.00"):
        expect(summary.get_by_text(text, exact=True).first).to_be_visible()
    confirm = visit.button("Confirm booking")
    expect(confirm).to_be_disabled()
    expect(page.get_by_role("radio")).to_have_count(0)
    expect(page.get_by_label("Card number")).to_have_count(0)
    confirm.click(force=True)
    visit.dismiss("Terms Required", "Please accept the terms and conditions to proceed")
    accept(page)
    assert visit.faults() == []
    confirm.click()
    visit.at("Booking Confirmed")
    expect(page.get_by_text("Your consultation is booked, and there was nothing to pay.")).to_be_visible()
    expect(page.get_by_text("$0.00 AUD", exact=True)).to_be_visible()
    assert Order.state_of(project) == "paid" and not payments_of(project).exists()
    assert len(visit.program.house.sandbox.charges()) == 1
    page.reload()
    visit.at("Booking Confirmed")
    visit.open(f"/checkout?projectId={project}&amount=250")
    expect(page.get_by_text("This project is already paid")).to_be_visible()


@pytest.mark.spec("C-02")
def test_a_hold_that_ends_while_the_page_is_open_leads_to_another_time(visit: Visit) -> None:
    visit.page.clock.install()
    project = make_project(visit)
    page = open_checkout(visit, project)
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"(30:00|29:\d\d)"))
    # Half an hour later, on the server's clock and on the page's.
    Hold.update(expires_at=clock.now() - timedelta(seconds=1)).execute()
    page.clock.fast_forward("30:01")
    expect(page.get_by_text("Your time is no longer held")).to_be_visible()
    assert visit.faults() == []
    assert expire_holds(clock.now()) == 1
    slot = open_times()[12]
    keep_time(visit, slot)
    expect(page.get_by_text(full(slot.date)).first).to_be_visible()
    pay(visit)
    visit.at("Booking Confirmed")
    assert Project.get_by_id(project).appointment_date == slot.date


@pytest.mark.spec("U-01")
def test_paid_without_a_time_another_is_chosen_on_success(arrive: Callable[..., Visit]) -> None:
    visit = arrive()
    project = make_project(visit)
    page = open_checkout(visit, project)
    hold = Hold.get()
    slots.let_go(hold, clock.now())
    make_project(arrive(), hold.slot, email="bea@example.com")
    sandbox = visit.program.house.sandbox
    sandbox.confirm(sandbox.intents()[0]["id"])
    page.evaluate("id => sessionStorage.setItem('helios.paymentIntent.1', id)", sandbox.intents()[0]["id"])
    visit.open(f"/success?projectId={project}")
    visit.at("Please choose another time")
    assert visit.faults() == []
    slot = open_times()[20]
    keep_time(visit, slot)
    visit.at("Booking Confirmed")
    expect(page.get_by_text(full(slot.date)).first).to_be_visible()
    assert Project.get_by_id(project).status == "scheduled"


@pytest.mark.spec("U-01", "C-05")
def test_a_transfer_whose_time_has_gone_chooses_another_on_success(visit: Visit) -> None:
    project = make_project(visit, open_times()[-1])
    transfer = f"{visit.program.address}/api/projects/{project}/bank-transfer"
    assert visit.context.request.post(transfer).ok
    page = visit.open(f"/success?projectId={project}")
    visit.at("Awaiting your transfer")
    kept = Hold.get()
    until = sydney_text(kept.expires_at)
    expect(page.get_by_text(f"We keep your time until {until}: three business days for your transfer")).to_be_visible()
    assert expire_holds(kept.expires_at) == 1
    page.reload()
    visit.at("Please choose another time")
    expect(page.get_by_text(f"Another time is kept until {until} at most")).to_be_visible()
    expect(page.get_by_text("Not chosen yet")).to_be_visible()
    expect(page.get_by_text("HPM-1", exact=True).first).to_be_visible()
    assert visit.faults() == []
    slot = open_times()[21]
    keep_time(visit, slot)
    visit.at("Awaiting your transfer")
    expect(page.get_by_text(full(slot.date)).first).to_be_visible()
    held = Hold.of_project(project)
    assert held is not None and (held.kind, held.slot_id) == ("transfer", slot.id)


@pytest.mark.spec("C-05", "U-01")
def test_the_checkout_says_until_when_a_transfer_keeps_the_time(visit: Visit) -> None:
    later = open_times()[21]
    near = Slot.create(date=clock.now() + timedelta(hours=30))
    project = make_project(visit, near)
    page = open_checkout(visit, project)
    sooner = f"We keep your time until the consultation itself, {sydney_text(near.date)}: please send your transfer"
    expect(page.get_by_text(sooner)).to_be_visible()
    page.get_by_role("radio", name="Bank Transfer").check()
    expect(page.get_by_role("radio", name="Bank Transfer")).to_have_accessible_description(re.compile(sooner[:50]))
    accept(page)
    complete(visit).click()
    visit.at("Awaiting your transfer")
    expect(page.get_by_text(sooner)).to_be_visible()
    assert visit.faults() == []
    # A month later the transfer's days are used up: another time is kept as long as for a card, and says why.
    Hold.update(created_at=clock.now() - timedelta(days=30), expires_at=clock.now()).execute()
    page.goto(f"{visit.program.address}/checkout?projectId={project}&amount=2000")
    expect(page.get_by_text("Your time is no longer held")).to_be_visible()
    assert expire_holds(clock.now()) == 1
    page.reload()
    expect(page.get_by_text("Another time is kept for 30 minutes only, because the days for your")).to_be_visible()
    assert visit.faults() == []
    keep_time(visit, later)
    expect(page.get_by_text("We keep this time only until")).to_be_visible()
    expect(page.get_by_text("Complete the booking here first")).to_be_visible()
    assert visit.faults() == []
