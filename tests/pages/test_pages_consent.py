"""Trackers: nothing without an id and a yes; what is sent; how the answer is changed."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from page_samples import TRACKED, open_page, taken_over
from playwright.sync_api import Browser, Page, Route, expect

pytestmark = pytest.mark.browser

# Stand-ins for the trackers' scripts, which keep what they are told beyond the document.
KEEP = (
    "const keep = (name, call) => sessionStorage.setItem(name,"
    " JSON.stringify([...JSON.parse(sessionStorage.getItem(name) ?? '[]'), [...call]]));"
)
PIXEL = (
    f"{{ {KEEP} fbq.callMethod = (...call) => keep('pixel', call); fbq.queue.forEach(call => keep('pixel', call)); }}"
)
TAG = (
    f"{{ {KEEP} const push = dataLayer.push; dataLayer.forEach(call => keep('tag', call));"
    " dataLayer.push = call => { keep('tag', call); return push.call(dataLayer, call); }; }"
)
OUTSIDE = re.compile("^https://")
QUESTION = "May we count this visit?"
PATIENCE_SECONDS = 60.0


class Trackers:
    """What a page asks the outside world for."""

    def __init__(self, page: Page) -> None:
        self.page, self.asked = page, []
        page.route(OUTSIDE, self._answer)

    def _answer(self, route: Route) -> None:
        self.asked.append(route.request.url)
        route.fulfill(body=PIXEL if "fbevents" in route.request.url else TAG, content_type="text/javascript")

    def _told(self, tracker: str, at_least: int) -> list[list[Any]]:
        """What a tracker has been told in this tab, once it is so much."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while len(told := self.page.evaluate(f"JSON.parse(sessionStorage.getItem('{tracker}') ?? '[]')")) < at_least:
            assert time.monotonic() < deadline, f"The {tracker} has been told {told}"
            self.page.wait_for_timeout(50)
        return list(told)

    def tag(self, at_least: int = 0) -> list[list[Any]]:
        """The commands that the tag got: a first one, and one for each page."""
        return self._told("tag", at_least)

    def pixel(self, at_least: int = 2) -> list[list[Any]]:
        """The calls that the pixel got: two for each page."""
        return self._told("pixel", at_least)


@pytest.fixture
def page(visit: Callable[..., Page]) -> Page:
    return visit(reduced_motion="reduce")


@pytest.mark.spec("T-01", "T-02")
def test_without_ids_there_is_no_question_and_no_tracker(site: Any, page: Page) -> None:
    trackers = Trackers(page)
    open_page(page, site.address)
    expect(page.get_by_text(QUESTION)).to_have_count(0)
    expect(page.get_by_role("button", name="Privacy choices")).to_have_count(0)
    assert trackers.asked == []


def test_nothing_is_loaded_before_the_answer_nor_after_a_no(tracked: Any, page: Page) -> None:
    trackers = Trackers(page)
    open_page(page, tracked.address)
    expect(page.get_by_text(QUESTION)).to_be_visible()
    page.get_by_role("button", name="Decline").click()
    expect(page.get_by_text(QUESTION)).to_have_count(0)
    open_page(page, f"{tracked.address}/about")
    expect(page.get_by_role("button", name="Privacy choices")).to_be_visible()
    expect(page.get_by_text(QUESTION)).to_have_count(0)
    assert trackers.asked == []
    assert page.context.cookies() == []


@pytest.mark.spec("T-01", "T-02")
def test_a_yes_loads_the_trackers_and_reports_each_page_once(tracked: Any, page: Page) -> None:
    trackers = Trackers(page)
    open_page(page, tracked.address)
    page.get_by_role("button", name="Accept").click()
    assert [call[:2] for call in trackers.pixel()] == [["init", TRACKED["pixel_id"]], ["track", "PageView"]]
    trackers.tag(2)
    page.get_by_role("link", name="OUR SERVICES").click()
    expect(page).to_have_title(re.compile("^Services"))
    taken_over(page)
    told = trackers.tag(5)
    configs = [call[1:] for call in told if call[0] == "config"]
    assert configs == [[TRACKED["google_id"], {"page_path": path}] for path in ("/", "/services")]
    (clicked,) = [call[1:] for call in told if call[0] == "event"]
    assert clicked[0] == "button_click"
    assert clicked[1]["event_label"] == "hero_services"
    open_page(page, f"{tracked.address}/about")
    expect(page.get_by_text(QUESTION)).to_have_count(0)
    assert trackers.pixel(6)
    assert [call[2]["page_path"] for call in trackers.tag(7) if call[0] == "config"] == ["/", "/services", "/about"]
    assert {address.split("?")[0] for address in trackers.asked} == {
        "https://www.googletagmanager.com/gtag/js",
        "https://connect.facebook.net/en_US/fbevents.js",
    }


@pytest.mark.spec("T-01", "P-12", "K-01")
def test_the_review_page_sends_its_lead(tracked: Any, page: Page) -> None:
    trackers = Trackers(page)
    open_page(page, f"{tracked.address}/contract-review")
    page.get_by_role("button", name="Accept").click()
    trackers.pixel()
    page.locator("a[href='/contact?service=contract_review']").last.click()
    expect(page).to_have_url(re.compile("/contact"))
    [lead] = [call for call in trackers.pixel(3) if call[1] == "Lead"]
    assert lead[:2] == ["track", "Lead"]
    assert lead[2]["content_category"] == "Contract Review"
    assert (lead[2]["value"], lead[2]["currency"]) == (550, "AUD")


def test_a_yes_can_be_taken_back_from_the_footer(tracked: Any, page: Page) -> None:
    trackers = Trackers(page)
    open_page(page, tracked.address)
    page.get_by_role("button", name="Accept").click()
    trackers.pixel()
    trackers.tag(2)
    page.evaluate("document.cookie = '_ga=1; path=/'; document.cookie = '_fbp=1; path=/'")
    choices = page.get_by_role("button", name="Privacy choices")
    choices.click()
    expect(page.get_by_text("So far you have accepted.")).to_be_visible()
    expect(page.get_by_text(QUESTION)).to_be_focused()
    before = len(trackers.tag())
    page.get_by_role("button", name="Decline").click()
    expect(choices).to_be_focused()
    assert page.context.cookies() == []
    assert trackers.pixel(3)[-1] == ["consent", "revoke"]
    page.get_by_role("link", name="OUR SERVICES").click()
    expect(page).to_have_title(re.compile("^Services"))
    assert len(trackers.tag()) == before
    open_page(page, tracked.address)
    assert page.evaluate("!window.gtag && !window.fbq")


@pytest.mark.parametrize("path", ["/checkout", "/success", "/client-portal", "/client-portal/confirm", "/admin/login"])
def test_no_tracker_where_one_person_is_concerned(tracked: Any, browser: Browser, path: str) -> None:
    with browser.new_context(storage_state=_accepted(tracked.address)) as context:
        page = context.new_page()
        trackers = Trackers(page)
        page.goto(tracked.address + path, wait_until="networkidle")
        expect(page.get_by_text(QUESTION)).to_have_count(0)
        assert page.evaluate("!window.gtag && !window.fbq")
        assert trackers.asked == []


def _accepted(address: str) -> Any:
    stored = [{"name": "helios.privacyChoice", "value": "accepted"}]
    return {"cookies": [], "origins": [{"origin": address, "localStorage": stored}]}


@pytest.mark.parametrize("path", ["/", "/contract-review", "/contact"])
@pytest.mark.parametrize("width", [390, 1440])
def test_axe_finds_nothing_in_the_question(
    tracked: Any, visit: Callable[..., Page], faults: Any, width: int, path: str
) -> None:
    page = visit(width, reduced_motion="reduce")
    Trackers(page)
    open_page(page, tracked.address + path)
    expect(page.get_by_text(QUESTION)).to_be_visible()
    assert faults(page) == []
    decline, accept = (page.get_by_role("button", name=name).bounding_box() for name in ("Decline", "Accept"))
    assert decline is not None
    assert accept is not None
    assert abs(decline["width"] - accept["width"]) < 1
    assert decline["height"] == accept["height"] >= 44
    page.get_by_role("button", name="Accept").click()
    page.get_by_role("button", name="Privacy choices").click()
    expect(page.get_by_text("So far you have accepted.")).to_be_visible()
    assert faults(page) == []


def test_where_no_consent_is_needed_the_trackers_start_by_themselves(make_site: Any, page: Page) -> None:
    free = make_site({"analytics": {**TRACKED, "consent_required": False}})
    trackers = Trackers(page)
    open_page(page, free.address)
    assert trackers.pixel()[1] == ["track", "PageView"]
    expect(page.get_by_text(QUESTION)).to_have_count(0)


def test_a_blocked_tracker_breaks_nothing(tracked: Any, visit: Callable[..., Page]) -> None:
    page = visit(reduced_motion="reduce", storage_state=_accepted(tracked.address))
    page.route(OUTSIDE, lambda route: route.fulfill(body="", content_type="text/javascript"))
    open_page(page, tracked.address)
    page.get_by_role("link", name="CONTACT US").click()
    expect(page).to_have_url(f"{tracked.address}/contact")


@pytest.mark.parametrize(
    ("consent_required", "said", "unsaid"),
    [
        (True, "they load only after you agree", "block them"),
        (False, "they load with our public pages", "only after you agree"),
    ],
)
def test_the_policy_says_what_the_owner_has_chosen(
    make_site: Any, consent_required: bool, said: str, unsaid: str
) -> None:
    chosen = make_site({"analytics": {**TRACKED, "consent_required": consent_required}})
    policy = chosen.text("/privacy-policy").partition("<main")[2]
    assert said in policy
    assert unsaid not in policy
