"""A real installation on its first day: what is fictional still is told to nobody as a fact."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from app.pages.facts import PUBLIC_PATHS

FICTIONAL = re.compile(r"5550[ -]?0134|55500134|@heliospm\.example", re.IGNORECASE)
LEADS_NOWHERE = """() => [...document.querySelectorAll('a:not([href]), a[href=""], a[href^="?"]')]
    .filter((link) => link.checkVisibility()).map((link) => link.outerHTML)"""


@pytest.fixture(scope="module")
def first_day(make_site: Callable[..., Any]) -> Any:
    """The site of an owner who has set nothing, for the public."""
    return make_site(mode="serve")


@pytest.mark.spec("S-12")
@pytest.mark.parametrize("path", [*PUBLIC_PATHS, "/client-portal", "/checkout", "/success", "/admin/login", "/nowhere"])
def test_no_page_names_a_fictional_number_or_address(first_day: Any, site: Any, path: str) -> None:
    assert FICTIONAL.search(first_day.text(path)) is None
    assert FICTIONAL.search(site.text(path)) is not None  # the demo shows what the owner will put there


@pytest.mark.browser
@pytest.mark.parametrize("script", [True, False])
def test_nothing_is_left_standing_around_what_is_not_named(
    first_day: Any, visit: Callable[..., Page], script: bool
) -> None:
    page = visit(java_script_enabled=script)
    for path in PUBLIC_PATHS:
        page.goto(first_day.address + path)
        assert page.evaluate(LEADS_NOWHERE) == [], path
        words = re.sub(r"\s+", " ", page.locator("body").inner_text())
        assert not re.search(
            r"\b(call|at|on|to|or|Telephone|Email) ?[.,](?! )|Signing tomorrow|Rather talk|Call Us", words
        ), path
