"""People who sign in: staff and clients, with what they find."""

import re

from booking_visit import SCREENS, Program, Visit
from playwright.sync_api import Page, expect

from app.accounts import credentials as accounts
from app.accounts.opening import open_due
from app.accounts.rules import Role
from app.accounts.staff import add_staff as make_staff
from app.mail.models import Letter
from tests.people import PASSWORD, People

STAFF = "helena"
CLIENT = "amelia@example.com"


def add_staff() -> None:
    """A member of staff."""
    make_staff(STAFF, "Helena Marsh", Role.OWNER, PASSWORD)


def add_client(program: Program, **changes: object) -> str:
    """A client who has booked and paid and knows their temporary password only; returns it."""
    People(program.house).visitor().book(**changes)
    open_due()  # the webhook may have settled it first, and still be hashing
    text = Letter.get(Letter.kind == "credentials").text
    found = re.search(r"\b\w{4}-\w{4}-\w{4}\b", text)
    assert found
    return found.group()


def send(visit: Visit, path: str, body: dict[str, str]) -> int:
    """POST JSON with the browser's cookies, without a page; returns the status."""
    address = visit.program.address
    return visit.context.request.post(address + path, data=body, headers={"Origin": address}).status


def enter_staff(visit: Visit, path: str = "/admin/dashboard") -> Page:
    """Open a staff page as a member of staff who has signed in before."""
    assert send(visit, "/api/admin/login", {"username": STAFF, "password": PASSWORD}) == 200
    return visit.open(path)


def enter_portal(visit: Visit) -> Page:
    """Open the portal as a client with a lasting password who has signed in before."""
    accounts.set_client_password(CLIENT, PASSWORD)
    assert send(visit, "/api/client/login", {"email": CLIENT, "password": PASSWORD}) == 200
    page = visit.open("/client-portal")
    expect(page.get_by_role("heading", name="Welcome, Amelia Hart")).to_be_visible()
    return page


def tell_staff(visit: Visit, password: str) -> None:
    """Fill the staff sign-in and send it."""
    visit.page.get_by_label("Username").fill(STAFF)
    visit.page.get_by_label("Password", exact=True).fill(password)
    visit.button("Sign in").click()


def tell_client(visit: Visit, password: str, email: str = CLIENT) -> None:
    """Fill the Client Login and send it."""
    visit.page.get_by_label("Email").fill(email)
    visit.page.get_by_label("Password", exact=True).fill(password)
    visit.button("LOGIN").click()


def fits(page: Page) -> bool:
    """Whether nothing reaches out of the page sideways."""
    wide: bool = page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    return wide


def fits_enlarged(page: Page) -> bool:
    """The same on phones of 390 and 320 pixels with text of twice the size: half as many pixels with text as it is."""
    size, fitting = page.viewport_size, []
    assert size is not None
    for width in (195, 160):
        page.set_viewport_size({**size, "width": width})
        fitting.append(fits(page))
    page.set_viewport_size(size)
    return all(fitting)


OUTSIDE = """() => [...document.querySelectorAll('[class*="Button_quiet"]')].flatMap((button) => {
    const words = document.createRange(), part = button.closest("section, form, dialog, article, main");
    words.selectNodeContents(button);
    const [inner, outer] = [words, part].map((each) => each.getBoundingClientRect());
    const fits = !inner.width || (inner.left >= outer.left - 1 && inner.right <= outer.right + 1);
    return fits ? [] : [`the words of "${button.innerText}" stand outside of their part`];
})"""


def flaws(visit: Visit) -> list[str]:
    """What axe finds, and what reaches out of its place sideways, on a wide screen and on a phone, as it stands."""
    size, found = visit.page.viewport_size, []
    assert size is not None
    for width in SCREENS:
        visit.page.set_viewport_size({**size, "width": width})
        found += [f"{width}: {fault}" for fault in visit.faults()]
        found += [] if fits(visit.page) else [f"{width}: wider than the screen"]
        found += [f"{width}: {fault}" for fault in visit.page.evaluate(OUTSIDE)]
    visit.page.set_viewport_size(size)
    return found
