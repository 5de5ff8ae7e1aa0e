"""Pages ask for their data once: no retry, no refetch, no polling, whatever the time and the window do."""

import re
import time

import pytest
from booking_visit import Program, Visit, arrived
from playwright.sync_api import Page, Route
from signed_in import add_client, enter_portal

pytestmark = pytest.mark.browser

PATIENCE_SECONDS = 60.0


def live_on(page: Page) -> None:
    """An hour passes, in which the window loses and gains the focus, is hidden and shown, and the line comes back."""
    page.clock.run_for("30:00")
    for event in ("blur", "focus", "offline", "online"):
        page.evaluate("name => window.dispatchEvent(new Event(name))", event)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.clock.run_for("30:00")
    arrived(page)


@pytest.mark.spec("S-09")
@pytest.mark.parametrize("status", [200, 401, 500, 503])
def test_an_hour_later_everything_has_been_asked_for_once(program: Program, visit: Visit, status: int) -> None:
    add_client(program)
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url.rsplit("/", 1)[1])
        route.fulfill(status=status, json=[])

    page = visit.page
    page.clock.install()
    page.route(re.compile("/api/client/(projects|documents|appointments)$"), answer)
    enter_portal(visit)
    once = ["appointments", "documents", "projects"]
    live_on(page)
    page.get_by_role("tab", name="DOCUMENTS").click()
    live_on(page)
    assert sorted(asked) == once
    # The control: what is asked for anew is counted.
    page.reload(wait_until="networkidle")
    visit.at("Welcome, Amelia Hart")
    deadline = time.monotonic() + PATIENCE_SECONDS
    while len(asked) < 2 * len(once):
        assert time.monotonic() < deadline, asked
        arrived(page)
    assert sorted(asked) == sorted(once * 2)
