"""What a visitor's browser has to do on the public pages: a phone four times slower than this machine, in Chromium.

Every page is opened in turns as it is and with its scripts blocked, so that a busy moment of the machine meets both.
Beside the home page stand the figures of a plain WordPress page that was measured earlier on such a machine.
"""

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any

from bench_contest import Row, at_most
from bench_times import demo
from playwright.sync_api import Browser, CDPSession, Page, ViewportSize, sync_playwright

PAGES = ("/", "/services", "/about", "/contract-review", "/privacy-policy", "/terms-conditions", "/contact")
ROUNDS = 5
SLOWER = 4  # as Lighthouse's phone
PHONE = ViewportSize(width=390, height=844)
WIDE = ViewportSize(width=1440, height=900)
SETTLED_MS = 1_500
LONG_MS = 50  # a task blocks for as long as it goes on after this (web.dev, "Total Blocking Time")
WORDPRESS = "WordPress 28 kB of script, 4 to 20 ms"
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def browser_rows() -> list[Row]:
    """Bytes of the home page, blocked time against the same page without scripts, and the answers to the first acts."""
    with demo(lambda folder: 0) as (server, _), chromium() as browser:
        address = f"http://127.0.0.1:{server.port}"
        received = median(bytes_of(browser, f"{address}/") for _ in range(ROUNDS)) / 1000
        return [
            at_most("Home page, film not started", f"{received:.0f} kB received", received, 200),
            *blocked_rows(browser, address),
            *(
                at_most(f"First answer: {name}", f"{took:.0f} ms  (slowest of {ROUNDS})", took, 100)
                for name, act in ACTS.items()
                for took in [max(act(browser, address) for _ in range(ROUNDS))]
            ),
        ]


def blocked_rows(browser: Browser, address: str) -> Iterator[Row]:
    """A row per page: milliseconds that tasks blocked the main thread for, and how many of them are the scripts'."""
    for path in PAGES:
        rounds = [
            (blocked(browser, address + path, scripts=True), blocked(browser, address + path, scripts=False))
            for _ in range(ROUNDS)
        ]
        ours, bare = (median(each) for each in zip(*rounds, strict=True))
        of_scripts = median(each - without for each, without in rounds)
        figure = f"{ours:.0f} ms, without {bare:.0f} ms"
        if path == "/":
            figure += f"; {WORDPRESS}"
        yield at_most(f"Blocked by scripts: {path}", f"{of_scripts:+.0f} ms  ({figure})", of_scripts, 10)


def blocked(browser: Browser, url: str, *, scripts: bool) -> float:
    """Milliseconds beyond `LONG_MS` of the main thread's tasks from the first byte on, until the page has settled.

    ValueError where the address is no page.
    """
    with slow_page(browser, PHONE) as (page, line):
        if not scripts:
            line.send("Network.setBlockedURLs", {"urls": ["*.js"]})
        browser.start_tracing(page=page, categories=["toplevel", "blink.user_timing", "devtools.timeline"])
        answer = page.goto(url, wait_until="load")
        if not answer or not answer.ok:
            raise ValueError(f"{url} is no page of the site")
        page.wait_for_timeout(SETTLED_MS)
        events = json.loads(browser.stop_tracing())["traceEvents"]
    return blocked_time(events)


def blocked_time(events: list[dict[str, Any]]) -> float:
    """The blocked milliseconds of a trace: of the thread that the page's navigation is told of, after it began.

    events: as Chromium traces them, with times in microseconds; what a task took of the processor counts, not how
    long it waited for others. ValueError when no navigation is among them.
    """
    began = [each for each in events if each["name"] == "navigationStart" and "http" in str(each.get("args"))]
    if not began:
        raise ValueError("The trace tells of no navigation")
    first = began[-1]
    place = (first["pid"], first["tid"])
    tasks = [
        each.get("tdur", each["dur"]) / 1000
        for each in events
        if each["name"] in {"ThreadControllerImpl::RunTask", "RunTask"}
        and each.get("ph") == "X"
        and (each["pid"], each["tid"]) == place
        and each["ts"] >= first["ts"]
    ]
    return sum(max(0, took - LONG_MS) for took in tasks)


def bytes_of(browser: Browser, url: str) -> float:
    """Bytes that come over the line for a page whose visitor wants no motion: no film is asked for."""
    with slow_page(browser, PHONE, reduced_motion="reduce") as (page, line):
        got: list[float] = []
        line.on("Network.loadingFinished", lambda told: got.append(told["encodedDataLength"]))
        page.goto(url, wait_until="load")
        page.wait_for_timeout(SETTLED_MS)
    return sum(got)


def menu(browser: Browser, address: str) -> float:
    """The press that opens the menu of a narrow screen."""
    with slow_page(browser, PHONE) as (page, _):
        page.goto(address, wait_until="load")
        return answered(page, lambda: page.get_by_role("button", name="Open the menu").click())


def carousel(browser: Browser, address: str) -> float:
    """The press for the next story, on a carousel that has come into view."""
    with slow_page(browser, WIDE) as (page, _):
        page.goto(address, wait_until="load")
        onward = page.get_by_role("button", name="Next story")
        page.get_by_role("group", name="Stories", exact=True).scroll_into_view_if_needed()
        onward.wait_for()
        page.wait_for_timeout(SETTLED_MS)
        return answered(page, onward.click)


def first_key(browser: Browser, address: str) -> float:
    """The first key in the enquiry's form."""
    with slow_page(browser, PHONE) as (page, _):
        page.goto(f"{address}/contact", wait_until="load")
        page.wait_for_timeout(SETTLED_MS)
        field = page.get_by_role("textbox").first
        field.focus()
        return answered(page, lambda: page.keyboard.press("a"))


ACTS: dict[str, Callable[[Browser, str], float]] = {
    "menu": menu,
    "next story": carousel,
    "first key in a form": first_key,
}


def answered(page: Page, act: Callable[[], None]) -> float:
    """Milliseconds from an act to the picture that follows it, as the browser counts interactions (8 ms exact)."""
    page.evaluate(
        """() => { window.heard = []; new PerformanceObserver((list) => {
             for (const each of list.getEntries()) if (each.interactionId) window.heard.push(each.duration);
           }).observe({ type: "event", durationThreshold: 16 }); }"""
    )
    act()
    page.wait_for_timeout(1_000)
    heard: list[float] = page.evaluate("window.heard")
    return max(heard, default=0)


@contextmanager
def slow_page(browser: Browser, size: ViewportSize, **options: Any) -> Iterator[tuple[Page, CDPSession]]:
    """A page of a new visitor on a slow processor, and the line to its browser."""
    context = browser.new_context(viewport=size, **options)
    try:
        page = context.new_page()
        line = context.new_cdp_session(page)
        line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        line.send("Network.enable")
        yield page, line
    finally:
        context.close()


@contextmanager
def chromium() -> Iterator[Browser]:
    """The machine's own Chromium. RuntimeError when there is none."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if not program:
        raise RuntimeError("Chromium is not installed (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-background-networking"]
        browser = playwright.chromium.launch(executable_path=program, args=flags)
        yield browser
        browser.close()
