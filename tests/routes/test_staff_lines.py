"""Every staff route leaves a line in the audit log, unless it is named here as one that needs none."""

from collections.abc import Callable

import pytest
from cast import actors, stage, staged_folder  # noqa: F401 - fixtures
from expectations import ACTORS, TABLE, Case
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


# Lists that share their address with acts.
LISTS = {"/api/admin/letter-templates", "/api/admin/availability", "/api/admin/calendar-address", "/api/admin/times"}
# Without the act before them in the table there would be nothing to take back.
TAKING_BACK = {"/api/admin/projects/<int:project_id>/contact", "/api/admin/times/<int:slot_id>"}


def _needs_none(rule: str, case: Case) -> bool:
    """Whether a call only shows what there is, or what would come of an act."""
    is_preview = isinstance(case.body, dict) and case.body.get("saves") is False
    return rule in NEED_NONE or (rule in LISTS and case.method == "GET") or is_preview


def _of_staff(case: Case) -> bool:
    """Whether a call opens to staff what a stranger is refused."""
    visitor, staff = ACTORS.index("visitor"), ACTORS.index("staff")
    return case.statuses[visitor] == 401 and case.statuses[staff] < 300


STAFF_CALLS = [(rule, n) for rule, cases in TABLE.items() for n, case in enumerate(cases) if _of_staff(case)]
# An act by each method, and a look.
SOME = [
    ("/api/admin/clients/<int:client_id>", "GET"),
    ("/api/admin/projects/<int:project_id>/notes", "POST"),
    ("/api/admin/clients/<int:client_id>/details", "PATCH"),
    ("/api/admin/calendar-address", "DELETE"),
    ("/api/admin/availability", "PUT"),
]


def left_by(person: Person, case: Case, known: dict[str, object]) -> list[AuditLine]:
    """The lines that a call of staff leaves; what follows from an act is the program's own."""
    limiter.reset()
    before = AuditLine.select().count()
    status, _ = call(person, case, known)
    assert status < 300
    return [line for line in AuditLine.select().order_by(AuditLine.id).offset(before) if line.actor_kind != "helios"]


def check(left: list[AuditLine]) -> None:
    """Whether that is the one line of one act of Helena's, about something."""
    assert [(line.actor_kind, line.actor) for line in left] == [("staff", "helena")]
    assert left[0].action and left[0].subject


def test_the_routes_that_need_no_line_only_read() -> None:
    assert {rule for rule, _ in STAFF_CALLS} >= NEED_NONE
    assert {case.method for rule in NEED_NONE for case in TABLE[rule] if _of_staff(case)} == {"GET"}


@pytest.mark.spec("A-09")
@pytest.mark.parametrize(("rule", "number"), STAFF_CALLS)
def test_a_staff_route_leaves_its_line(
    cast: dict[str, Callable[[], Person]], house: House, rule: str, number: int
) -> None:
    known, person, case = ids(house), cast["staff"](), TABLE[rule][number]
    if number and rule in TAKING_BACK:
        call(person, TABLE[rule][number - 1], known)
    left = left_by(person, case, known)
    if _needs_none(rule, case):
        assert left == []
        return
    check(left)


@pytest.mark.parametrize(("rule", "method"), SOME)
def test_a_route_that_left_none_would_be_noticed(
    cast: dict[str, Callable[[], Person]], house: House, rule: str, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    case, known, person = next(case for case in TABLE[rule] if case.method == method), ids(house), cast["staff"]()
    monkeypatch.setattr(AuditLine, "create", lambda **line: None)
    left = left_by(person, case, known)
    with pytest.raises(AssertionError):
        check(left)
