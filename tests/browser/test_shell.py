"""What every page shares: header, footer, toasts, scrolling, and how the pages ask the server."""

import json
from collections.abc import Callable

import pytest
from booking_visit import Visit, page_is
from playwright.sync_api import Request, expect
from signed_in import PASSWORD

from app.accounts import actions as accounts
from app.accounts import credentials
from app.clock import now
from app.db import write

pytestmark = pytest.mark.browser

PAGES = ("/", "/services", "/about", "/contact", "/contract-review", "/privacy-policy", "/terms-conditions", "/success")
SERVICES = (
    "Planning & Approvals",
    "Contract Advisory",
    "Scope & Tender Management",
    "Construction Phase Support",
    "Premium Advisory",
    "Building Information Certificates",
)


@pytest.mark.spec("S-01", "S-04")
def test_every_page_has_header_main_and_footer(visit: Visit) -> None:
    for path in PAGES:
        page = visit.open(path)
        expect(page.get_by_role("banner")).to_have_count(1)
        expect(page.get_by_role("main")).to_have_count(1)
        footer = page.get_by_role("contentinfo")
        for name in SERVICES:
            assert (footer.get_by_role("link", name=name).get_attribute("href") or "").startswith("/services")
        for said in ("Hurstville, NSW 2220", "By appointment only", "(02) 5550 0134", "hello@heliospm.example", "2021"):
            expect(footer.get_by_text(said).first).to_be_visible()
        assert footer.get_by_role("link", name="Privacy Policy").get_attribute("href") == "/privacy-policy"
        assert footer.get_by_role("link", name="Terms & Conditions").get_attribute("href") == "/terms-conditions"


@pytest.mark.spec("S-01")
def test_a_change_of_page_scrolls_to_the_top(visit: Visit) -> None:
    page = visit.open("/services")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.get_by_role("contentinfo").get_by_role("link", name="About").click()
    expect(page).to_have_url(f"{visit.program.address}/about")
    page_is(page, "scrollY === 0")


@pytest.mark.spec("S-02")
def test_the_header_leads_everywhere_and_marks_where_one_is(visit: Visit) -> None:
    for path, current in (("/services", "Services"), ("/about", "About"), ("/contact", "Contact")):
        navigation = visit.open(path).get_by_role("navigation", name="Main")
        marked = navigation.locator("[aria-current=page]")
        assert marked.all_inner_texts() == [current]
        portal = visit.page.get_by_role("banner").get_by_role("link", name="CLIENT PORTAL").first
        assert portal.get_attribute("href") == "/client-portal"
    visit.page.get_by_role("banner").get_by_role("link", name="Helios Project Management").click()
    expect(visit.page).to_have_url(f"{visit.program.address}/")


@pytest.mark.spec("S-02")
def test_a_signed_in_visitor_sees_one_more_icon(visit: Visit) -> None:
    details = accounts.Details("Amelia Hart", "amelia@example.com", "0400 123 456")
    with write():
        accounts.attach(details, now())
    credentials.set_client_password("amelia@example.com", PASSWORD)
    portal = visit.open("/about").get_by_role("banner").get_by_role("link", name="CLIENT PORTAL").first
    expect(portal.locator("svg")).to_have_count(0)
    body = {"email": "amelia@example.com", "password": PASSWORD}
    assert visit.context.request.post(f"{visit.program.address}/api/client/login", data=body).ok
    portal = visit.open("/about").get_by_role("banner").get_by_role("link", name="CLIENT PORTAL").first
    expect(portal.locator("svg")).to_have_count(1)


@pytest.mark.spec("S-08", "K-01")
def test_toasts_come_one_at_a_time_and_f8_leads_to_them(arrive: Callable[..., Visit]) -> None:
    visit = arrive(1024)
    page = visit.open("/client-portal")
    page.route("**/api/client/login", lambda route: route.fulfill(status=401, json={"message": "No.", "fields": {}}))
    page.get_by_label("Email").fill("amelia@example.com")
    page.get_by_label("Password", exact=True).fill("wrong")
    for _ in range(2):
        with page.expect_response("**/api/client/login"):
            page.get_by_role("button", name="LOGIN").click()
        expect(page.get_by_text("Login Failed", exact=True).first).to_be_visible()
    shown = page.locator("li", has_text="Login Failed")
    expect(shown).to_have_count(1)
    box = shown.bounding_box()
    assert box is not None
    assert box["width"] <= 420
    page.keyboard.press("F8")
    assert page.evaluate("document.activeElement.closest('[role=region]') !== null")
    expect(shown).to_have_count(1)
    page.mouse.move(0, 0)
    page.get_by_label("Email").focus()
    expect(shown).to_have_count(0)


@pytest.mark.spec("S-10")
def test_requests_say_json_only_with_a_body_and_always_carry_the_cookie(visit: Visit) -> None:
    asked: list[Request] = []
    visit.page.on("request", lambda request: asked.append(request) if "/api/" in request.url else None)
    visit.open("/contact")
    visit.tell_personal()
    with visit.page.expect_response("**/api/bookings/current"):
        visit.page.reload()
    sent = {request.method: request.all_headers() for request in asked}
    assert sent["POST"]["content-type"] == "application/json"
    assert "content-type" not in sent["GET"]
    assert "helios_session=" in sent["GET"]["cookie"]
    assert json.loads(next(request.post_data or "" for request in asked if request.method == "POST"))["step"] == 1
