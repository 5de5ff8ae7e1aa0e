"""The purchase event: once for each confirmed payment, with consent only, and never from where trackers may not run."""

import json
import re
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from booking_visit import PERSON, TAKES_TIME, Program, Visit, arrived, page_is
from onboarding_visit import accept, complete, make_project, open_checkout
from playwright.sync_api import BrowserContext, Route, expect

from tests.onboarders import DETAILS

pytestmark = [pytest.mark.browser, pytest.mark.spec("T-02", "T-03")]

PRIVATE = ("/checkout", "/success", "/client-portal", "/admin")
PATIENCE_SECONDS = 60.0
NOTHING_TO_TELL = "!Object.values(JSON.parse(localStorage.getItem('helios.purchases') ?? '{}')).some(Boolean)"
# Stand-ins for the trackers' scripts, which send on at once whatever they are told.
TAG = """{
  const collect = (call) => send("https://www.google-analytics.com/g/collect", [...call]);
  const { push } = window.dataLayer;
  window.dataLayer.forEach(collect);
  window.dataLayer.push = (call) => { collect(call); return push.call(window.dataLayer, call); };
"""
PIXEL = """{
  fbq.callMethod = (...call) => send("https://www.facebook.com/tr", call);
  fbq.queue.forEach((call) => fbq.callMethod(...call));
"""
SEND = """
  function send(where, call) {
    fetch(where, { method: "POST", mode: "no-cors", keepalive: true, body: JSON.stringify(call) });
  }
}"""


@pytest.fixture
def settings() -> dict[str, Any]:
    """An owner with both trackers, who asks for consent."""
    return {"analytics": {"google_id": "G-TEST123456", "pixel_id": "123456789012345"}}


class Outside:
    """The outside world: answers for the trackers, and keeps what they and the pages ask of it."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.asked: list[tuple[str, str, str]] = []
        self.tag_is_late = False
        context.route(re.compile("^https://"), self._answer)

    def _answer(self, route: Route) -> None:
        request = route.request
        self.asked.append((urlsplit(request.frame.url).path, request.url, request.post_data or ""))
        if self.tag_is_late and "gtag/js" in request.url:
            route.abort()
            return
        script = TAG if "gtag/js" in request.url else PIXEL if "fbevents" in request.url else ""
        route.fulfill(body=script + SEND if script else "", content_type="text/javascript")

    def until(self, told: Callable[[], Any]) -> None:
        """Wait until what was told is enough."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not told():
            assert time.monotonic() < deadline, self.asked
            self.context.pages[0].wait_for_timeout(50)

    def purchases(self) -> list[dict[str, Any]]:
        """What the tag was told of purchases so far."""
        calls = [json.loads(told) for _, url, told in self.asked if url.endswith("/g/collect")]
        return [call[2] for call in calls if call[:2] == ["event", "purchase"]]

    def keeps_private(self, *secrets: str) -> bool:
        """Whether nothing personal was told, and nothing at all from a page that concerns one person."""
        told = unquote(json.dumps(self.asked))
        personal = [*PERSON.values(), *DETAILS.values(), "Plan.pdf", *secrets]
        return not any(str(each) in told for each in personal if each) and not [
            page for page, *_ in self.asked if page.startswith(PRIVATE)
        ]


def answered(program: Program, choice: str) -> dict[str, Any]:
    """A browser in which the question about trackers has been answered."""
    stored = [{"name": "helios.privacyChoice", "value": choice}]
    return {"cookies": [], "origins": [{"origin": program.address, "localStorage": stored}]}


@pytest.fixture
def come(program: Program, arrive: Callable[..., Visit]) -> Callable[[str], tuple[Visit, Outside]]:
    """Visitors with an answer to the question, and what their browsers ask of the outside world."""

    def visitor(choice: str) -> tuple[Visit, Outside]:
        visit = arrive(storage_state=answered(program, choice))
        return visit, Outside(visit.context)

    return visitor


def confirmed(visit: Visit) -> None:
    """The booking is confirmed, by the server too, and the purchase noted."""
    visit.at("Booking Confirmed")
    page_is(visit.page, "localStorage.getItem('helios.purchases')")


def look_around(visit: Visit) -> None:
    """Load the confirmation anew, and see public pages after it."""
    visit.page.reload(wait_until="networkidle")
    confirmed(visit)
    for path in ("/", "/contact", "/"):
        visit.open(path)
        # Not on to the next page while something is being told.
        page_is(visit.page, NOTHING_TO_TELL)
        arrived(visit.page)


def test_a_paid_booking_is_told_once(come: Callable[..., tuple[Visit, Outside]]) -> None:
    visit, outside = come("accepted")
    visit.to_payment()
    visit.pay()
    confirmed(visit)
    transaction = visit.stored("transactionId")
    told = [{"currency": "AUD", "value": 250, "transaction_id": transaction}]
    outside.until(outside.purchases)
    assert outside.purchases() == told
    look_around(visit)
    assert outside.purchases() == told
    (intent,) = visit.program.house.sandbox.intents()
    assert outside.keeps_private(intent["client_secret"])
    assert not outside.keeps_private("G-TEST123456"), "what is told is noticed"
    assert any(url.endswith("/tr") for _, url, _ in outside.asked), "the pixel was there, too"


@pytest.mark.parametrize("later", ["declined", "accepted"])
def test_without_consent_a_purchase_is_never_told(come: Callable[..., tuple[Visit, Outside]], later: str) -> None:
    visit, outside = come("declined")
    visit.to_payment()
    visit.pay()
    confirmed(visit)
    look_around(visit)
    assert outside.asked == []
    if later == "accepted":
        visit.page.get_by_role("button", name="Privacy choices").click()
        visit.button("Accept").click()
        visit.open("/about")
        outside.until(lambda: outside.asked)
        assert outside.purchases() == []


def test_what_the_bank_decides_later_is_told_on_the_next_public_page(
    come: Callable[..., tuple[Visit, Outside]],
) -> None:
    visit, outside = come("accepted")
    visit.program.keep_processing()
    visit.to_payment()
    visit.pay(TAKES_TIME)
    visit.at("We are checking your payment")
    visit.program.house.sandbox.settle_processing()
    confirmed(visit)
    assert outside.purchases() == []
    look_around(visit)
    outside.until(outside.purchases)
    (told,) = outside.purchases()
    assert told == {"currency": "AUD", "value": 250, "transaction_id": visit.stored("transactionId")}
    assert outside.keeps_private()


def test_a_payment_at_the_checkout_is_told_on_the_next_public_page(come: Callable[..., tuple[Visit, Outside]]) -> None:
    visit, outside = come("accepted")
    open_checkout(visit, make_project(visit))
    visit.type_card()
    accept(visit.page)
    complete(visit).click()
    confirmed(visit)
    assert outside.asked == []
    look_around(visit)
    outside.until(outside.purchases)
    (told,) = outside.purchases()
    assert told == {"currency": "AUD", "value": 2000, "transaction_id": visit.stored("transactionId")}
    assert outside.keeps_private()


def test_a_purchase_waits_for_the_tag_and_is_told_on_the_page_where_it_comes(
    come: Callable[..., tuple[Visit, Outside]],
) -> None:
    visit, outside = come("accepted")
    open_checkout(visit, make_project(visit))
    visit.type_card()
    accept(visit.page)
    complete(visit).click()
    confirmed(visit)
    outside.tag_is_late = True
    for path in ("/", "/services"):
        visit.open(path)
        page_is(visit.page, "window.gtag")
    outside.tag_is_late = False
    assert outside.purchases() == []
    for path in ("/contact", "/"):
        visit.open(path)
        outside.until(outside.purchases)
    assert [told["value"] for told in outside.purchases()] == [2000]


def test_two_tabs_tell_of_one_purchase(come: Callable[..., tuple[Visit, Outside]]) -> None:
    visit, outside = come("accepted")
    visit.to_payment()
    expect(visit.page.get_by_label("Card number")).to_be_visible()
    first, visit.page = visit.page, visit.join()
    visit.open()
    visit.at("Complete Your Booking")
    visit.pay()
    confirmed(visit)
    visit.page = first
    visit.pay()
    confirmed(visit)
    look_around(visit)
    outside.until(outside.purchases)
    assert len(outside.purchases()) == 1
