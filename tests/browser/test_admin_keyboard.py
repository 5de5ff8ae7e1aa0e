"""Staff by keyboard: where the focus begins in a dialog, and where it is after Back."""

import re
from collections.abc import Callable

import pytest
from booking_visit import Program, Visit, page_is
from playwright.sync_api import Locator, Page, expect
from signed_in import add_client, add_staff, enter_staff

from app import clock
from app.slots import actions as slots
from tests.people import People

pytestmark = pytest.mark.browser

# A field, else a button that neither closes the dialog nor takes anything away.
BEGINS_WELL = """(() => {
  const dialog = [...document.querySelectorAll("dialog:modal")].at(-1), at = document.activeElement;
  if (!dialog?.contains(at) || at.matches("[data-closes], [data-danger]")) return false;
  const fields = [...dialog.querySelectorAll("input:not([type=file]), select, textarea")];
  const hasField = fields.some((each) => each.offsetParent && !each.disabled);
  return at.matches("input, select, textarea") || (at.matches("button") && !hasField);
})()"""

DIALOGS = {
    "/admin/dashboard": ["Done: Get in touch, Amelia Hart"],
    "/admin/dashboard?project=1": ["Change status: HPM-1", "Bill further work: HPM-1"],
    "/admin/clients/1": [
        f"{act}: Amelia Hart" for act in ("New project", "Write a letter", "Merge with a double", "Erase")
    ],
    "/admin/appointments": ["Phone booking", "Add a time", "Closures", "Consultation hours", "Calendar on your phone"],
    "/admin/documents": ["Upload documents"],
}  # fmt: skip


@pytest.fixture(autouse=True)
def _staff(program: Program) -> None:
    add_staff()


@pytest.mark.spec("A-02")
def test_every_dialog_of_staff_begins_at_its_field_or_its_act(program: Program, arrive: Callable[..., Visit]) -> None:
    slots.generate(clock.now())
    add_client(program)
    # A tablet with a keyboard: what is pointed with is a finger, and what is typed with is none.
    visit = arrive(1440, has_touch=True, is_mobile=True)
    enter_staff(visit)
    for path, openers in DIALOGS.items():
        page = visit.open(path)
        for opener in openers:
            begins(page, page.get_by_role("button", name=opener, exact=True))


def begins(page: Page, opener: Locator) -> None:
    """Opened by a key, the dialog has the focus where it is to be used; closed, the focus is back."""
    page.keyboard.press("Tab")
    opener.press("Enter")
    page_is(page, BEGINS_WELL)
    page.keyboard.press("Escape")
    expect(page.locator("dialog:modal")).to_have_count(0)
    expect(opener).to_be_focused()


@pytest.mark.spec("A-02")
def test_the_row_that_was_opened_has_the_focus_after_back(program: Program, visit: Visit) -> None:
    people = People(program.house)
    for name in ("Mei Tanaka", "Daniel Okafor", "Priya Raman"):
        people.visitor().book(fullName=name, email=f"{name[:3].lower()}@example.com")
    page = enter_staff(visit, "/admin/clients")
    second = page.get_by_role("table").get_by_role("link", name="Daniel Okafor", exact=True)
    expect(page.get_by_role("table").get_by_role("link", name="0400 123 456").first).to_have_attribute(
        "href", "tel:0400123456"
    )
    for back in (page.go_back, lambda: page.keyboard.press("Escape")):
        second.press("Enter")
        visit.at("Daniel Okafor")
        back()
        visit.at("Clients")
        expect(second).to_be_focused()
    visit.open("/admin/dashboard?view=projects")
    second.press("Enter")
    record = page.get_by_role("dialog", name="Daniel Okafor")
    expect(record).to_be_visible()
    # What is typed after n is kept while the notes come.
    record.get_by_role("heading", name="Notes").click()
    record.get_by_role("heading", name="Daniel Okafor").focus()
    page.keyboard.press("n")
    page.keyboard.type("just a note", delay=0)
    expect(page.get_by_label("Note for staff")).to_be_focused()
    expect(page.get_by_label("Note for staff")).to_have_value("just a note")
    page.go_back()
    page.go_back()
    expect(record).to_be_hidden()
    expect(second).to_be_focused()


@pytest.mark.spec("A-02")
def test_the_address_of_projects_leads_to_their_list_and_every_act_is_begun_by_its_name(
    program: Program, visit: Visit
) -> None:
    add_client(program)
    page = enter_staff(visit, "/admin/projects")
    expect(page).to_have_url(re.compile("/admin/dashboard\\?view=projects$"))
    expect(page.get_by_role("navigation", name="Lists")).to_be_in_viewport()
    for typed, option in (
        ("closure", "Add a closure"),
        ("hours", "Consultation hours"),
        ("money", "Money"),
        ("new c", "New client"),
        ("upload", "Upload documents"),
    ):
        page.keyboard.press("Control+k")
        page.keyboard.type(typed)
        expect(page.get_by_role("option", name=option)).to_be_visible()
        page.keyboard.press("Escape")
    page.keyboard.press("Control+k")
    page.keyboard.type("hpm 1")
    expect(page.get_by_role("option").first).to_have_text(re.compile("^HPM-1 "))
    page.keyboard.press("Control+a")
    page.keyboard.type("closures")
    expect(page.get_by_role("option", name="Add a closure")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Closures")).to_be_visible()
