"""Promises of the public pages that are more than words: order, places, ways on, and how things move."""

from collections.abc import Callable

import pytest
from booking_visit import Visit, page_is
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser

TERMS = (
    "introduction",
    "access and use",
    "user obligations",
    "information accuracy",
    "intellectual property",
    "links to other sites",
    "security",
    "reporting misuse",
    "privacy",
    "liability",
    "general",
)


def texts(places: Locator) -> list[str]:
    """What stands there, in one line each."""
    return [" ".join(text.split()) for text in places.all_inner_texts()]


@pytest.mark.spec("P-01")
def test_the_hero_fills_the_screen_and_keeps_600_pixels_on_a_low_one(arrive: Callable[..., Visit]) -> None:
    visit = arrive()
    visit.page.emulate_media(reduced_motion="no-preference")
    stage = visit.open("/").locator("main > div").first
    for height, least in ((900, 700), (400, 600)):
        visit.page.set_viewport_size({"width": 1440, "height": height})
        box = stage.bounding_box()
        assert box is not None
        assert box["height"] >= least
    video = visit.page.locator("main video")
    assert video.evaluate("film => [film.muted, film.loop]") == [True, True]


@pytest.mark.spec("P-03")
def test_three_reasons_are_given_under_their_title(visit: Visit) -> None:
    section = visit.open("/").locator("section").filter(has=visit.page.get_by_role("heading", name="WHY CHOOSE Helios"))
    assert texts(section.get_by_role("heading", level=3)) == ["EXPERT GUIDANCE", "TRANSPARENT PROCESS", "VALUE-DRIVEN"]


@pytest.mark.spec("P-05")
def test_the_contact_section_calls_writes_and_says_where(visit: Visit) -> None:
    section = visit.open("/").locator("section#contact")
    assert section.get_by_role("link", name="Call Us").get_attribute("href") == "tel:+61255500134"
    boxes = {name: section.locator("div").filter(has=visit.page.get_by_role("heading", name=name)).last
             for name in ("Contact", "Location")}  # fmt: skip
    assert boxes["Contact"].get_by_role("link", name="(02) 5550 0134").get_attribute("href") == "tel:+61255500134"
    mail = boxes["Contact"].get_by_role("link", name="hello@heliospm.example", exact=False)
    assert mail.get_attribute("href") == "mailto:hello@heliospm.example"
    expect(boxes["Location"]).to_contain_text("Hurstville, NSW 2220")


@pytest.mark.spec("P-06")
def test_the_services_and_the_ways_on_from_their_page(visit: Visit) -> None:
    page = visit.open("/services")
    main = page.get_by_role("main")
    expect(main.get_by_role("link", name="Book Now")).to_have_count(6)
    assert texts(main.get_by_role("heading", level=2))[:6] == [
        "Planning & Approvals",
        "Contract Advisory",
        "Scope & Tender Management",
        "Construction Phase Support",
        "Premium Advisory",
        "Building Information Certificates",
    ]
    for name in ("Schedule Consultation", "Get In Touch"):
        assert main.get_by_role("link", name=name).get_attribute("href") == "/contact"


@pytest.mark.spec("P-07")
def test_the_philosophy_is_numbered_and_the_team_is_one_link_away(visit: Visit) -> None:
    page = visit.open("/about")
    philosophy = page.get_by_role("region", name="OUR PHILOSOPHY")
    assert texts(philosophy.get_by_role("heading", level=3)) == ["1 TRANSPARENCY", "2 EXPERTISE", "3 CLIENT ADVOCACY"]
    assert page.get_by_role("main").get_by_role("link", name="CONTACT US").get_attribute("href") == "/contact"


@pytest.mark.spec("P-10")
def test_three_reviewed_clients_tell_their_role_and_project(visit: Visit) -> None:
    stories = visit.open("/contract-review").get_by_role("main").locator("figure:has(blockquote)")
    expect(stories).to_have_count(3)
    for story in stories.all():
        expect(story.get_by_role("img", name="Five stars out of five")).to_be_visible()
        caption = story.locator("figcaption")
        assert len(texts(caption)[0].split()) >= 4
        expect(caption).to_contain_text("$")
    assert any("$78,000" in text for text in texts(stories))


@pytest.mark.spec("P-13")
def test_the_journey_has_its_four_steps_in_order(visit: Visit) -> None:
    steps = visit.open("/contract-review").get_by_role("heading", level=3)
    wanted = ["Book initial consultation", "Secure document upload", "Expert consultation", "Complete review package"]
    assert [text for text in texts(steps) if text in wanted] == wanted


@pytest.mark.spec("P-15")
def test_the_terms_have_their_eleven_sections_by_name(visit: Visit) -> None:
    headings = texts(visit.open("/terms-conditions").get_by_role("main").get_by_role("heading", level=2))
    for number, (heading, name) in enumerate(zip(headings, TERMS, strict=True), 1):
        assert heading.lower().startswith(f"{number}."), heading
        assert name.split()[0] in heading.lower(), heading


def open_menu(page: Page) -> Locator:
    """The menu, opened half-way down the page."""
    page.evaluate("scrollTo({ top: 700, behavior: 'instant' })")
    page_is(page, "scrollY === 700")
    page.evaluate("document.querySelector('[aria-label=\"Open the menu\"]').click()")
    menu = page.get_by_role("dialog", name="Menu")
    expect(menu).to_be_visible()
    return menu


@pytest.mark.spec("S-03")
@pytest.mark.parametrize("way", ["overlay", "close button", "back"])
def test_the_page_behind_the_menu_stays_where_it_is(arrive: Callable[..., Visit], way: str) -> None:
    page = arrive(390).open("/services")
    menu = open_menu(page)
    page.mouse.move(10, 450)
    page.mouse.wheel(0, 2000)
    page.keyboard.press("End")
    assert page.evaluate("getComputedStyle(document.body).overflow") == "hidden"
    assert page.evaluate("scrollY") == 700
    if way == "overlay":
        page.mouse.click(4, 450)
    elif way == "back":
        page.evaluate("history.back()")
    else:
        menu.get_by_role("button", name="Close the menu").click()
    expect(menu).to_be_hidden()
    page_is(page, "scrollY === 700")
    page.mouse.wheel(0, 200)
    page_is(page, "scrollY > 700")


@pytest.mark.spec("S-01")
def test_a_page_within_the_site_opens_at_its_top_at_once(visit: Visit) -> None:
    page = visit.open("/services")
    visit.context.add_init_script("addEventListener('scroll', () => { window.scrolled = true; })")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.get_by_role("contentinfo").get_by_role("link", name="Privacy Policy").click()
    expect(page).to_have_url(f"{visit.program.address}/privacy-policy")
    page_is(page, "window.isReady")
    assert page.evaluate("[scrollY, window.scrolled ?? false]") == [0, False]
