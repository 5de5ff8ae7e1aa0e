"""The hero film: when it plays, how it is stopped, and that words stand on it legibly."""

import base64
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from app import bundle
from build_scripts.film import render

pytestmark = [pytest.mark.browser, pytest.mark.spec("P-01")]


def film(page: Page) -> Any:
    return page.locator("main video")


def test_it_starts_after_the_page_has_loaded_and_can_be_stopped(site: Any, visit: Callable[..., Page]) -> None:
    page = visit()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto(site.address, wait_until="commit")
    expect(film(page)).to_have_attribute("data-shown", "true", timeout=15_000)
    assert said == ["The hero film started"]
    loaded, began = page.evaluate(
        "[performance.getEntriesByType('navigation')[0].loadEventEnd,"
        " performance.getEntriesByType('resource').find(each => /hero-.*webm/.test(each.name)).startTime]"
    )
    assert began >= loaded
    assert film(page).evaluate("video => video.muted && video.loop && video.playsInline")
    pause = page.get_by_role("button", name="Pause the film")
    box = pause.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    pause.focus()
    page.keyboard.press("Enter")
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
    page.route(re.compile(r"\.(webm|mp4)$"), lambda route: route.fulfill(**answer))  # type: ignore[arg-type]
    with page.expect_console_message(lambda message: message.text == "The hero film could not be loaded"):
        page.goto(site.address)
    expect(film(page)).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator("main picture img")).to_be_visible()
    assert page.get_by_role("alert").count() == 0
    page.close()


def test_files_keep_to_their_budget() -> None:
    files = list((bundle.folder() / "assets").glob("hero-*"))
    assert len(files) == 8
    for file in files:
        limit = render.VIDEO_LIMIT if file.suffix in (".webm", ".mp4") else render.POSTER_LIMIT
        assert file.stat().st_size <= limit, file.name


DARKEST = """([view, count]) => {
  const canvas = document.createElement("canvas");
  const frame = document.createElement("canvas");
  let pen;
  for (let number = 0; number < count; number += 1) {
    globalThis.draw(frame, view, number / count);
    if (number === 0) {
      [canvas.width, canvas.height] = [frame.width, frame.height];
      pen = canvas.getContext("2d");
      pen.drawImage(frame, 0, 0);
      pen.globalCompositeOperation = "darken";
    } else pen.drawImage(frame, 0, 0);
  }
  return canvas.toDataURL("image/png");
}"""


@pytest.fixture(scope="module")
def darkest(browser: Browser) -> Iterator[dict[str, str]]:
    """For each view one picture with the darkest value that any frame of the film has at each place."""
    page = browser.new_page()
    render.open_studio(page)
    count = render.SECONDS * render.RATE
    yield {view: page.evaluate(DARKEST, [view, count]) for view in render.VIEWS}
    page.close()


# The darkest and the brightest pixel under each text against its own colour, as WCAG counts contrast.
CONTRAST = """async ([shot, boxes]) => {
  const image = new Image();
  image.src = shot;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255);
  return boxes.map(({ text, colour, x, y, width, height }) => {
    const { data } = pen.getImageData(x, y, width, height);
    const own = light(colour);
    let worst = 21;
    for (let at = 0; at < data.length; at += 4) {
      const under = light([data[at], data[at + 1], data[at + 2]]);
      worst = Math.min(worst, (Math.max(own, under) + 0.05) / (Math.min(own, under) + 0.05));
    }
    return { text, worst };
  });
}"""
BOXES = """() => [...document.querySelectorAll("main h1, main h1 ~ p")].map((element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  const colour = getComputedStyle(element).color.match(/\\d+/g).slice(0, 3).map(Number);
  return { text: element.textContent, colour, x, y, width, height };
})"""
SCREENS = [(390, 844, "tall"), (360, 640, "tall"), (768, 1024, "tall"), (1024, 768, "wide"), (1440, 900, "wide"),
           (1920, 1080, "wide")]  # fmt: skip


@pytest.mark.parametrize(("width", "height", "view"), SCREENS)
def test_words_are_legible_on_every_frame(
    site: Any, visit: Callable[..., Page], darkest: dict[str, str], width: int, height: int, view: str
) -> None:
    page = visit(width, height, reduced_motion="reduce")
    page.goto(site.address, wait_until="networkidle")
    shown = page.locator("main picture img").evaluate("image => image.currentSrc")
    assert f"hero-{view}-" in shown
    page.locator("main picture img").evaluate(
        "async (image, source) => {"
        " image.parentElement.querySelectorAll('source').forEach(each => each.remove());"
        " image.src = source; await image.decode(); }",
        darkest[view],
    )
    boxes = page.evaluate(BOXES)
    assert len(boxes) >= 2
    page.evaluate(
        "document.querySelectorAll('main h1, main h1 ~ *').forEach(each => { each.style.visibility = 'hidden'; })"
    )
    shot = "data:image/png;base64," + base64.b64encode(page.screenshot()).decode()
    for found in page.evaluate(CONTRAST, [shot, boxes]):
        assert found["worst"] >= 7, found
