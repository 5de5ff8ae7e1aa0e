"""Drawings below the first screen: there before anybody scrolls or prints, except where data is to be saved."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

PATHS = ("/", "/services", "/about", "/contract-review")
SAVES_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"
# Two turns at rest after the page was taken over: whatever is going to be asked for has been.
AT_REST = """() => new Promise(done => requestIdleCallback(() => requestIdleCallback(done)))"""
WAITING = "() => [...document.images].filter(each => !each.naturalWidth).length"
TAKEN_OVER = """() => new Promise(done => {
  if (window.taken) done();
  addEventListener('helios:ready', done);
  setTimeout(done, 60_000);
})"""
REMEMBER = "addEventListener('helios:ready', () => { window.taken = true; })"


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
    page.add_init_script(REMEMBER)
    page.goto(site.address + path)
    page.evaluate(TAKEN_OVER)
    page.evaluate(AT_REST)
    assert page.evaluate(WAITING) > 0
