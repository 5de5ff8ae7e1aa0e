"""What several tests of the pages share: an owner's trackers, and how a page is opened."""

from playwright.sync_api import Page

TRACKED = {"google_id": "G-TEST123456", "pixel_id": "123456789012345"}
REMEMBER = "addEventListener('helios:ready', () => { window.taken = true; })"
TAKEN_OVER = """() => new Promise(done => {
  const until = Date.now() + 60_000;
  const look = () => window.taken || Date.now() > until ? done(window.taken) : setTimeout(look, 20);
  look();
})"""
# Two turns at rest after that: whatever is going to be asked for has been.
AT_REST = "() => new Promise(done => requestIdleCallback(() => requestIdleCallback(done)))"


def open_page(page: Page, address: str) -> None:
    """Open an address, and wait until the page's scripts have taken it over."""
    page.add_init_script(REMEMBER)
    page.goto(address)
    taken_over(page)


def taken_over(page: Page) -> None:
    """Wait for the scripts of a page that `open_page`, or a link on it, has opened."""
    assert page.evaluate(TAKEN_OVER), "its scripts have not taken the page over"
    page.evaluate(AT_REST)
