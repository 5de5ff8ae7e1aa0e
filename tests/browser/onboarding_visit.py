"""A visitor's way through onboarding and checkout, in the words of the pages."""

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

from booking_visit import PLAN, VISA, Visit
from playwright.sync_api import Locator, Page, expect

from app import clock
from app.slots import actions as slots
from app.slots.models import Slot
from tests.onboarders import DETAILS

NAMES = {
    "name": "Full Name",
    "email": "Email Address",
    "phone": "Phone Number",
    "addressStreet": "Project Address",
    "addressCity": "City",
    "addressState": "State/Province",
    "addressZip": "Zip/Postal Code",
}


def open_times() -> list[Slot]:
    """Make the times that can be booked, and list them."""
    slots.generate(clock.now())
    return Slot.free(clock.now())


def go_on(visit: Visit, heading: str) -> None:
    """Press Next; the step with this heading opens."""
    visit.button("Next").click()
    visit.at(heading)


def tell_details(visit: Visit, **changes: str) -> None:
    """Answer step 1 and go on."""
    for name, label in NAMES.items():
        visit.page.get_by_label(label, exact=True).fill({**DETAILS, **changes}[name])
    go_on(visit, "Service Selection")


def choose_service(visit: Visit, title: str = "Planning & Approvals") -> None:
    """Answer step 2 and go on."""
    visit.page.get_by_role("radio", name=title).check()
    go_on(visit, "Document Upload")


def to_schedule(visit: Visit, files: bool = True) -> Page:
    """From the beginning to step 4."""
    page = visit.open("/onboarding")
    tell_details(visit)
    choose_service(visit)
    if files:
        visit.add_files(PLAN)
    go_on(visit, "Schedule a Consultation")
    return page


def day_button(page: Page, start: datetime) -> Locator:
    """The day of a time in the calendar, whichever month is open."""
    local = clock.in_sydney(start)
    caption = page.get_by_text(f"{local:%B %Y}", exact=True)
    expect(page.get_by_role("grid")).to_be_visible()
    if not caption.is_visible():
        page.get_by_role("button", name="Go to the Next Month").click()
    expect(caption).to_be_visible()
    return page.get_by_role("grid").locator(f'[data-day="{local:%Y-%m-%d}"]').get_by_role("button")


def hour_of(start: datetime) -> str:
    """How the page writes the hour of a time."""
    return f"{clock.in_sydney(start):%-I:%M %p}".lower()


def date_of(start: datetime) -> str:
    """How the page writes the day of a time."""
    return f"{clock.in_sydney(start):%A %-d %B %Y}"


def full(start: datetime) -> str:
    """How the page writes a time in full."""
    return f"{date_of(start)} at {hour_of(start)}"


def pick(page: Page, start: datetime) -> None:
    """Choose a time in the calendar, and let the page go to its top: what is clicked while it moves is missed."""
    day_button(page, start).click()
    page.get_by_role("button", name=hour_of(start), exact=True).click()
    page.evaluate("new Promise((resolve) => setTimeout(resolve, 100))")  # begun after its own pause, over after it


def make_project(visit: Visit, slot: Slot | None = None, service: str = "scope_tender", **details: str) -> int:
    """A project with a time held, as after the form, without the pages; returns its number."""
    call, address = visit.context.request, visit.program.address
    client = call.post(f"{address}/api/clients", data={**DETAILS, **details}).json()["id"]
    made = call.post(f"{address}/api/projects", data={"clientId": client, "serviceType": service, "status": "inquiry"})
    slot = slot or open_times()[4]
    assert call.patch(f"{address}/api/slots/{slot.id}/book").ok
    return int(made.json()["id"])


def open_checkout(visit: Visit, project: int, amount: str = "2000") -> Page:
    """The checkout of a project with its card form ready."""
    page = visit.open(f"/checkout?projectId={project}&amount={amount}")
    expect(page.get_by_label("Card number")).to_be_visible()
    return page


def accept(page: Page) -> None:
    """Tick the terms."""
    page.get_by_role("checkbox", name="I accept the terms and conditions").check()


def complete(visit: Visit) -> Locator:
    """The button that pays or promises to, whatever it says that costs."""
    return visit.page.get_by_role("button", name=re.compile("^Complete Payment"))


def pay(visit: Visit, number: str = VISA) -> None:
    """Fill the card form, accept the terms and pay."""
    visit.type_card(number)
    accept(visit.page)
    complete(visit).click()


def keep_time(visit: Visit, slot: Slot) -> None:
    """Choose another time for a project that has lost its own."""
    pick(visit.page, slot.date)
    visit.button("Keep this time").click()


def press(visit: Visit) -> None:
    """Press Complete Payment, dimmed or not; by a key, which finds it wherever the card form has moved it."""
    complete(visit).press("Enter")


def failing(page: Page, pattern: str, method: str) -> Callable[[], None]:
    """Let calls fail until the returned function is called."""

    def refuse(route: Any) -> None:
        if route.request.method == method:
            route.fulfill(status=500, json={"message": "", "fields": {}})
        else:
            route.fallback()

    page.route(pattern, refuse)
    return lambda: page.unroute(pattern, refuse)
