"""What is said before anybody pays: how often a consultation can be moved, and what cancelling it costs."""

from collections.abc import Callable

import pytest
from booking_visit import NARROW, Visit
from onboarding_visit import make_project, open_checkout, open_times, pick, to_schedule
from playwright.sync_api import Locator, expect

from app.consultations.rules import POLICY_IN_SHORT

pytestmark = pytest.mark.browser


def height_of(part: Locator) -> float:
    """Where the part begins on the screen, from its top."""
    box = part.bounding_box()
    assert box
    return box["y"]


@pytest.mark.spec("D-08")
def test_the_rules_of_moving_and_cancelling_stand_at_step_4_of_the_booking(arrive: Callable[..., Visit]) -> None:
    visit = arrive(NARROW)
    visit.to_payment()
    expect(visit.page.get_by_text(POLICY_IN_SHORT)).to_be_visible()


@pytest.mark.spec("D-08")
def test_they_stand_beside_the_calendar_and_at_the_checkout(arrive: Callable[..., Visit]) -> None:
    visit = arrive(NARROW)
    slots = open_times()
    page = to_schedule(visit, files=False)
    expect(page.get_by_text(POLICY_IN_SHORT)).to_be_visible()
    pick(page, slots[4].date)
    expect(page.get_by_text(POLICY_IN_SHORT)).to_be_visible()
    other = arrive()
    open_checkout(other, make_project(other, slots[5]))
    expect(other.page.get_by_text(POLICY_IN_SHORT)).to_be_visible()


@pytest.mark.spec("O-05")
def test_on_a_phone_the_times_come_first_and_then_what_was_chosen(arrive: Callable[..., Visit]) -> None:
    visit = arrive(NARROW)
    slots = open_times()
    page = to_schedule(visit, files=False)
    calendar, summary = page.get_by_role("grid"), page.get_by_role("region", name="Your appointment")
    expect(calendar).to_be_in_viewport()
    expect(page.get_by_text("No appointment selected yet").filter(visible=True)).to_have_count(1)
    assert height_of(calendar) < height_of(summary)
    pick(page, slots[4].date)
    expect(summary).to_be_in_viewport()
    assert height_of(summary) < height_of(calendar)
    assert visit.faults() == []


@pytest.mark.spec("C-02")
def test_the_checkout_says_whose_it_is_and_leads_to_what_was_typed(arrive: Callable[..., Visit]) -> None:
    visit = arrive(NARROW)
    slots = open_times()
    page = to_schedule(visit, files=False)
    pick(page, slots[4].date)
    visit.button("Proceed to Payment").click()
    expect(page.get_by_text("Booking for Ann Lee · ann@example.com")).to_be_visible()
    assert visit.faults() == []
    page.get_by_role("link", name="Change the name or email address").click()
    expect(page.get_by_label("Email Address", exact=True)).to_have_value("ann@example.com")


@pytest.mark.spec("C-02")
def test_the_checkout_of_a_review_says_for_which_projects_its_price_holds(arrive: Callable[..., Visit]) -> None:
    visit = arrive(NARROW)
    open_checkout(visit, make_project(visit, service="contract_review"), "550")
    expect(
        visit.page.get_by_text("For projects up to $1M; for larger ones, book a consultation first.")
    ).to_be_visible()
    expect(visit.page.get_by_role("link", name="Book a consultation")).to_be_visible()


def test_the_chosen_review_package_stands_on_the_first_step(arrive: Callable[..., Visit]) -> None:
    visit = arrive(NARROW)
    page = visit.open("/contact?service=contract_review&package=professional")
    expect(page.get_by_text("Contract Review, Professional Review")).to_be_visible()
    assert visit.faults() == []
