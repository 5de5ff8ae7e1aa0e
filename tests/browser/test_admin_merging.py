"""Staff merge a client with a double and undo it: by what the page proposes, with a look at both before."""

import pytest
from booking_visit import Program, Visit
from playwright.sync_api import expect
from signed_in import add_staff, enter_staff, fits

from app.accounts.models import Client
from tests.people import People


@pytest.mark.spec("A-03")
def test_a_double_is_proposed_merged_and_taken_apart_again(visit: Visit, program: Program) -> None:
    people = People(program.house)
    people.visitor().book(email="jane@example.com", fullName="Jane Doe", phone="0400 111 111")
    people.visitor().book(email="jane.work@example.com", fullName="Jane A Doe", phone="+61 400 111 111")
    add_staff()
    kept = Client.get(Client.email == "jane@example.com")
    page = enter_staff(visit, f"/admin/clients/{kept.id}")
    page.get_by_role("button", name="Merge with a double: Jane Doe").click()
    dialog = page.get_by_role("dialog", name="Merge with a double of Jane Doe")
    expect(dialog.get_by_text("Has the same phone")).to_be_visible()
    assert visit.faults() == []
    dialog.get_by_role("button", name="Look at both: Jane A Doe").click()
    expect(dialog.get_by_role("region", name="Is merged into it")).to_contain_text("jane.work@example.com")
    dialog.get_by_role("radio", name="Jane A Doe").check()
    assert visit.faults() == []
    for width in (768, 390):
        page.set_viewport_size({"width": width, "height": 844})
        assert fits(page)
        assert visit.faults() == []
    dialog.get_by_role("button", name="Merge the two").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("heading", name="Jane A Doe", level=1)).to_be_visible()
    expect(page.get_by_text("Merged with Jane A Doe, jane.work@example.com")).to_be_visible()
    merges = page.get_by_role("region", name="Merged with")
    merges.get_by_role("button", name="Undo the merge with Jane A Doe").click()
    asked = page.get_by_role("dialog", name="Undo the merge with Jane A Doe?")
    assert visit.faults() == []
    asked.get_by_role("button", name="Undo the merge").click()
    expect(asked).to_have_count(0)
    expect(page.get_by_role("heading", name="Jane Doe", level=1)).to_be_visible()
    expect(merges.get_by_text("This merge was undone already.")).to_have_count(0)
