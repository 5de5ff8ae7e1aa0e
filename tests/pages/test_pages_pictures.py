"""Drawings below the first screen: there before anybody scrolls or prints, except where data is to be saved."""

from collections.abc import Callable
from typing import Any

import pytest
from page_samples import open_page
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.desktop]

PATHS = ("/", "/services", "/about", "/contract-review")
SAVES_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"
WAITING = "() => [...document.images].filter(each => !each.naturalWidth).length"


@pytest.mark.parametrize("path", PATHS)
def test_every_drawing_comes_without_scrolling(site: Any, visit: Callable[..., Page], path: str) -> None:
    page = visit(390, reduced_motion="reduce")
    page.goto(site.address + path)
    expect(page.locator("main img")).not_to_have_count(0)
    for picture in page.locator("main img").all():
        expect(picture).not_to_have_js_property("naturalWidth", 0)
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("path", PATHS)
def test_where_data_is_saved_they_wait_until_they_are_near(site: Any, visit: Callable[..., Page], path: str) -> None:
    page = visit(390, reduced_motion="reduce")
    page.add_init_script(SAVES_DATA)
    open_page(page, site.address + path)
    assert page.evaluate(WAITING) > 0
