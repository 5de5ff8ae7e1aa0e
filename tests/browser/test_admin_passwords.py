"""Passwords in the staff area: one's own, and a new sign-in for a client."""

from collections.abc import Callable

import pytest
from booking_visit import Program, Visit
from playwright.sync_api import expect
from signed_in import PASSWORD, add_client, add_staff, enter_staff, fits

from app import clock
from app.accounts.credentials import check_staff
from app.accounts.models import Client
from app.mail.models import Letter

pytestmark = pytest.mark.browser

NEW = "quite another phrase"


@pytest.mark.spec("A-01")
@pytest.mark.parametrize("width", [1440, 390])
def test_staff_change_their_own_password(program: Program, arrive: Callable[..., Visit], width: int) -> None:
    add_staff()
    visit = arrive(width)
    page = enter_staff(visit)
    opener = page.get_by_role("button", name="Change your password")
    opener.click()
    asked = page.get_by_role("dialog", name="Change your password")
    assert visit.faults() == []
    asked.get_by_role("button", name="Change password").click()
    expect(asked.get_by_text("Current password is required")).to_be_visible()
    assert visit.faults() == []
    asked.get_by_label("Current password").fill("not mine at all")
    asked.get_by_label("New password", exact=True).fill(NEW)
    asked.get_by_label("Confirm new password").fill(NEW)
    asked.get_by_role("button", name="Change password").click()
    expect(asked.get_by_text("Please check your current password")).to_be_visible()
    assert fits(page)
    asked.get_by_label("Current password").fill(PASSWORD)
    asked.get_by_role("button", name="Change password").click()
    visit.toast("Your password is changed", "Wherever else you were signed in, you are signed out.")
    expect(asked).to_be_hidden()
    expect(opener).to_be_focused()
    assert visit.faults() == []
    assert check_staff("helena", NEW, clock.now())
    page.reload()
    visit.at("Dashboard")


@pytest.mark.spec("A-02")
@pytest.mark.parametrize("width", [1440, 390])
def test_a_client_gets_a_new_sign_in_after_a_question(
    program: Program, arrive: Callable[..., Visit], width: int
) -> None:
    add_staff()
    add_client(program)
    visit = arrive(width)
    page = enter_staff(visit, "/admin/dashboard?project=1")
    before = Client.get().password_hash
    offer = page.get_by_role("button", name="Send a new sign-in")
    offer.click()
    asked = page.get_by_role("dialog", name="Send a new sign-in?")
    expect(asked.get_by_text("at amelia@example.com with a temporary password")).to_be_visible()
    assert visit.faults() == []
    page.keyboard.press("Escape")
    expect(asked).to_be_hidden()
    assert Client.get().password_hash == before
    assert visit.faults() == []
    offer.click()
    asked.get_by_role("button", name="Send a new sign-in").click()
    visit.toast("A new sign-in is in the outbox", "amelia@example.com")
    assert Client.get().password_hash != before
    assert Letter.select().where(Letter.kind == "credentials").count() == 2


def test_of_a_client_without_a_sign_in_no_password_is_said_to_stop_working(program: Program, visit: Visit) -> None:
    add_staff()
    add_client(program)
    Client.update(password_hash=None).execute()
    page = enter_staff(visit, "/admin/dashboard?project=1")
    page.get_by_role("button", name="Send a sign-in").click()
    asked = page.get_by_role("dialog", name="Send a sign-in?")
    expect(asked.get_by_text("at amelia@example.com with a temporary password")).to_be_visible()
    expect(asked.get_by_text("stops working")).to_have_count(0)
    asked.get_by_role("button", name="Send a sign-in").click()
    visit.toast("A sign-in is in the outbox", "amelia@example.com")
    assert visit.faults() == []
