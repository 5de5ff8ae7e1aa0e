"""Parts of a page that come later and do not come: the page stands, and what was typed is kept."""

import re

import pytest
from booking_visit import Program, Visit, arrived
from onboarding_visit import make_project, open_checkout
from playwright.sync_api import expect
from signed_in import CLIENT, add_client, send

from app.accounts import credentials as accounts
from tests.people import PASSWORD

pytestmark = pytest.mark.browser


def gone(visit: Visit, part: str, times: int | None = None) -> None:
    """A script that is no longer there."""
    visit.page.route(f"**/assets/{part}-*.js", lambda route: route.fulfill(status=404), times=times)


def settle(visit: Visit) -> None:
    """Time for the page to take notice of what has arrived."""
    for _ in range(10):
        arrived(visit.page)


def only_missing(visit: Visit) -> None:
    """The console has complained about missing scripts alone."""
    assert all("dynamically imported module" in each for each in visit.complaints), visit.complaints
    visit.complaints.clear()


def test_a_toast_is_read_and_dismissed_without_what_draws_it(visit: Visit) -> None:
    gone(visit, "ToastViewport")
    page = visit.open("/checkout")
    visit.toast("Missing Parameters", "Project ID and amount are required")
    assert visit.faults() == []
    visit.dismiss("Missing Parameters")
    expect(page.get_by_text("Project ID and amount are required")).to_have_count(0)
    expect(page.get_by_role("banner")).to_be_visible()
    only_missing(visit)


def test_the_page_stands_without_the_sign_of_who_is_signed_in(program: Program, visit: Visit) -> None:
    add_client(program)
    accounts.set_client_password(CLIENT, PASSWORD)
    assert send(visit, "/api/client/login", {"email": CLIENT, "password": PASSWORD}) == 200
    gone(visit, "SignedInMark")
    with visit.page.expect_response("**/assets/SignedInMark-*.js"):
        page = visit.open("/services")
    settle(visit)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("banner").get_by_role("link", name="CLIENT PORTAL")).to_be_visible()
    only_missing(visit)


def test_sections_stay_readable_until_their_script_comes(visit: Visit) -> None:
    gone(visit, "HomeSections", times=1)
    page = visit.open("/")
    with page.expect_response("**/assets/HomeSections-*.js"):
        page.mouse.wheel(0, 600)
    settle(visit)
    expect(page.get_by_role("heading", name="WHY CHOOSE HELIOS")).to_be_attached()
    expect(page.get_by_role("alert")).to_have_count(0)
    with page.expect_response(lambda answer: "HomeSections" in answer.url and answer.ok):
        page.mouse.wheel(0, 600)
    # Only its script makes the carousel's place known.
    page.get_by_role("heading", name="CLIENT SUCCESS STORIES").scroll_into_view_if_needed()
    expect(page.get_by_role("group", name="Client success stories").get_by_role("button").first).to_be_enabled()


def test_a_step_that_a_new_release_has_replaced_is_fetched_anew(visit: Visit) -> None:
    gone(visit, "DocumentsStep", times=1)
    page = visit.open()
    visit.tell_personal()
    page.get_by_label("Service type").select_option("planning_approvals")
    page.get_by_label("Project type").select_option("new_home")
    page.get_by_label("Approximate project value").select_option("1m_3m")
    with page.expect_event("load"):
        visit.button("NEXT STEP").click()
    visit.at("Project Information")
    expect(page.get_by_label("Project type")).to_have_value("new_home")
    visit.button("NEXT STEP").click()
    visit.at("Document Upload")


def test_a_step_that_does_not_come_for_want_of_a_connection_is_asked_for_again(visit: Visit) -> None:
    page = visit.open()
    visit.tell_personal()
    visit.context.set_offline(True)
    page.get_by_label("Service type").select_option("planning_approvals")
    page.get_by_label("Project type").select_option("new_home")
    page.get_by_label("Approximate project value").select_option("1m_3m")
    visit.button("NEXT STEP").click()
    expect(page.get_by_role("alert")).to_contain_text("Your answers are kept here")
    visit.context.set_offline(False)
    visit.button("NEXT STEP").click()
    visit.at("Document Upload")


def test_a_card_form_that_a_new_release_has_replaced_is_fetched_anew(visit: Visit) -> None:
    gone(visit, "CardForm", times=1)
    project = make_project(visit)
    loads: list[str] = []
    visit.page.on("load", lambda page: loads.append(page.url))
    open_checkout(visit, project)
    assert len(loads) == 2
    only_missing(visit)


def test_a_page_that_does_not_come_for_want_of_a_connection_is_asked_for_again(visit: Visit) -> None:
    page = visit.open("/services")
    menu = page.get_by_role("banner").get_by_role("navigation")
    absent = page.get_by_role("heading", name="This page did not arrive")
    title = page.get_by_role("heading", level=1)

    visit.context.set_offline(True)
    menu.get_by_role("link", name="About").click()
    expect(absent).to_be_visible()
    with page.expect_event("requestfailed"):
        visit.button("Try again").click()
    expect(absent).to_be_visible()
    menu.get_by_role("link", name="Services").click()
    expect(title).to_have_text("Services")
    menu.get_by_role("link", name="Contact").click()
    expect(absent).to_be_visible()

    visit.context.set_offline(False)
    visit.button("Try again").click()
    expect(title).to_have_text(re.compile("book a service", re.IGNORECASE))
    menu.get_by_role("link", name="About").click()
    expect(page).to_have_title(re.compile("^About"))
    expect(absent).to_have_count(0)
    expect(title).to_be_visible()
    visit.complaints.clear()
