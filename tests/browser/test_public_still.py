"""Nothing on the public pages moves when the fonts arrive after the words."""

from collections.abc import Callable

import pytest
from booking_visit import Gate, Visit, page_is

pytestmark = [pytest.mark.browser, pytest.mark.desktop]

PAGES = ("/", "/services", "/about", "/contact", "/contract-review", "/terms-conditions", "/privacy-policy", "/nothing")
WATCH = """
  window.shifted = 0;
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) window.shifted += value; })
    .observe({ type: "layout-shift", buffered: true });
"""
PAINTED = "performance.getEntriesByName('first-contentful-paint').length > 0"
ARRIVED = """document.fonts.status === "loaded" && ["Marcellus", "Inter"].every((name) =>
  [...document.fonts].some(({ family, status }) => family === name && status === "loaded"))"""
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def shift(visit: Visit, path: str) -> float:
    """How far a page moves in all (as browsers count it) when its fonts come only after its first paint."""
    page = visit.join()
    page.add_init_script(WATCH)
    fonts = Gate(page, "**/*.woff2")
    with page.expect_request("**/*.woff2"):
        page.goto(visit.program.address + path, wait_until="commit")
    page_is(page, PAINTED)
    assert fonts.held, "the fonts are still awaited"
    fonts.open()
    page.wait_for_load_state("networkidle")
    page_is(page, ARRIVED)
    page.evaluate(TWO_FRAMES)
    moved = float(page.evaluate("window.shifted"))
    page.close()
    return moved


@pytest.mark.parametrize("width", [390, 768, 1440])
def test_late_fonts_move_nothing(arrive: Callable[..., Visit], width: int) -> None:
    visit = arrive(width)
    assert {path: moved for path in PAGES if (moved := shift(visit, path)) >= 0.01} == {}


def test_a_page_that_moves_would_be_noticed(arrive: Callable[..., Visit]) -> None:
    visit = arrive(390)
    grow = "document.querySelector('header').style.height = '300px'"
    late = f"addEventListener('load', () => setTimeout(() => {{ {grow}; }}))"
    visit.context.add_init_script(late)
    assert shift(visit, "/terms-conditions") > 0.01
