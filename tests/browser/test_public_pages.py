"""The public pages: texts, links and ways on, with and without script."""

from collections.abc import Callable

import pytest
from booking_visit import Visit
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

PAGES = {
    "/": "BOUTIQUE INSIGHT FOR SMARTER PROJECT OUTCOMES",
    "/services": "Services",
    "/about": "About Helios",
    "/contract-review": "Read it before you sign it.",
    "/terms-conditions": "Helios Project Management\nTerms & Conditions",
    "/privacy-policy": "Privacy Policy",
}
SAID = {
    "/": (
        "PREMIER PROJECT SOLUTIONS",
        "OFFERING END TO END SOLUTIONS, SAVING TIME AND MONEY",
        "PROJECT MANAGEMENT",
        "APPROVAL MANAGEMENT",
        "EXPERT GUIDANCE",
        "TRANSPARENT PROCESS",
        "VALUE-DRIVEN",
        "CLIENT SUCCESS STORIES",
        "READY TO ELEVATE YOUR PROJECT?",
        "Call Us",
    ),
    "/services": ("Ready to Start Your Project?", "Schedule Consultation", "Get In Touch"),
    "/about": (
        "OUR STORY",
        "2021",
        "industry veterans",
        "Greek sun god",
        "clarity",
        "OUR PHILOSOPHY",
        "OUR VALUES",
        "INTEGRITY",
        "EXCELLENCE",
        "INNOVATION",
        "CLIENT-FIRST",
        "WORK WITH OUR TEAM",
        "CONTACT US",
    ),
    "/contract-review": (
        "48-hour turnaround guaranteed",
        "Hidden cost escalation",
        "Unfair risk transfer",
        "Incomplete specifications",
        "Variations can blow a budget by 20-40%.",
        "$78,000",
        "Most Popular",
        "refund 50% of the fee",
        "$2.8M",
        "500+",
        "Emergency reviews available 24/7",
        "Priority e-mail response within 2 hours",
        "deducted from the total agreed service cost",
    ),
    "/terms-conditions": ("New South Wales", "Australian dollars (AUD)"),
    "/privacy-policy": ("Last updated 6 June 2025",),
}


# What a tracker is told, also by the press that leads to the next document.
TOLD = "JSON.parse(sessionStorage.getItem('told') ?? '[]')"
TELLS = f"() => {{ window.%s = (...call) => sessionStorage.setItem('told', JSON.stringify([...{TOLD}, call])) }}"


@pytest.mark.spec("P-02", "P-03", "P-05", "P-07", "P-09", "P-10", "P-13", "P-15", "P-16")
def test_without_script_everything_is_said(arrive: Callable[..., Visit]) -> None:
    visit = arrive(390, java_script_enabled=False)
    for path, title in PAGES.items():
        page = visit.open(path)
        assert page.locator("h1").all_inner_texts() == [title]
        text = page.locator("main").inner_text()
        assert [said for said in SAID[path] if said not in text] == []


@pytest.mark.spec("P-06")
def test_book_now_opens_the_booking_page_with_its_service(visit: Visit) -> None:
    for anchor, service in (
        ("planning", "planning_approvals"),
        ("contract", "contract_advisory"),
        ("scope", "scope_tender"),
        ("construction", "construction_support"),
        ("premium", "premium_advisory"),
        ("building-info", "building_information"),
    ):
        card = visit.open("/services").locator(f"#{anchor}")
        assert card.get_by_role("listitem").count() >= 5
        card.get_by_role("link", name="Book Now").click()
        expect(visit.page).to_have_url(f"{visit.program.address}/contact?service={service}")


@pytest.mark.spec("P-11", "P-12")
@pytest.mark.parametrize(
    ("package", "price", "when", "lines"),
    [
        ("essential", "$550.00", "48-hour turnaround", 6),
        ("professional", "$750.00", "24-hour turnaround", 8),
        ("premium", "$990.00", "Same-day delivery", 8),
    ],
)
def test_a_package_goes_to_the_booking_page(visit: Visit, package: str, price: str, when: str, lines: int) -> None:
    page = visit.open("/contract-review")
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name=f"{package.title()} Review"))
    expect(card).to_contain_text(price)
    expect(card).to_contain_text(when)
    expect(card.get_by_role("listitem")).to_have_count(lines)
    card.get_by_role("link").click()
    expect(page).to_have_url(f"{visit.program.address}/contact?service=contract_review&package={package}")


@pytest.mark.spec("P-12", "P-14")
def test_both_contact_cards_tell_the_pixel_of_a_lead(visit: Visit) -> None:
    page = visit.open("/contract-review")
    page.evaluate(TELLS % "fbq")
    write = page.get_by_role("link", name="Write an email")
    expect(write).to_have_attribute("href", "mailto:hello@heliospm.example?subject=Contract%20Review%20Enquiry")
    write.evaluate("link => link.addEventListener('click', event => event.preventDefault())")
    write.click()
    page.get_by_role("article").get_by_role("link", name="Start your review").click()
    expect(page).to_have_url(f"{visit.program.address}/contact?service=contract_review")
    told = page.evaluate(TOLD)
    assert [call[:2] for call in told] == [["track", "Lead"], ["track", "Lead"]]
    for call in told:
        assert call[2]["content_name"]
        assert (call[2]["content_category"], call[2]["value"], call[2]["currency"]) == ("Contract Review", 550, "AUD")


@pytest.mark.spec("P-08")
def test_the_call_to_action_scrolls_to_the_packages(visit: Visit) -> None:
    page = visit.open("/contract-review")
    page.get_by_role("link", name="Choose your review").click()
    expect(page.get_by_role("heading", name="Choose your review")).to_be_in_viewport()


@pytest.mark.spec("P-01", "T-02")
@pytest.mark.parametrize(
    ("button", "path", "label"),
    [("OUR SERVICES", "/services", "hero_services"), ("CONTACT US", "/contact", "hero_contact")],
)
def test_hero_buttons_send_their_event(visit: Visit, button: str, path: str, label: str) -> None:
    page = visit.open("/")
    page.evaluate(TELLS % "gtag")
    page.get_by_role("link", name=button).click()
    expect(page).to_have_url(f"{visit.program.address}{path}")
    sent = next(call for call in page.evaluate(TOLD) if call[0] == "event")
    assert sent[1] == "button_click"
    assert (sent[2]["event_category"], sent[2]["event_label"]) == ("navigation", label)


@pytest.mark.spec("P-15", "P-16")
@pytest.mark.parametrize(("path", "sections"), [("/terms-conditions", 11), ("/privacy-policy", 10)])
def test_legal_texts_have_their_numbered_sections(visit: Visit, path: str, sections: int) -> None:
    page = visit.open(path)
    numbers = [heading.split(".")[0] for heading in page.locator("main h2").all_inner_texts()]
    assert numbers == [str(number) for number in range(1, sections + 1)]
