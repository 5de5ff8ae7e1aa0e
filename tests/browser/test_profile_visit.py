"""A client at their own profile, in a real browser."""

import os
import re
from collections.abc import Callable

import pytest
from booking_visit import Program, Visit, page_is
from keyboard import tab_to
from playwright.sync_api import Page, expect
from signed_in import CLIENT, add_client, enter_portal, fits, send

from app.accounts.models import Client
from app.mail.models import Letter
from tests.people import PASSWORD

pytestmark = pytest.mark.browser

NEW = "amelia.hart@example.org"
KEPT = "sessionStorage.getItem('helios.portal')"


def link(kind: str) -> str:
    found = re.search(r"/client-portal/email\?token=[\w-]{43}", Letter.get(Letter.kind == kind).text)
    assert found
    return found[0]


def snap(page: Page, name: str) -> None:
    folder = os.environ.get("PROFILE_SHOTS")
    if folder:
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


@pytest.mark.spec("D-11", "R-01")
def test_a_client_keeps_their_profile_and_sees_what_was_known_while_the_server_is_away(
    program: Program, arrive: Callable[..., Visit]
) -> None:
    add_client(program)
    phone = arrive(390)
    page = enter_portal(phone)
    desk = arrive(1440)
    assert send(desk, "/api/client/login", {"email": CLIENT, "password": PASSWORD}) == 200

    # What cannot be sent stays; what is known stays, too, and comes anew by itself once the server answers.
    tab_to(page, "PROFILE")
    page.keyboard.press("Enter")
    phone.at("Your profile")
    expect(page.get_by_text("This device")).to_be_visible()
    assert phone.faults() == []
    assert fits(page)
    snap(page, "profile-390")
    page.get_by_label("Phone Number").fill("0400 999 888")
    page.route("**/api/client/**", lambda route: route.abort())
    phone.button("Save your details").click()
    expect(page.get_by_role("alert").get_by_text("We cannot reach the server.")).to_be_visible()
    snap(page, "not-saved-390")
    page.get_by_role("link", name="Your portal").click()
    page.reload()
    page_is(page, "window.isReady")
    phone.at("Welcome, Amelia Hart")
    expect(page.get_by_text("We cannot reach the server; trying again.").first).to_be_visible()
    expect(page.get_by_role("tabpanel", name="PROJECTS").get_by_text("Planning & Approvals").first).to_be_visible()
    assert phone.faults() == []
    snap(page, "stale-390")
    page.unroute_all()
    expect(page.get_by_text("We cannot reach the server; trying again.")).to_have_count(0)

    page.get_by_role("link", name="PROFILE", exact=True).click()
    page.get_by_label("Phone Number").fill("1")
    phone.button("Save your details").click()
    expect(page.get_by_text("Phone number must be at least 7 characters")).to_be_visible()
    page.get_by_label("Phone Number").fill("0400 999 888")
    phone.button("Save your details").click()
    phone.toast("Your details are saved")
    # What was shown is not shown again by the page that a reload opens, though a link led to another route meanwhile.
    page.get_by_role("link", name="Your portal").click()
    phone.at("Welcome, Amelia Hart")
    page_is(page, "!sessionStorage.getItem('helios.carriedToasts')")
    page.get_by_role("link", name="PROFILE", exact=True).click()
    phone.at("Your profile")
    assert Client.get().phone == "0400 999 888"

    page.get_by_label("New email address").fill(NEW)
    page.get_by_label("Your password").fill("a guess")
    phone.button("Send both links").click()
    expect(page.get_by_text("This is not your password")).to_be_visible()
    page.get_by_label("Your password").fill(PASSWORD)
    phone.button("Send both links").click()
    # The answer is shorter than the form: it comes into sight.
    expect(page.get_by_text(f"To be changed to {NEW}")).to_be_in_viewport()
    expect(page.get_by_role("heading", name="Email address")).to_be_focused()
    assert phone.faults() == []
    snap(page, "waiting-390")

    other = desk.open("/client-portal/profile")
    desk.at("Your profile")
    snap(other, "profile-1440")
    assert desk.faults() == []
    for kind, answer in (
        ("email_change_old", "Yes, change my address"),
        ("email_change_new", "Yes, this is my address"),
    ):
        page = phone.open(link(kind))
        assert "token" not in page.url
        assert phone.faults() == []
        snap(page, f"{kind}-390")
        phone.button(answer).click()
        expect(
            page.get_by_text("Thank you." if kind == "email_change_old" else "The address is changed")
        ).to_be_visible()
    assert fits(page)
    page.get_by_role("link", name="Open the client portal").click()
    expect(page.get_by_role("link", name=NEW)).to_be_visible()

    # The other device was signed out, and keeps nothing.
    desk.button("Sign out everywhere else").click()
    desk.toast("Not signed out", "Please sign in to continue.")
    other.reload()
    desk.at("Client Login")
    assert other.evaluate(KEPT) is None

    page = phone.open("/client-portal/profile")
    expect(page.get_by_text("This device")).to_be_visible()
    with page.expect_download() as fetched:
        page.get_by_role("link", name="Download all your data").click()
    assert fetched.value.suggested_filename == "Your data.zip"
    phone.button("Ask us to delete my data").click()
    page.get_by_role("dialog").get_by_role("button", name="Ask us to delete my data").click()
    expect(page.get_by_text("You have asked us to delete your data")).to_be_visible()
    assert phone.faults() == []
    snap(page, "deletion-390")
    phone.button("Take it back").click()
    expect(page.get_by_text("You have asked us to delete your data")).to_have_count(0)

    assert NEW in page.evaluate(KEPT)
    phone.button("SIGN OUT").click()
    phone.at("Client Login")
    assert page.evaluate(KEPT) is None
