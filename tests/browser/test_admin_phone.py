"""Staff on a phone, in a real browser: a little of everything, and the rest where it is asked for."""

import re
from collections.abc import Callable

import pytest
from booking_visit import Program, Visit
from playwright.sync_api import expect
from signed_in import add_staff, enter_staff, fits

from app import clock
from app.alerts.actions import raise_alert
from app.slots import actions as slots
from tests.onboarders import Onboarder

pytestmark = pytest.mark.browser

PHONE = 390


@pytest.mark.spec("A-02", "S-06")
def test_the_dashboard_of_a_phone_shows_a_little_of_everything(program: Program, arrive: Callable[..., Visit]) -> None:
    add_staff()
    slots.generate(clock.now())
    for number in range(7):
        raise_alert("client_differs", str(number), f"Alert {number}.", now=clock.now())
    ann = Onboarder(program.house)
    ann.take(ann.times()[0]["id"])
    visit = arrive(PHONE, timezone_id="Europe/Paris")
    asked: list[str] = []
    visit.page.on("request", lambda request: asked.append(request.url))
    page = enter_staff(visit)
    waits = page.get_by_role("region", name="Needs attention")
    expect(waits.get_by_role("listitem")).to_have_count(4)
    waits.get_by_role("button", name=re.compile(r"Show \d+ more")).click()
    expect(waits.get_by_text("Alert 6.")).to_be_visible()
    # What the reader's own clock does not show is said once, not in every row.
    expect(page.get_by_text("Sydney time")).to_have_count(1)
    held = page.get_by_text("Held, not paid", exact=True)
    expect(page.get_by_role("heading", name="The next six days")).to_be_visible()
    expect(held).to_be_hidden()
    page.get_by_role("heading", name=re.compile("The next six days|Today")).last.click()
    if held.count() and held.first.is_visible():
        name = page.get_by_role("link", name="Ann Lee").first.bounding_box()
        state = held.first.bounding_box()
        assert name and state and state["x"] >= name["x"] - 1
    assert not [url for url in asked if url.endswith("/api/admin/figures")]
    page.get_by_role("heading", name="How the firm does").click()
    expect(page.get_by_role("heading", name="Money by month")).to_be_visible()
    assert visit.faults() == []
    assert fits(page)


@pytest.mark.spec("A-05", "S-06")
def test_the_appointments_of_a_phone_begin_with_one_act_and_today(
    program: Program, arrive: Callable[..., Visit]
) -> None:
    add_staff()
    slots.generate(clock.now())
    visit = arrive(PHONE, timezone_id="Australia/Sydney")
    page = enter_staff(visit, "/admin/appointments")
    visit.at("Appointments")
    days = page.get_by_role("region", name="Calendar").get_by_role("heading", level=3)
    expect(days.first).to_contain_text("Today")
    expect(page.get_by_role("button", name="Phone booking")).to_be_visible()
    expect(page.get_by_role("button", name="Closures")).to_have_count(0)
    more = page.locator("summary", has_text="More")
    more.press("Enter")
    assert visit.faults() == []
    page.get_by_role("button", name="Consultation hours").press("Enter")
    expect(page.get_by_role("dialog", name="Consultation hours")).to_be_visible()
    page.keyboard.press("Escape")
    expect(more).to_be_focused()
    assert fits(page)


@pytest.mark.spec("A-05")
def test_after_a_phone_booking_the_focus_is_on_the_new_records_heading(program: Program, visit: Visit) -> None:
    add_staff()
    slots.generate(clock.now())
    ann = Onboarder(program.house)
    # A record that was open before comes at once, sooner than its page.
    page = enter_staff(visit, f"/admin/dashboard?project={ann.project}")
    expect(page.get_by_role("dialog", name="Ann Lee")).to_be_visible()
    page.get_by_role("navigation", name="Staff area").get_by_role("link", name="Clients").click()
    page.get_by_role("link", name="Ann Lee").first.click()
    expect(page.get_by_role("heading", name="Ann Lee", level=1)).to_be_visible()
    page.get_by_role("navigation", name="Staff area").get_by_role("link", name="Appointments").click()
    page.get_by_role("button", name="Phone booking").click()
    form = page.get_by_role("dialog", name="Phone booking")
    form.get_by_label("Name").fill("Carla Diaz")
    form.get_by_label("Email").fill("carla@example.com")
    form.get_by_label("Phone").fill("0400 555 666")
    form.get_by_text("Agree on the time once it is paid").click()
    form.get_by_role("button", name="Begin it and write to them").click()
    record = page.get_by_role("dialog", name="Carla Diaz")
    expect(record.get_by_role("heading", name="Carla Diaz", level=2)).to_be_focused()
    page.wait_for_load_state("networkidle")
    expect(record.get_by_role("heading", name="Carla Diaz", level=2)).to_be_focused()
