"""Visitors who are quicker than a slow line: what they type and press before the scripts are there still counts."""

from collections.abc import Callable

import pytest
from booking_visit import PERSON, Visit, before_scripts, page_is
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

ENQUIRY = {"Name": "Early Bird", "Email": "early@example.com", "Phone": "0400 123 456", "Message": "Good morning."}


@pytest.mark.spec("S-03")
@pytest.mark.parametrize("path", ["/", "/client-portal"])
def test_the_menu_pressed_early_opens(arrive: Callable[..., Visit], path: str) -> None:
    visit = arrive(390)
    # Before the site's first script it is the browser that opens it.
    with before_scripts(visit, path, "site") as page:
        page.get_by_role("button", name="Open the menu").click()
        expect(page.get_by_role("dialog", name="Menu")).to_be_visible()
    page_is(page, "getComputedStyle(document.body).overflow === 'hidden'")
    page.evaluate("history.back()")
    expect(page.get_by_role("dialog", name="Menu")).to_be_hidden()


@pytest.mark.spec("B-01")
def test_a_step_filled_and_sent_early_is_sent_once(visit: Visit) -> None:
    sent: list[str] = []
    visit.page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    with before_scripts(visit, "/contact", "wizard") as page:
        for label, text in PERSON.items():
            page.get_by_role("textbox", name=label, exact=True).fill(text)
        visit.button("NEXT STEP").click()
        visit.button("NEXT STEP").click()
    visit.at("Project Information")
    assert len(sent) == 1


@pytest.mark.spec("B-01")
def test_what_is_typed_while_the_saved_draft_is_being_shown_stays(arrive: Callable[..., Visit]) -> None:
    visit = arrive()
    # After the form was filled from the draft, before it is rendered again: it then notes the address that opened it.
    visit.context.add_init_script("""
      const keep = Storage.prototype.setItem;
      Storage.prototype.setItem = function (key, value) {
        keep.call(this, key, value);
        if (window.hasTyped || !value.includes('"serviceType":"contract_review"')) return;
        window.hasTyped = true;
        const phone = document.querySelector("form[name=personal-information] [name=phone]");
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(phone, "0412 345 678");
        phone.dispatchEvent(new Event("input", { bubbles: true }));
      };""")
    page = visit.open("/contact?service=contract_review")
    page_is(page, "window.hasTyped")
    visit.button("NEXT STEP").click()
    expect(page.locator("[aria-invalid=true]").first).to_be_visible()
    phone = page.get_by_label("Phone number", exact=True)
    expect(phone).to_have_value("0412 345 678")
    expect(phone).not_to_have_attribute("aria-invalid", "true")


def test_an_enquiry_written_and_sent_early_arrives(visit: Visit) -> None:
    with before_scripts(visit, "/contact", "enquiry") as page:
        for label, text in ENQUIRY.items():
            page.get_by_role("textbox", name=label, exact=True).fill(text)
        visit.button("Send message").click()
    expect(page.get_by_text("Thank you, your message is with us")).to_be_visible()
