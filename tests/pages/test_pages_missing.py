"""Addresses without a page, in the real build."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

WORDS = "404 Page Not Found"
HINT = "Did you forget to add the page to the router?"
MISSING = ("/nothing-here", "/services/none", "/about.html", "/Contact/", "/wp-login.php")


@pytest.mark.spec("S-07")
@pytest.mark.parametrize("path", MISSING)
def test_an_address_without_a_page_says_so_with_its_status(site: Any, path: str) -> None:
    answer = site.reader.get(path, base_url=site.address)
    assert (answer.status_code, answer.content_type) == (404, "text/html; charset=utf-8")
    text = answer.get_data(as_text=True)
    assert f"<h1>{WORDS}</h1>" in text
    assert HINT in text


@pytest.mark.parametrize("path", ["/admin", "/admin/"])
def test_staff_who_type_the_areas_name_come_to_it(site: Any, path: str) -> None:
    answer = site.reader.get(path, base_url=site.address)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/admin/dashboard")


@pytest.mark.parametrize(("path", "status"), [("/admin/nowhere", 404), ("/admin/projects", 200)])
def test_so_does_the_staff_area_which_has_an_address_for_projects(site: Any, path: str, status: int) -> None:
    answer = site.reader.get(path, base_url=site.address)
    assert answer.status_code == status
    assert (HINT in answer.get_data(as_text=True)) == (status == 404)


def test_an_address_with_a_page_does_not(site: Any) -> None:
    answer = site.reader.get("/contact", base_url=site.address)
    assert answer.status_code == 200
    assert WORDS not in (text := answer.get_data(as_text=True))
    assert HINT not in text


@pytest.mark.browser
@pytest.mark.spec("S-07")
@pytest.mark.parametrize("scripted", [True, False])
def test_the_hint_is_read_with_and_without_script(site: Any, visit: Callable[..., Page], scripted: bool) -> None:
    page = visit(java_script_enabled=scripted)
    answer = page.goto(f"{site.address}/nothing-here", wait_until="networkidle")
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text(WORDS)
    expect(page.get_by_text(HINT, exact=True)).to_be_visible()
