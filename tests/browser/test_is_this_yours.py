"""The page behind the letter "Is this yours?", and what the portal shows before and after, in a real browser."""

import re
from collections.abc import Callable

import pytest
from booking_visit import Program, Visit
from onboarding_visit import accept, make_project, open_checkout, press
from playwright.sync_api import expect
from signed_in import CLIENT, add_client, add_staff, enter_portal, enter_staff, fits, send

from app.clock import now
from app.consultations.expired import expire_holds
from app.projects.models import Project
from app.projects.rules import SIGN_IN_TO_CHANGE
from app.proofs.ownership import confirm
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
    page.get_by_role("listitem").get_by_role("link", name="Ann Lee", exact=True).click()
    page.get_by_role("button", name=f"Confirm this is theirs: HPM-{stranger.project}").click()
    dialog = page.get_by_role("dialog", name="Confirm this is theirs?")
    expect(dialog).to_contain_text(re.compile("details stay as we keep them: Amelia Hart"))
    dialog.get_by_role("button", name="Confirm", exact=True).click()
    expect(page.get_by_text("Sent with a client's address, not proved")).to_have_count(0)


def answer(visit: Visit, said: str) -> None:
    """Whoever reads the address answers the newest letter's link."""
    assert send(visit, "/api/ownership/answer", {"token": token_of(letters()[-1]), "answer": said}) == 200


@pytest.mark.spec("R-01")
def test_who_typed_an_address_that_is_not_theirs_is_asked_to_call_and_promised_no_letter(
    program: Program, arrive: Callable[..., Visit]
) -> None:
    add_client(program)
    visit = arrive(390)
    project = make_project(visit, email=CLIENT)
    answer(visit, "no")
    page = open_checkout(visit, project)
    told = page.get_by_text(f"with your reference HPM-{project}, and we put it right.")
    expect(told).to_be_visible()
    assert visit.faults() == [] and fits(page)
    page.get_by_role("radio", name="Bank Transfer").check()
    accept(page)
    press(visit)
    visit.toast("Bank Transfer Chosen", "Please complete your bank transfer using the reference number provided.")
    visit.at("Awaiting your transfer")
    expect(told).to_be_visible()
    expect(page.get_by_text("We send no email with these details now.")).to_be_visible()
    promised = page.get_by_text(re.compile(r"We write to you|A reminder|sign-in details|sent to", re.IGNORECASE))
    expect(promised).to_have_count(0)
    assert visit.faults() == [] and fits(page)
    add_staff()
    desk = enter_staff(arrive(1440))
    desk.get_by_role("button", name=f"Mark transfer received: HPM-{project}").click()
    expect(desk.get_by_role("dialog")).to_contain_text("No letter is written, since its address is said to be somebody")
    desk.get_by_role("button", name="Mark received").click()
    expect(desk.get_by_text("No letter was written: please call them.").first).to_be_visible()
    page.reload()
    visit.at("Booking Confirmed")
    expect(told).to_be_visible()
    expect(promised).to_have_count(0)
    assert visit.faults() == []


@pytest.mark.spec("R-01")
def test_a_browser_that_may_only_look_is_offered_nothing_that_is_refused(
    program: Program, arrive: Callable[..., Visit]
) -> None:
    add_client(program)
    visit = arrive(390)
    project = make_project(visit, email=CLIENT)
    answer(visit, "yes")
    page = visit.open(f"/checkout?projectId={project}&amount=2000")
    expect(page.get_by_text(SIGN_IN_TO_CHANGE)).to_be_visible()
    expect(page.get_by_role("radio")).to_have_count(0)
    expect(page.get_by_text(re.compile("bank transfer"))).to_have_count(0)
    assert visit.faults() == [] and fits(page)
    expire_holds(Project.get_by_id(project).appointment_date)
    page.reload()
    expect(page.get_by_text("Your time is no longer held")).to_be_visible()
    expect(page.get_by_text(SIGN_IN_TO_CHANGE)).to_be_visible()
    expect(page.get_by_role("grid")).to_have_count(0)
    assert visit.faults() == [] and fits(page)


def test_a_client_without_a_sign_in_is_not_sent_to_the_portal(program: Program, visit: Visit) -> None:
    slots.generate(now())
    confirm(Onboarder(program.house, email=CLIENT).project, "helena", now())
    Onboarder(program.house, email=CLIENT)
    page = visit.open(f"/client-portal/confirm?token={token_of(letters()[0])}")
    visit.button("Yes, this is mine").click()
    expect(page.get_by_text("You have no sign-in for the client portal yet")).to_be_visible()
    expect(page.get_by_role("link", name="Open the client portal")).to_have_count(0)
    visit.button("This is not mine after all").click()
    expect(page.get_by_text("It is kept apart from everything of yours")).to_be_visible()
    assert visit.faults() == []


@pytest.mark.parametrize(("query", "said"), [("", "opens from the link"), ("?token=guess", "no longer valid")])
def test_a_link_that_is_not_good_says_so(arrive: Callable[..., Visit], query: str, said: str) -> None:
    visit = arrive(390)
    page = visit.open(f"/client-portal/confirm{query}")
    expect(page.get_by_role("alert")).to_contain_text(said)
    assert visit.faults() == [] and fits(page)
