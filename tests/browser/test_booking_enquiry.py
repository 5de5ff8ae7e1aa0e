"""The short enquiry form under the contact column."""

import pytest
from booking_visit import Visit
from playwright.sync_api import Locator, expect

from app.enquiries.models import Enquiry

pytestmark = pytest.mark.browser


def enquiry(visit: Visit) -> Locator:
    """The form's part of the page."""
    visit.open()
    return visit.page.get_by_role("region", name="Not ready to book?")


@pytest.mark.spec("B-01", "S-11")
def test_a_message_reaches_us(visit: Visit) -> None:
    form = enquiry(visit)
    for label, text in (("Name", "Noor"), ("Email", "noor@gmial.con"), ("Phone", "0400 111 222")):
        form.get_by_label(label).fill(text)
    expect(form.get_by_text("Did you mean noor@gmail.com?")).to_be_visible()
    form.get_by_label("Email").fill("noor@example.com")
    form.get_by_label("Message").fill("Do you work in Penshurst?")
    expect(form.get_by_text("Did you mean")).to_have_count(0)
    form.get_by_role("button", name="Send message").click()
    expect(form.get_by_text("Thank you, your message is with us")).to_be_visible()
    assert visit.faults() == []
    kept = Enquiry.select().get()
    assert (kept.name, kept.message) == ("Noor", "Do you work in Penshurst?")
    form.get_by_role("button", name="Write another message").click()
    expect(form.get_by_label("Email")).to_have_value("noor@example.com")
    expect(form.get_by_label("Message")).to_have_value("")


@pytest.mark.spec("S-11")
def test_its_fields_say_what_is_wrong(visit: Visit) -> None:
    form = enquiry(visit)
    form.get_by_role("button", name="Send message").click()
    for text in (
        "Name must be at least 2 characters",
        "Please enter a valid email address",
        "Please enter a valid phone number",
        "Message must be at least 10 characters",
    ):
        expect(form.get_by_text(text)).to_be_visible()
    expect(form.get_by_label("Name")).to_be_focused()
    assert visit.faults() == []
    assert Enquiry.select().count() == 0


@pytest.mark.spec("S-11")
def test_without_a_connection_the_message_stays(visit: Visit) -> None:
    form = enquiry(visit)
    visit.page.route("**/api/enquiries", lambda route: route.abort())
    for label, text in (("Name", "Noor"), ("Email", "noor@example.com"), ("Phone", "0400 111 222")):
        form.get_by_label(label).fill(text)
    form.get_by_label("Message").fill("Do you work in Penshurst?")
    form.get_by_role("button", name="Send message").click()
    expect(form.get_by_text("Not sent yet")).to_be_visible()
    expect(form.get_by_label("Message")).to_have_value("Do you work in Penshurst?")
