"""Every consultation time of ten years: page, row, and for each day letter and calendar file, say the same."""

import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from icalendar import Calendar
from onboarding_visit import date_of, hour_of
from playwright.sync_api import Browser, Page

from app import clock, db, schema
from app import config as configuration
from app.consultations.letterhead import Paid
from app.consultations.notices import Notices
from app.factory import House, create_app
from app.mail.content import Draft
from app.projects.models import Project
from app.slots import actions as slots
from app.slots.hours import Rules
from app.slots.models import Slot
from app.slots.rules import SYDNEY
from tests.onboarders import Onboarder

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
FIRST, LAST = date(2026, 1, 1), date(2036, 12, 31)
ZONES = ("Australia/Sydney", "Australia/Perth", "Europe/London", "America/New_York", "Pacific/Auckland")
FORTY_FIVE = timedelta(minutes=45)
HOURS = 8  # a day, from 9 am


@pytest.fixture(scope="module")
def formatting() -> str:
    """The pages' own date functions as one script that defines `shown`."""
    entry = ("npx", "--no-install", "esbuild", "ui/src/components/time.ts", "--bundle", "--format=iife")
    made = subprocess.run([*entry, "--global-name=shown"], cwd=ROOT, check=True, capture_output=True, text=True)
    return made.stdout


@contextmanager
def page_in(browser: Browser, zone: str, script: str) -> Iterator[Page]:
    """An empty page in another part of the world, with a script."""
    context = browser.new_context(timezone_id=zone)
    try:
        page = context.new_page()
        page.add_script_tag(content=script)
        yield page
    finally:
        context.close()


def offered(house: House) -> dict[str, datetime]:
    """Every time of the years as the job makes it and as a browser hears of it: the API's text and the row's moment.

    A calendar reaches eight weeks: the clock is set on until the years are through.
    """
    told: dict[str, int] = {}
    browser = house.flask.test_client()
    now = datetime(FIRST.year, 1, 1, tzinfo=UTC) - timedelta(days=2)
    while now < datetime(LAST.year + 1, 1, 1, tzinfo=UTC):
        with clock.reading(lambda now=now: now):
            slots.generate(now)
            told |= {slot["date"]: slot["id"] for slot in browser.get("/api/slots/available").get_json()}
        soonest, furthest = Rules().bookable(now)
        now += furthest - soonest
    rows = {slot.id: slot.date for slot in Slot.select() if FIRST <= clock.in_sydney(slot.date).date() <= LAST}
    found = {text: rows[id_] for text, id_ in told.items() if id_ in rows}
    assert len(found) == len(rows)
    return found


def statutory(year: int) -> set[date]:
    """The working days that the Public Holidays Act 2010 (NSW) takes from every year, worked out anew."""
    century, of_nineteen = year // 100, year % 19
    moon = (19 * of_nineteen + century - century // 4 - (8 * century + 13) // 25 + 15) % 30
    moon -= (moon > 28) or (moon == 28 and of_nineteen > 10)
    sunday = date(year, 3, 22) + timedelta(days=moon)
    sunday += timedelta(days=6 - sunday.weekday())

    def monday(month: int, number: int) -> date:
        first = date(year, month, 1)
        return first + timedelta(days=-first.weekday() % 7 + 7 * (number - 1))

    def or_monday(day: date) -> date:
        return day + timedelta(days=(7 - day.weekday()) if day.weekday() > 4 else 0)

    christmas, boxing = or_monday(date(year, 12, 25)), or_monday(date(year, 12, 26))
    if boxing == christmas or date(year, 12, 25).weekday() == 6:
        boxing = christmas + timedelta(days=1)
    easter = {sunday - timedelta(days=2), sunday + timedelta(days=1)}
    return easter | {
        or_monday(date(year, 1, 1)),
        or_monday(date(year, 1, 26)),
        date(year, 4, 25),
        monday(6, 2),
        monday(10, 1),
        christmas,
        boxing,
    }


class Letters(Notices):
    """The letters of a project, kept instead of posted."""

    kept: Draft

    def _post(self, draft: Draft, key: str) -> None:
        self.kept = draft


def plain(text: str) -> str:
    """A date without the commas and narrow spaces in which browsers differ."""
    return re.sub(r"[\s,]+", " ", text).replace(" at ", " ").strip()


def wall(start: datetime) -> str:
    """A moment as Sydney's wall clock has it, worked out by the server's side."""
    return f"{date_of(start)} {hour_of(start)}"


def written(page: Page, times: dict[str, datetime], expression: str) -> list[str]:
    """What a script of the page writes for each time, asked for all at once; as one text, which travels fast."""
    script = f"isos => JSON.stringify(JSON.parse(isos).map(iso => {expression}))"
    return [plain(text) for text in json.loads(page.evaluate(script, json.dumps(list(times))))]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The program on a folder that all tests here share, since filling it takes a while."""
    folder = tmp_path_factory.mktemp("ten-years")
    db.connect(folder)
    schema.migrate(folder)
    made = create_app(configuration.build(folder, "demo", {}), bundle=False)
    yield made
    made.sandbox.close()
    db.close()


@pytest.fixture(scope="module")
def times(house: House) -> dict[str, datetime]:
    """API text -> the row's moment."""
    found = offered(house)
    assert {clock.in_sydney(start).year for start in found.values()} == set(range(FIRST.year, LAST.year + 1))
    return found


@pytest.mark.spec("K-01", "O-05")
def test_every_time_of_ten_years_is_the_same_everywhere(
    house: House, browser: Browser, formatting: str, times: dict[str, datetime]
) -> None:
    closed = set().union(*map(statutory, range(FIRST.year, LAST.year + 1)))
    # All are still to come then: of one that is over no letter says that it is confirmed.
    letters = Letters(Project.get_by_id(Onboarder(house).project), min(times.values()) - timedelta(days=2))
    written_to: set[tuple[date, int]] = set()
    walls = [wall(start) for start in times.values()]
    for (text, start), local_text in zip(times.items(), walls, strict=True):
        local = start.astimezone(SYDNEY)
        assert datetime.fromisoformat(text) == start
        assert local.weekday() < 5 and local.date() not in closed
        assert local.minute == 0 and 9 <= local.hour <= 16
        # Each day's letter tells of another hour than the day's before it: all of a day's are as far from UTC.
        if local.hour - 9 == local.toordinal() % HOURS:
            look_at_letter(letters, start, local_text)
            written_to.add((local.date(), local.hour))
    assert {day for day, _ in written_to} == {clock.in_sydney(start).date() for start in times.values()}
    assert {hour for _, hour in written_to} == set(range(9, 9 + HOURS))
    for zone in ZONES:
        with page_in(browser, zone, formatting) as page:
            look(page, zone, times, walls)


def look_at_letter(letters: Letters, start: datetime, local_text: str) -> None:
    """The letter of a consultation: its subject, its text and its calendar file."""
    letters.confirmed(start, Paid(150_000, 0, 150_000, 150_000, "pi_1", clock.now(), "card"), account_created=False)
    said = f"{local_text} (Sydney time)"
    assert plain(letters.kept.subject) == f"Your consultation is confirmed: {said}"
    [consultation] = [block for block in letters.kept.blocks if getattr(block, "title", "") == "Your consultation"]
    assert plain(dict(consultation.rows)["When"]) == said
    [event] = Calendar.from_ical(letters.kept.calendar or "").walk("VEVENT")
    assert (event.start, event.end) == (start, start + FORTY_FIVE)


def look(page: Page, zone: str, times: dict[str, datetime], walls: list[str]) -> None:
    """The pages' texts in one zone: Sydney's always; the visitor's own where it is another."""
    starts = times.values()
    assert written(page, times, "shown.formatTime(iso, 'full')") == walls
    assert written(page, times, "shown.formatTime(iso, 'long') + ' ' + shown.formatTime(iso, 'time')") == walls
    assert written(page, times, "shown.sydneyDay(iso)") == [
        clock.in_sydney(start).date().isoformat() for start in starts
    ]
    there = [start.astimezone(ZoneInfo(zone)) for start in starts]
    own = [f"{local:%A %-d %B %-I:%M} {'am' if local.hour < 12 else 'pm'}" for local in there]
    assert written(page, times, "shown.visitorsTime(iso)") == own
    other = [local.utcoffset() != clock.in_sydney(local).utcoffset() for local in there]
    assert written(page, times, "String(shown.differsFromSydney(iso))") == [str(differs).lower() for differs in other]


@pytest.mark.parametrize(
    ("zone", "wrong_in"),
    [("Australia/Perth", set(range(1, 13))), ("Australia/Brisbane", {10, 11, 12, 1, 2, 3, 4})],
)
def test_a_page_that_wrote_the_visitors_own_time_would_be_noticed(
    browser: Browser, formatting: str, times: dict[str, datetime], zone: str, wrong_in: set[int]
) -> None:
    """The negative control: Perth is always another hour, Brisbane only while Sydney saves daylight."""
    local = formatting.replace('"Australia/Sydney"', "undefined")
    assert local != formatting
    with page_in(browser, zone, local) as page:
        shown = written(page, times, "shown.formatTime(iso, 'full')")
    wrong = [start for start, text in zip(times.values(), shown, strict=True) if text != wall(start)]
    assert {clock.in_sydney(start).month for start in wrong} == wrong_in
    summer = [start for start in times.values() if clock.in_sydney(start).dst()]
    assert wrong == (summer if zone == "Australia/Brisbane" else list(times.values()))
