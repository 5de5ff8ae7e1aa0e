"""What /success, /checkout and the portal show of money that went back, in part or in full."""

from collections.abc import Callable

import pytest
from booking_visit import VISA, Visit
from onboarding_visit import make_project, open_checkout
from playwright.sync_api import expect

from app.accounts import credentials as accounts
from app.payments.settle import settle
from tests.people import PASSWORD

pytestmark = pytest.mark.browser


def paid_and_given_back(visit: Visit, cents: int | None) -> int:
    """A paid project, some or all of whose money staff have refunded at the provider."""
    house = visit.program.house
    project = make_project(visit)
    open_checkout(visit, project)
    [intent] = house.sandbox.intents()
    house.sandbox.confirm(intent["id"], card=VISA)
    settle(house.gateway, intent["id"])
    house.gateway.refund(intent["id"], cents, "refund", "requested_by_customer")
    settle(house.gateway, intent["id"])
    return project


def sign_in(visit: Visit) -> None:
    """Ann's, in this browser."""
    accounts.set_client_password("ann@example.com", PASSWORD)
    body = {"email": "ann@example.com", "password": PASSWORD}
    assert visit.context.request.post(f"{visit.program.address}/api/client/login", data=body).ok


@pytest.mark.spec("U-01", "C-02", "D-03", "D-05")
def test_a_payment_that_went_back_is_called_paid_on_no_page(visit: Visit, arrive: Callable[..., Visit]) -> None:
    project = paid_and_given_back(visit, None)
    page = visit.open(f"/success?projectId={project}")
    visit.at("Please sign in to see your booking")
    assert visit.faults() == []
    sign_in(visit)
    page.reload()
    visit.at("Your payment was refunded")
    expect(page.get_by_text("2,000.00 AUD was refunded on").first).to_be_visible()
    expect(page.get_by_text("to the card that it was paid with").first).to_be_visible()
    for untrue in ("Booking Confirmed", "your payment has arrived", "What happens next", "reminder", "24 hours"):
        expect(page.get_by_role("main").get_by_text(untrue)).to_have_count(0)
    assert visit.faults() == []
    visit.open(f"/checkout?projectId={project}&amount=2000")
    expect(page.get_by_text("Your payment was refunded")).to_be_visible()
    expect(page.get_by_text("already paid")).to_have_count(0)
    assert visit.faults() == []
    client = arrive()
    sign_in(client)
    portal = client.open("/client-portal")
    expect(portal.get_by_text("Refunded", exact=True)).to_be_visible()
    expect(portal.get_by_text("2,000.00 AUD was refunded")).to_be_visible()
    expect(portal.get_by_text("Your consultation")).to_have_count(0)
    portal.get_by_role("tab", name="APPOINTMENTS").click()
    expect(portal.get_by_text("Its payment was refunded, so it is not confirmed any more.")).to_be_visible()
    expect(portal.get_by_text("Upcoming", exact=True)).to_have_count(0)
    assert client.faults() == []


@pytest.mark.spec("U-01")
def test_a_part_that_went_back_is_said_beside_what_was_paid(visit: Visit) -> None:
    project = paid_and_given_back(visit, 10_000)
    sign_in(visit)
    page = visit.open(f"/success?projectId={project}")
    visit.at("Booking Confirmed")
    expect(page.get_by_text("100.00 AUD of it was refunded")).to_be_visible()
    assert visit.faults() == []
