"""Trackers: nothing without an id and a yes; what is sent; how the answer is changed."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from page_samples import TRACKED, open_page
from playwright.sync_api import Browser, Page, Route, expect

pytestmark = pytest.mark.browser

# Stand-ins for the trackers' scripts: the tag's has nothing to do, the pixel's takes over its queue.
PIXEL = (
    "window.sent = []; fbq.callMethod = (...call) => sent.push(call); fbq.queue.forEach(call => sent.push([...call]));"
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
        route.fulfill(body=PIXEL if "fbevents" in route.request.url else "", content_type="text/javascript")

    def tag(self) -> list[list[Any]]:
        """The commands that the tag got."""
        return list(self.page.evaluate("(window.dataLayer ?? []).map(call => [...call])"))

    def pixel(self) -> list[list[Any]]:
        """The calls that the pixel got."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not (sent := self.page.evaluate("window.sent")):
            assert time.monotonic() < deadline, "The pixel's script was not loaded"
            self.page.wait_for_timeout(50)
        return list(sent)


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
    page.get_by_role("link", name="OUR SERVICES").click()
    expect(page).to_have_title(re.compile("^Services"))
    configs = [call[1:] for call in trackers.tag() if call[0] == "config"]
    assert configs == [[TRACKED["google_id"], {"page_path": "/"}], [TRACKED["google_id"], {"page_path": "/services"}]]
    (clicked,) = [call[1:] for call in trackers.tag() if call[0] == "event"]
    assert clicked[0] == "button_click"
    assert clicked[1]["event_label"] == "hero_services"
    open_page(page, f"{tracked.address}/about")
    expect(page.get_by_text(QUESTION)).to_have_count(0)
    assert trackers.pixel()
    assert [call[1:] for call in trackers.tag() if call[0] == "config"] == [
        [TRACKED["google_id"], {"page_path": "/about"}]
    ]
    assert {address.split("?")[0] for address in trackers.asked} == {
        "https://www.googletagmanager.com/gtag/js",
        "https://connect.facebook.net/en_US/fbevents.js",
    }


@pytest.mark.spec("T-01")
def test_no_tracker_starts_before_the_page_has_told_that_it_is_open(tracked: Any, page: Page) -> None:
    """A tracker that starts earlier reports the page, and the page reports itself once more."""
    trackers = Trackers(page)
    open_page(page, tracked.address)
    page.get_by_role("button", name="Accept").click()
    page.add_init_script(
        "addEventListener('helios:ready', (told) => { window.taken = true; told.stopImmediatePropagation(); }, "
        "{ once: true })"
    )
    open_page(page, f"{tracked.address}/about")
    assert page.evaluate("typeof gtag") == "undefined"
    page.evaluate("dispatchEvent(new Event('helios:ready'))")
    assert trackers.pixel()
    configs = [call[1:] for call in trackers.tag() if call[0] == "config"]
    assert configs == [[TRACKED["google_id"], {"page_path": "/about"}]]


@pytest.mark.spec("T-01", "P-12", "K-01")
def test_the_review_page_sends_its_lead(tracked: Any, page: Page) -> None:
    trackers = Trackers(page)
    open_page(page, f"{tracked.address}/contract-review")
    page.get_by_role("button", name="Accept").click()
    page.locator("a[href='/contact?service=contract_review']").last.click()
    lead = trackers.pixel()[-1]
    assert lead[:2] == ["track", "Lead"]
    assert lead[2]["content_category"] == "Contract Review"
    assert (lead[2]["value"], lead[2]["currency"]) == (550, "AUD")


def test_a_yes_can_be_taken_back_from_the_footer(tracked: Any, page: Page) -> None:
    trackers = Trackers(page)
    open_page(page, tracked.address)
    page.get_by_role("button", name="Accept").click()
    trackers.pixel()
    page.evaluate("document.cookie = '_ga=1; path=/'; document.cookie = '_fbp=1; path=/'")
    choices = page.get_by_role("button", name="Privacy choices")
    choices.click()
    expect(page.get_by_text("So far you have accepted.")).to_be_visible()
    expect(page.get_by_text(QUESTION)).to_be_focused()
    before = len(trackers.tag())
    page.get_by_role("button", name="Decline").click()
    expect(choices).to_be_focused()
    assert page.context.cookies() == []
    assert trackers.pixel()[-1] == ["consent", "revoke"]
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


def test_choices_that_do_not_come_say_so(tracked: Any, browser: Browser) -> None:
    context = browser.new_context()
    context.set_default_timeout(60_000)
    page, errors = context.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.route("**/assets/consent-*.js", lambda route: route.abort())
    open_page(page, tracked.address)
    page.get_by_role("button", name="Privacy choices").click()
    expect(page.get_by_text("Your privacy choices could not be opened", exact=True)).to_be_visible()
    assert errors == []
    context.close()
