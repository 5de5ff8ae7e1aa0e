"""The scripts of a public page: run one by one in an order that works, and what happens when one is gone."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from page_samples import open_page, taken_over
from playwright.sync_api import Browser, Page, expect

from app.pages.facts import PUBLIC_PATHS

IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*["'](/assets/[\w.-]+\.js)["']""")
NAMED = re.compile(r"/assets/[\w.-]+\.(?:js|css|svg|woff2|avif|jpg|webm|mp4)")
ENQUIRY = "Is my builder's deposit too high?"


def source(site: Any, path: str) -> str:
    """The text of one of the site's scripts."""
    answer = site.reader.get(path)
    assert answer.status_code == 200, path
    text: str = answer.get_data(as_text=True)
    return text


def order(site: Any, path: str) -> list[str]:
    """A page's scripts as its first script runs them."""
    [listed] = re.findall(r'data-scripts="([^"]+)"', site.text(path))
    scripts: list[str] = listed.split()
    return scripts


@pytest.mark.parametrize("path", [*PUBLIC_PATHS, "/checkout", "/success", "/nothing-here"])
def test_each_script_finds_what_it_imports_already_run(site: Any, path: str) -> None:
    scripts = order(site, path)
    assert re.fullmatch(r"/assets/main-\w+\.js", scripts[-1])
    assert len(set(scripts)) == len(scripts)
    imported = {script: set(IMPORT.findall(source(site, script))) for script in scripts}
    assert any(imported.values())
    for place, script in enumerate(scripts):
        assert imported[script] <= set(scripts[:place]), script


def test_whatever_a_script_or_a_sheet_names_is_there(site: Any) -> None:
    files = site.reader.application.bundle.files
    named: set[str] = set()
    for path in files:
        if re.fullmatch(r"/assets/[\w.-]+\.(js|css)", path):
            named |= set(NAMED.findall(source(site, path)))
    assert len(named) > 50
    assert named <= set(files)


@pytest.fixture
def after_release(browser: Browser) -> Iterator[Page]:
    """A visitor's page from before a new release: the script of /about is gone until a document names it anew."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.set_default_timeout(60_000)
    page = context.new_page()
    documents: list[str] = []
    page.on("request", lambda request: documents.append(request.url) if request.is_navigation_request() else None)
    page.route(
        "**/assets/AboutPage-*.js",
        lambda route: route.fulfill(status=404) if len(documents) == 1 else route.continue_(),
    )
    yield page
    context.close()


@pytest.mark.browser
def test_who_points_at_a_link_whose_page_is_gone_loses_nothing(site: Any, after_release: Page) -> None:
    page = after_release
    open_page(page, site.address + "/contact")
    loads: list[str] = []
    page.on("load", lambda: loads.append(page.url))
    message = page.get_by_label("Message")
    message.fill(ENQUIRY)
    with page.expect_response("**/assets/AboutPage-*.js"):
        page.get_by_role("banner").get_by_role("link", name="About").hover()
    # A reload that has been asked for would end this.
    page.evaluate("async () => { for (let count = 0; count < 50; count += 1) await fetch('/api/health'); }")
    expect(message).to_have_value(ENQUIRY)
    assert loads == []


@pytest.mark.browser
def test_who_opens_a_page_whose_script_is_gone_gets_the_new_release(site: Any, after_release: Page) -> None:
    page = after_release
    open_page(page, site.address + "/contact")
    with page.expect_event("load"):
        page.get_by_role("banner").get_by_role("link", name="About").click()
    expect(page).to_have_url(site.address + "/about")
    # Taken over by its scripts: a link changes the route without a new document.
    taken_over(page)
    page.evaluate("window.isSame = true")
    page.get_by_role("banner").get_by_role("link", name="Services").click()
    expect(page).to_have_url(site.address + "/services")
    expect(page.locator("h1")).to_be_visible()
    assert page.evaluate("window.isSame") is True
