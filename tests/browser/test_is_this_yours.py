"""The page behind the letter "Is this yours?", and what the portal shows before and after, in a real browser."""

import re
from collections.abc import Callable

import pytest
from booking_visit import Program, Visit
from playwright.sync_api import expect
from signed_in import CLIENT, add_client, add_staff, enter_portal, enter_staff, fits

from app.clock import now
from app.slots import actions as slots
from tests.onboarders import Onboarder
from tests.proofs.strangers import BAIT, bait, letters, token_of

pytestmark = pytest.mark.browser


def typed(program: Program) -> Onboarder:
    """A stranger's submission with the client's address and a file."""
    slots.generate(now())
    stranger = Onboarder(program.house, email=CLIENT)
    assert bait(stranger).status_code == 201
    return stranger


@pytest.mark.spec("R-01")
def test_a_client_says_whose_it_is_and_the_portal_follows(program: Program, arrive: Callable[..., Visit]) -> None:
    add_client(program)
    stranger = typed(program)
    visit = arrive(390)
    page = enter_portal(visit)
    page.get_by_role("tab", name="DOCUMENTS").click()
    expect(page.get_by_text("Added with the online form")).to_have_count(1)
    expect(page.get_by_text(BAIT)).to_have_count(0)

    page = visit.open(f"/client-portal/confirm?token={token_of(letters()[0])}")
    visit.at("Is this yours?")
    expect(page.get_by_role("definition").first).to_have_text("Planning & Approvals")
    expect(page).to_have_url(f"{program.address}/client-portal/confirm")
    assert visit.faults() == [] and fits(page)
    page.get_by_role("button", name="Yes, this is mine").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Thank you, it is with your projects now")).to_be_visible()
    assert visit.faults() == [] and fits(page)
    page.get_by_role("link", name="Open the client portal").click()
    page.get_by_role("tab", name="DOCUMENTS").click()
    expect(page.get_by_text(BAIT)).to_be_visible()
    assert letters()[0].project_id == stranger.project


@pytest.mark.spec("R-01")
def test_no_reaches_staff_who_may_still_confirm_it(program: Program, visit: Visit) -> None:
    add_client(program)
    stranger = typed(program)
    add_staff()
    page = visit.open(f"/client-portal/confirm?token={token_of(letters()[0])}")
    visit.button("No, this is not mine").click()
    expect(page.get_by_text("Thank you for telling us")).to_be_visible()
    assert visit.faults() == []
    page = enter_staff(visit)
    page.get_by_text("Sent with a client's address, not proved").click()
    expect(page.get_by_text("Said not to be theirs")).to_be_visible()
    assert visit.faults() == []
    page.get_by_role("button", name=f"Confirm this is theirs: HPM-{stranger.project}").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(re.compile("details stay as we keep them: Amelia Hart"))
    dialog.get_by_role("button", name="Confirm", exact=True).click()
    expect(page.get_by_text("Sent with a client's address, not proved")).to_have_count(0)


@pytest.mark.parametrize(("query", "said"), [("", "opens from the link"), ("?token=guess", "no longer valid")])
def test_a_link_that_is_not_good_says_so(arrive: Callable[..., Visit], query: str, said: str) -> None:
    visit = arrive(390)
    page = visit.open(f"/client-portal/confirm{query}")
    expect(page.get_by_role("alert")).to_contain_text(said)
    assert visit.faults() == [] and fits(page)
