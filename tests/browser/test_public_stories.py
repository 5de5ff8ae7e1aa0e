"""CLIENT SUCCESS STORIES: a row that scrolls by itself, and a slider that takes over near sight."""

from collections.abc import Callable

import pytest
from booking_visit import Visit
from playwright.sync_api import Locator, Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.spec("P-04")]


def row(page: Page) -> Locator:
    """The row of cards, brought into sight and taken over by the slider."""
    stories = page.get_by_role("group", name="Stories", exact=True)
    stories.scroll_into_view_if_needed()
    expect(stories).to_have_attribute("data-live", "")
    return stories


def bullets(page: Page) -> Locator:
    return page.get_by_role("button", name="Go to story")


def current(page: Page) -> int:
    """Which bullet is the current one, counted from 1."""
    name = page.locator("button[aria-label^='Go to story'][aria-current=true]").get_attribute("aria-label")
    return int((name or "0").rsplit(" ", 1)[-1])


@pytest.mark.parametrize(
    ("width", "shown", "gap"), [(390, 1, 20), (700, 1, 20), (768, 2, 24), (1023, 2, 24), (1024, 3, 30), (1440, 3, 30)]
)
def test_each_width_shows_its_number_of_slides(arrive: Callable[..., Visit], width: int, shown: int, gap: int) -> None:
    page = arrive(width).open("/")
    stories = page.get_by_role("group", name="Stories", exact=True)
    before = stories.bounding_box()
    row(page)
    cards = [box for card in stories.get_by_role("listitem").all() if (box := card.bounding_box())]
    frame = stories.bounding_box()
    assert frame and before and frame["height"] == pytest.approx(before["height"], abs=0.5), "nothing jumps"
    assert len(cards) == 5
    assert cards[1]["x"] - cards[0]["x"] - cards[0]["width"] == pytest.approx(gap, abs=0.1)
    assert cards[0]["width"] * shown + gap * (shown - 1) == pytest.approx(frame["width"], abs=1)
    expect(bullets(page)).to_have_count(5 - shown + 1)


def test_buttons_bullets_and_arrow_keys_move_it(arrive: Callable[..., Visit]) -> None:
    page = arrive(390).open("/")
    stories = row(page)
    page.get_by_role("button", name="Next story").click()
    assert current(page) == 2
    page.get_by_role("button", name="Previous story").click()
    assert current(page) == 1
    bullets(page).last.click()
    assert current(page) == 5
    expect(page.get_by_role("button", name="Next story")).to_have_attribute("aria-disabled", "true")
    stories.focus()
    page.keyboard.press("ArrowLeft")
    assert current(page) == 4


def test_the_slider_is_fetched_only_when_it_comes_near(visit: Visit) -> None:
    fetched: list[str] = []
    visit.page.on("request", lambda request: fetched.append(request.url))
    page = visit.open("/")
    assert not [url for url in fetched if "storySlider" in url]
    row(page)
    assert [url for url in fetched if "storySlider" in url]


def test_five_stars_roles_and_savings(visit: Visit) -> None:
    stories = visit.open("/").get_by_role("group", name="Stories", exact=True)
    expect(stories.get_by_alt_text("Five stars out of five")).to_have_count(5)
    text = stories.inner_text()
    for claim in ("$45,000", "$28,000", "$67,000", "$12,000", "$35,000", "Homeowner", "Homeowners", "Developer"):
        assert claim in text
