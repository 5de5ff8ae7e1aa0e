"""A client's way through the portal: what comes next, the tabs, a project's own page, and back."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from booking_visit import NARROW, Gate, Program, Visit
from keyboard import tab_to
from playwright.sync_api import Page, expect
from signed_in import CLIENT, add_client, enter_portal, fits, flaws, tell_client

from app import clock
from app.accounts import credentials as accounts
from app.projects.models import Project
from tests.cut_words import CUT_WORDS
from tests.people import PASSWORD

pytestmark = pytest.mark.browser

NARROWEST = 320  # 1280 px at 400 %
TIME, DOCUMENTS = "Choose a time (HPM-1)", "Add documents (HPM-1)"


def is_well_made(visit: Visit) -> bool:
    """Whether the page as it stands has nothing that axe finds, and fits phones, wide screens and those at 400 %."""
    page, size = visit.page, visit.page.viewport_size
    assert size is not None
    page.set_viewport_size({**size, "width": NARROWEST})
    narrow = fits(page)
    page.set_viewport_size(size)
    return flaws(visit) == [] and narrow


def tab(page: Page, name: str) -> None:
    """Open a tab of the portal by a click."""
    page.get_by_role("tab", name=name).click()
    expect(page.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")


@pytest.mark.spec("D-01", "D-02", "D-03", "L-01")
def test_a_client_finds_what_comes_next_and_their_project_and_the_way_back(
    program: Program, arrive: Callable[..., Visit]
) -> None:
    add_client(program, files=0)
    accounts.set_client_password(CLIENT, PASSWORD)
    visit = arrive(NARROW)
    page, portal = visit.open("/client-portal/projects/HPM-1"), f"{program.address}/client-portal"

    # The address of a project leads there through the sign-in.
    visit.at("Client Login")
    tell_client(visit, PASSWORD)
    visit.at("Planning & Approvals")
    expect(page).to_have_title(re.compile(r"^HPM-1 Planning & Approvals \|"))
    visit.at("Choose the time of your consultation")
    expect(page.get_by_role("link", name=TIME)).to_be_visible()
    expect(page.get_by_role("link", name=DOCUMENTS)).to_be_visible()
    parts = page.locator("main section[id]").evaluate_all("found => found.map((part) => part.id)")
    assert parts == ["consultation", "documents", "money", "messages", "progress", "service"]
    progress = page.get_by_role("region", name="Progress")
    expect(progress.get_by_text("A consultation was booked")).to_be_visible()
    booked = page.get_by_role("region", name="What you booked")
    expect(booked).to_contain_text("Lodgement through the NSW Planning Portal")
    assert is_well_made(visit)

    # The list of projects is one key away, and says the same of what comes next.
    tab_to(page, "All projects")
    page.keyboard.press("Enter")
    visit.at("Welcome, Amelia Hart")
    expect(page).to_have_title(re.compile(r"^Client portal \|"))
    expect(page.locator("main")).to_be_focused()
    expect(page.get_by_role("link", name=TIME)).to_be_visible()
    assert is_well_made(visit)

    # The open tab stands in the address, and Back goes through what was opened.
    tab(page, "DOCUMENTS")
    expect(page).to_have_url(f"{portal}?tab=documents")
    assert is_well_made(visit)
    page.reload()
    tab(page, "APPOINTMENTS")
    page.go_back()
    expect(page.get_by_role("tab", name="DOCUMENTS")).to_have_attribute("aria-selected", "true")
    tab(page, "PROJECTS")
    expect(page).to_have_url(portal)
    page.get_by_role("tabpanel").get_by_role("link", name="Planning & Approvals").click()
    expect(page).to_have_url(f"{portal}/projects/HPM-1")
    page.go_back()
    visit.at("Welcome, Amelia Hart")

    # What cannot be asked anew stays, and says so.
    page.route("**/api/client/steps", lambda route: route.abort())
    page.get_by_role("tabpanel").get_by_role("link", name="Planning & Approvals").click()
    page.reload()  # what was asked within the last two seconds is not asked anew before
    expect(page.get_by_text("We cannot reach the server; trying again.")).to_be_visible()
    expect(page.get_by_role("link", name=TIME)).to_be_visible()
    assert is_well_made(visit)
    page.unroute_all()
    visit.button("Try again").click()
    expect(page.get_by_text("We cannot reach the server; trying again.")).to_have_count(0)

    # A known project stays although the server stumbles, and says how old that is.
    page.route("**/api/client/projects/*", lambda route: route.fulfill(status=500, body=""))
    page.reload()
    expect(page.get_by_text("This could not be refreshed.")).to_be_visible()
    visit.at("Planning & Approvals")
    assert is_well_made(visit)

    # One that was never seen is asked for again; one that is not there has a way back.
    visit.open("/client-portal/projects/HPM-4711")
    expect(page.get_by_text("Your project could not be loaded")).to_be_visible()
    assert is_well_made(visit)
    page.unroute_all()
    visit.button("Try again").click()
    visit.at("We could not find that project")
    assert is_well_made(visit)
    page.get_by_role("link", name="See all your projects").click()
    visit.at("Welcome, Amelia Hart")

    # A step is gone after its act.
    when = clock.now() + timedelta(days=3)
    Project.update(appointment_date=when, status="scheduled").execute()
    page.reload()
    visit.at("Your consultation")
    expect(page.get_by_role("link", name="Add to calendar (HPM-1)")).to_have_attribute(
        "href", "/api/projects/1/consultation.ics"
    )
    expect(page.get_by_role("link", name=TIME)).to_have_count(0)


def test_on_a_phone_what_is_finished_is_folded_and_nothing_is_said_twice(
    program: Program, arrive: Callable[..., Visit]
) -> None:
    add_client(program, files=5)
    accounts.set_client_password(CLIENT, PASSWORD)
    Project.update(appointment_date=clock.now() + timedelta(days=3), status="scheduled").execute()
    visit = arrive(NARROW)
    page = visit.open("/client-portal/projects/HPM-1")
    tell_client(visit, PASSWORD)
    visit.at("Your consultation")
    calendars = page.get_by_role("link", name=re.compile("^Add to calendar")).filter(visible=True)
    previews = page.get_by_role("button", name=re.compile("^Preview"))
    paid = page.get_by_role("article", name="HPM-1")
    expect(page.get_by_text("3 older documents")).to_be_visible()
    expect(calendars).to_have_count(1)
    expect(previews).to_have_count(2)
    expect(paid.get_by_text("Initial consultation booking")).to_be_hidden()
    expect(page.get_by_text("Lodgement through the NSW Planning Portal")).to_be_hidden()
    assert is_well_made(visit)

    for folded in (
        "Move, cancel or another calendar",
        "3 older documents",
        "HPM-1 Paid",
        "If you go ahead: Planning & Approvals",
    ):
        page.locator("summary").filter(has_text=folded).click()
    expect(calendars).to_have_count(2)
    expect(previews).to_have_count(5)
    expect(paid.get_by_text("Initial consultation booking")).to_be_visible()
    assert is_well_made(visit)

    # What comes late moves neither the focus nor the page.
    gate = Gate(page, "**/api/client/steps")
    page.add_init_script("sessionStorage.clear(); localStorage.clear()")
    page.goto(f"{program.address}/client-portal/projects/HPM-1")
    consultation = page.get_by_role("region", name="Consultation", exact=True)
    expect(consultation.locator("time")).to_be_visible()
    page.wait_for_timeout(500)
    gate.open()
    expect(consultation.get_by_text("Move, cancel or another calendar")).to_be_visible()
    assert page.evaluate("document.activeElement === document.body")

    # One that has been held takes a line.
    Project.update(appointment_date=clock.now() - timedelta(days=3)).execute()
    page.reload()
    held = page.get_by_role("region", name="Consultation", exact=True)
    expect(held.locator("time")).to_have_count(1)
    expect(held.get_by_role("heading")).to_have_count(1)

    # Beside each other there is room for all of it.
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.get_by_text("older documents")).to_have_count(0)
    expect(page.get_by_text("Lodgement through the NSW Planning Portal")).to_be_visible()


def test_no_word_of_the_portal_is_cut_at_320_pixels_with_text_of_twice_the_size(
    program: Program, arrive: Callable[..., Visit]
) -> None:
    add_client(program, files=1)
    visit = arrive(NARROW)
    page = enter_portal(visit)
    page.set_viewport_size({"width": 160, "height": 500})
    for path in ("", "?tab=documents", "?tab=appointments", "/profile", "/projects/HPM-1"):
        page.goto(f"{program.address}/client-portal{path}")
        page.wait_for_load_state("networkidle")
        assert page.evaluate(CUT_WORDS) == [], path
        assert fits(page), path
