"""Staff at the dashboard, in a real browser."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from booking_visit import Program, Visit
from playwright.sync_api import Page, expect
from signed_in import PASSWORD, add_client, add_staff, enter_staff, fits, send, tell_staff

from app import clock
from app.alerts.actions import raise_alert
from app.demo import sample_pdf
from app.mail.models import Letter
from tests.people import People

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def _staff(program: Program) -> None:
    add_staff()


def row(page: Page, name: str) -> None:
    """Open the booking of a client in the list."""
    page.get_by_role("table").get_by_role("link", name=name).click()
    expect(page.get_by_role("dialog", name=name)).to_be_visible()


@pytest.mark.spec("A-01")
def test_staff_are_led_back_to_the_page_they_asked_for(program: Program, visit: Visit) -> None:
    add_client(program)
    page = visit.open("/admin/dashboard?booking=1")
    visit.at("Staff sign-in")
    visit.button("Sign in").click()
    expect(page.get_by_text("Required")).to_have_count(2)
    tell_staff(visit, "wrong")
    expect(page.get_by_role("alert")).to_have_text("Invalid username or password.")
    assert visit.faults() == []
    tell_staff(visit, PASSWORD)
    expect(page.get_by_role("dialog", name="Amelia Hart")).to_be_visible()
    assert page.url.endswith("/admin/dashboard?booking=1")
    visit.open("/admin/login")
    visit.at("Dashboard")


@pytest.mark.spec("A-01")
def test_a_foreign_address_is_never_led_to(visit: Visit) -> None:
    for next_address in ("https://evil.example/admin/", "//evil.example/admin/"):
        page = visit.open(f"/admin/login?next={next_address}")
        tell_staff(visit, PASSWORD)
        visit.at("Dashboard")
        assert page.url == f"{visit.program.address}/admin/dashboard"
        visit.context.clear_cookies()


@pytest.mark.spec("A-02")
def test_a_paid_booking_shows_everything(program: Program, visit: Visit) -> None:
    add_client(program, files=2)
    page = enter_staff(visit)
    row(page, "Amelia Hart")
    panel = page.get_by_role("dialog", name="Amelia Hart")
    for text in (
        "HPM-1", "amelia@example.com", "0400 123 456", "12 Forest Road, Hurstville", "Planning & Approvals", "New home",
        "$1 million to $3 million", "A duplex on a sloping block.", "$250.00", "Paid", "Booked and paid $250.00",
    ):  # fmt: skip
        expect(panel.get_by_text(text).first).to_be_visible()
    expect(panel.locator("code")).to_have_text(re.compile(r"^pi_\w+$"))

    with page.expect_download() as fetched:
        panel.get_by_role("button", name="Download Plan 2.pdf").click()
    assert fetched.value.suggested_filename == "Plan 2.pdf"
    assert Path(fetched.value.path()).read_bytes() == sample_pdf("Plan")

    panel.get_by_text("Read the letter").first.click()
    expect(panel.get_by_text("Dear Amelia Hart,")).to_be_visible()
    panel.get_by_text("Why the text is hidden").click()
    expect(panel.get_by_text("carries a temporary password")).to_be_visible()
    assert visit.faults() == []

    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(page.get_by_role("table").get_by_role("link", name="Amelia Hart")).to_be_focused()
    page.keyboard.press("Enter")
    expect(panel).to_be_visible()


@pytest.mark.spec("A-02")
def test_search_and_filter_stay_in_the_address(program: Program, visit: Visit) -> None:
    people = People(program.house)
    people.visitor().book(fullName="Mei Tanaka", email="mei@example.com")
    people.visitor().book(fullName="Daniel Okafor", email="daniel@example.com")
    people.visitor().fill_wizard(fullName="Priya Raman", email="priya@example.com")
    page = enter_staff(visit)
    expect(page.get_by_text("3 bookings")).to_be_visible()
    page.get_by_label("Search bookings").fill("tanaka")
    expect(page.get_by_text("1 booking, finished or not", exact=True)).to_be_visible()
    page.wait_for_url("**/admin/dashboard?search=tanaka")
    page.get_by_role("link", name="Unfinished", exact=True).click()
    expect(page.get_by_text('No booking matches "tanaka" with this filter.')).to_be_visible()
    page.reload()
    expect(page.get_by_label("Search bookings")).to_have_value("tanaka")
    expect(page.get_by_role("link", name="Unfinished", exact=True)).to_have_attribute("aria-current", "true")
    page.get_by_label("Search bookings").fill("")
    row(page, "Priya Raman")
    expect(page.get_by_text("Unfinished: stopped at step 4 of 4")).to_be_visible()
    assert "status=draft" in page.url and "booking=3" in page.url
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    visit.open("/admin/dashboard?page=7")
    page.get_by_role("link", name="Show the first page").click()
    expect(page.get_by_text("3 bookings")).to_be_visible()


@pytest.mark.spec("A-02")
def test_a_letter_goes_out_again_after_a_question(program: Program, visit: Visit) -> None:
    add_client(program)
    letter = Letter.get(Letter.kind == "booking_confirmed")
    Letter.update(status="sent").where(Letter.id == letter.id).execute()
    page = enter_staff(visit, "/admin/dashboard?booking=1")
    again = page.get_by_role("button", name=f"Send again: {letter.subject}")
    again.click()
    asked = page.get_by_role("dialog", name="Send this letter again?")
    expect(asked).to_be_visible()
    page.keyboard.press("Escape")
    expect(asked).to_be_hidden()
    expect(page.get_by_role("dialog", name="Amelia Hart")).to_be_visible()
    assert Letter.get_by_id(letter.id).status == "sent"
    again.click()
    asked.get_by_role("button", name="Send again").click()
    visit.toast("Back in the outbox", "amelia@example.com")
    assert Letter.get_by_id(letter.id).status == "queued"


@pytest.mark.spec("A-02")
def test_an_alert_is_resolved_and_taken_back(program: Program, visit: Visit) -> None:
    now = clock.now()
    raise_alert("client_differs", "one", "HPM-1: another phone number.", link="/admin/dashboard?booking=1", now=now)
    raise_alert("paid_twice", "two", "HPM-1 was paid twice.", now=now)
    add_client(program)
    page = enter_staff(visit)
    listed = page.get_by_role("region", name="Needs attention")
    listed.get_by_role("button", name="Resolve: Sent with other details than we keep").click()
    expect(listed.get_by_text("Resolved.")).to_be_visible()
    listed.get_by_role("button", name="Undo: Sent with other details than we keep").click()
    expect(listed.get_by_text("Resolved.")).to_be_hidden()
    listed.get_by_role("button", name="Resolve: Paid twice").click()
    asked = page.get_by_role("dialog", name='Resolve "Paid twice"?')
    expect(asked.get_by_text("HPM-1 was paid twice.")).to_be_visible()
    assert visit.faults() == []
    asked.get_by_role("button", name="Resolve").click()
    expect(listed.get_by_text("Resolved.")).to_be_visible()
    listed.get_by_role("link", name="Open").click()
    expect(page.get_by_role("dialog", name="Amelia Hart")).to_be_visible()


@pytest.mark.spec("A-02")
def test_enquiries_are_read_and_searched(visit: Visit) -> None:
    wrote = {"email": "tom@example.com", "phone": "0400 123 456"}
    for name, message in (
        ("Tom Wright", "Is council approval needed? <b>now</b>"),
        ("Eva Lind", "A carport, perhaps."),
    ):
        assert send(visit, "/api/enquiries", {**wrote, "name": name, "message": message}) == 201
    page = enter_staff(visit)
    page.get_by_role("link", name="Enquiries (2)").click()
    expect(page.get_by_text("Is council approval needed? <b>now</b>")).to_be_visible()
    page.get_by_label("Search enquiries").fill("carport")
    expect(page.get_by_text("1 enquiry", exact=True)).to_be_visible()
    assert visit.faults() == []


@pytest.mark.spec("A-01")
def test_signing_out_ends_access(program: Program, visit: Visit) -> None:
    page = enter_staff(visit)
    visit.button("Sign out").click()
    visit.at("Staff sign-in")
    assert page.url.endswith("/admin/login")
    assert page.evaluate("fetch('/api/admin/dashboard').then((answer) => answer.status)") == 401
    visit.open("/admin/dashboard?status=draft")
    expect(page).to_have_url(f"{program.address}/admin/login?next=%2Fadmin%2Fdashboard%3Fstatus%3Ddraft")


@pytest.mark.spec("A-01")
def test_a_session_that_ended_meanwhile_leads_to_the_sign_in(visit: Visit) -> None:
    page = enter_staff(visit)
    expect(page.get_by_text("0 bookings")).to_be_visible()
    visit.context.clear_cookies()
    page.get_by_role("link", name="Paid", exact=True).click()
    visit.at("Staff sign-in")
    tell_staff(visit, PASSWORD)
    visit.at("Dashboard")
    assert page.url.endswith("?status=confirmed")


@pytest.mark.spec("A-01")
def test_a_client_is_told_that_the_area_is_for_staff(program: Program, visit: Visit) -> None:
    assert send(visit, "/api/client/login", {"email": "amelia@example.com", "password": add_client(program)}) == 200
    visit.open("/admin/dashboard")
    visit.at("This area is for staff")
    assert visit.faults() == []


@pytest.mark.spec("S-06")
@pytest.mark.parametrize("width", [390, 1440])
def test_every_staff_page_renders_and_fits(program: Program, arrive: Callable[..., Visit], width: int) -> None:
    add_client(program)
    visit = arrive(width)
    page = enter_staff(visit)
    for name in ("Clients", "Documents", "Appointments", "Dashboard"):
        page.get_by_role("navigation", name="Staff area").get_by_role("link", name=name).click()
        visit.at(name)
        expect(page).to_have_title(re.compile(f"^{name} "))
        assert visit.faults() == []
        assert fits(page)
    row(page, "Amelia Hart")
    assert visit.faults() == []
    assert fits(page)


@pytest.mark.spec("S-06")
def test_staff_pages_say_loading_until_they_are_there(visit: Visit) -> None:
    page = visit.page
    for path in ("login", "dashboard", "clients", "documents", "appointments"):
        answer = visit.context.request.get(f"{visit.program.address}/admin/{path}")
        assert answer.status == 200 and "Loading..." in answer.text()
    page.route("**/api/user", lambda route: None)
    page.goto(f"{visit.program.address}/admin/dashboard")
    expect(page.get_by_role("heading", name="Loading...")).to_be_visible()
    assert visit.faults() == []
    page.unroute_all(behavior="ignoreErrors")


@pytest.mark.spec("S-06")
def test_public_pages_carry_no_staff_or_portal_code(visit: Visit) -> None:
    page = visit.open("/")
    assert scripts_with(page, "/api/admin/") == []
    assert scripts_with(page, "/api/client/login") == []
    page = visit.open("/client-portal")
    assert scripts_with(page, "/api/admin/") == []
    assert scripts_with(page, "/api/client/login") != []
    page = enter_staff(visit)
    assert scripts_with(page, "/api/client/login") == []
    assert scripts_with(page, "/api/admin/") != []


def scripts_with(page: Page, text: str) -> list[str]:
    """The scripts that the page loaded or announced and that contain a text."""
    found: list[str] = page.evaluate(
        """async (text) => {
          const loaded = performance.getEntriesByType('resource').map(({name}) => name);
          const scripts = [...new Set(loaded)].filter((name) => name.endsWith('.js'));
          const read = async (name) => [name, await (await fetch(name)).text()];
          const bodies = await Promise.all(scripts.map(read));
          return bodies.filter(([, body]) => body.includes(text)).map(([name]) => name);
        }""",
        text,
    )
    return found


@pytest.mark.spec("A-02")
def test_what_could_not_be_loaded_says_so_and_loads_again(visit: Visit) -> None:
    refusal = {"message": "The database is busy.", "fields": {}}
    visit.page.route("**/api/admin/bookings?*", lambda route: route.fulfill(status=503, json=refusal))
    page = enter_staff(visit)
    expect(page.get_by_text("The bookings could not be loaded")).to_be_visible()
    expect(page.get_by_text("The database is busy.")).to_be_visible()
    assert visit.faults() == []
    page.unroute_all()
    visit.button("Try again").click()
    expect(page.get_by_text("No bookings yet.")).to_be_visible()
    visit.open("/admin/dashboard?booking=99")
    expect(page.get_by_text("There is no such booking.")).to_be_visible()
    assert visit.faults() == []


@pytest.mark.spec("A-02")
def test_the_open_booking_prints_alone(program: Program, visit: Visit) -> None:
    add_client(program)
    page = enter_staff(visit, "/admin/dashboard?booking=1")
    expect(page.get_by_role("dialog", name="Amelia Hart")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.get_by_text("A duplex on a sloping block.", exact=True)).to_be_visible()
    for hidden in ("navigation", "table"):
        expect(page.get_by_role(hidden)).to_have_count(0)
    expect(page.get_by_role("dialog").get_by_role("button")).to_have_count(0)
