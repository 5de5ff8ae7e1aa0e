"""Going through a page with the keyboard."""

from playwright.sync_api import Page

_FOCUSED = """() => {
  const { activeElement: at } = document;
  return at === document.body ? "" : (at.getAttribute("aria-label") ?? at.innerText).trim();
}"""


def focused(page: Page) -> str:
    """The name of what has the focus; '' outside of the page, in the browser's own controls."""
    return str(page.evaluate(_FOCUSED))


def tab_to(page: Page, name: str, limit: int = 60) -> None:
    """Go on with the Tab key until the control of this name has the focus."""
    for _ in range(limit):
        page.keyboard.press("Tab")
        if focused(page) == name:
            return
    raise AssertionError(f"{name} cannot be reached with the Tab key")
