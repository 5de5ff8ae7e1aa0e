"""Onboarding when something is missing, lost, refused or taken."""

from collections.abc import Callable

import pytest
from booking_visit import PLAN, Visit, before_scripts, page_is
from onboarding_visit import (
    choose_service,
    date_of,
    day_button,
    failing,
    go_on,
    hour_of,
    make_project,
    open_times,
    pick,
    tell_details,
    to_schedule,
)
from playwright.sync_api import expect

from app.accounts.models import Client
from app.documents.models import Document
from app.projects.models import Project
from app.slots.models import Hold

pytestmark = pytest.mark.browser


@pytest.mark.spec("O-02", "S-11")
def test_each_field_of_the_details_says_what_is_wrong(visit: Visit) -> None:
    page = visit.open("/onboarding")
    page.get_by_label("Phone Number").fill("12345")
    visit.button("Next").click()
    for text in (
        "Name must be at least 2 characters",
        "Invalid email address",
        "Phone number must be at least 7 characters",
        "Address must be at least 3 characters",
        "City must be at least 2 characters",
        "State must be at least 2 characters",
        "Zip code must be at least 4 characters",
    ):
        expect(page.get_by_text(text)).to_be_visible()
    expect(page.get_by_label("Full Name")).to_be_focused()
    options = page.get_by_label("Enquiry Type").locator("option").all_inner_texts()
    assert options == ["New Project", "Consultation", "Existing Project", "Other"]


@pytest.mark.spec("O-03", "O-05", "O-07", "E-01")
def test_service_and_appointment_are_required(arrive: Callable[..., Visit]) -> None:
    slot, taken = open_times()[0:2]
    make_project(arrive(), taken)
    visit = arrive()
    page = visit.open("/onboarding")
    tell_details(visit)
    visit.button("Next").click()
    visit.toast("Service Required", "Please select a service to continue")
    choose_service(visit)
    go_on(visit, "Schedule a Consultation")
    day = day_button(page, slot.date)
    visit.button("Proceed to Payment").click(force=True)  # dimmed, and says why
    visit.toast("Appointment Required", "Please select an appointment time to continue")
    assert page.get_by_role("grid").get_by_role("button", name="Sunday").first.is_disabled()
    day.click()
    if date_of(taken.date) == date_of(slot.date):
        expect(page.get_by_role("button", name=hour_of(taken.date), exact=True)).to_be_hidden()


@pytest.mark.spec("O-01", "O-04")
def test_a_reload_and_the_back_button_keep_everything_that_has_arrived(visit: Visit) -> None:
    slot = open_times()[5]
    page = visit.open("/onboarding")
    page.get_by_label("Full Name").fill("Early")
    page.reload()
    expect(page.get_by_label("Full Name")).to_have_value("Early")
    tell_details(visit, name="Ann Early")
    page.get_by_role("radio", name="Inspection Services").check()
    page.reload()
    expect(page.get_by_role("radio", name="Inspection Services")).to_be_checked()
    go_on(visit, "Document Upload")
    visit.add_files(PLAN, {**PLAN, "name": "Second.pdf"})
    expect(page.get_by_text(", Uploaded")).to_have_count(2)
    assert {file.project_id for file in Document.select()} == {Project.get().id}
    page.reload()
    expect(page.get_by_text(", Uploaded")).to_have_count(2)
    expect(page.get_by_text("Please add your documents again")).to_be_hidden()
    visit.button("Remove Second.pdf").click()
    expect(page.get_by_text(", Uploaded")).to_have_count(1)
    assert [file.file_name for file in Document.select()] == ["Plan.pdf"]
    # What was on its way is named.
    page.route("**/api/documents", lambda route: None)
    visit.add_files({**PLAN, "name": "Late.pdf"})
    go_on(visit, "Schedule a Consultation")
    pick(page, slot.date)
    page.reload()
    page.unroute("**/api/documents")
    visit.at("Schedule a Consultation")
    expect(page.get_by_text("Initial Consultation (45 min)")).to_be_visible()
    expect(page.get_by_text("Please add your documents again")).to_be_visible()
    expect(page.get_by_text("Late.pdf")).to_be_visible()
    assert visit.faults() == []
    visit.button("Add documents").click()
    visit.add_files({**PLAN, "name": "Late.pdf"})
    expect(page.get_by_text(", Uploaded")).to_have_count(2)
    expect(page.get_by_text("Please add your documents again")).to_be_hidden()
    visit.button("Previous").click()
    visit.at("Service Selection")
    visit.button("Previous").click()
    expect(page.get_by_label("Full Name")).to_have_value("Ann Early")
    page.go_back()
    visit.at("Schedule a Consultation")


@pytest.mark.spec("O-06", "E-01")
def test_each_call_may_fail_and_be_repeated_without_doubling_anything(visit: Visit) -> None:
    slot = open_times()[7]
    page = to_schedule(visit, files=False)
    documents = failing(page, "**/api/documents", "POST")
    visit.button("Previous").click()
    visit.add_files(PLAN)
    expect(page.get_by_text(", Not uploaded")).to_be_visible()
    go_on(visit, "Schedule a Consultation")
    pick(page, slot.date)
    for pattern, method in (
        ("**/api/clients", "POST"),
        ("**/api/projects", "POST"),
        ("**/api/slots/*/book", "PATCH"),
        ("**/api/projects/*", "PATCH"),
        ("", ""),
    ):
        mend = failing(page, pattern, method) if pattern else documents
        visit.button("Proceed to Payment").click()
        visit.dismiss("Error", "There was an error creating your project. Please try again.")
        expect(page.get_by_role("alert").filter(has_text="There was an error creating")).to_be_visible()
        expect(page.get_by_text("Initial Consultation (45 min)")).to_be_visible()
        expect(visit.button("Proceed to Payment")).to_be_enabled()
        mend()
    assert visit.faults() == []
    visit.button("Proceed to Payment").click()
    visit.at("Order Summary")
    counts = [table.select().count() for table in (Client, Project, Hold, Document)]
    assert counts == [1, 1, 1, 1]
    visit.button("Previous").click()
    visit.at("Schedule a Consultation")
    expect(page.get_by_text("Initial Consultation (45 min)")).to_be_visible()
    visit.button("Proceed to Payment").click()
    visit.at("Order Summary")
    assert [table.select().count() for table in (Client, Project, Hold, Document)] == counts


@pytest.mark.spec("O-06", "O-07")
def test_a_time_taken_in_between_is_chosen_anew(arrive: Callable[..., Visit]) -> None:
    first, second = open_times()[4:6]
    visit = arrive()
    page = to_schedule(visit)
    pick(page, first.date)
    make_project(arrive(), first, email="bea@example.com")
    visit.button("Proceed to Payment").click()
    alert = page.get_by_role("alert").filter(has_text="That time has just been taken. Please choose another.")
    expect(alert).to_be_visible()
    visit.at("Schedule a Consultation")
    nothing = page.get_by_text("No appointment selected yet")
    expect(page.get_by_role("region", name="Your appointment").filter(has=nothing)).to_be_visible()
    expect(page.get_by_role("status").and_(nothing)).to_be_visible()
    assert visit.faults() == []
    day_button(page, second.date).click()
    expect(page.get_by_role("button", name=hour_of(second.date), exact=True)).to_be_visible()
    if date_of(first.date) == date_of(second.date):
        expect(page.get_by_role("button", name=hour_of(first.date), exact=True)).to_be_hidden()
    pick(page, second.date)
    visit.button("Proceed to Payment").click()
    visit.at("Order Summary")
    assert Project.get(Project.client == Client.get(Client.email == "ann@example.com")).appointment_date == second.date


@pytest.mark.spec("O-04", "O-06")
def test_a_document_that_is_not_what_it_says_can_be_taken_out(visit: Visit) -> None:
    slot = open_times()[6]
    page = to_schedule(visit, files=False)
    visit.button("Previous").click()
    visit.add_files(PLAN, {"name": "Fake.pdf", "mimeType": "application/pdf", "buffer": b"not a document"})
    visit.add_files({"name": "Sheet.xlsx", "mimeType": "application/x", "buffer": b"x"})
    expect(page.get_by_text("File Sheet.xlsx has invalid type.")).to_be_visible()
    go_on(visit, "Schedule a Consultation")
    pick(page, slot.date)
    visit.button("Proceed to Payment").click()
    visit.button("Remove Fake.pdf").click()
    visit.button("Proceed to Payment").click()
    visit.at("Order Summary")
    assert [file.file_name for file in Document.select()] == ["Plan.pdf"]


@pytest.mark.spec("O-01")
def test_what_is_typed_before_the_scripts_arrive_stays_and_no_script_is_told(arrive: Callable[..., Visit]) -> None:
    visit = arrive()
    with before_scripts(visit, "/onboarding", "onboarding") as page:
        page.get_by_label("Full Name").fill("Early Bird")
    page_is(page, "window.isReady")
    page.get_by_label("City").fill("Hurstville")
    expect(page.get_by_label("Full Name")).to_have_value("Early Bird")
    bare = arrive(java_script_enabled=False)
    bare.open("/onboarding")
    expect(bare.page.locator("noscript p").first).to_be_visible()
