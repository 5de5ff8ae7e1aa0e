"""The words of the hero are legible on the film as browsers decode and compose it."""

import base64
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.spec("P-01")]

SECONDS = 10
FRAMES = 12
SCREENS = [(360, 640), (390, 844), (768, 900), (768, 1024), (1024, 768), (1440, 900), (1920, 1080)]
# AAA for running text; WCAG asks for 4.5.
LEAST = 7

# Each line of each text in the hero, with the colour that it has.
LINES = """() => [...document.querySelectorAll("main h1, main h1 ~ p, main h1 ~ div a")].flatMap((element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  const colour = getComputedStyle(element).color.match(/\\d+/g).slice(0, 3).map(Number);
  const text = element.innerText;
  return [...range.getClientRects()].map(({ x, y, width, height }) => ({ text, colour, x, y, width, height }));
})"""
BARE = "main video { transform: translateX(-45%) } main div::before { display: none !important }"
UNSEEN = "main h1, main h1 ~ p, main h1 ~ div a { color: transparent !important }"
# A frame from before may still be on its way to the screen.
SEEK = """(video, time) => new Promise((shown) => {
  const look = (_, { mediaTime }) =>
    Math.abs(mediaTime - time) < 0.1 ? shown(mediaTime) : video.requestVideoFrameCallback(look);
  video.requestVideoFrameCallback(look);
  setTimeout(() => shown(NaN), 60_000);
  video.currentTime = time;
})"""
# The least contrast, as WCAG counts it, between each text's colour and any pixel of a picture under it.
CONTRAST = """async ([shot, lines]) => {
  const image = new Image();
  image.src = shot;
  await image.decode();
  const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
  pen.drawImage(image, 0, 0);
  const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255);
  return lines.map(({ text, colour, x, y, width, height }) => {
    const { data } = pen.getImageData(x, y, width, height);
    const own = light(colour);
    let worst = 21;
    for (let at = 0; at < data.length; at += 4) {
      const under = light([data[at], data[at + 1], data[at + 2]]);
      worst = Math.min(worst, (Math.max(own, under) + 0.05) / (Math.min(own, under) + 0.05));
    }
    return [worst, text];
  });
}"""


def stopped_film(page: Page, address: str) -> None:
    """Open the home page and stop its film once it plays, with the words there but not painted."""
    page.goto(address, wait_until="networkidle")
    expect(page.locator("main video")).to_have_attribute("data-shown", "true")
    page.get_by_role("button", name="Pause the film").click()
    page.mouse.move(0, 0)
    page.evaluate("scrollTo(0, 0)")


def contrasts(page: Page, times: list[float]) -> Iterator[tuple[float, str, float]]:
    """The least contrast of each line of text at each time (seconds) of the film, with its text and that time."""
    lines = page.evaluate(LINES)
    right, bottom = (max(line[at] + line[size] for line in lines) for at, size in (("x", "width"), ("y", "height")))
    above: FloatRect = {"x": 0, "y": 0, "width": right, "height": bottom}
    page.add_style_tag(content=UNSEEN)
    for time in times:
        shown = page.locator("main video").evaluate(SEEK, time)
        assert shown == pytest.approx(time, abs=0.1)
        shot = "data:image/png;base64," + base64.b64encode(page.screenshot(clip=above)).decode()
        for worst, text in page.evaluate(CONTRAST, [shot, lines]):
            yield worst, text, time


@pytest.fixture
def times() -> list[float]:
    """Moments spread over the film, each in the middle of a frame."""
    return [SECONDS * (number + 0.5) / FRAMES for number in range(FRAMES)]


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_words_are_legible_throughout_the_film(
    site: Any, visit: Callable[..., Page], times: list[float], width: int, height: int
) -> None:
    page = visit(width, height, bypass_csp=True)
    stopped_film(page, site.address)
    found = list(contrasts(page, times))
    assert {text for _, text, _ in found} >= {"OUR SERVICES", "CONTACT US"}
    assert len(found) >= FRAMES * 6
    assert min(found)[0] >= LEAST, min(found)


def test_a_house_behind_the_words_would_be_noticed(site: Any, visit: Callable[..., Page]) -> None:
    page = visit(1440, 900, bypass_csp=True)
    stopped_film(page, site.address)
    page.add_style_tag(content=BARE)
    assert min(contrasts(page, [1.0]))[0] < 4.5
