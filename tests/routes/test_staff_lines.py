"""Every staff route leaves a line in the audit log, unless it is named here as one that needs none."""

from collections.abc import Callable

import pytest
from cast import actors, stage, staged_folder  # noqa: F401 - fixtures
from expectations import ACTORS, TABLE
from test_actors import call, ids

from app.audit.models import AuditLine
from app.factory import House
from app.limits import limiter
from tests.people import Person

# Lists and numbers show what there is; the papers of one client are opened from them, and that leaves a line.
NEED_NONE = {
    "/api/admin/dashboard",
    "/api/admin/figures",
    "/api/admin/money",
    "/api/admin/promises",
    "/api/admin/done",
    "/api/admin/attention",
    "/api/admin/projects",
    "/api/admin/clients",
    "/api/admin/changes",
    "/api/admin/documents",
    "/api/admin/unfinished",
    "/api/admin/enquiries",
    "/api/admin/consultations",
    "/api/admin/appointments",
    "/api/admin/system",
    "/api/user",
}


def _of_staff(rule: str) -> bool:
    """Whether a route opens to staff what a stranger is refused."""
    visitor, staff = ACTORS.index("visitor"), ACTORS.index("staff")
    return any(case.statuses[visitor] == 401 and case.statuses[staff] < 300 for case in TABLE[rule])


STAFF_ROUTES = [rule for rule in TABLE if _of_staff(rule)]


def test_the_routes_that_need_no_line_only_read() -> None:
    assert set(STAFF_ROUTES) >= NEED_NONE
    assert {case.method for rule in NEED_NONE for case in TABLE[rule]} == {"GET"}


@pytest.mark.parametrize("rule", STAFF_ROUTES)
def test_a_staff_route_leaves_its_line(
    cast: dict[str, Callable[[], Person]],
    house: House,
    rule: str,
) -> None:
    known, person = ids(house), cast["staff"]()
    limiter.reset()
    before = AuditLine.select().count()
    status, _ = call(person, TABLE[rule][0], known)
    assert status < 300
    # What follows from an act is the program's own.
    left = [line for line in AuditLine.select().order_by(AuditLine.id).offset(before) if line.actor_kind != "helios"]
    if rule in NEED_NONE:
        assert left == []
        return
    assert [(line.actor_kind, line.actor) for line in left] == [("staff", "helena")]
    assert left[0].action and left[0].subject
