"""The hero film: when it plays and how it is stopped."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType, Page, expect

from app import bundle
from build_scripts.film import render

pytestmark = [pytest.mark.browser, pytest.mark.spec("P-01")]


# When the page had loaded, and when its film was asked for, which browsers tell only once they have all of it.
TIMES = """() => new Promise((done) => {
  const [{ loadEventEnd }] = performance.getEntriesByType("navigation");
  new PerformanceObserver((list) => {
    const found = list.getEntries().find(({ name }) => /hero-.*webm/.test(name));
    if (found) done([loadEventEnd, found.startTime]);
  }).observe({ type: "resource", buffered: true });
})"""


@pytest.fixture(scope="module")
def browser(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """One of its own: in a browser that has shown hundreds of pages before, a film may not begin at all."""
    fresh = browser_type.launch(**browser_type_launch_args)
    yield fresh
    fresh.close()


def film(page: Page) -> Any:
    return page.locator("main video")


def test_it_starts_after_the_page_has_loaded_and_can_be_stopped(site: Any, visit: Callable[..., Page]) -> None:
    page = visit()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto(site.address, wait_until="commit")
    expect(film(page)).to_have_attribute("data-shown", "true")
    assert said == ["The hero film started"]
    loaded, began = page.evaluate(TIMES)
    assert began >= loaded
    assert film(page).evaluate("video => video.muted && video.loop && video.playsInline")
    pause = page.get_by_role("button", name="Pause the film")
    box = pause.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    pause.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Play the film")).to_be_visible()
    assert film(page).evaluate("video => video.paused")
    page.reload()
    expect(page.get_by_role("button", name="Play the film")).to_be_visible()
    assert film(page).evaluate("video => video.paused")
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Play the film").click()
    expect(film(page)).to_have_attribute("data-shown", "true")


@pytest.mark.parametrize("wish", ["motion", "data"])
def test_who_wants_less_gets_the_poster_only(site: Any, visit: Callable[..., Page], wish: str) -> None:
    page = visit(reduced_motion="reduce" if wish == "motion" else "no-preference")
    if wish == "data":
        page.add_init_script("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(site.address, wait_until="networkidle")
    expect(film(page)).to_have_count(0)
    expect(page.get_by_role("button", name=re.compile("the film"))).to_have_count(0)
    assert not [address for address in asked if address.endswith((".webm", ".mp4"))]
    assert page.locator("main picture img").evaluate("image => image.complete && image.naturalWidth > 0")


@pytest.mark.parametrize("trouble", ["broken", "missing"])
def test_a_film_that_cannot_be_played_is_only_logged(site: Any, browser: Browser, trouble: str) -> None:
    page = browser.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    answer = {"body": b"not a film"} if trouble == "broken" else {"status": 404}
    page.route(re.compile(r"\.(webm|mp4)$"), lambda route: route.fulfill(**answer))
    with page.expect_console_message(lambda message: message.text == "The hero film could not be loaded"):
        page.goto(site.address)
    expect(film(page)).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator("main picture img")).to_be_visible()
    assert page.get_by_role("alert").count() == 0
    page.close()


def test_where_the_first_file_cannot_be_played_the_second_is(site: Any, visit: Callable[..., Page]) -> None:
    page = visit()
    page.route(re.compile(r"\.webm$"), lambda route: route.fulfill(body=b"not a film"))
    page.goto(site.address)
    expect(film(page)).to_have_attribute("data-shown", "true")
    assert film(page).evaluate("video => video.currentSrc").endswith(".mp4")


def test_files_keep_to_their_budget() -> None:
    files = list((bundle.folder() / "assets").glob("hero-*"))
    assert len(files) == 8
    for file in files:
        limit = render.VIDEO_LIMIT if file.suffix in (".webm", ".mp4") else render.POSTER_LIMIT
        assert file.stat().st_size <= limit, file.name
