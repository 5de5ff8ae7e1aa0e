"""An unpaid service on its page in the portal: what it asks for, another time, the transfer, and giving it up."""

from collections.abc import Callable

import pytest
from booking_visit import NARROW, Visit
from onboarding_visit import accept, complete, make_project, pick
from playwright.sync_api import expect
from signed_in import flaws

from app import clock
from app.projects.models import Project
from app.slots.models import Hold, Slot
from tests.people import PASSWORD, People

pytestmark = pytest.mark.browser


def signed_in(arrive: Callable[..., Visit]) -> Visit:
    """Amelia, who has paid a booking fee, on a phone."""
    visit = arrive(NARROW)
    People(visit.program.house).client("amelia@example.com")
    login = {"email": "amelia@example.com", "password": PASSWORD}
    assert visit.context.request.post(f"{visit.program.address}/api/client/login", data=login).ok
    return visit


@pytest.mark.spec("D-09")
def test_an_unpaid_service_is_paid_moved_and_given_up_on_its_page(arrive: Callable[..., Visit]) -> None:
    visit = signed_in(arrive)
    project = make_project(visit, email="amelia@example.com")
    page = visit.open(f"/client-portal/projects/HPM-{project}")
    money = page.get_by_role("region", name="Money")
    expect(money.get_by_text("$1,750.00 inc. GST is to be paid.")).to_be_visible()
    expect(money.get_by_role("link", name="Pay $1,750.00 by card")).to_be_visible()
    assert flaws(visit) == []
    visit.button("Choose another time").click()
    other = Slot.free(clock.now())[30]
    pick(page, other.date)
    visit.button("Keep this time").click()
    visit.toast("Another time is held for you")
    held = Hold.of_project(project)
    assert held is not None and held.slot_id == other.id

    money.get_by_role("link", name="Pay by bank transfer").click()
    expect(page.get_by_role("radio", name="Bank Transfer")).to_be_checked()
    accept(page)
    complete(visit).click()
    visit.at("Awaiting your transfer")
    page = visit.open(f"/client-portal/projects/HPM-{project}#money")
    expect(money.get_by_role("heading", name="Pay by bank transfer")).to_be_visible()
    expect(money.get_by_text("Awaiting your transfer")).to_be_visible()
    expect(money.get_by_text("$1,750.00").first).to_be_visible()
    assert flaws(visit) == []
    visit.button(f"Give up HPM-{project}").click()
    dialog = page.get_by_role("dialog", name=f"Give up HPM-{project}?")
    expect(dialog.get_by_text("Please do not transfer anything for it.")).to_be_visible()
    expect(dialog.get_by_text("The $250.00 of your booking fee is free again")).to_be_visible()
    assert flaws(visit) == []
    visit.button("Give it up").last.click()
    visit.toast(f"HPM-{project} is given up")
    expect(money.get_by_text("Cancelled, nothing to pay")).to_be_visible()
    assert Project.get_by_id(project).status == "cancelled"


@pytest.mark.spec("D-05")
def test_another_service_is_started_from_the_portal_with_the_clients_details(arrive: Callable[..., Visit]) -> None:
    visit = signed_in(arrive)
    page = visit.open("/client-portal")
    page.get_by_role("link", name="Start another service").click()
    expect(page.get_by_label("Email Address", exact=True)).to_have_value("amelia@example.com")
