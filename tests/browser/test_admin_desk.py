"""Staff at the dashboard, in a real browser."""

import re
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest
from booking_visit import Program, Visit
from playwright.sync_api import FilePayload, Page, expect
from signed_in import PASSWORD, add_client, add_staff, enter_staff, fits, flaws, send, tell_staff

from app import clock
from app.accounts import details
from app.accounts.models import Client
from app.alerts.actions import raise_alert
from app.demo.papers import sample_pdf
from app.mail.models import Letter
from app.orders.models import Order
from app.projects.models import Project
from app.slots import actions as slots
from app.slots.models import Slot
from tests.onboarders import Onboarder
from tests.people import People

pytestmark = pytest.mark.browser


# The documents begin right below the record's head, which stays in sight.
BELOW_HEAD = """() => {
  const panel = document.querySelector("dialog[open]");
  const of = (text) => [...panel.querySelectorAll("h2, h3")].find((each) => each.textContent.startsWith(text));
  const gap = of("Documents").getBoundingClientRect().top - of("Amelia").parentElement.getBoundingClientRect().bottom;
  return gap >= 0 && gap < 40;
}"""


@pytest.fixture(autouse=True)
def _staff(program: Program) -> None:
    add_staff()


def row(page: Page, name: str) -> None:
    """Open the record of a client in the list."""
    page.get_by_role("table").get_by_role("link", name=name).click()
    expect(page.get_by_role("dialog", name=name)).to_be_visible()


@pytest.mark.spec("A-01")
def test_staff_are_led_back_to_the_page_they_asked_for(program: Program, visit: Visit) -> None:
    add_client(program)
    page = visit.open("/admin/dashboard?project=1")
    visit.at("Staff sign-in")
    expect(page.get_by_label("Username")).to_be_focused()
    visit.button("Sign in").click()
    expect(page.get_by_text("Required")).to_have_count(2)
    tell_staff(visit, "wrong")
    expect(page.get_by_role("alert")).to_have_text("Invalid username or password.")
    assert visit.faults() == []
    tell_staff(visit, PASSWORD)
    expect(page.get_by_role("dialog", name="Amelia Hart")).to_be_visible()
    assert page.url.endswith("/admin/dashboard?project=1")
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
def test_a_paid_booking_shows_everything_in_its_record(program: Program, visit: Visit) -> None:
    add_client(program, files=2)
    page = enter_staff(visit)
    panel = page.get_by_role("dialog", name="Amelia Hart")
    for _ in range(2):  # the second time everything is there already
        page.get_by_role("link", name="Open: Unopened documents, Amelia Hart").click()
        expect(panel.get_by_role("heading", name="Documents")).to_be_in_viewport()
        page.wait_for_function(BELOW_HEAD)
        page.keyboard.press("Escape")
        expect(panel).to_be_hidden()
    row(page, "Amelia Hart")
    for text in (
        "HPM-1", "amelia@example.com", "0400 123 456", "12 Forest Road, Hurstville", "Planning & Approvals", "New home",
        "$1 million to $3 million", "A duplex on a sloping block.", "$250.00", "Paid",
    ):  # fmt: skip
        expect(panel.get_by_text(text).first).to_be_visible()
    expect(panel.locator("code")).to_have_text(re.compile(r"^pi_\w+$"))

    with page.expect_download() as fetched:
        panel.get_by_role("button", name="Download Plan 2.pdf").click()
    assert fetched.value.suggested_filename == "Plan 2.pdf"
    assert Path(fetched.value.path()).read_bytes() == sample_pdf("Plan")

    panel.get_by_text("Read the letter").first.click()
    expect(panel.get_by_text("Dear Amelia Hart,")).to_be_visible()
    panel.get_by_role("heading", name="History").click()
    panel.get_by_text("Why the text is hidden").click()
    expect(panel.get_by_text("carries a temporary password")).to_be_visible()
    expect(panel.get_by_text("Booked and paid $250.00")).to_be_visible()
    assert visit.faults() == []

    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(page.get_by_role("table").get_by_role("link", name="Amelia Hart")).to_be_focused()
    page.keyboard.press("Enter")
    expect(panel).to_be_visible()
    _look_after_documents(visit, page)


def _look_after_documents(visit: Visit, page: Page) -> None:
    """On the page of all documents: chosen ones fetched, one added and shared, replaced, deleted and brought back."""
    visit.open("/admin/documents?show=unread")
    expect(page.get_by_text("1 document", exact=True)).to_be_visible()  # the other was fetched from the record
    visit.open("/admin/documents")
    for number in (1, 2):
        page.get_by_label(f"Choose Plan {number}.pdf of HPM-1").check()
    with page.expect_download() as fetched:
        visit.button("Download as one ZIP").click()
    assert fetched.value.suggested_filename == "2 documents.zip"
    expect(page.get_by_text("Choose several")).to_be_visible()

    visit.button("Upload documents").click()
    page.get_by_label("Whose project").fill("amelia")
    expect(page.get_by_label("Amelia Hart, HPM-1")).to_be_checked()
    report: FilePayload = {"name": "Report.pdf", "mimeType": "application/pdf", "buffer": sample_pdf("Report")}
    page.locator("input[type=file]").set_input_files([report])
    assert visit.faults() == []
    visit.button("Upload and write to the client").click()
    visit.toast("1 document added", "letter")
    visit.button("Replace Report.pdf").click()
    page.locator("input[type=file]").set_input_files([{**report, "name": "Report 2.pdf"}])
    visit.button("Replace and write to the client").click()
    visit.toast("Report.pdf is replaced", "letter")
    visit.button("Preview Report 2.pdf").click()
    expect(page.get_by_role("group", name="Preview of Report 2.pdf").locator("canvas").first).to_be_visible()
    page.keyboard.press("Escape")

    visit.button("Delete Report 2.pdf").click()
    visit.button("Delete").click()
    expect(page.get_by_text("Please say why")).to_be_visible()
    assert visit.faults() == []
    page.get_by_label("Reason, for staff").fill("Belongs to somebody else")
    visit.button("Delete").click()
    visit.toast("Report 2.pdf is deleted", "30 days")
    expect(page.get_by_role("button", name="Preview Report 2.pdf")).to_be_hidden()
    visit.button("Undo: delete Report 2.pdf").click()
    visit.toast("Report 2.pdf is back")
    expect(page.get_by_text("version 2")).to_be_visible()
    assert visit.faults() == []


def from_search_to_first_row(page: Page) -> None:
    """Enter, Down and a second Escape lead on to what was found, also while it is still looked for."""
    search = page.get_by_label("Search projects")
    links = page.get_by_role("region", name="Projects", exact=True).get_by_role("table").get_by_role("link")
    search.focus()
    page.keyboard.type("tanaka")
    page.keyboard.press("Enter")
    expect(page.get_by_text("1 project", exact=True)).to_be_visible()
    expect(links.first).to_be_focused()
    expect(links.first).to_have_text("Mei Tanaka")
    page.keyboard.press("/")
    page.keyboard.press("ArrowDown")
    expect(links.first).to_be_focused()
    page.keyboard.press("/")
    page.keyboard.press("Escape")
    expect(search).to_have_value("")
    expect(search).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_text("3 projects")).to_be_visible()
    expect(links.first).to_be_focused()
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.spec("A-02")
def test_search_and_filter_stay_in_the_address(program: Program, visit: Visit) -> None:
    people = People(program.house)
    people.visitor().book(fullName="Mei Tanaka", email="mei@example.com")
    people.visitor().book(fullName="Daniel Okafor", email="daniel@example.com")
    people.visitor().fill_wizard(fullName="Priya Raman", email="priya@example.com")
    ann = Onboarder(program.house)
    page = enter_staff(visit)
    expect(page.get_by_text("3 projects")).to_be_visible()
    from_search_to_first_row(page)
    page.get_by_label("Search projects").fill("tanaka")
    expect(page.get_by_text("1 project", exact=True)).to_be_visible()
    page.wait_for_url("**/admin/dashboard?search=tanaka")
    page.get_by_label("Way").select_option("onboarding")
    expect(page.get_by_text('No project matches "tanaka".')).to_be_visible()
    page.reload()
    expect(page.get_by_label("Search projects")).to_have_value("tanaka")
    expect(page.get_by_label("Way")).to_have_value("onboarding")
    page.get_by_label("Search projects").fill("")
    row(page, "Ann Lee")
    assert "way=onboarding" in page.url and f"project={ann.project}" in page.url
    expect(page.get_by_role("dialog").get_by_text("1 High Street, Hurstville NSW 2220").first).to_be_visible()
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("link", name="Unfinished (1)").click()
    page.get_by_role("link", name="Priya Raman").click()
    expect(page.get_by_text("Unfinished: stopped at step 4 of 4")).to_be_visible()
    assert visit.faults() == []
    visit.open("/admin/dashboard?page=7")
    page.get_by_role("link", name="Show the first page").click()
    expect(page.get_by_text("3 projects")).to_be_visible()


@pytest.mark.spec("A-02")
@pytest.mark.parametrize("place", ["clients", "documents", "dashboard"])
def test_projects_leads_to_the_list_from_every_page(program: Program, visit: Visit, place: str) -> None:
    add_client(program)
    page = enter_staff(visit, f"/admin/{place}")
    pages, lists = (page.get_by_role("navigation", name=name) for name in ("Staff area", "Lists"))
    pages.get_by_role("link", name="Projects").click()
    expect(page.get_by_role("table").get_by_role("link", name="Amelia Hart")).to_be_in_viewport()
    page.wait_for_load_state("networkidle")
    expect(lists).to_be_focused()
    expect(lists).to_be_in_viewport()
    expect(pages.locator("[aria-current]")).to_have_text("Projects")
    # Whoever moves is not led back.
    page.mouse.wheel(0, -20_000)
    expect(page.get_by_role("heading", name="Dashboard")).to_be_in_viewport()
    pages.get_by_role("link", name="Dashboard").click()
    expect(pages.locator("[aria-current]")).to_have_text("Dashboard")
    assert visit.faults() == []


@pytest.mark.spec("A-02")
def test_a_status_is_set_a_note_kept_and_a_bill_written_in_the_record(program: Program, visit: Visit) -> None:
    add_client(program)
    page = enter_staff(visit, "/admin/dashboard?project=1")
    panel = page.get_by_role("dialog", name="Amelia Hart")
    panel.get_by_role("button", name="Change status: HPM-1").click()
    asked = page.get_by_role("dialog", name="Change the status of HPM-1")
    expect(asked.get_by_role("radio").first).to_be_focused()
    expect(asked.get_by_role("radio", checked=True)).to_have_count(0)
    asked.get_by_label("Reason, for staff only").fill("Nothing is chosen")
    page.keyboard.press("Enter")
    expect(asked.get_by_text("Please choose a status.")).to_be_visible()
    asked.get_by_label("Reason, for staff only").fill("")
    asked.get_by_label("In Progress").check()
    expect(asked.get_by_text("The client gets the letter")).to_be_visible()
    asked.get_by_role("button", name="Set to In Progress").click()
    expect(asked.get_by_text("Please say why")).to_be_visible()
    assert visit.faults() == []
    asked.get_by_label("Reason, for staff only").fill("The contract has come")
    asked.get_by_role("button", name="Set to In Progress").click()
    visit.toast("HPM-1 is In Progress", "outbox")
    expect(panel.get_by_text("In Progress", exact=True)).to_be_visible()
    panel.get_by_label("Note for staff").fill("Prefers mornings.")
    panel.get_by_label("Note for staff").press("Control+Enter")
    expect(panel.get_by_text("Prefers mornings.")).to_be_visible()
    expect(panel.get_by_label("Note for staff")).to_have_value("")
    panel.get_by_role("button", name="Bill further work: HPM-1").click()
    billed = page.get_by_role("dialog", name="Bill further work: HPM-1")
    billed.get_by_label("What for").fill("Site visit")
    billed.get_by_label("Dollars inc. GST").fill("660")
    assert visit.faults() == []
    billed.get_by_role("button", name="Bill $660.00").click()
    visit.toast("Billed", "tax invoice")
    expect(panel.get_by_role("region", name="Bill HPM-1-2").get_by_text("$410.00").first).to_be_visible()
    assert visit.faults() == []
    assert (Project.get().status, Order.select().count()) == ("in_progress", 2)
    page.set_viewport_size({"width": 390, "height": 844})
    visit.open(f"/admin/clients/{Client.get().id}")
    page.get_by_role("button", name="Write a letter: Amelia Hart").click()
    letter = page.get_by_role("dialog", name="Letter to Amelia Hart")
    letter.get_by_label("Subject").fill("The survey")
    letter.get_by_label("Letter", exact=True).fill("It has come.")
    letter.get_by_role("button", name="Show what will be sent").click()
    expect(letter.get_by_role("button", name="Send this letter")).to_be_visible()
    page.go_back()
    expect(letter.get_by_label("Subject")).to_have_value("The survey")
    page.go_back()
    expect(letter).to_have_count(0)
    page.get_by_role("button", name="Write a letter: Amelia Hart").click()
    expect(letter.get_by_label("Letter", exact=True)).to_have_value("It has come.")
    letter.get_by_role("button", name="Show what will be sent").click()
    letter.get_by_role("button", name="Send this letter").click()
    visit.toast("The letter is in the outbox", "It is for")
    page.get_by_role("button", name="Write a letter: Amelia Hart").click()
    expect(letter.get_by_label("Letter", exact=True)).to_have_value("")


@pytest.mark.spec("A-02")
def test_a_letter_goes_out_again_after_a_question(program: Program, visit: Visit) -> None:
    add_client(program)
    letter = Letter.get(Letter.kind == "booking_confirmed")
    Letter.update(status="sent").where(Letter.id == letter.id).execute()
    page = enter_staff(visit, "/admin/dashboard?project=1")
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


@pytest.mark.spec("A-02", "A-07")
def test_what_waits_is_taken_put_off_done_and_taken_back_by_keyboard(program: Program, visit: Visit) -> None:
    now = clock.now()
    raise_alert("client_differs", "one", "HPM-1: another phone number.", link="/admin/dashboard?project=1", now=now)
    raise_alert("paid_twice", "two", "HPM-1 was paid twice.", now=now)
    add_client(program)
    page = enter_staff(visit)
    listed = page.get_by_role("region", name="Needs attention")
    call = listed.get_by_role("listitem").filter(has_text="Get in touch")
    expect(call).to_contain_text("Amelia Hart HPM-1")
    expect(call).to_contain_text("due ")
    call.get_by_role("button", name="Take: Get in touch, Amelia Hart").press("Enter")
    expect(call.get_by_text("You have this")).to_be_visible()
    call.locator("summary").press("Enter")
    expect(call.get_by_role("button", name="For 1 hour")).to_be_visible()
    assert visit.faults() == []
    page.keyboard.press("Escape")
    expect(call.get_by_role("button", name="For 1 hour")).to_be_hidden()
    call.locator("summary").press("Enter")
    call.get_by_role("button", name="For 3 hours").press("Enter")
    expect(call.get_by_text("Put off until")).to_be_visible()
    expect(call.get_by_role("button", name="Undo: Get in touch, Amelia Hart")).to_be_focused()
    page.keyboard.press("Enter")
    call.get_by_role("button", name="Contact made: Get in touch, Amelia Hart").press("Enter")
    expect(listed.get_by_text("Contact was made on")).to_be_visible()
    # One project is one card: its name stands once, and j and k go from line to line within it.
    card = listed.get_by_role("list").filter(has_text="Amelia Hart HPM-1")
    expect(card).to_have_count(1)
    lines = card.get_by_role("listitem")
    assert lines.count() > 1
    first, second = (lines.nth(number).locator("a, button").first for number in (0, 1))
    first.focus()
    page.keyboard.press("j")
    expect(second).to_be_focused()
    page.keyboard.press("k")
    expect(first).to_be_focused()
    twice = listed.get_by_role("listitem").filter(has_text="was paid twice")
    twice.get_by_role("button", name="Done: Paid too much").press("Enter")
    asked = page.get_by_role("dialog", name="Done: Paid too much?")
    expect(asked.get_by_text("HPM-1 was paid twice.")).to_be_visible()
    assert visit.faults() == []
    asked.get_by_label("Why is it done?").fill("Given back by hand")
    page.keyboard.press("Enter")
    expect(twice.get_by_text("Done.", exact=False)).to_be_visible()
    twice.get_by_role("button", name="Undo: Paid too much").press("Enter")
    expect(twice.get_by_role("button", name="Done: Paid too much")).to_be_visible()
    listed.get_by_role("link", name="Open: Sent with other details than we keep, Amelia Hart").press("Enter")
    expect(page.get_by_role("dialog", name="Amelia Hart")).to_be_visible()
    assert visit.faults() == []


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
    answer_from_attention(visit, page)


def answer_from_attention(visit: Visit, page: Page) -> None:
    """From its line of attention an enquiry comes into view with its answer box open, which shows what was asked."""
    page.evaluate("scrollTo(0, 0)")
    line = page.get_by_role("link", name="Open: Enquiry, Tom Wright")
    answer = page.get_by_role("button", name="Answer Tom Wright")
    for _ in range(2):  # the second time the enquiry is there already
        line.press("Enter")
        asked = page.get_by_role("dialog", name="Answer Tom Wright")
        quoted = asked.get_by_role("blockquote", name="What Tom Wright asked")
        expect(quoted).to_contain_text("Is council approval needed? <b>now</b>")
        for link, leads in (("tom@example.com", "mailto:tom@example.com"), ("0400 123 456", "tel:0400123456")):
            expect(quoted.get_by_role("link", name=link)).to_have_attribute("href", leads)
        expect(asked.get_by_label("Your answer")).to_be_focused()
        assert visit.faults() == []
        page.keyboard.press("Escape")
        expect(answer).to_be_focused()
        expect(answer).to_be_in_viewport()
    expect(page.get_by_role("button", name="Answer Eva Lind")).to_be_hidden()
    page.get_by_role("link", name="Show all enquiries").click()
    expect(page.get_by_text("2 enquiries", exact=True)).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.spec("A-01")
def test_signing_out_ends_access(program: Program, visit: Visit) -> None:
    page = enter_staff(visit)
    visit.button("Sign out").click()
    visit.at("Staff sign-in")
    assert page.url.endswith("/admin/login")
    assert page.evaluate("fetch('/api/admin/dashboard').then((answer) => answer.status)") == 401
    visit.open("/admin/dashboard?status=inquiry")
    expect(page).to_have_url(f"{program.address}/admin/login?next=%2Fadmin%2Fdashboard%3Fstatus%3Dinquiry")


@pytest.mark.spec("A-01")
def test_a_session_that_ended_meanwhile_leads_to_the_sign_in(visit: Visit) -> None:
    page = enter_staff(visit)
    expect(page.get_by_text("0 projects")).to_be_visible()
    visit.context.clear_cookies()
    page.get_by_label("Payment").select_option("paid")
    visit.at("Staff sign-in")
    tell_staff(visit, PASSWORD)
    visit.at("Dashboard")
    assert page.url.endswith("?payment=paid")


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
    correct_by_keyboard(visit)


@pytest.mark.spec("A-03")
def test_columns_of_the_list_of_clients_are_chosen_by_keyboard_and_kept_in_this_browser(
    program: Program, visit: Visit
) -> None:
    add_client(program)
    page = enter_staff(visit, "/admin/clients")
    table = page.get_by_role("table")
    expect(table.get_by_role("columnheader")).to_have_text(
        ["Client", "Newest project", "Owed", "Next time", "Last contact"]
    )
    summary = page.locator("summary").filter(has_text="Columns")
    summary.press("Enter")
    choice = page.get_by_role("group", name="Columns").last
    expect(choice.get_by_label("Owed")).to_be_checked()
    choice.get_by_label("Owed").press("Space")
    choice.get_by_label("Address").press("Space")
    chosen = ["Client", "Newest project", "Next time", "Last contact", "Address"]
    expect(table.get_by_role("columnheader")).to_have_text(chosen)
    expect(table).to_contain_text("12 Forest Road, Hurstville")
    assert visit.faults() == []
    page.keyboard.press("Escape")
    expect(summary).to_be_focused()
    page.reload()
    expect(table.get_by_role("columnheader")).to_have_text(chosen)
    # What was kept may be broken or from a version with other columns.
    for kept, shown in (('["gone", "since"]', ["Client", "Client since"]), ("{", None), ("[]", ["Client"])):
        page.evaluate("kept => localStorage.setItem('helios.clients.columns', kept)", kept)
        page.reload()
        expected = shown or ["Client", "Newest project", "Owed", "Next time", "Last contact"]
        expect(table.get_by_role("columnheader")).to_have_text(expected)


def correct_by_keyboard(visit: Visit) -> None:
    """Search for a client, open and correct them, and go back to the list as it was, without a pointer."""
    page = visit.open("/admin/clients")
    expect(page.get_by_role("link", name="Amelia Hart")).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type("0400123")
    expect(page.get_by_text("Phone: 0400 123 456")).to_be_visible()
    assert visit.faults() == []
    assert fits(page)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    visit.at("Amelia Hart")
    expect(page.get_by_text("$250.00 came for HPM-")).to_be_visible()
    assert visit.faults() == []
    assert fits(page)
    act = page.get_by_role("button", name="Correct details: Amelia Hart")
    act.focus()
    page.keyboard.press("Enter")
    company = page.get_by_role("textbox", name="Company")
    company.focus()
    # Somebody else is faster, with the same field and another one.
    details.correct(Client.get().id, {"company": "Hart Builders", "address_zip": "2221"}, clock.now())
    page.keyboard.type("Hart & Co")
    page.keyboard.press("Enter")
    theirs = page.get_by_role("group", name="Company, as it was changed meanwhile")
    expect(theirs).to_contain_text("Hart Builders")
    expect(company).to_have_value("Hart & Co")
    expect(page.get_by_role("textbox", name="Postcode")).to_have_value("2221")
    assert visit.faults() == []
    assert fits(page)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Hart & Co", exact=True)).to_be_visible()
    expect(page.get_by_text("Company: Hart Builders became Hart & Co", exact=True)).to_be_visible()
    page.locator("#main").focus()
    page.keyboard.press("Escape")
    visit.at("Clients")
    assert page.url.endswith("/admin/clients?search=0400123")
    assert Client.get().company == "Hart & Co"
    note_by_keyboard(visit)


SLOW_STEP_BACK = """() => {
  const back = history.back.bind(history);
  window.steppedBack = new Promise((done) => addEventListener("popstate", () => setTimeout(done, 100), { once: true }));
  history.back = () => setTimeout(() => { history.back = back; back(); }, 1500);
}"""


def fits_a_hand(page: Page) -> bool:
    """Whether layers have a step of their own in the browser's history."""
    return bool(page.evaluate("matchMedia('(max-width: 48rem)').matches"))


def note_by_keyboard(visit: Visit) -> None:
    """Find a project from anywhere, see what its status may become, note something, and look at what else opens."""
    page = visit.page
    page.keyboard.press("Control+k")
    expect(page.get_by_role("option", name="Phone booking")).to_be_visible()
    page.keyboard.type("hart")
    found = page.get_by_role("option", name=re.compile("Amelia Hart"))
    expect(found).to_have_count(2)
    expect(found.first).to_have_attribute("aria-selected", "true")
    assert visit.faults() == []
    assert fits(page)
    # A reference is the project's, whoever it is for.
    page.keyboard.press("Control+a")
    page.keyboard.type(f"HPM-{Project.get().id}")
    expect(page.get_by_role("option").first).to_have_text(re.compile(f"^HPM-{Project.get().id} "))
    expect(page.get_by_role("option").first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Change status: HPM-")).to_be_visible()
    page.keyboard.press("s")
    status = page.get_by_role("dialog", name="Change the status of HPM-")
    expect(status).to_be_visible()
    page.keyboard.press("Escape")
    expect(status).to_be_hidden()
    page.keyboard.press("n")
    note = page.get_by_role("textbox", name="Note for staff")
    expect(note).to_be_focused()
    page.keyboard.type("Rang: s and n are letters here?")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Rang: s and n are letters here?")).to_be_visible()
    # What a colleague writes meanwhile is there without a reload, as soon as somebody looks at the page again.
    headers = {"Origin": visit.program.address, "Idempotency-Key": "colleague"}
    path = f"{visit.program.address}/api/admin/projects/{Project.get().id}/notes"
    assert visit.context.request.post(path, data={"text": "They called back."}, headers=headers).status == 201
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.get_by_text("They called back.")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    assert visit.faults() == []
    page.evaluate(SLOW_STEP_BACK)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    page.keyboard.press("Control+k")
    booking = page.get_by_role("option", name="Phone booking")
    expect(booking).to_be_visible()
    if fits_a_hand(page):
        # The step back of the closed layer comes late, and takes nothing away that was opened meanwhile.
        page.evaluate("() => window.steppedBack")
        expect(booking).to_be_visible()
    page.keyboard.type("phone b")
    expect(booking).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Phone booking")).to_be_visible()
    expect(page.get_by_text("What follows")).to_be_visible()
    assert visit.faults() == []
    assert fits(page)
    call_by_keyboard(page)


def phone_by_keyboard(page: Page) -> None:
    """Open a phone booking from anywhere."""
    page.keyboard.press("Control+k")
    page.keyboard.type("phone b")
    expect(page.get_by_role("option", name="Phone booking")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")


def call_by_keyboard(page: Page) -> None:
    """Type a caller: Escape asks before it is lost, and what a reload closes is offered for the next one."""
    name = page.get_by_role("dialog", name="Phone booking").get_by_label("Name")
    again = page.get_by_role("button", name="Go on with what was typed for Bob Lee")
    asked = page.get_by_role("dialog", name="Discard what you typed?")
    expect(name).to_be_focused()
    page.keyboard.type("Bob Lee")
    page.keyboard.press("Escape")
    expect(asked).to_be_visible()
    page.keyboard.press("Enter")  # the first focus takes nothing away
    expect(asked).to_be_hidden()
    expect(name).to_have_value("Bob Lee")
    expect(name).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(asked).to_be_hidden()
    expect(name).to_have_value("Bob Lee")
    page.reload()
    # The record that the address names opens by itself, and takes the focus when it has come.
    expect(page.get_by_role("button", name="Change status: HPM-")).to_be_visible()
    phone_by_keyboard(page)
    expect(again).to_be_visible()
    expect(name).to_be_focused()
    expect(name).to_have_value("")
    again.click()
    expect(again).to_be_hidden()
    expect(name).to_be_focused()
    expect(name).to_have_value("Bob Lee")
    page.keyboard.type("s")
    page.keyboard.press("Escape")
    asked.get_by_role("button", name="Discard").click()
    expect(name).to_be_hidden()
    phone_by_keyboard(page)
    expect(name).to_be_focused()
    expect(name).to_have_value("")
    expect(again).to_be_hidden()
    email = page.get_by_role("dialog", name="Phone booking").get_by_label("Email")
    email.fill("amelia@gmial.com")
    page.keyboard.press("Tab")
    page.get_by_role("button", name="amelia@gmail.com").click()
    expect(email).to_have_value("amelia@gmail.com")
    email.fill("amelia@example.com")
    expect(page.get_by_text("Amelia Hart, HPM-1, is a client:")).to_be_visible()
    page.get_by_role("link", name="begin a new project on their record").click()
    expect(page.get_by_role("heading", name="Amelia Hart", level=1)).to_be_visible()


@pytest.mark.spec("A-05")
def test_the_calendar_by_keyboard_with_what_a_change_would_do(program: Program, visit: Visit) -> None:
    slots.generate(clock.now())
    ann = Onboarder(program.house)
    ann.take(ann.times()[10]["id"])
    ann.pay()
    start = clock.in_sydney(Project.get_by_id(ann.project).appointment_date)
    page = enter_staff(visit, f"/admin/appointments?day={start.date()}")
    near = Slot.create(date=clock.now() + timedelta(hours=2))  # too near for clients
    visit.open(f"/admin/appointments?day={clock.in_sydney(near.date).date()}")
    expect(page.get_by_text("Free, for staff: too near or too far for clients")).to_be_visible()
    page.get_by_role("button", name=re.compile("Free, for staff")).first.press("Enter")
    give = page.get_by_role("button", name="New caller: phone booking")
    expect(give).to_be_focused()
    page.keyboard.press("Enter")
    phoned = page.get_by_role("dialog", name="Phone booking")
    expect(phoned.locator("[aria-pressed='true']").first).to_be_visible()
    page.keyboard.press("Escape")
    visit.open(f"/admin/appointments?day={start.date()}")
    booked = page.get_by_role("button", name="Booked Ann Lee")
    expect(booked).to_be_visible()
    assert flaws(visit) == []
    page.locator("[data-column][tabindex='0']").focus()
    page.keyboard.press("End")
    expect(page.locator("[data-column]").last).to_be_focused()
    page.keyboard.press("Home")
    expect(page.locator("[data-column]").first).to_be_focused()
    day = page.locator(f"[data-column='{start.weekday()}']")  # today's may have a single one left
    day.first.focus()
    page.keyboard.press("ArrowDown")
    expect(day.nth(1)).to_be_focused()
    booked.focus()
    page.keyboard.press("Enter")
    shown = page.get_by_role("dialog", name="Booked:")
    expect(shown.get_by_text(f"HPM-{ann.project}, Planning & Approvals")).to_be_visible()
    assert visit.faults() == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Consultation hours").click()
    rules = page.get_by_role("dialog", name="Consultation hours")
    rules.get_by_role("button", name=f"Remove {start:%A} from 09:00").click()
    rules.get_by_role("button", name="Show what changes").click()
    expect(rules.get_by_role("link", name=f"Ann Lee, HPM-{ann.project}")).to_be_visible()
    assert visit.faults() == []
    rules.get_by_role("button", name="Save these hours").click()
    visit.toast("The consultation hours are saved")
    expect(booked).to_be_visible()
    expect(
        page.get_by_role("region", name=re.compile(f"{start:%a},? {start.day} {start:%b}")).get_by_role("button")
    ).to_have_count(1)
    page.get_by_role("link", name="Month").click()
    told = re.compile(
        f"{start:%A},? {start.day} {start:%B} {start.year}.*{start.hour % 12 or 12}:{start:%M} [ap]m Ann Lee"
    )
    expect(page.get_by_role("link", name=told)).to_be_visible()
    assert flaws(visit) == []
    visit.open(f"/admin/dashboard?project={ann.project}")
    expect(page.get_by_text("Once the consultation is held", exact=True)).to_be_visible()


@pytest.mark.spec("A-05")
def test_a_month_names_who_has_a_time_and_opens_a_day_below(program: Program, visit: Visit) -> None:
    slots.generate(clock.now())
    people = [
        Onboarder(program.house, email=f"{name}@example.com", name=name) for name in ("Ann", "Ben", "Cem", "Dan", "Eva")
    ]
    by_day: dict[date, list[int]] = {}
    for each in people[0].times()[10:]:
        by_day.setdefault(clock.in_sydney(Slot.get_by_id(each["id"]).date).date(), []).append(each["id"])
    times = next(each for each in by_day.values() if len(each) >= len(people))
    for person, time in zip(people, times, strict=False):
        assert person.take(time).status_code == 200
    start = clock.in_sydney(Slot.get_by_id(times[0]).date)
    elsewhere = f"{start:%Y-%m}-{'02' if start.day == 1 else '01'}"
    page = enter_staff(visit, f"/admin/appointments?show=month&day={elsewhere}")
    day = page.get_by_role("link", name=re.compile(f"{start:%A},? {start.day} {start:%B} {start.year}"))
    line = day.get_by_text("Ann", exact=True)
    for width in (1440, 768):
        page.set_viewport_size({"width": width, "height": 900})
        expect(line).to_be_visible()
        expect(day.get_by_text(f"{start.hour % 12 or 12}:{start:%M} {start:%p}".lower())).to_be_visible()
        expect(day.get_by_text("Cem", exact=True)).to_be_visible()
        expect(day.get_by_text("Dan")).to_have_count(0)
        expect(day.get_by_text("+2 more")).to_be_visible()
        assert visit.faults() == []
        assert fits(page)
    page.locator("[data-column][tabindex='0']").focus()
    page.keyboard.press("End")
    expect(page.locator("[data-column]").last).to_be_focused()
    day.focus()
    page.keyboard.press("Enter")
    opened = page.get_by_role("region", name=re.compile(f"{start:%A},? {start.day} {start:%B} {start.year}"))
    expect(opened.get_by_role("heading")).to_be_focused()
    last = opened.get_by_role("button", name="Eva")
    expect(last).to_be_in_viewport()
    page.keyboard.press("Tab")
    expect(opened.get_by_role("button").first).to_be_focused()
    assert flaws(visit) == []
    page.set_viewport_size({"width": 390, "height": 844})
    dots = day.get_by_text("5", exact=True)
    expect(dots).to_be_visible()
    assert line.locator("..").evaluate("line => line.offsetWidth") == 1
    last.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Held:")).to_be_visible()
    page.keyboard.press("Escape")
    expect(last).to_be_focused()


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
    visit.page.route("**/api/admin/projects?*", lambda route: route.fulfill(status=503, json=refusal))
    page = enter_staff(visit)
    expect(page.get_by_text("The projects could not be loaded")).to_be_visible()
    expect(page.get_by_text("The database is busy.")).to_be_visible()
    assert visit.faults() == []
    page.unroute_all()
    visit.button("Try again").click()
    expect(page.get_by_text("No projects yet.")).to_be_visible()
    visit.open("/admin/dashboard?project=99")
    expect(page.get_by_text("There is no such project.")).to_be_visible()
    assert visit.faults() == []


@pytest.mark.spec("A-02")
def test_the_open_record_prints_alone(program: Program, visit: Visit) -> None:
    add_client(program)
    Client.update(phone="0499 000 111").execute()
    page = enter_staff(visit, "/admin/dashboard?project=1")
    expect(page.get_by_role("dialog", name="Amelia Hart")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.get_by_text("A duplex on a sloping block.", exact=True)).to_be_visible()
    for hidden in ("navigation", "table"):
        expect(page.get_by_role(hidden)).to_have_count(0)
    # On paper a document's name is but its name.
    assert page.get_by_role("dialog").get_by_role("button").all_inner_texts() == ["Plan 1.pdf"]
    page.emulate_media(media="screen")
    page.get_by_role("button", name="Brief: HPM-1").click()
    brief = page.get_by_role("article", name="Brief for HPM-1")
    expect(brief.get_by_text("No time is agreed on.")).to_be_visible()
    # The number that the client reads we call comes first.
    expect(brief.get_by_text("0499 000 111, 0400 123 456 (given with this project)")).to_be_visible()
    expect(brief.get_by_text("No time yet. By phone on 0499 000 111.")).to_be_visible()
    page.emulate_media(media="print")
    expect(brief.get_by_text("A duplex on a sloping block.")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(1)
    expect(page.get_by_role("button")).to_have_count(0)
