"""A visitor's way through the booking page, in the words of the page."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import BrowserContext, FilePayload, Locator, Page, Route, expect

from app.booking.models import Booking
from app.demo.papers import sample_pdf
from app.factory import House
from tests import axe
from tests.people import PERSONAL, PROJECT

VISA = "4242424242424242"
DECLINED = "4000000000000002"
ASKS_BANK = "4000002760003184"
TAKES_TIME = "4000000000005100"
TAKES_TIME_AND_FAILS = "4000000000005209"
PATIENCE_MS = 60_000
SCREENS = WIDE, NARROW = 1440, 390
PAY = "Pay $250.00 AUD"
PERSON = {
    "Full name": "Amelia Hart",
    "Email address": "amelia@example.com",
    "Phone number": "0400 123 456",
    "Project address": "12 Forest Road, Hurstville NSW 2220",
}
PLAN: FilePayload = {"name": "Plan.pdf", "mimeType": "application/pdf", "buffer": sample_pdf("Plan")}
# What browsers log by themselves when an answer is not 2xx; the tests look at the page instead.
ORDINARY = ("Failed to load resource",)


# Each toast is heard once, as soon as it is there: it leaves by itself after five seconds.
LISTEN_FOR_TOASTS = """
new MutationObserver(() => {
  for (const toast of document.querySelectorAll("[data-variant]:not([data-heard])")) {
    toast.setAttribute("data-heard", "");
    heardToast(toast.textContent);
  }
}).observe(document, { childList: true, subtree: true });
"""


def page_is(page: Page, condition: str) -> None:
    """Waits until the JavaScript expression holds. (Playwright's own way evaluates text, which the policy forbids.)"""
    held = page.evaluate(
        f"() => new Promise(done => {{ const until = Date.now() + {PATIENCE_MS};"
        f" const look = () => ({condition}) ? done(true) : Date.now() > until ? done(false) : setTimeout(look, 20);"
        " look(); })"
    )
    assert held, f"{condition} has not come true"


def arrived(page: Page) -> None:
    """Every request that the page has begun has arrived by now."""
    assert page.evaluate("fetch('/api/health').then((answer) => answer.status)") == 200


@dataclass(frozen=True)
class Program:
    """A running program."""

    house: House
    address: str

    def keep_processing(self) -> None:
        """Let the provider take its time over cards that take time, until `settle_processing` of the sandbox."""
        self.house.sandbox.processing_seconds = 3600.0


class Visit:
    """One visitor: a browser context with one page, and everything that its console complained about."""

    def __init__(self, program: Program, context: BrowserContext, scripted: bool = True) -> None:
        self.program, self.context, self.scripted = program, context, scripted
        self.complaints: list[str] = []
        self.heard: list[str] = []
        context.add_init_script("addEventListener('helios:ready', () => { window.isReady = true; })")
        context.expose_binding("heardToast", lambda _, text: self.heard.append(text))
        context.add_init_script(LISTEN_FOR_TOASTS)
        self.page: Page = self.join()

    def join(self) -> Page:
        """Another tab of the same visitor."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda message: self._hear(message.type, message.text))
        return page

    def _hear(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and not text.startswith(ORDINARY):
            self.complaints.append(text)

    def open(self, path: str = "/contact") -> Page:
        """Open a page of the site, and wait until its scripts (if they may run) have taken it over."""
        self.page.goto(self.program.address + path, wait_until="networkidle")
        if self.scripted:
            page_is(self.page, "window.isReady || location.pathname.startsWith('/admin')")
        return self.page

    def button(self, name: str) -> Locator:
        """A button by its whole name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def at(self, heading: str) -> None:
        """The step or page with this heading is open."""
        expect(self.page.get_by_role("heading", name=heading, exact=True)).to_be_visible()

    def tell_personal(self, **changes: str) -> None:
        """Answer step 1 and go on."""
        for label, text in {**PERSON, **changes}.items():
            self.page.get_by_label(label, exact=True).fill(text)
        self.button("NEXT STEP").click()
        self.at("Project Information")

    def tell_project(self, service: str = "planning_approvals") -> None:
        """Answer step 2 and go on."""
        self.page.get_by_label("Service type").select_option(service)
        self.page.get_by_label("Project type").select_option("new_home")
        self.page.get_by_label("Approximate project value").select_option("1m_3m")
        self.button("NEXT STEP").click()
        self.at("Document Upload")

    def add_files(self, *files: Any) -> None:
        """Choose files in step 3."""
        self.page.locator("input[type=file]").set_input_files(list(files) or [PLAN])

    def to_payment(self) -> None:
        """Open step 4 with the earlier steps answered and one document added, as after a visit before."""
        api, address = self.context.request, f"{self.program.address}/api/bookings"
        for step in (PERSONAL, PROJECT):
            assert api.post(address, data=step).ok
        assert api.post(f"{address}/current/documents", multipart={"file": PLAN}).ok
        assert api.post(address, data={"step": 3}).ok
        self.open()
        self.at("Complete Your Booking")

    def type_card(self, number: str = VISA) -> None:
        """Fill the card form."""
        self.page.get_by_label("Card number").fill(number)
        self.page.get_by_label("Expiration date").fill("12 / 34")
        self.page.get_by_label("Security code").fill("123")

    def pay(self, number: str = VISA) -> None:
        """Pay with a card."""
        self.type_card(number)
        self.button(PAY).click()

    def toast(self, title: str, body: str = "") -> None:
        """A toast says this, or has said it since it was asked for last: a busy machine may look after it has gone."""
        status = self.page.get_by_role("status").filter(has_text=title).filter(has_text=body)
        until = time.monotonic() + PATIENCE_MS / 1000
        while True:
            found = next((text for text in self.heard if title in text and body in text), None)
            if found is not None:
                self.heard.remove(found)
                return
            if status.count() and status.first.is_visible():
                return
            assert time.monotonic() < until, f"no toast says {title!r} {body!r}; heard: {self.heard}"
            self.page.wait_for_timeout(50)

    def dismiss(self, title: str, body: str = "") -> None:
        """A toast says this, and is closed if it has not left by itself."""
        self.toast(title, body)
        self.page.evaluate("document.querySelector('[data-variant] button[aria-label=Dismiss]')?.click()")

    def faults(self) -> list[str]:
        """What axe finds on the page as it stands."""
        return axe.faults(self.page)

    def stored(self, key: str) -> str | None:
        """A value of the page's local storage."""
        value: str | None = self.page.evaluate("key => localStorage.getItem(key)", key)
        return value


def only_booking() -> Booking:
    """The one booking in the database."""
    found: Booking = Booking.select().get()
    assert Booking.select().count() == 1
    return found


class Gate:
    """Requests of a page that wait until the gate is opened, and pass it from then on."""

    def __init__(self, page: Page, pattern: str) -> None:
        self.held: list[Route] | None = []
        page.route(pattern, self._arrive)

    def _arrive(self, route: Route) -> None:
        if self.held is None:
            route.continue_()
        else:
            self.held.append(route)

    def open(self) -> None:
        """Let everybody through."""
        waiting, self.held = self.held or [], None
        for route in waiting:
            route.continue_()


# The page's first script, which holds what is pressed early, has run once it asks for what the application needs.
HOLDING = "document.querySelector('link[rel=stylesheet]') !== null"


@contextmanager
def before_scripts(visit: Visit, path: str, part: str) -> Iterator[Page]:
    """The page at `path` while a part of its scripts is still on its way; it arrives at the end of the block."""
    page, scripts = visit.page, f"**/assets/{part}-*.js"
    gate = Gate(page, scripts)
    with page.expect_request(scripts):
        page.goto(visit.program.address + path, wait_until="commit")
    if part != "site":
        page_is(page, HOLDING)
    yield page
    assert gate.held
    gate.open()
