"""Pages between pages: documents that a browser keeps for Back, prepares for a click and fades into each other."""

import json
import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from booking_visit import Program, page_is
from playwright.sync_api import Browser, Page
from werkzeug.test import Client

pytestmark = [pytest.mark.browser, pytest.mark.desktop, pytest.mark.spec("S-01")]

READ = ("/", "/services", "/about", "/contract-review", "/privacy-policy", "/terms-conditions")
PUBLIC = {*READ, "/contact", "/onboarding"}
RULES = re.compile(r'<script type="speculationrules">(.*?)</script>')
BEFORE = "window.isKept = true; addEventListener('pageshow', (told) => { window.isShown = told.persisted; })"
UNLOADS = "addEventListener('unload', () => {})"


def there_and_back(page: Page, address: str, path: str, before: str = BEFORE) -> bool:
    """Whether a page is as it was left when Back leads to it. (Browsers keep none that was not found.)"""
    page.goto(address + path)
    page_is(page, "document.readyState === 'complete'")
    page.evaluate(before)
    # What is asked of a page while it gives way to another is lost with it: its address is looked at from outside.
    page.evaluate("setTimeout(() => location.assign('/about?on'))")
    page.wait_for_url("**/about?on", wait_until="commit")
    page_is(page, "document.readyState === 'complete'")
    page.evaluate("setTimeout(() => history.back())")
    page.wait_for_url(lambda there: not there.endswith("?on"), wait_until="commit")
    page_is(page, "document.readyState === 'complete'")
    return bool(page.evaluate("window.isKept === true && window.isShown === true"))


def test_back_finds_every_public_page_as_it_was_left(program: Program, browser: Browser) -> None:
    page = browser.new_page()
    assert {path: there_and_back(page, program.address, path) for path in (*READ, "/contact")} == dict.fromkeys(
        (*READ, "/contact"), True
    )
    assert not there_and_back(page, program.address, "/services", f"{BEFORE}; {UNLOADS}")
    page.close()


def test_only_pages_that_anybody_may_read_are_prepared(program: Program, browser: Browser) -> None:
    page = browser.new_page()
    candidates: set[str] = set()
    session = page.context.new_cdp_session(page)
    session.on(
        "Preload.preloadingAttemptSourcesUpdated",
        lambda told: candidates.update(each["key"]["url"] for each in told["preloadingAttemptSources"]),
    )
    session.send("Preload.enable")
    for path in sorted(PUBLIC):
        page.goto(program.address + path)
        page_is(page, "document.readyState === 'complete'")
        # What has effects, is somebody's own or is a file, as links that a page might come to have.
        for other in ("/checkout?projectId=1", "/client-portal", "/success", "/api/client/logout", "/og-home.png"):
            page.evaluate(f"document.body.append(Object.assign(document.createElement('a'), {{ href: '{other}' }}))")
        page.evaluate("() => new Promise((done) => setTimeout(done, 100))")
    found = {urlsplit(address) for address in candidates}
    assert {address.path for address in found} == PUBLIC
    assert {address.netloc for address in found} == {urlsplit(program.address).netloc}
    assert {address.query for address in found} >= {"service=planning_approvals"}
    page.close()


def test_a_link_that_is_pointed_at_is_there_already(program: Program, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(program.address + "/about")
    link = page.get_by_role("banner").get_by_role("link", name="Services")
    link.hover()
    page.wait_for_timeout(1000)
    link.click()
    page_is(page, "location.pathname === '/services' && document.readyState === 'complete'")
    [entry] = page.evaluate("performance.getEntriesByType('navigation').map(({ deliveryType }) => deliveryType)")
    assert entry == "navigational-prefetch"
    page.close()


def test_pages_that_concern_one_person_prepare_nothing(program: Program) -> None:
    ask = Client(program.house.wsgi)
    for path in ("/checkout", "/success", "/client-portal", "/admin/login"):
        answer = ask.get(path, base_url=program.address)
        assert RULES.findall(answer.get_data(as_text=True)) == [], path
        assert "speculation" not in answer.headers["Content-Security-Policy"]
    [rules] = RULES.findall(ask.get("/", base_url=program.address).get_data(as_text=True))
    assert {each["eagerness"] for each in json.loads(rules)["prefetch"]} == {"moderate"}
    assert list(json.loads(rules)) == ["prefetch"]


@pytest.mark.parametrize(("wish", "fades"), [("no-preference", True), ("reduce", False)])
def test_documents_fade_into_each_other_unless_motion_is_unwelcome(
    program: Program, browser: Browser, wish: Any, fades: bool
) -> None:
    page = browser.new_page(reduced_motion=wish)
    page.add_init_script("addEventListener('pagereveal', (told) => { window.fades = told.viewTransition !== null; })")
    page.goto(program.address + "/about")
    page.get_by_role("banner").get_by_role("link", name="Services").click()
    page_is(page, "location.pathname === '/services' && window.fades !== undefined")
    assert page.evaluate("window.fades") is fades
    page.close()
