"""Clients at the portal, in a real browser."""

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from booking_visit import Program, Visit, arrived
from playwright.sync_api import Page, Route, expect
from signed_in import CLIENT, add_client, enter_portal, fits, tell_client

from app import clock
from app.accounts import credentials as accounts
from app.accounts.session_rows import SessionRow
from app.amounts import size_text
from app.consultations.expired import expire_holds
from app.demo.papers import sample_pdf
from app.orders.money import Payment
from app.payments import transfers
from app.projects.models import Project
from app.slots import actions as slots
from app.slots.models import Hold, Slot
from tests.onboarders import Onboarder
from tests.people import PASSWORD

pytestmark = pytest.mark.browser

NEW_PASSWORD = "ochre lintel 47"


def tell_change(visit: Visit, current: str, new: str, confirm: str) -> None:
    """Fill the change of password and send it."""
    for label, text in (("Current password", current), ("New password", new), ("Confirm new password", confirm)):
        visit.page.get_by_label(label, exact=True).fill(text)
    visit.button("Change password").click()


def status_of(page: Page, path: str) -> int:
    """The status that the server answers the page's browser."""
    status: int = page.evaluate("path => fetch(path).then((answer) => answer.status)", path)
    return status


@pytest.mark.spec("L-01", "L-02", "L-03", "E-01")
def test_the_temporary_password_opens_only_its_own_change(program: Program, arrive: Callable[..., Visit]) -> None:
    temporary = add_client(program)
    visit = arrive(390)
    page = visit.open("/client-portal")
    visit.at("Client Login")
    tell_client(visit, temporary)
    visit.toast("Login Successful")
    visit.at("Password Reset Required")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    assert status_of(page, "/api/client/projects") == 403
    for hint in ("At least 8 characters", "Letters and numbers", "Different from the temporary password"):
        expect(page.get_by_text(hint)).to_be_visible()

    tell_change(visit, "", "short", "")
    for message in (
        "Current password is required",
        "Password must be at least 8 characters",
        "Please confirm your password",
    ):
        expect(page.get_by_text(message, exact=True)).to_be_visible()
    assert visit.faults() == []
    assert fits(page)
    tell_change(visit, temporary, NEW_PASSWORD, NEW_PASSWORD + "!")
    expect(page.get_by_text("Passwords don't match")).to_be_visible()
    tell_change(visit, "not the one", NEW_PASSWORD, NEW_PASSWORD)
    visit.toast("Password Reset Failed", "Failed to update password. Please check your current password and try again.")

    tell_change(visit, temporary, NEW_PASSWORD, NEW_PASSWORD)
    visit.toast(
        "Password Updated Successfully", "Your password has been changed. You can now access your client portal."
    )
    visit.at("Welcome, Amelia Hart")
    expect(page.get_by_role("tab", name="PROJECTS")).to_be_visible()
    assert fits(page)


@pytest.mark.spec("L-01", "L-03", "S-11", "E-01")
def test_sign_ins_that_fail_say_why(program: Program, visit: Visit) -> None:
    password = add_client(program)
    page = visit.open("/client-portal")
    visit.button("LOGIN").click()
    expect(page.get_by_text("Required", exact=True)).to_have_count(2)
    expect(page.get_by_label("Email")).to_be_focused()
    tell_client(visit, "anything", email="amelia")
    expect(page.get_by_text("Invalid email", exact=True)).to_be_visible()
    tell_client(visit, "wrong")
    visit.toast("Login Failed", "Invalid email or password.")
    assert visit.faults() == []
    page.route("**/api/client/login", lambda route: route.abort())
    visit.button("LOGIN").click()
    visit.toast("Login Error", "Unable to connect to server. Please try again.")
    page.unroute_all()
    page.route("**/api/client/profile", lambda route: route.fulfill(status=500, body=""))
    tell_client(visit, password)
    visit.toast("Authentication Error", "Please try logging in again.")


@pytest.mark.spec("L-01")
def test_the_way_for_those_without_an_account_or_password(visit: Visit) -> None:
    page = visit.open("/client-portal")
    expect(page.get_by_role("link", name="Forgot password?")).to_have_attribute("href", re.compile("^mailto:[^?]+@"))
    main = page.get_by_role("main")
    expect(main.get_by_role("link", name="Book a Consultation")).to_have_attribute("href", "/contact")
    expect(main.get_by_role("link", name="View Our Services")).to_have_attribute("href", "/services")
    assert visit.faults() == []


@pytest.mark.spec("D-01", "D-02", "D-03", "D-04")
def test_a_client_sees_and_downloads_what_is_theirs(program: Program, visit: Visit) -> None:
    add_client(program, files=2)
    page = enter_portal(visit)
    for label, count in (
        ("Projects", "1"),
        ("Documents", "2"),
        ("Upcoming Appointments", "0"),
        ("Account", f"A{CLIENT}"),
    ):
        counter = page.locator("dl > div").filter(has=page.locator("dt", has_text=re.compile(f"^{label}$")))
        expect(counter.locator("dd")).to_have_text(count)
    projects = page.get_by_role("tabpanel", name="PROJECTS")
    for text in ("Planning & Approvals", "Created just now", "To be scheduled", "A duplex on a sloping block."):
        expect(projects.get_by_text(text, exact=True)).to_be_visible()
    assert visit.faults() == []

    page.get_by_role("tab", name="PROJECTS").press("ArrowRight")
    expect(page.get_by_role("tab", name="DOCUMENTS")).to_be_focused()
    documents = page.get_by_role("tabpanel", name="DOCUMENTS")
    expect(documents.get_by_text(size_text(len(sample_pdf("Plan"))))).to_have_count(2)
    with page.expect_download() as fetched:
        documents.get_by_role("button", name="Download Plan 1.pdf").click()
    assert fetched.value.suggested_filename == "Plan 1.pdf"
    assert Path(fetched.value.path()).read_bytes() == sample_pdf("Plan")
    visit.toast("Download started")
    assert visit.faults() == []


@pytest.mark.spec("D-01", "D-03", "D-05")
def test_the_next_consultation_stands_first(program: Program, arrive: Callable[..., Visit]) -> None:
    add_client(program)
    when = clock.now() + timedelta(days=3)
    Project.update(appointment_date=when, status="scheduled").execute()
    visit = arrive(timezone_id="Europe/Paris")
    page = enter_portal(visit)
    shown = clock.in_sydney(when)
    expect(page.get_by_text("Your consultation")).to_be_visible()
    expect(page.get_by_text("Sydney time").first).to_be_visible()
    page.get_by_role("tab", name="APPOINTMENTS").click()
    appointments = page.get_by_role("tabpanel", name="APPOINTMENTS")
    expect(appointments.get_by_text(shown.strftime("%A"))).to_be_visible()
    expect(appointments.get_by_text("Upcoming")).to_be_visible()
    assert visit.faults() == []


@pytest.mark.spec("D-03", "D-04", "D-05")
def test_empty_lists_say_what_to_do_next(program: Program, visit: Visit) -> None:
    add_client(program)
    for name in ("projects", "documents", "appointments"):
        visit.page.route(f"**/api/client/{name}", lambda route: route.fulfill(json=[]))
    page = enter_portal(visit)
    expect(page.get_by_text("You don't have any projects yet.")).to_be_visible()
    expect(page.get_by_role("link", name="Start a New Project")).to_have_attribute("href", "/contact")
    page.get_by_role("tab", name="DOCUMENTS").click()
    expect(page.get_by_text("No documents found.", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="UPLOAD DOCUMENT")).to_have_count(0)
    page.get_by_role("tab", name="APPOINTMENTS").click()
    expect(page.get_by_text("No appointments scheduled.")).to_be_visible()
    expect(page.get_by_role("link", name="Book an Appointment")).to_have_attribute("href", "/contact")
    assert visit.faults() == []


@pytest.mark.spec("L-03", "E-01")
def test_signing_out_ends_access(program: Program, visit: Visit) -> None:
    add_client(program)
    page = enter_portal(visit)
    page.route("**/api/client/logout", lambda route: route.abort())
    visit.button("SIGN OUT").click()
    visit.toast("Logout Error", "There was an issue logging out. Please try again.")
    page.unroute_all()
    visit.button("SIGN OUT").click()
    visit.toast("Logged Out")
    visit.at("Client Login")
    assert page.url.endswith("/client-portal")
    assert status_of(page, "/api/client/projects") == 401
    page.reload()
    visit.at("Client Login")


@pytest.mark.spec("L-03")
def test_a_session_that_was_ended_elsewhere_is_told_so_and_goes_on_where_it_was(program: Program, visit: Visit) -> None:
    add_client(program)
    page = enter_portal(visit)
    page.goto(f"{program.address}/client-portal/profile")
    visit.at("Email address")
    SessionRow.delete().where(SessionRow.subject.is_null(False)).execute()
    page.reload()
    told = page.get_by_text("You were signed out on this device")
    expect(told).to_be_visible()
    assert visit.faults() == []
    page.get_by_label("Email", exact=True).fill(CLIENT)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    visit.button("LOGIN").click()
    visit.at("Email address")
    assert page.url.endswith("/client-portal/profile")
    # Who signs out here needs no reason.
    page.goto(f"{program.address}/client-portal")
    visit.button("SIGN OUT").click()
    visit.at("Client Login")
    expect(told).to_have_count(0)


KEPT = """() => {
  for (const name of ["latestBooking", "paymentProcessed", "transactionId", "helios.draft", "helios.onboarding",
      "helios.privacyChoice"])
    localStorage.setItem(name, "Amelia Hart");
  for (const name of ["helios.booking", "helios.enquiry", "helios.paymentIntent", "helios.paymentIntent.7"])
    sessionStorage.setItem(name, "Amelia Hart");
}"""
LEFT = """() => [localStorage, sessionStorage].flatMap((kept) =>
  Object.keys(kept).filter((name) => kept.getItem(name) === "Amelia Hart"))"""


@pytest.mark.spec("L-03", "U-01")
def test_signing_out_leaves_nothing_personal_in_any_tab(program: Program, visit: Visit) -> None:
    add_client(program)
    page = enter_portal(visit)
    other = visit.join()
    other.goto(program.address + "/client-portal", wait_until="networkidle")
    expect(other.get_by_role("button", name="SIGN OUT")).to_be_visible()
    for tab in (page, other):
        tab.evaluate(KEPT)
    assert len(page.evaluate(LEFT)) == len(other.evaluate(LEFT)) == 10
    visit.button("SIGN OUT").click()
    visit.at("Client Login")
    # The other tab shows nothing of hers any more, and remembers nothing; what was said about trackers stays said.
    expect(other.get_by_role("heading", name="Client Login")).to_be_visible()
    for tab in (page, other):
        assert tab.evaluate(LEFT) == ["helios.privacyChoice"]


@pytest.mark.spec("L-04", "E-01")
@pytest.mark.parametrize(("outcome", "title"), [("success", "Payment Successful!"), ("cancelled", "Payment Cancelled")])
def test_the_outcome_of_a_payment_is_told_once(visit: Visit, outcome: str, title: str) -> None:
    page = visit.open(f"/client-portal?payment={outcome}")
    visit.toast(title)
    expect(page).to_have_url(f"{visit.program.address}/client-portal")
    page.reload()
    visit.at("Client Login")
    expect(page.get_by_text(title)).to_have_count(0)


@pytest.mark.spec("S-09")
def test_lists_are_asked_for_once_and_only_with_a_profile(program: Program, visit: Visit) -> None:
    add_client(program)
    asked: list[str] = []

    def count(route: Route) -> None:
        asked.append(route.request.url.rsplit("/", 1)[1])
        route.continue_()

    visit.page.route(re.compile("/api/client/(projects|documents|appointments)$"), count)
    page = visit.open("/client-portal")
    visit.at("Client Login")
    arrived(page)
    assert asked == []
    page = enter_portal(visit)
    page.get_by_role("tab", name="DOCUMENTS").click()
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    page.get_by_role("tab", name="PROJECTS").click()
    arrived(page)
    assert sorted(asked) == ["appointments", "documents", "projects"]


def lose_a_paid_time(program: Program) -> int:
    """The client's transfer for a project comes after its time was blocked; returns the project's number."""
    slots.generate(clock.now())
    elsewhere = Onboarder(program.house, email=CLIENT)
    assert elsewhere.take(elsewhere.times()[1]["id"]).status_code == 200
    assert elsewhere.post(f"/api/projects/{elsewhere.project}/bank-transfer").status_code == 200
    hold = Hold.of_project(elsewhere.project)
    assert hold is not None and hold.expires_at is not None
    expire_holds(hold.expires_at)
    Slot.update(blocked=True).where(Slot.id == hold.slot_id).execute()
    transfers.receive(Payment.get(Payment.provider == "bank").id, "helena")
    return elsewhere.project


def test_a_paid_project_without_a_time_leads_to_the_free_times(program: Program, arrive: Callable[..., Visit]) -> None:
    add_client(program)
    Project.update(status="in_progress").execute()
    project = lose_a_paid_time(program)
    accounts.set_client_password(CLIENT, PASSWORD)
    visit = arrive(390)
    page = visit.open(f"/success?projectId={project}")
    expect(page.get_by_text("Sign in to choose your time")).to_be_visible()
    page.get_by_role("link", name="Sign in").click()
    tell_client(visit, PASSWORD)
    visit.at("Please choose another time")
    expect(visit.button("Keep this time")).to_be_visible()

    page = visit.open("/client-portal")
    expect(page.get_by_role("heading", name="Choose the time of your consultation").first).to_be_visible()
    expect(page.get_by_role("link", name=f"Choose a time (HPM-{project})")).to_be_visible()
    expect(page.get_by_text("Paid. The time of your consultation is yet to be chosen.").first).to_be_visible()
    assert visit.faults() == [] and fits(page)
    page.get_by_role("link", name=f"Choose a time (HPM-{project})").click()
    visit.at("Choose your consultation time")
    offered = page.get_by_role("group", name="Next available").get_by_role("button")
    offered.first.click()
    Slot.update(blocked=True).execute()
    visit.button("Keep this time").click()
    expect(page.get_by_role("alert").filter(has_text="time")).to_be_in_viewport()
    Slot.update(blocked=False).execute()
    page.reload()
    offered.nth(1).click()
    visit.button("Keep this time").click()
    expect(page.get_by_role("heading", name="Consultation", exact=True)).to_be_focused()
    # On a phone the calendar is in what comes next, and the rest is folded.
    expect(page.get_by_role("link", name=re.compile("^Add to calendar")).first).to_be_visible()
    page.locator("#consultation summary").click()
    expect(visit.button(f"Move (HPM-{project})")).to_be_visible()


def test_the_door_invites_nobody_to_book_where_nothing_can_be_booked(visit: Visit) -> None:
    def closed(route: Route) -> None:
        answer = route.fetch()
        told = re.sub(r'("payments\.closed":\s*)""', r'\1"Online booking is not open at the moment."', answer.text())
        route.fulfill(response=answer, body=told)

    visit.page.route("**/client-portal", closed)
    page = visit.open("/client-portal")
    visit.at("Client Login")
    expect(page.get_by_text("Online booking is not open at the moment.")).to_be_visible()
    expect(page.get_by_role("link", name="Send us an enquiry")).to_have_attribute("href", "/contact#enquiry")
    expect(page.get_by_role("link", name="Book a Consultation")).to_have_count(0)
