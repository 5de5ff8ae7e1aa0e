"""CLIENT SUCCESS STORIES: a row that scrolls by itself, and a slider that takes over near sight."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from booking_visit import Visit
from keyboard import tab_to
from playwright.sync_api import Locator, Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.spec("P-04")]

PATIENCE_SECONDS = 60.0


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


def shown(page: Page) -> list[int]:
    """Which cards stand wholly within the row, counted from 1."""
    frame, *cards = (
        box
        for part in (page.get_by_role("group", name="Stories", exact=True), *page.locator("main li:has(figure)").all())
        if (box := part.bounding_box())
    )
    left, right = frame["x"] - 1, frame["x"] + frame["width"] + 1
    return [at for at, card in enumerate(cards, 1) if left <= card["x"] and card["x"] + card["width"] <= right]


def comes_to(page: Page, cards: list[int]) -> None:
    """Wait until these cards stand in the row, at rest."""
    card = page.locator("main li:has(figure)").first
    seen = [card.bounding_box()]
    deadline = time.monotonic() + PATIENCE_SECONDS
    while seen[-5:] != [seen[-1]] * 5 or shown(page) != cards:
        assert time.monotonic() < deadline, f"The row shows {shown(page)}"
        page.wait_for_timeout(50)
        seen.append(card.bounding_box())


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


@pytest.mark.parametrize(("width", "at_once"), [(390, 1), (1440, 3)])
def test_the_keyboard_is_enough(arrive: Callable[..., Visit], width: int, at_once: int) -> None:
    page = arrive(width).open("/")
    row(page)
    last = 5 - at_once + 1

    def stands_at(position: int) -> None:
        expect(page.get_by_text(f"Position {position} of {last}", exact=True)).to_be_attached()
        assert current(page) == position
        assert shown(page) == list(range(position, position + at_once))

    tab_to(page, "Stories")
    stands_at(1)
    page.keyboard.press("ArrowLeft")
    stands_at(1)
    page.keyboard.press("ArrowRight")
    stands_at(2)
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    stands_at(last)
    page.keyboard.press("Tab")
    expect(bullets(page).first).to_be_focused()
    page.keyboard.press("Enter")
    stands_at(1)
    for number in range(2, last + 1):
        page.keyboard.press("Tab")
        expect(bullets(page).nth(number - 1)).to_be_focused()
        page.keyboard.press("Space")
        stands_at(number)
    before, after = (page.get_by_role("button", name=f"{way} story") for way in ("Previous", "Next"))
    expect(after).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Tab")
    expect(before).to_be_focused()
    for position in range(last - 1, 0, -1):
        page.keyboard.press("Enter")
        stands_at(position)
    expect(before).to_be_focused()
    expect(before).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Enter")
    stands_at(1)
    page.keyboard.press("Tab")
    expect(after).to_be_focused()
    page.keyboard.press("Enter")
    stands_at(2)
    assert page.locator("[aria-current=true]").count() == 1


@pytest.mark.parametrize(("wish", "lasts"), [("no-preference", "300ms"), ("reduce", "0ms")])
def test_a_move_takes_300_ms_or_none_under_reduced_motion(visit: Visit, wish: Any, lasts: str) -> None:
    visit.page.emulate_media(reduced_motion=wish)
    page = visit.open("/")
    stories = row(page)
    # Asked in the same breath: once the move is over, none is under way any more.
    following = page.get_by_role("button", name="Next story").element_handle()
    move = "(track, button) => { button.click(); return track.style.transitionDuration; }"
    assert stories.get_by_role("list").evaluate(move, following) == lasts
    comes_to(page, [2, 3, 4])


@pytest.mark.parametrize(("width", "at_once"), [(390, 1), (1440, 3)])
def test_without_script_the_cards_scroll_and_snap(arrive: Callable[..., Visit], width: int, at_once: int) -> None:
    page = arrive(width, java_script_enabled=False).open("/")
    stories = page.get_by_role("group", name="Stories", exact=True)
    stories.scroll_into_view_if_needed()
    expect(page.get_by_role("button", name="Next story")).to_be_hidden()
    assert shown(page)[0] == 1
    tab_to(page, "Stories")
    for first in (2, 3):
        page.keyboard.press("ArrowRight")
        comes_to(page, list(range(first, first + at_once)))
    page.keyboard.press("ArrowLeft")
    comes_to(page, list(range(2, 2 + at_once)))


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
