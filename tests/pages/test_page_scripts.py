"""The scripts of the pages: few before anyone interacts, in an order that works; and what happens when one is gone."""

import gzip
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from page_samples import REMEMBER, open_page, taken_over
from playwright.sync_api import Browser, Page, expect

from app.pages.facts import PUBLIC_PATHS

IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*["'](/assets/[\w.-]+\.js)["']""")
NAMED = re.compile(r"/assets/[\w.-]+\.(?:js|css|svg|woff2|avif|jpg|webm|mp4)")
BEGINS = re.compile(r'<script type="module" src="([^"]+)"')
PRELOADED = re.compile(r'<link rel="modulepreload" href="([^"]+)"')
APPLICATIONS = ("/contact", "/onboarding", "/checkout", "/success", "/client-portal")
READ = [*(path for path in PUBLIC_PATHS if path not in APPLICATIONS), "/nothing-here"]
BUDGET_BYTES = 12_000
ENQUIRY = "Is my builder's deposit too high?"


def source(site: Any, path: str) -> str:
    """The text of one of the site's scripts."""
    answer = site.reader.get(path)
    assert answer.status_code == 200, path
    text: str = answer.get_data(as_text=True)
    return text


@pytest.mark.parametrize("path", [*READ, *APPLICATIONS])
def test_each_script_finds_what_it_imports_already_there(site: Any, path: str) -> None:
    document = site.text(path)
    [begins] = BEGINS.findall(document)
    scripts = PRELOADED.findall(document)
    assert re.fullmatch(r"/assets/site-\w+\.js", begins)
    assert len(set(scripts)) == len(scripts)
    imported = {script: set(IMPORT.findall(source(site, script))) for script in (begins, *scripts)}
    assert imported[begins]
    assert imported[begins] <= set(scripts)
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


def asked_for(page: Page, address: str) -> list[str]:
    """The scripts that a page asks for while nobody touches it."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.resource_type == "script" else None)
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith(".js") else None)
    page.goto(address, wait_until="networkidle")
    return sorted(set(asked))


@pytest.mark.browser
@pytest.mark.parametrize("path", READ)
def test_a_page_to_be_read_brings_little_script_and_no_framework(
    site: Any, visit: Callable[..., Page], path: str
) -> None:
    texts = [source(site, address.removeprefix(site.address)) for address in asked_for(visit(390), site.address + path)]
    assert texts
    assert sum(len(gzip.compress(text.encode())) for text in texts) <= BUDGET_BYTES
    assert not any("react.element" in text or "react.transitional" in text for text in texts)


@pytest.mark.browser
def test_a_framework_would_be_noticed(site: Any, visit: Callable[..., Page]) -> None:
    texts = [
        source(site, address.removeprefix(site.address)) for address in asked_for(visit(390), f"{site.address}/contact")
    ]
    assert sum(len(gzip.compress(text.encode())) for text in texts) > BUDGET_BYTES
    assert any("react.transitional" in text for text in texts)


@pytest.fixture
def after_release(browser: Browser) -> Iterator[Callable[[str], Page]]:
    """A visitor's page from before a new release: a part is gone until a document names it anew."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.set_default_timeout(60_000)
    page = context.new_page()
    documents: list[str] = []
    page.on("request", lambda request: documents.append(request.url) if request.is_navigation_request() else None)

    def without(part: str) -> Page:
        page.route(
            f"**/assets/{part}-*.js",
            lambda route: route.fulfill(status=404) if len(documents) == 1 else route.continue_(),
        )
        return page

    yield without
    context.close()


@pytest.mark.browser
def test_who_has_not_come_for_a_part_that_is_gone_loses_nothing(
    site: Any, after_release: Callable[[str], Page]
) -> None:
    page = after_release("enquiry")
    open_page(page, site.address + "/contact")
    loads: list[str] = []
    page.on("load", lambda: loads.append(page.url))
    name = page.get_by_label("Full name")
    name.fill("Amelia Hart")
    message = page.get_by_label("Message")
    with page.expect_response("**/assets/enquiry-*.js"):
        message.fill(ENQUIRY)
    # A reload that has been asked for would end this.
    page.evaluate("async () => { for (let count = 0; count < 50; count += 1) await fetch('/api/health'); }")
    expect(message).to_have_value(ENQUIRY)
    expect(name).to_have_value("Amelia Hart")
    assert loads == []


@pytest.mark.browser
def test_who_opens_a_page_whose_script_is_gone_gets_the_new_release(
    site: Any, after_release: Callable[[str], Page]
) -> None:
    page = after_release("wizard")
    page.add_init_script(REMEMBER)
    loads: list[str] = []
    page.on("load", lambda: loads.append(page.url))
    page.goto(site.address + "/contact")
    while len(loads) < 2:
        page.wait_for_event("load")
    taken_over(page)
    page.get_by_role("button", name="NEXT STEP").click()
    expect(page.locator("[aria-invalid=true]").first).to_be_visible()
