"""The public pages on paper, where browsers leave out what is behind the words."""

import pytest
from booking_visit import Visit
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

PAGES = ("/", "/services", "/about", "/contract-review", "/terms-conditions", "/privacy-policy")
# Texts whose colour has less than 4.5:1 on white.
PALE = """() => {
  const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const contrast = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map((part) => linear(part / 255));
    return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05);
  };
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const pale = [];
  while (words.nextNode()) {
    const { parentElement: element, data } = words.currentNode;
    if (!data.trim() || !element.checkVisibility() || element.closest("noscript, script")) continue;
    if (contrast(getComputedStyle(element).color) < 4.5) pale.push(data);
  }
  return pale;
}"""


def on_paper(visit: Visit, path: str) -> Page:
    """A page as it would be printed on A4, but for its backgrounds."""
    page = visit.open(path)
    page.set_viewport_size({"width": 680, "height": 960})
    page.emulate_media(media="print")
    return page


@pytest.mark.parametrize("path", PAGES)
def test_every_word_can_be_read_on_white(visit: Visit, path: str) -> None:
    page = on_paper(visit, path)
    assert page.evaluate(PALE) == []
    expect(page.get_by_role("contentinfo").get_by_text("(02) 5550 0134")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.emulate_media(media="screen")
    assert page.evaluate(PALE) != [], "the dark parts of the screen are noticed"


@pytest.mark.parametrize(
    ("path", "sheets"), [("/terms-conditions", 4), ("/privacy-policy", 3), ("/contract-review", 8)]
)
def test_a_page_takes_few_sheets(visit: Visit, path: str, sheets: int) -> None:
    margin = "15mm"
    around = {"top": margin, "bottom": margin, "left": margin, "right": margin}
    printed = visit.open(path).pdf(format="A4", margin=around)
    assert 0 < printed.count(b"/Type /Page\n") <= sheets


@pytest.mark.spec("P-13")
def test_the_review_page_prints_its_answers_and_its_comparison(visit: Visit) -> None:
    page = on_paper(visit, "/contract-review")
    for answer in page.locator("details p").all():
        expect(answer).to_be_visible()
    assert page.get_by_role("table").get_by_text("Not included").count() == 2
    expect(page.get_by_role("link", name="Choose Essential Review")).to_be_hidden()
