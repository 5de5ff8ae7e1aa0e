"""Staff undo by the keyboard alone, in a real browser."""

import re

import pytest
from booking_visit import Program, Visit
from keyboard import tab_to
from playwright.sync_api import Route, expect
from signed_in import add_client, add_staff, enter_staff

from app import clock
from app.accounts.rules import Role
from app.accounts.staff import add_staff as make_staff
from app.alerts.actions import raise_alert
from app.consultations.statuses import set_status
from app.mail.models import Letter
from app.notes.models import Note
from app.projects.models import Project
from app.projects.rules import ProjectStatus
from tests.people import PASSWORD

pytestmark = pytest.mark.browser


@pytest.mark.spec("A-02", "A-06")
def test_from_search_to_client_status_note_and_undo_by_keyboard(program: Program, visit: Visit) -> None:
    add_staff()
    add_client(program)
    page = enter_staff(visit)
    late: list[Route] = []
    page.route("**/assets/Palette-*.js", lambda route: late.append(route))
    page.keyboard.press("Control+k")
    # Typed before the palette has come: nothing of it is lost, nor taken for a key of the list.
    page.keyboard.type("ha")
    (chunk,) = late
    chunk.continue_()
    page.keyboard.type("rt", delay=15)  # while it is being shown, too
    asking = page.get_by_role("dialog", name="Find or do").get_by_role("combobox")
    expect(asking).to_have_value("hart")
    expect(asking).to_be_focused()
    expect(page.get_by_role("option", name=re.compile("Amelia Hart")).first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Amelia Hart", level=1)).to_be_visible()
    link = page.get_by_role("region", name="Projects").get_by_role("link")
    expect(link).to_be_visible()
    tab_to(page, link.inner_text().strip())
    page.keyboard.press("Enter")
    change = page.get_by_role("button", name="Change status: HPM-1")
    expect(change).to_be_visible()
    page.get_by_role("heading", name="Notes", level=3).click()  # folded

    page.keyboard.press("s")
    asked = page.get_by_role("dialog", name="Change the status of HPM-1")
    expect(asked).to_be_visible()
    expect(asked.get_by_role("radio").and_(asked.locator(":focus"))).to_have_count(1)
    for _ in range(10):
        if asked.get_by_label("In Progress").is_checked():
            break
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    expect(asked.get_by_label("Reason, for staff only")).to_be_focused()
    page.keyboard.type("The contract has come")
    page.keyboard.press("Enter")
    undo = page.get_by_role("button", name="Undo: HPM-1 is In Progress")
    expect(undo).to_be_visible()
    until = "You can undo this for 10 seconds. The letter to the client waits in the outbox until then."
    expect(page.get_by_text(until)).to_be_visible()
    expect(change).to_be_focused()
    page.keyboard.press("Tab")
    expect(undo).to_be_focused()
    page.keyboard.press("n")
    note = page.get_by_role("textbox", name="Note for staff")
    expect(note).to_be_focused()
    undo.focus()  # still offered
    page.keyboard.press("Enter")
    expect(
        page.get_by_text("Undone: HPM-1 is To be scheduled again. The letter was taken out of the outbox.")
    ).to_be_visible()
    expect(change).to_be_focused()
    assert Project.get().status == "inquiry"
    assert not Letter.select().where(Letter.kind == "project_goes_on").exists()

    page.keyboard.press("n")
    expect(note).to_be_focused()
    page.keyboard.type("Of another client")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    undo = page.get_by_role("button", name="Undo: the note")
    expect(undo).to_be_visible()
    page.keyboard.press("Tab")
    expect(undo).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Undone: the note is gone.")).to_be_visible()
    expect(note).to_be_focused()
    assert Note.select().count() == 0

    page.keyboard.type("Of this client")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(undo).to_be_visible()
    assert visit.faults() == []
    undo.focus()
    stands = page.get_by_text("The note is kept, and that stands.")
    expect(stands).to_be_visible(timeout=15_000)
    expect(undo).to_be_hidden()
    # Whatever key comes now, it changes nothing.
    expect(stands).to_be_focused()


@pytest.mark.spec("A-02")
def test_a_status_that_a_colleague_set_meanwhile_is_shown_and_nothing_typed_is_lost(
    program: Program, visit: Visit
) -> None:
    add_staff()
    add_client(program)
    make_staff("olivia", "Olivia Park", Role.STAFF, PASSWORD)
    page = enter_staff(visit, "/admin/dashboard?project=1")
    page.get_by_role("button", name="Change status: HPM-1").click()
    asked = page.get_by_role("dialog", name="Change the status of HPM-1")
    asked.get_by_label("In Progress").check()
    reason = asked.get_by_label("Reason, for staff only")
    reason.fill("The contract has come")
    set_status(1, ProjectStatus.COMPLETED, "It was a mistake", "olivia", clock.now())
    asked.get_by_role("button", name="Set to In Progress").click()
    expect(asked.get_by_role("alert")).to_contain_text("Olivia Park has set it to Completed meanwhile.")
    expect(asked.get_by_text("It was To be scheduled when you opened this, and is Completed now")).to_be_visible()
    expect(asked.get_by_label("In Progress")).to_be_checked()
    expect(reason).to_have_value("The contract has come")
    assert Project.get().status == "completed"
    asked.get_by_role("button", name="Set to In Progress").click()
    expect(asked).to_be_hidden()
    assert Project.get().status == "in_progress"
    assert visit.faults() == []


@pytest.mark.spec("A-02", "A-07")
def test_the_focus_stays_where_staff_act(program: Program, visit: Visit) -> None:
    add_staff()
    raise_alert("paid_twice", "two", "HPM-1 was paid twice.", now=clock.now())
    add_client(program)
    page = enter_staff(visit)
    listed = page.get_by_role("region", name="Needs attention")
    twice = listed.get_by_role("listitem").filter(has_text="was paid twice")

    twice.get_by_role("button", name="Take: Paid too much").press("Enter")
    expect(twice.get_by_role("button", name="Let go: Paid too much")).to_be_focused()
    done = twice.get_by_role("button", name="Done: Paid too much")
    done.press("Enter")
    asked = page.get_by_role("dialog", name="Done: Paid too much?")
    expect(asked.get_by_label("Why is it done?")).to_be_visible()
    page.keyboard.press("Escape")
    expect(asked).to_be_hidden()
    expect(done).to_be_focused()
    page.keyboard.press("Enter")
    asked.get_by_label("Why is it done?").fill("Given back by hand")
    page.keyboard.press("Enter")
    expect(twice.get_by_role("button", name="Undo: Paid too much")).to_be_focused()
    page.keyboard.press("Enter")
    expect(done).to_be_visible()
    expect(twice.locator(":focus")).to_have_count(1)

    # A line that goes for good leaves the focus to the one that stands in its place.
    listed.get_by_role("button", name="Contact made: Get in touch, Amelia Hart").press("Enter")
    expect(listed.get_by_text("Contact was made on")).to_be_visible()
    expect(listed.get_by_role("listitem").locator(":focus")).to_have_count(1)

    # Who clicks beside everything is not led back.
    page.get_by_role("heading", name="Dashboard").click()
    listed.get_by_role("button", name="No contact", exact=False).evaluate("button => button.click()")
    expect(listed.get_by_text("Get in touch")).to_be_visible()
    page.wait_for_timeout(300)
    expect(page.locator("#main")).to_be_focused()

    page.goto(f"{program.address}/admin/dashboard?project=1")
    panel = page.get_by_role("dialog", name="Amelia Hart")
    who = panel.get_by_label("Looked after by")
    who.focus()
    who.select_option("Helena Marsh")
    page.wait_for_load_state("networkidle")
    expect(who).to_be_focused()
    cancel = panel.get_by_role("button", name="Cancel: HPM-1")
    cancel.press("Enter")
    ask = page.get_by_role("dialog", name="Cancel HPM-1?")
    ask.get_by_label("Reason, as the client reads it").fill("You asked us to.")
    page.keyboard.press("Enter")
    expect(ask).to_be_hidden()
    expect(cancel).to_be_hidden()
    expect(panel.locator(":focus")).to_have_count(1)
    panel.get_by_label("Note for staff").fill("Cancelled by phone.")
    keep = panel.get_by_role("button", name="Keep this note")
    keep.press("Enter")
    expect(panel.get_by_text("Cancelled by phone.")).to_be_visible()
    expect(keep).to_be_focused()
