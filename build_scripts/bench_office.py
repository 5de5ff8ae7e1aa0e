"""Every list, search, filter and page that the back office asks for, in a small data folder and in a large one."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from urllib.parse import quote

import large_folder
from bench_contest import Load, Row, Server, at_most, compete, get
from running import PASSWORD
from visiting import Visit

STAFF = {"username": "owner", "password": PASSWORD}
NUMBER = large_folder.FIRST + 7
TODAY = datetime.now(UTC).date()
# Known in both folders, and found as often.
NAME, PHONE, DOCUMENT = (
    quote(large_folder.text_of(text, 177)) for text in (large_folder.NAME, large_folder.PHONE, large_folder.DOCUMENT)
)
FIRST_NAME = NAME.partition("%20")[0]
CALLS = (
    "dashboard",
    "attention",
    "figures",
    "money",
    f"money?month={TODAY - timedelta(days=61)}",
    "promises",
    "clients",
    "clients?sort=name",
    "clients?sort=oldest",
    "clients?status=in_progress",
    f"clients?q={NAME}",
    f"clients?q={PHONE}",
    "clients?q=retaining%20wall",
    "clients?q=example&sort=name",
    f"clients?q={FIRST_NAME}%20wall",
    "clients?q=ba",
    f"clients?q={DOCUMENT}",
    f"clients?q=HPM-{NUMBER}",
    f"clients/{NUMBER}",
    f"clients/{NUMBER}/timeline",
    f"clients/{NUMBER}/timeline?kind=letter",
    "projects",
    *(f"projects?sort={sort}" for sort in ("oldest", "name", "consultation", "status")),
    *(f"projects?payment={how}" for how in ("unpaid", "awaited", "part_paid", "paid", "refunded")),
    "projects?status=in_progress",
    f"projects?search={NAME}",
    "projects?search=example",
    "projects?search=ba",
    f"projects/{NUMBER}",
    "documents",
    *(f"documents?sort={sort}" for sort in ("oldest", "name")),
    *(f"documents?show={show}" for show in ("unread", "shared", "internal", "deleted")),
    "documents?type=other",
    f"documents?client={NUMBER}",
    f"documents?of={NUMBER}",
    f"documents?search={DOCUMENT}",
    "documents?search=plan",
    "documents?search=ba",
    f"appointments?first={TODAY - timedelta(days=61)}&last={TODAY}",
    f"appointments?first={TODAY}&last={TODAY + timedelta(days=61)}",
    "consultations",
    "consultations?waiting=transfers",
    "unfinished",
    "unfinished?search=Amelia",
    "enquiries",
    "bills",
    "done",
    f"clients/{NUMBER}/doubles",
    f"projects/{NUMBER}/messages",
)
ROUNDS, SLICE_SECONDS = 5, 0.2
P50, P95, FACTOR = 30, 100, 1.5


def office_rows(servers: Mapping[str, Server]) -> list[Row]:
    """How long the slowest of the calls takes by itself, and which one a large folder holds up most."""
    took, cookies = {}, {name: _cookie(server.port) for name, server in servers.items()}
    for call in CALLS:
        # One at a time: what is measured is the server's own time.
        loads = {
            name: Load(server, [[get(f"/api/admin/{call}", f"Cookie: {cookies[name]}")]])
            for name, server in servers.items()
        }
        took[call] = compete(loads, ROUNDS, SLICE_SECONDS)
    middle = {call: outcomes["large"].middle("p50") for call, outcomes in took.items()}
    late = {call: outcomes["large"].middle("p95") for call, outcomes in took.items()}
    factors = {call: outcomes["large"].ratio(outcomes["small"], "p50") for call, outcomes in took.items()}
    slow, latest, worst = (max(figures, key=lambda call: figures[call]) for figures in (middle, late, factors))
    return [
        Row(f"{len(CALLS)} calls of the back office", "of 100 times as many rows"),
        at_most("  p50 of the slowest, ms", f"{middle[slow]:.1f}  ({slow})", middle[slow], P50),
        at_most("  p95 of the slowest, ms", f"{late[latest]:.1f}  ({latest})", late[latest], P95),
        at_most("  of the smaller folder's p50", f"{factors[worst]:.2f} times  ({worst})", factors[worst], FACTOR),
    ]


def _cookie(port: int) -> str:
    staff = Visit(port)
    staff.send("POST", "/api/admin/login", **STAFF)
    return staff.cookie
