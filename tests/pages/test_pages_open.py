"""The public pages in browsers: without script, by keyboard, through axe; and what is not loaded there."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from app.pages.facts import PUBLIC_PATHS
from tests.cut_words import CUT_WORDS

pytestmark = pytest.mark.browser

MISSING = "/nothing-here"
WIDTHS = (320, 390, 768, 1440)


def links(page: Page) -> set[str]:
    """The site's own addresses that a page links to, without fragments."""
    found: list[str] = page.eval_on_selector_all("a[href]", "all => all.map(a => a.getAttribute('href'))")
    return {address.partition("#")[0] for address in found if re.match(r"/(?!/)", address)}


@pytest.mark.spec("S-05")
def test_without_script_every_page_reads_and_every_link_leads_somewhere(site: Any, visit: Callable[..., Page]) -> None:
    page = visit(java_script_enabled=False)
    known: set[str] = set()
    for path in PUBLIC_PATHS:
        page.goto(site.address + path)
        assert page.locator("h1").count() == 1
        expect(page.locator("h1")).to_be_visible()
        words = page.locator("main").inner_text()
        assert len(words.split()) >= 100, path
        assert "{{" not in page.content()
        known |= links(page)
    assert {urlsplit(address).path for address in known} >= {"/", "/services", "/about", "/contact", "/client-portal"}
    for address in sorted(known):
        answer = page.request.get(site.address + address)
        assert answer.status == 200, address


@pytest.mark.parametrize("path", ["/contact", "/onboarding"])
def test_without_script_a_form_says_how_to_call_or_write(site: Any, visit: Callable[..., Page], path: str) -> None:
    page = visit(java_script_enabled=False)
    page.goto(site.address + path)
    main = page.locator("main")
    expect(main.locator("noscript p").first).to_have_text("This form needs scripts")
    # The one that leads there from the top of a phone's screen is hidden where the column beside the form is in sight.
    expect(main.locator("a[href^='tel:']").filter(visible=True).first).to_be_visible()
    expect(main.locator("a[href^='mailto:']").first).to_be_visible()


def test_fragments_lead_to_places_that_exist(site: Any, visit: Callable[..., Page]) -> None:
    page = visit(java_script_enabled=False)
    wanted: dict[str, set[str]] = {}
    for path in PUBLIC_PATHS:
        page.goto(site.address + path)
        found = page.eval_on_selector_all("a[href*='#']", "all => all.map(a => new URL(a.href).pathname + a.hash)")
        for address in found:
            place, _, name = address.partition("#")
            wanted.setdefault(place, set()).add(name)
    for place, names in wanted.items():
        page.goto(site.address + place)
        for name in names:
            assert page.locator(f"[id='{name}']").count() == 1, f"{place}#{name}"


@pytest.mark.parametrize("path", [*PUBLIC_PATHS, MISSING])
def test_at_no_width_a_page_scrolls_sideways_or_fails_the_accessibility_check(
    site: Any, visit: Callable[..., Page], faults: Any, path: str
) -> None:
    page = visit(WIDTHS[0], reduced_motion="reduce")
    page.goto(site.address + path, wait_until="networkidle")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert (width, faults(page)) == (width, [])
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    # Text of twice the size on a phone, enlarged on the page itself: media queries know nothing of it.
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    for width in WIDTHS[:2]:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.locator("header svg").first.evaluate("mark => mark.getBoundingClientRect().width") >= 44


@pytest.mark.spec("S-03")
@pytest.mark.parametrize("path", ["/", "/contract-review"])
def test_axe_finds_nothing_in_the_open_menu(site: Any, visit: Callable[..., Page], faults: Any, path: str) -> None:
    page = visit(390, reduced_motion="reduce")
    page.goto(site.address + path, wait_until="networkidle")
    page.get_by_role("button", name="Open the menu").click()
    expect(page.get_by_role("dialog", name="Menu")).to_be_visible()
    assert faults(page) == []


def test_public_pages_load_nothing_of_the_portal_or_the_back_office(site: Any, visit: Callable[..., Page]) -> None:
    page = visit(reduced_motion="reduce")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for path in PUBLIC_PATHS:
        page.goto(site.address + path, wait_until="networkidle")
    own = [urlsplit(address).path for address in asked]
    assert not [path for path in own if re.search(r"/(portal|admin|LoginPage|DashboardPage|PortalPage)-", path)]
    assert not [address for address in asked if not address.startswith((site.address, "data:"))]
    assert "/api/user" not in own


@pytest.mark.parametrize("path", ["/contact?" + "x=%00&" * 300, "/?" + "a" * 6000, "/services?service[]=__proto__"])
def test_absurd_queries_change_nothing(site: Any, visit: Callable[..., Page], path: str) -> None:
    page = visit(reduced_motion="reduce")
    answer = page.goto(site.address + path)
    assert answer is not None
    assert answer.status == 200
    expect(page.locator("h1")).to_be_visible()


def test_no_word_of_a_heading_a_label_or_a_button_is_cut_at_320_pixels_with_text_of_twice_the_size(
    site: Any, visit: Callable[..., Page]
) -> None:
    page = visit()
    page.set_viewport_size({"width": 160, "height": 500})
    for path in PUBLIC_PATHS:
        page.goto(site.address + path)
        assert page.evaluate(CUT_WORDS) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= 160, path


def test_the_open_page_and_step_are_marked_in_the_readers_own_colours(site: Any, visit: Callable[..., Page]) -> None:
    page = visit(forced_colors="active")
    page.goto(f"{site.address}/contact")
    for marked in ("header a[aria-current]", "[data-state=open]"):
        ground = page.locator(marked).first.evaluate("each => getComputedStyle(each, '::after').backgroundColor")
        assert ground not in ("rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"), marked
