"""The rules that a public page carries itself: enough for its first paint, and admitted by its own policy alone."""

import re
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest
from playwright.sync_api import Page

from app.pages.facts import PUBLIC_PATHS

STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
MISSING = "/nothing-here"


def later_sheets(site: Any) -> list[str]:
    """The sheets that follow a public page's own rules: one."""
    return [path for path in site.reader.application.bundle.files if re.fullmatch(r"/assets/pages-\w+\.css", path)]


@pytest.mark.parametrize("path", [*PUBLIC_PATHS, "/checkout", "/success", "/client-portal", MISSING])
def test_the_policy_admits_the_pages_own_rules_and_no_others(site: Any, path: str) -> None:
    answer = site.reader.get(path)
    [own] = STYLE.findall(answer.get_data(as_text=True))
    digest = b64encode(sha256(own.encode()).digest()).decode()
    policy = dict(part.split(" ", 1) for part in answer.headers["Content-Security-Policy"].split("; "))
    assert policy["style-src"] == f"'self' 'sha256-{digest}'"


@pytest.mark.parametrize("path", ["/admin/login", "/site.webmanifest", "/api/health"])
def test_what_has_no_rules_of_its_own_admits_none(site: Any, path: str) -> None:
    assert "style-src 'self';" in site.reader.get(path).headers["Content-Security-Policy"]


def test_the_later_sheet_says_nothing_of_what_is_common_to_all_pages(site: Any) -> None:
    # Told again, fonts make a browser lay the whole page out a second time.
    [sheet] = later_sheets(site)
    later = site.reader.get(sheet).get_data(as_text=True)
    [own] = STYLE.findall(site.reader.get("/").get_data(as_text=True))
    for common in ("@font-face", ":root", "}body{"):
        assert common in own, common
        assert common not in later, common
    assert "Button_" in own
    assert "Button_" in later


# Where every element stands and all its computed styles, those of what is generated before and after it included.
LOOK = """[...document.querySelectorAll("body, body *")].map(element => {
  const { x, y, width, height } = element.getBoundingClientRect();
  const styles = ["", "::before", "::after"].map(part => {
    const style = getComputedStyle(element, part);
    if (part && style.content === "none") return "none";
    return style.cssText;
  });
  return [element.tagName, x, y, width, height, ...styles].join("|");
})"""
# What looks otherwise than it did, compared where it is: all of it is megabytes.
CHANGED = f"""{LOOK}.map((now, at) => [window.before[at], now]).filter(([before, now]) => before !== now)
  .concat(window.before.slice(document.querySelectorAll("body, body *").length).map(gone => [gone, null]))"""


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1440])
def test_pages_look_the_same_before_the_whole_sheet_is_there(site: Any, visit: Callable[..., Page], width: int) -> None:
    page = visit(width, reduced_motion="reduce", bypass_csp=True)
    page.route("**/assets/site-*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    [sheet] = later_sheets(site)
    for path in [*PUBLIC_PATHS, "/checkout", "/success", "/client-portal", MISSING]:
        page.goto(site.address + path)
        page.evaluate("document.fonts.ready")
        page.evaluate(f"window.before = {LOOK}; undefined")
        page.add_style_tag(url=sheet)
        page.evaluate("document.fonts.ready")
        assert page.evaluate(CHANGED) == [], path
    page.evaluate("for (const sheet of document.querySelectorAll('style, link[rel=stylesheet]')) sheet.remove()")
    assert page.evaluate(CHANGED) != []
