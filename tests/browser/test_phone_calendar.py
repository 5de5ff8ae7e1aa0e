"""A member of staff gives their phone the private address of the calendar, chooses what it shows, and ends it."""

import urllib.error
import urllib.request
from collections.abc import Callable

import pytest
from booking_visit import NARROW, WIDE, Program, Visit
from icalendar import Calendar
from playwright.sync_api import Route, expect
from signed_in import add_staff, enter_staff, flaws

from app.accounts.staff import reset_staff
from tests.people import PASSWORD

pytestmark = pytest.mark.browser


def fetched(address: str) -> list[str]:
    """What a calendar, which is no browser of ours, reads at an address: what its entries are called."""
    with urllib.request.urlopen(address) as answer:
        return [str(event["SUMMARY"]) for event in Calendar.from_ical(answer.read()).walk("VEVENT")]


@pytest.mark.spec("A-05")
@pytest.mark.parametrize("width", [NARROW, WIDE])
def test_staff_give_their_phone_a_private_address(program: Program, arrive: Callable[..., Visit], width: int) -> None:
    add_staff()
    visit = arrive(width)
    page = enter_staff(visit, "/admin/appointments")
    more = page.get_by_label("More acts")
    opener = more if width == NARROW else visit.button("Calendar on your phone")

    def begin() -> None:
        if width == NARROW:
            more.click()
        visit.button("Calendar on your phone").click()

    begin()
    dialog = page.get_by_role("dialog", name="Calendar on your phone")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()
    begin()
    expect(dialog.get_by_label("Show clients' names")).not_to_be_checked()
    assert flaws(visit) == []

    visit.button("Make my address").click()
    expect(dialog.get_by_role("heading", name="Your address")).to_be_focused()
    first = dialog.locator("code").inner_text()
    assert first.startswith(f"{program.address}/api/calendar/") and first.endswith(".ics")
    link = dialog.get_by_role("link", name="Add to the calendar on this device")
    expect(link).to_have_attribute("href", first.replace("http:", "webcal:"))
    expect(dialog.get_by_role("button", name="Copy the address")).to_be_visible()
    expect(dialog.get_by_text("Not yet")).to_be_visible()
    assert flaws(visit) == []
    assert fetched(first) == []

    # Another day: it works, and is not to be read again.
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    begin()
    expect(dialog.get_by_text("A calendar last looked")).to_be_visible()
    expect(dialog.get_by_text("Not yet")).to_be_hidden()
    expect(dialog.locator("code")).to_have_count(0)
    dialog.get_by_label("Show clients' names").check()
    visit.button("Save").click()
    visit.dismiss("Saved", "the next time it looks")
    assert flaws(visit) == []

    # A slow line: the next question is asked before the list knows of the new address, and must outlast that.
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route) if route.request.method == "GET" else route.continue_()

    page.route("**/api/admin/calendar-address", hold)
    visit.button("Make a new address").click()
    visit.button("Make a new one").click()
    expect(dialog.get_by_role("heading", name="Your address")).to_be_focused()
    second = dialog.locator("code").inner_text()
    assert second != first and fetched(second) == []
    with pytest.raises(urllib.error.HTTPError, match="404"):
        fetched(first)
    expect(dialog.get_by_label("Show clients' names")).to_be_checked()
    assert late != []

    visit.button("End this address").click()
    expect(page.get_by_role("dialog", name="End your calendar address?")).to_be_visible()
    with page.expect_response("**/api/admin/calendar-address"):
        for route in late:
            route.continue_()
    page.unroute("**/api/admin/calendar-address", hold)
    assert visit.faults() == []
    visit.button("End it").click()
    visit.dismiss("The address is ended")
    expect(visit.button("Make my address")).to_be_visible()
    expect(dialog.locator("code")).to_have_count(0)
    with pytest.raises(urllib.error.HTTPError, match="404"):
        fetched(second)


@pytest.mark.spec("A-05")
def test_an_address_that_ended_with_its_password_and_one_that_cannot_be_made(program: Program, visit: Visit) -> None:
    add_staff()
    page = enter_staff(visit, "/admin/appointments")
    visit.button("Calendar on your phone").click()
    dialog = page.get_by_role("dialog", name="Calendar on your phone")

    def lost(route: Route) -> None:
        route.abort() if route.request.method == "POST" else route.continue_()

    page.route("**/api/admin/calendar-address", lost)
    dialog.get_by_label("Show closures and blocked times").check()
    visit.button("Make my address").click()
    expect(dialog.get_by_role("alert")).to_contain_text("No address is shown; please try again.")
    expect(dialog.get_by_label("Show closures and blocked times")).to_be_checked()
    assert visit.faults() == []
    visit.complaints.clear()  # what was cut off on purpose
    page.unroute("**/api/admin/calendar-address")
    visit.button("Make my address").click()
    address = dialog.locator("code").inner_text()
    assert fetched(address) == []

    reset_staff("helena", "another phrase altogether")
    reset_staff("helena", PASSWORD)
    page = enter_staff(visit, "/admin/appointments")
    visit.button("Calendar on your phone").click()
    expect(dialog.get_by_text("Your address ended when your password changed")).to_be_visible()
    assert flaws(visit) == []
    with pytest.raises(urllib.error.HTTPError, match="404"):
        fetched(address)
