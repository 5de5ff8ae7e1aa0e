"""A project's history in its client's words: every note that the code writes is told, or left out on purpose."""

import ast
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path

import pytest

from app.portal.timeline import LEFT_OUT, TOLD, Event, Line, Money, timeline, told_of
from app.projects.rules import ProjectStatus

NOW = datetime(2026, 5, 11, 23, tzinfo=UTC)
NAMES = {"helena": "Helena Marsh"}
APP = Path(__file__).parents[2] / "app"

# What writes a line of history -> where its note stands among the arguments.
WRITERS = {
    "record": 2,
    "change_status": 4,
    "schedule": 2,
    "back_to_inquiry": 1,
    "open_project": 2,
}
# Functions that pass on a note of their callers, which are looked at themselves.
PASSING_ON = {
    "app/projects/actions.py",
    "app/checklist/actions.py:_note_complete",
    "app/checklist/actions.py:_go_on",
    "app/orders/mistaken.py:_without_money",
    "app/proofs/ownership.py:disown",
    "app/proposals/beginning.py:begin_after",
}
CALLED_THERE = {"_note_complete": 1, "_go_on": 1, "_without_money": 3, "disown": 2, "begin_after": 4}


def _templates(expression: ast.expr, around: ast.AST, module: ast.Module) -> Iterator[str]:
    """The texts that an expression may be, with 7 for what is not known before."""
    match expression:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            each = [list(_templates(part, around, module)) or ["7"] for part in parts]
            yield from map("".join, product(*each))
        case ast.FormattedValue(value=value):
            yield from _templates(value, around, module)
        case ast.IfExp(body=one, orelse=other):
            yield from _templates(one, around, module)
            yield from _templates(other, around, module)
        case ast.Name(id=name):
            for node in (*ast.walk(around), *module.body):
                if isinstance(node, ast.Assign) and any(getattr(to, "id", "") == name for to in node.targets):
                    yield from _templates(node.value, around, module)
                elif isinstance(node, ast.ImportFrom) and any(each.name == name for each in node.names):
                    at = APP.parent / f"{(node.module or '').replace('.', '/')}.py"
                    if at.is_file():
                        there = ast.parse(at.read_text(encoding="utf-8"))
                        yield from _templates(expression, there, there)


def notes() -> dict[str, str]:
    """Every note that the code writes about a project, and where."""
    found: dict[str, str] = {}
    for path in sorted(APP.rglob("*.py")):
        module, where = ast.parse(path.read_text(encoding="utf-8")), path.relative_to(APP.parent).as_posix()
        for function in (node for node in ast.walk(module) if isinstance(node, ast.FunctionDef)):
            if where in PASSING_ON or f"{where}:{function.name}" in PASSING_ON:
                continue
            for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
                name = getattr(call.func, "attr", getattr(call.func, "id", ""))
                of_projects = getattr(getattr(call.func, "value", None), "id", "") == "projects"
                at = WRITERS.get(name) if of_projects else CALLED_THERE.get(name)
                if at is None or (name == "disown" and of_projects):
                    continue
                told = list(_templates(call.args[at], function, module))
                assert told, f"{where}:{call.lineno} writes a note that cannot be read here"
                found |= dict.fromkeys(told, f"{where}:{call.lineno}")
    return found


def is_known(note: str) -> bool:
    return any(re.fullmatch(pattern, note) for pattern in (*(told[0] for told in TOLD), *LEFT_OUT))


def test_every_note_that_the_code_writes_is_told_or_left_out_on_purpose() -> None:
    written = notes()
    assert len(written) > 20
    assert {where: note for note, where in written.items() if not is_known(note)} == {}


def test_no_sentence_waits_for_a_note_that_nobody_writes() -> None:
    written = notes()
    own = {r"Looked after by .+"}  # written in projects/actions
    patterns = {*(told[0] for told in TOLD), *LEFT_OUT} - own
    assert {pattern for pattern in patterns if not any(re.fullmatch(pattern, note) for note in written)} == set()


def test_a_note_that_nobody_foresaw_stays_inside() -> None:
    assert not is_known("Client is rude, charge more")
    assert told_of(Line(NOW, "helena", "Client is rude, charge more"), NAMES, "Helios") is None


@pytest.mark.parametrize("status", list(ProjectStatus))
def test_a_change_of_status_never_tells_the_reason_that_staff_noted(status: ProjectStatus) -> None:
    told = told_of(Line(NOW, "helena", "Client is rude", status), NAMES, "Helios")
    if status in (ProjectStatus.INQUIRY, ProjectStatus.PENDING_PAYMENT):
        assert told is None
    else:
        assert told is not None and told.who == "Helena Marsh" and not told.why
        assert "rude" not in told.what


@pytest.mark.parametrize(
    ("was", "becomes", "note", "what"),
    [
        ("pending_payment", "scheduled", "Paid", "The consultation was confirmed"),
        ("pending_documents", "scheduled", "Documents arrived", "Your documents arrived"),
        ("pending_documents", "scheduled", "Nothing more to wait for", "No more documents are awaited"),
        ("pending_documents", "scheduled", "Set by staff: All is here", "The project is scheduled again"),
        ("inquiry", "scheduled", "Set by staff: A mistake", "The project is scheduled again"),
        ("cancelled", "inquiry", "Set by staff: It goes on", "The project was opened again"),
        ("completed", "scheduled", "Set by staff: A mistake", "The project was opened again"),
        ("completed", "in_progress", "Set by staff: More to do", "The project was opened again"),
    ],
)
def test_only_the_real_confirmation_is_told_as_one(was: str, becomes: str, note: str, what: str) -> None:
    told = told_of(Line(NOW, "helena", note, becomes, was), NAMES, "Helios")
    assert told is not None and told.what == what


def test_what_follows_from_a_form_by_itself_is_done_by_nobody() -> None:
    assert told_of(Line(NOW, "booking", "Paid", "pending_documents", "pending_payment"), NAMES, "Helios") == Event(
        NOW, "We asked for documents"
    )


def test_the_reason_that_staff_gave_for_the_client_is_told() -> None:
    for note, why in (("Cancelled: We are ill", "We are ill"), ("Cancelled", "")):
        told = told_of(Line(NOW, "helena", note, "cancelled"), NAMES, "Helios")
        assert told == Event(NOW, "The project was cancelled", "Helena Marsh", why)


@pytest.mark.parametrize(
    ("actor", "who"),
    [
        ("client", "You"),
        ("visitor", "Online form"),
        ("booking", "Online form"),
        ("helena", "Helena Marsh"),
        ("olivia", "Helios"),
        ("system", ""),
        ("payment", ""),
        ("provider", ""),
        ("documents", ""),
    ],
)
def test_who_acted_is_a_person_or_nobody(actor: str, who: str) -> None:
    told = told_of(Line(NOW, actor, "Moved to another time"), NAMES, "Helios")
    assert told == Event(NOW, "The consultation moved to another time", who)


def test_a_move_names_the_time_before_and_the_time_after() -> None:
    note = "Moved from Monday 11 May 2026, 9:00 am (Sydney time) to Friday 15 May 2026, 2:00 pm (Sydney time)"
    told = told_of(Line(NOW, "client", note), NAMES, "Helios")
    moved = "The consultation moved from Monday 11 May 2026, 9:00 am to Friday 15 May 2026, 2:00 pm (Sydney time)"
    assert told == Event(NOW, moved, "You")


def test_money_and_the_consultation_stand_between_the_lines_newest_first() -> None:
    hour = timedelta(hours=1)
    history = [
        Line(NOW, "booking", "Booked and paid $250.00", "inquiry"),
        Line(NOW + 3 * hour, "client", "Time chosen", "scheduled"),
        Line(NOW + 5 * hour, "helena", "Refunded in part: $50.00, kindness"),
    ]
    money = [
        Money(NOW + hour, 25_000, "card"),
        Money(NOW + 5 * hour, 5_000, "card", is_refund=True, failed_at=NOW + 6 * hour),
    ]
    assert [
        (event.what, event.who, event.why) for event in timeline(history, money, NOW + 99 * hour, NAMES, "Helios")
    ] == [
        ("Consultation", "", ""),
        ("The refund of $50.00 did not reach you", "", "We call you to give it to you another way."),
        ("$50.00 was refunded", "", "To where it came from, by card. Banks usually show it within 10 business days."),
        ("The time of the consultation was chosen", "You", ""),
        ("$250.00 arrived by card", "", ""),
        ("A consultation was booked", "Online form", ""),
    ]


def test_a_consultation_to_which_the_client_did_not_come_is_told_as_such() -> None:
    (told,) = timeline([], [], NOW, NAMES, "Helios", missed=True)
    assert told == Event(NOW, "The consultation did not take place")


def test_of_one_moment_what_was_written_down_first_is_the_oldest() -> None:
    history = [Line(NOW, "helena", "Arranged with our office", "inquiry"), Line(NOW, "helena", "Time held")]
    told = [event.what for event in timeline(history, [], None, NAMES, "Helios")]
    assert told == ["A time was chosen, and held until it is paid", "We opened this project for you"]
