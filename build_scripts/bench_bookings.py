"""Keeping a consultation time for a visitor, next to SQLite alone with the same statements, settings and disk."""

import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench_contest import CONNECTIONS, ROUNDS, Load, Row, Server, at_least, run
from bench_replay import copied, record, replayed, timed
from running import ROOT, SOURCE, Running, free_port

sys.path.insert(0, str(ROOT))

from app import clock, config, db
from app.access import Caller
from app.accounts.cookies import COOKIE
from app.accounts.rules import digest
from app.accounts.session_rows import SessionRow
from app.audit.actions import COMMAND
from app.catalogue.rules import ServiceType
from app.consultations.actions import choose
from app.factory import create_app
from app.onboarding import actions as onboarding
from app.slots import changes
from app.slots.availability import Availability
from app.slots.caps import Taker
from app.slots.hours import BOUNDS, DAY_MINUTES, Hours, Rules
from app.slots.models import Slot

BOOKINGS = 100  # in a round
# Over HTTP twice as many visitors stand ready, so that no connection runs out of them before the others.
READY = 2 * BOOKINGS
# Round the clock, so that the coming weeks have a time for everybody.
ALWAYS_OPEN = Rules(
    hours=tuple(Hours(weekday, 0, DAY_MINUTES) for weekday in range(7)),
    minutes=BOUNDS["minutes"][0],
    buffer_minutes=0,
    on_holidays=True,
)
DETAILS = {
    "name": "Ann Lee",
    "phone": "0400 111 222",
    "company": "",
    "address_street": "1 High Street",
    "address_city": "Hurstville",
    "address_state": "NSW",
    "address_zip": "2220",
    "enquiry_type": "new_project",
}


class Visitor(NamedTuple):
    """Somebody with a project and an eye on a time of their own; `key` is their browser's cookie."""

    key: str
    project_id: int
    slot_id: int


def booking_rows() -> list[Row]:
    """The verb by itself and the call over HTTP, each with its share of what SQLite alone does."""
    with tempfile.TemporaryDirectory() as name:
        program = Running(SOURCE, Path(name), free_port())
        program.start()
        program.stop()
        folder = program.folder / "data"
        settings = config.load(folder, "demo", {"HELIOS_ADDRESS_LIMITS": "off"})
        config.put_in_force(settings)  # for the verbs, which here run without a house
        visitors = prepare(settings, ROUNDS * READY)
        with copied(folder) as before:  # the program goes on changing its own
            return [
                *_verb_rows(before, visitors[:BOOKINGS]),
                *_http_rows(settings, before, visitors, program),
            ]


def _verb_rows(before: Path, visitors: list[Visitor]) -> list[Row]:
    calls = [partial(_choose, visitor) for visitor in visitors]
    statements = record(before, calls)
    ours, bare = list[float](), list[float]()
    for _ in range(ROUNDS):
        ours.append(timed(before, calls))
        bare.append(replayed(before, statements, len(calls)))
    share = _share(ours, bare)
    figure = f"{share:.2f}  ({median(bare):,.0f} per second, {len(statements) / len(calls):.0f} statements each)"
    return [
        Row("A consultation time booked", f"{median(ours):,.0f} per second, durable"),
        at_least("  of SQLite, same statements", figure, share, 0.25),
    ]


def _choose(visitor: Visitor) -> None:
    """What the server does for a booking."""
    taker = Taker(visitor.project_id, visitor.key, "")
    choose(visitor.project_id, visitor.slot_id, taker, clock.now())


def _http_rows(settings: config.Config, before: Path, visitors: list[Visitor], program: Running) -> list[Row]:
    with _flask_calls(settings, visitors[:BOOKINGS]) as calls:
        statements = record(before, calls)
    ours, bare = list[float](), list[float]()
    program.start()
    try:
        server = Server(program.port, program.pid)
        for number in range(ROUNDS):
            requests = [_patch(visitor) for visitor in visitors[number * READY : (number + 1) * READY]]
            shares = [requests[first::CONNECTIONS] for first in range(CONNECTIONS)]
            ours.append(run(Load(server, shares, most=BOOKINGS)).per_second)
            bare.append(replayed(before, statements, BOOKINGS))
    finally:
        program.stop()
    return [
        Row("  the call over HTTP", f"{median(ours):,.0f} per second"),
        Row("  of SQLite, the call's statements", f"{_share(ours, bare):.2f}  ({median(bare):,.0f} per second)"),
    ]


def _share(ours: list[float], bare: list[float]) -> float:
    return median(our / least for our, least in zip(ours, bare, strict=True))


def _patch(visitor: Visitor) -> str:
    lines = [f"PATCH /api/slots/{visitor.slot_id}/book HTTP/1.1", "Host: 127.0.0.1"]
    return "\r\n".join([*lines, f"Cookie: {COOKIE}={visitor.key}", "Content-Length: 0", "", ""])


@contextmanager
def _flask_calls(settings: config.Config, visitors: list[Visitor]) -> Iterator[Sequence[Callable[[], None]]]:
    """The same call without a network, to write its statements down."""
    house = create_app(settings, bundle=False)
    browser = house.flask.test_client()

    def call(visitor: Visitor) -> None:
        browser.set_cookie(COOKIE, visitor.key)
        answer = browser.patch(f"/api/slots/{visitor.slot_id}/book")
        if answer.status_code != 200:
            raise RuntimeError(f"the booking was answered with {answer.status_code}")

    try:
        yield [partial(call, visitor) for visitor in visitors]
    finally:
        house.sandbox.close()


def prepare(settings: config.Config, count: int) -> list[Visitor]:
    """Let that many visitors submit their details and their project, and make a time for each."""
    config.put_in_force(settings)
    db.connect(settings.folder)
    try:
        now = clock.now()
        with db.write():
            changes.save(ALWAYS_OPEN, Availability.present().version, COMMAND, now)
            # The last ones, which no booking of the sample data overlaps with and no clock comes near.
            times = Slot.free(now)[-count:]
            if len(times) < count:
                raise RuntimeError(f"there are {len(times)} times for {count} visitors")
            return [_submit(f"visitor-{number}", slot.id) for number, slot in enumerate(times)]
    finally:
        db.close()


def _submit(key: str, slot_id: int) -> Visitor:
    expire = clock.now() + timedelta(days=1)
    SessionRow.create(sid=digest(key), sess={"visitor": key}, expire=expire)
    details = {**DETAILS, "email": f"{key}@example.com"}
    submitted = onboarding.submit_client(Caller(key), None, details)
    made = onboarding.submit_project(submitted.id, ServiceType.PLANNING_APPROVALS)
    return Visitor(key, made.project_id, slot_id)
