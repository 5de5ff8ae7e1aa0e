"""The public site without a mouse: the menu of narrow screens, and the way from a package to its booking."""

from collections.abc import Callable

import pytest
from booking_visit import Visit, page_is
from keyboard import focused, tab_to
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

MENU = [
    "Close the menu",
    "Home",
    "Services",
    "About",
    "Contact",
    "Contract review",
    "CLIENT PORTAL",
    "(02) 5550 0134",
    "hello@heliospm.example",
]


def walk(page: Page, key: str, steps: int) -> list[str]:
    """The names that the focus comes by within the page."""
    found = []
    for _ in range(steps):
        page.keyboard.press(key)
        found.append(focused(page))
    return [name for name in found if name]


@pytest.mark.spec("S-03")
def test_the_menu_keeps_the_focus_while_it_is_open(arrive: Callable[..., Visit]) -> None:
    page = arrive(390).open("/about")
    opener, menu = page.get_by_role("button", name="Open the menu"), page.get_by_role("dialog", name="Menu")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    tab_to(page, "Open the menu", 3)
    page.keyboard.press("Enter")
    expect(menu).to_be_visible()
    expect(menu.get_by_role("button", name="Close the menu")).to_be_focused()
    # Twice around: whatever is behind the menu is passed over.
    assert walk(page, "Tab", 2 * (len(MENU) + 1))[: 2 * len(MENU)] == [*MENU[1:], *MENU, MENU[0]]
    menu.get_by_role("button", name="Close the menu").focus()
    assert walk(page, "Shift+Tab", 4)[:3] == MENU[:-4:-1]
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(opener).to_be_focused()
    page.keyboard.press("Space")
    expect(menu).to_be_visible()
    page.keyboard.press("Enter")
    expect(menu).to_be_hidden()
    expect(opener).to_be_focused()


@pytest.mark.spec("S-03")
def test_the_menu_opens_again_however_soon_after_it_was_closed(arrive: Callable[..., Visit]) -> None:
    page = arrive(390).open("/about")
    opener, menu = page.get_by_role("button", name="Open the menu"), page.get_by_role("dialog", name="Menu")
    opener.click()
    expect(menu).to_be_visible()
    # As Escape does; the browser tells of the closing only after the press that follows in the same breath.
    at_once = "(menu, opener) => { menu.requestClose(); opener.click(); }"
    menu.evaluate(at_once, opener.element_handle())
    page.evaluate("() => new Promise((done) => setTimeout(done))")
    expect(menu).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()


@pytest.mark.spec("S-01", "S-03")
def test_a_link_of_the_menu_leads_to_the_top_of_its_page(arrive: Callable[..., Visit]) -> None:
    visit = arrive(390)
    page = visit.open("/about")
    page.get_by_role("button", name="Open the menu").focus()
    page.evaluate("scrollTo(0, 900)")
    page.keyboard.press("Enter")
    tab_to(page, "Contract review")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{visit.program.address}/contract-review")
    expect(page.get_by_role("dialog", name="Menu")).to_be_hidden()
    expect(page.get_by_role("heading", level=1)).to_be_in_viewport()
    assert page.evaluate("scrollY") == 0
    tab_to(page, "Skip to the content", 1)
    # The menu has left nothing behind: Back leads to the page where it was opened, as it was.
    page.go_back()
    expect(page).to_have_url(f"{visit.program.address}/about")
    expect(page.get_by_role("dialog", name="Menu")).to_be_hidden()
    page_is(page, "scrollY === 900")


@pytest.mark.spec("S-03")
def test_closing_the_menu_leaves_the_page_where_it_was(arrive: Callable[..., Visit]) -> None:
    page = arrive(390).open("/about")
    page.get_by_role("button", name="Open the menu").focus()
    page.evaluate("scrollTo(0, 900)")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Menu")).to_be_visible()
    page.keyboard.press("PageDown")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Menu")).to_be_hidden()
    assert page.evaluate("scrollY") == 900


@pytest.mark.spec("P-08", "P-11", "P-12", "P-17")
@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("package", ["Essential Review", "Professional Review", "Premium Review"])
def test_a_package_is_chosen_and_booked_by_keyboard(arrive: Callable[..., Visit], package: str, width: int) -> None:
    visit = arrive(width)
    page = visit.open("/contract-review")
    tab_to(page, "Choose your review")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Choose your review")).to_be_in_viewport()
    tab_to(page, f"Choose {package}", 3)
    expect(page.get_by_role("link", name=f"Choose {package}")).to_be_in_viewport()
    page.keyboard.press("Enter")
    chosen = package.partition(" ")[0].lower()
    expect(page).to_have_url(f"{visit.program.address}/contact?service=contract_review&package={chosen}")
    visit.at("BOOK A SERVICE")
    visit.tell_personal()
    expect(page.get_by_label("Service type")).to_have_value("contract_review")
    expect(page.get_by_role("radio", name=package)).to_be_checked()
