"""What visitors type: judged alike on both ends, and never lost."""

from collections.abc import Callable

import pytest
from booking_visit import NARROW, PERSON, Gate, Visit, before_scripts, only_booking, page_is
from playwright.sync_api import Route, expect

from tests.people import PROJECT

pytestmark = pytest.mark.browser


@pytest.mark.spec("B-10", "S-11")
def test_each_field_says_what_is_wrong_with_it(visit: Visit) -> None:
    page = visit.open()
    page.get_by_label("Full name").fill(" A ")
    visit.button("NEXT STEP").click()
    for text in (
        "Full name must be at least 2 characters",
        "Please enter a valid email address",
        "Please enter a valid phone number",
        "Address must be at least 5 characters",
    ):
        expect(page.get_by_text(text)).to_be_visible()
    expect(page.get_by_label("Full name")).to_be_focused()
    page.get_by_label("Full name").fill("Al")
    expect(page.get_by_text("Full name must be at least 2 characters")).to_be_hidden()
    visit.tell_personal()
    visit.button("NEXT STEP").click()
    for text in (
        "Please select a service",
        "Please select a project type",
        "Please select an approximate project value",
    ):
        expect(page.get_by_text(text)).to_be_visible()
    expect(page.get_by_label("Service type")).to_be_focused()


@pytest.mark.parametrize("complete", [True, False])
def test_a_press_while_the_saved_draft_is_on_its_way_is_kept(visit: Visit, complete: bool) -> None:
    page = visit.page
    draft = Gate(page, "**/api/bookings/current")
    page.goto(visit.program.address + "/contact")
    page_is(page, "window.isReady")
    for label, text in {**PERSON, **({} if complete else {"Email address": ""})}.items():
        page.get_by_label(label, exact=True).fill(text)
    visit.button("NEXT STEP").click()
    expect(visit.button("NEXT STEP")).to_have_attribute("aria-busy", "true")
    assert draft.held
    draft.open()
    if complete:
        visit.at("Project Information")
        visit.tell_project()
        assert only_booking().email == PERSON["Email address"]
    else:
        expect(page.get_by_text("Please enter a valid email address")).to_be_visible()
        expect(visit.button("NEXT STEP")).not_to_have_attribute("aria-busy", "true")
        expect(page.get_by_label("Email address")).to_be_focused()


@pytest.mark.spec("B-10")
def test_the_servers_words_come_under_the_field(visit: Visit) -> None:
    page = visit.open()
    refusal = {"message": "Please check the form.", "fields": {"phone": "Please enter a valid phone number"}}
    page.route("**/api/bookings", lambda route: route.fulfill(status=422, json=refusal))
    for label, text in (("Full name", "Amelia"), ("Email address", "a@b.co"), ("Project address", "12 Forest Road")):
        page.get_by_label(label).fill(text)
    page.get_by_label("Phone number").fill("0400 123 456")
    visit.button("NEXT STEP").click()
    expect(page.get_by_text("Please enter a valid phone number")).to_be_visible()
    expect(page.get_by_label("Phone number")).to_be_focused()


@pytest.mark.spec("B-10")
def test_without_a_connection_the_answers_stay(visit: Visit) -> None:
    page = visit.open()
    page.route("**/api/bookings", lambda route: route.abort())
    for label, text in (("Full name", "Amelia"), ("Email address", "a@b.co"), ("Project address", "12 Forest Road")):
        page.get_by_label(label).fill(text)
    page.get_by_label("Phone number").fill("0400 123 456")
    visit.button("NEXT STEP").click()
    expect(page.get_by_role("alert").filter(has_text="Not saved yet")).to_be_visible()
    page.unroute("**/api/bookings")
    visit.button("NEXT STEP").click()
    visit.at("Project Information")


@pytest.mark.spec("B-01", "B-04")
def test_a_reload_in_every_step_keeps_everything(visit: Visit) -> None:
    page = visit.open()
    page.get_by_label("Full name").fill("Amelia")
    page.get_by_label("Phone", exact=True).first.check()
    page.reload()
    expect(page.get_by_label("Full name")).to_have_value("Amelia")
    expect(page.get_by_label("Phone", exact=True).first).to_be_checked()
    visit.tell_personal()
    page.get_by_label("Service type").select_option("scope_tender")
    page.get_by_label("Additional information").fill("A steep block.")
    page.reload()
    visit.at("Project Information")
    expect(page.get_by_label("Service type")).to_have_value("scope_tender")
    expect(page.get_by_label("Additional information")).to_have_value("A steep block.")
    visit.tell_project("scope_tender")
    visit.add_files()
    expect(page.get_by_text(", Uploaded")).to_be_visible()
    page.reload()
    visit.at("Document Upload")
    expect(page.get_by_text("Plan.pdf")).to_be_visible()
    visit.button("PROCEED TO PAYMENT").click()
    expect(page.get_by_label("Card number")).to_be_visible()
    page.reload()
    visit.at("Complete Your Booking")
    visit.pay()
    visit.at("Booking Confirmed")
    booking = only_booking()
    assert (booking.message, booking.preferred_contact) == ("A steep block.", "phone")
    assert len(visit.program.house.sandbox.intents()) == 1


@pytest.mark.spec("B-01")
def test_another_tab_goes_on_where_the_draft_stands(visit: Visit) -> None:
    visit.open()
    visit.tell_personal()
    visit.page.get_by_label("Additional information").fill("Typed, and not sent yet.")
    closed, visit.page = visit.page, visit.join()
    closed.close()
    visit.open()
    visit.at("Project Information")
    expect(visit.page.get_by_label("Additional information")).to_have_value("Typed, and not sent yet.")
    visit.button("PREVIOUS").click()
    expect(visit.page.get_by_label("Full name")).to_have_value("Amelia Hart")


@pytest.mark.spec("B-01")
def test_nothing_typed_stays_in_the_browser_when_the_draft_is_gone(visit: Visit) -> None:
    page = visit.open()
    visit.tell_personal()
    page.get_by_label("Additional information").fill("Typed, and not sent yet.")
    page.context.clear_cookies()
    page.evaluate("sessionStorage.clear()")
    visit.open()
    visit.at("Personal Information")
    expect(page.get_by_label("Full name")).to_have_value("")
    assert "Typed" not in page.evaluate("JSON.stringify(localStorage)")


@pytest.mark.spec("B-01")
def test_back_forward_and_previous_keep_the_answers(visit: Visit) -> None:
    page = visit.open()
    visit.tell_personal()
    visit.tell_project()
    page.go_back()
    visit.at("Project Information")
    expect(page.get_by_label("Project type")).to_have_value("new_home")
    page.go_back()
    visit.at("Personal Information")
    expect(page.get_by_label("Full name")).to_have_value("Amelia Hart")
    page.go_forward()
    visit.at("Project Information")
    page.go_forward()
    visit.at("Document Upload")
    visit.button("PREVIOUS").click()
    visit.at("Project Information")
    expect(page.get_by_role("heading", name="Project Information")).to_be_focused()
    visit.button("PREVIOUS").click()
    visit.at("Personal Information")
    expect(visit.button("PREVIOUS")).to_be_hidden()


@pytest.mark.spec("P-17")
def test_the_address_preselects_service_and_package(visit: Visit) -> None:
    page = visit.open("/contact?service=contract_review&package=premium")
    visit.tell_personal()
    expect(page.get_by_label("Service type")).to_have_value("contract_review")
    expect(page.get_by_label("Premium Review")).to_be_checked()
    expect(page.get_by_text("$990.00")).to_be_visible()
    page.get_by_label("Professional Review").check()
    page.reload()
    expect(page.get_by_label("Professional Review")).to_be_checked()
    visit.tell_project("contract_review")
    assert only_booking().package == "professional"


@pytest.mark.spec("P-17")
def test_a_package_chosen_after_step_4_is_asked_about_before_anything_is_paid(arrive: Callable[..., Visit]) -> None:
    visit = arrive(NARROW)
    page = visit.open("/contact?service=contract_review&package=essential")
    visit.tell_personal()
    visit.tell_project("contract_review")
    visit.button("PROCEED TO PAYMENT").click()
    visit.button("Proceed without documents").click()
    visit.at("Complete Your Booking")
    expect(page.get_by_text("Contract Review, Essential Review").first).to_be_visible()
    expect(page.get_by_label("Card number")).to_be_in_viewport()
    visit.open("/contact?service=contract_review&package=premium")
    visit.at("Project Information")
    asks = page.get_by_role("status").filter(has_text="You chose Contract Review, Premium Review")
    expect(asks).to_contain_text("Your booking says Contract Review, Essential Review.")
    page.reload()
    expect(asks).to_be_visible()
    visit.button("Keep Contract Review, Essential Review").click()
    visit.at("Complete Your Booking")
    page.reload()
    visit.at("Complete Your Booking")
    visit.open("/contract-review")
    page.get_by_role("link", name="Choose Premium Review").click()
    visit.button("NEXT STEP").click()
    visit.at("Complete Your Booking")
    expect(page.get_by_text("Contract Review, Premium Review").first).to_be_visible()
    assert only_booking().package == "premium"
    # Another tab chooses a third: it is shown before it is paid.
    other = {**PROJECT, "serviceType": "contract_review", "package": "professional"}
    assert visit.context.request.post(f"{visit.program.address}/api/bookings", data=other).ok
    visit.pay()
    expect(page.get_by_role("alert").filter(has_text="Your booking was changed in another tab.")).to_be_visible()
    expect(page.get_by_text("Contract Review, Professional Review").first).to_be_visible()
    assert only_booking().status == "draft"


@pytest.mark.spec("P-17")
@pytest.mark.parametrize(
    "query", ["?service=demolition", "?package=premium", "?service=planning_approvals&package=premium"]
)
def test_what_the_address_cannot_mean_is_ignored(visit: Visit, query: str) -> None:
    page = visit.open(f"/contact{query}")
    visit.tell_personal()
    expected = "planning_approvals" if "planning" in query else ""
    expect(page.get_by_label("Service type")).to_have_value(expected)
    visit.tell_project()
    assert only_booking().package is None


@pytest.mark.spec("B-01")
def test_what_is_typed_before_the_scripts_arrive_stays(arrive: Callable[..., Visit]) -> None:
    visit = arrive()
    with before_scripts(visit, "/contact", "wizard") as page:
        page.get_by_label("Full name").fill("Early Bird")
    page_is(page, "window.isReady")
    page.get_by_label("Email address").fill("early@example.com")
    expect(page.get_by_label("Full name")).to_have_value("Early Bird")
    page.reload()
    expect(page.get_by_label("Full name")).to_have_value("Early Bird")


@pytest.mark.spec("B-01")
def test_a_draft_that_cannot_be_loaded_is_not_replaced(visit: Visit) -> None:
    visit.open()
    visit.tell_personal()

    def broken(route: Route) -> None:
        route.fulfill(status=500, json={"message": "", "fields": {}})

    visit.page.route("**/api/bookings/current", broken)
    visit.page.reload()
    expect(visit.page.get_by_text("We could not load your saved booking")).to_be_visible()
    visit.page.unroute("**/api/bookings/current")
    visit.button("Try Again").click()
    visit.at("Project Information")


@pytest.mark.spec("B-01")
def test_a_session_that_ended_is_begun_again_from_what_was_typed(visit: Visit) -> None:
    visit.open()
    visit.tell_personal()
    visit.context.clear_cookies()
    visit.tell_project()
    assert visit.page.request.get(f"{visit.program.address}/api/bookings/current").json()["booking"]["step"] == 3
