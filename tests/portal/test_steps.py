"""What comes next: one list by one rule, from how a client's projects stand."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.orders.rules import OrderState
from app.portal.standing import Bill, Facts, Proposed
from app.portal.steps import StepKind, next_steps
from app.projects.rules import CLOSED, ProjectStatus

NOW = datetime(2026, 5, 11, 23, tzinfo=UTC)
SOON, LATER, PAST = NOW + timedelta(hours=20), NOW + timedelta(days=9), NOW - timedelta(hours=1)
PAID = {"money": OrderState.PAID, "price_cents": 150_000}
UNPAID: dict[str, Any] = {"money": OrderState.UNPAID, "price_cents": 150_000, "owed_cents": 150_000}
HELD = {"held": LATER, "held_until": SOON}
DATED = {**PAID, "consultation": LATER, "status": ProjectStatus.SCHEDULED}
ACCOUNT = {"account": "Helios, BSB 000-000, account 12345678"}

# How a project stands -> kind, title, label and address of each of its steps.
TABLE: list[tuple[str, dict[str, Any], list[tuple[str, str, str, str]]]] = [
    ("nothing is asked of who looked in only", UNPAID, []),
    (
        "a confirmed time",
        DATED,
        [("consultation", "Your consultation", "Add to calendar", "/api/projects/12/consultation.ics")],
    ),
    (
        "a next service that waits for an answer",
        {**PAID, "status": ProjectStatus.COMPLETED, "proposed": Proposed("Contract Review", 30_000, LATER)},
        [
            (
                "proposal",
                "We propose Contract Review as your next step",
                "See the proposal",
                "/client-portal/projects/HPM-12#proposal",
            )
        ],
    ),
    (
        "one that was accepted needs no time to be paid",
        {**UNPAID, "shares_consultation": True},
        [("payment", "Complete your payment", "Choose how to pay", "/checkout?projectId=12&amount=1500")],
    ),
    ("a time that is over", {**DATED, "consultation": PAST}, []),
    (
        "a time whose payment went back",
        {"in_question": LATER, "status": ProjectStatus.SCHEDULED, "money": OrderState.REFUNDED, "missing": ("Plans",)},
        [],
    ),
    (
        "work goes on although its payment went back",
        {"status": ProjectStatus.IN_PROGRESS, "money": OrderState.REFUNDED, "missing": ("Plans",)},
        [("documents", "We need 1 document", "Add documents", "/client-portal/projects/HPM-12#documents")],
    ),
    ("work has begun", {**PAID, "status": ProjectStatus.IN_PROGRESS}, []),
    (
        "an invoice for further work",
        {**PAID, "status": ProjectStatus.COMPLETED, "bills": (Bill("HPM-12-2", 40_000, LATER, "20 May 2026"),)},
        [
            (
                "invoice",
                "An invoice of $400.00 is to be paid",
                "Pay the invoice",
                "/client-portal/projects/HPM-12#money",
            )
        ],
    ),
    (
        "an invoice that is paid in part",
        {**PAID, "bills": (Bill("HPM-12-2", 68_001, PAST, "11 May 2026", part_of_cents=118_001),)},
        [
            (
                "rest",
                "$680.01 of $1,180.01 for HPM-12-2 is still owed",
                "See the payment",
                "/client-portal/projects/HPM-12#money",
            )
        ],
    ),
    (
        "an invoice that is overdue",
        {**PAID, "status": ProjectStatus.IN_PROGRESS, "bills": (Bill("HPM-12-2", 40_000, PAST, "11 May 2026"),)},
        [("invoice", "An invoice of $400.00 is overdue", "Pay the invoice", "/client-portal/projects/HPM-12#money")],
    ),
    (
        "an invoice of a cancelled project",
        {**PAID, "status": ProjectStatus.CANCELLED, "bills": (Bill("HPM-12-2", 40_000, PAST, "11 May 2026"),)},
        [("invoice", "An invoice of $400.00 is overdue", "Pay the invoice", "/client-portal/projects/HPM-12#money")],
    ),
    (
        "it is paid without a time",
        {**PAID, "chooses_time": True},
        [
            (
                "time",
                "Choose the time of your consultation",
                "Choose a time",
                "/client-portal/projects/HPM-12#consultation",
            )
        ],
    ),
    (
        "the client did not come to the consultation",
        {**PAID, "consultation": NOW, "missed": "Monday 11 May 2026, 9:00 am (Sydney time)"},
        [
            (
                "missed",
                "Your consultation did not take place",
                "Write to us",
                "/client-portal/projects/HPM-12#messages",
            )
        ],
    ),
    ("the work goes on without it", {**PAID, "missed": "then", "status": ProjectStatus.IN_PROGRESS}, []),
    (
        "a time is held until it is paid",
        {**UNPAID, **HELD},
        [("payment", "Complete your payment", "Choose how to pay", "/checkout?projectId=12&amount=1500")],
    ),
    (
        "a transfer is awaited",
        {**UNPAID, **HELD, **ACCOUNT, "transfer_cents": 125_000},
        [
            (
                "transfer",
                "Your transfer of $1,250.00 is awaited",
                "See the bank details",
                "/client-portal/projects/HPM-12#money",
            )
        ],
    ),
    (
        "a transfer is awaited without a time",
        {**UNPAID, "transfer_cents": 25_000},
        [
            (
                "transfer",
                "Your transfer of $250.00 is awaited",
                "See the bank details",
                "/client-portal/projects/HPM-12#money",
            )
        ],
    ),
    (
        "a bank decides",
        {**UNPAID, "held": LATER, "is_deciding": True},
        [("decision", "Your bank is deciding about your payment", "See how it stands", "/success?projectId=12")],
    ),
    (
        "a part was paid",
        {**UNPAID, **HELD, "money": OrderState.PART_PAID, "owed_cents": 50_000},
        [
            (
                "rest",
                "$500.00 of $1,500.00 for HPM-12 is still owed",
                "See the payment",
                "/client-portal/projects/HPM-12#money",
            )
        ],
    ),
    (
        "documents are wanted",
        {**PAID, "status": ProjectStatus.PENDING_DOCUMENTS},
        [("documents", "Send us your documents", "Add documents", "/client-portal/projects/HPM-12#documents")],
    ),
    (
        "two documents are missing",
        {**PAID, "missing": ("Plans", "Soil report")},
        [("documents", "We need 2 documents", "Add documents", "/client-portal/projects/HPM-12#documents")],
    ),
    (
        "two documents are missing that may be among what was sent",
        {**PAID, "missing": ("Plans", "Soil report"), "spare": 3},
        [
            (
                "documents",
                "You sent 3 files: tell us which is which",
                "Look at your documents",
                "/client-portal/projects/HPM-12#documents",
            )
        ],
    ),
    (
        "a document is missing and another is new",
        {**PAID, "missing": ("Plans",), "unread": ("Report.pdf",)},
        [
            ("documents", "We need 1 document", "Add documents", "/client-portal/projects/HPM-12#documents"),
            ("new_document", "“Report.pdf” is new", "Open the document", "/client-portal/projects/HPM-12#documents"),
        ],
    ),
    (
        "a report is new after the work is done",
        {**PAID, "status": ProjectStatus.COMPLETED, "missing": ("Plans",), "unread": ("Report.pdf", "Minutes.pdf")},
        [
            (
                "new_document",
                "“Report.pdf” and “Minutes.pdf” are new",
                "Open the documents",
                "/client-portal/projects/HPM-12#documents",
            )
        ],
    ),
    (
        "a message is unread",
        {**PAID, "messages": 1},
        [("message", "A message is unread", "Read the message", "/client-portal/projects/HPM-12#messages")],
    ),
    (
        "two messages are unread after the work is done",
        {**PAID, "status": ProjectStatus.COMPLETED, "messages": 2},
        [("message", "2 messages are unread", "Read the messages", "/client-portal/projects/HPM-12#messages")],
    ),
    (
        "documents and a time are wanted",
        {**PAID, "chooses_time": True, "status": ProjectStatus.PENDING_DOCUMENTS},
        [
            (
                "time",
                "Choose the time of your consultation",
                "Choose a time",
                "/client-portal/projects/HPM-12#consultation",
            ),
            ("documents", "Send us your documents", "Add documents", "/client-portal/projects/HPM-12#documents"),
        ],
    ),
    ("it is cancelled", {**UNPAID, **HELD, "transfer_cents": 1, "status": ProjectStatus.CANCELLED}, []),
    (
        "the money of a cancelled project is being decided about",
        {**PAID, "status": ProjectStatus.CANCELLED, "unsettled_cents": 25_000, "ended": "You cancelled on 9 May 2026."},
        [
            (
                "refund",
                "Our team decides about your $250.00",
                "Write to us",
                "/client-portal/projects/HPM-12#messages",
            )
        ],
    ),
    ("it is completed", {**PAID, "status": ProjectStatus.COMPLETED}, []),
]


def project(number: int = 12, **stands: Any) -> Facts:
    about = {"service": "Planning & Approvals", "status": ProjectStatus.INQUIRY}
    return Facts(**{"project_id": number, "reference": f"HPM-{number}", **about, **stands})


@pytest.mark.spec("D-01", "B-12")
@pytest.mark.parametrize(("stands", "expected"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE])
def test_each_step_is_shown_by_the_state_that_makes_it(
    stands: dict[str, Any], expected: list[tuple[str, str, str, str]]
) -> None:
    shown = next_steps([project(**stands)], NOW)
    assert [(step.kind.value, step.title, step.label, step.href) for step in shown] == expected


def test_the_table_has_every_kind() -> None:
    assert {kind for _, _, steps in TABLE for kind, *_ in steps} == set(StepKind)


def test_a_transfer_says_where_it_goes_and_how_long_its_time_is_kept() -> None:
    (step,) = next_steps([project(**UNPAID, **HELD, **ACCOUNT, transfer_cents=1)], NOW)
    assert step.note == "To Helios, BSB 000-000, account 12345678, with the reference HPM-12."
    assert (step.at, step.until) == (LATER, SOON)
    (without,) = next_steps([project(**UNPAID, transfer_cents=1)], NOW)
    assert (without.note, without.at, without.until) == ("", None, None)


def test_a_consultation_comes_before_what_is_asked_and_each_kind_in_its_place() -> None:
    stands = [
        {**PAID, "status": ProjectStatus.PENDING_DOCUMENTS},
        {**UNPAID, "transfer_cents": 1},
        {**PAID, "chooses_time": True},
        DATED,
    ]
    shown = next_steps([project(number, **each) for number, each in enumerate(stands, 1)], NOW)
    assert [step.kind for step in shown] == ["consultation", "time", "transfer", "documents"]


def test_what_is_owed_comes_before_what_is_proposed() -> None:
    proposed = {"status": ProjectStatus.COMPLETED, "proposed": Proposed("Contract Review", 30_000, LATER)}
    bill = Bill("HPM-12-2", 40_000, LATER, "20 May 2026")
    shown = next_steps([project(1, **PAID, **proposed), project(2, **PAID, bills=(bill,))], NOW)
    assert [step.kind for step in shown] == ["invoice", "proposal"]


def test_an_unread_message_comes_before_what_nobody_waits_for() -> None:
    shown = next_steps([project(**PAID, messages=1, unread=("A.pdf", "B.pdf", "C.pdf"), missing=("Plans",))], NOW)
    assert [step.kind for step in shown] == ["message", "documents", "new_document"]
    assert shown[-1].title == "“A.pdf” and 2 other documents are new"


def test_what_ends_within_a_day_comes_first_the_soonest_before_the_rest() -> None:
    half_an_hour = {**UNPAID, "held": LATER, "held_until": NOW + timedelta(minutes=30)}
    tomorrow = {**DATED, "consultation": SOON}
    shown = next_steps([project(1, **DATED), project(2, **tomorrow), project(3, **half_an_hour)], NOW)
    assert [step.facts.project_id for step in shown] == [3, 2, 1]


MOMENTS = st.none() | st.datetimes(datetime(2026, 5, 1), datetime(2026, 6, 1), timezones=st.just(UTC))
ANY = st.builds(
    Facts,
    project_id=st.integers(1, 99),
    reference=st.just("HPM-7"),
    service=st.just("Planning & Approvals"),
    status=st.sampled_from(ProjectStatus),
    money=st.sampled_from(OrderState),
    consultation=MOMENTS,
    held=MOMENTS,
    held_until=MOMENTS,
    chooses_time=st.booleans(),
    is_deciding=st.booleans(),
    transfer_cents=st.none() | st.integers(1, 10**7),
)


@given(st.lists(ANY, max_size=6))
def test_every_step_has_its_button_and_no_project_is_asked_for_money_twice(projects: list[Facts]) -> None:
    shown = next_steps(projects, NOW)
    assert all(step.title and step.label and step.href.startswith("/") for step in shown)
    for facts in projects:
        mine = [step.kind for step in shown if step.facts is facts]
        assert len(mine) == len(set(mine))
        assert len({"transfer", "payment", "rest", "decision"} & set(mine)) <= 1
        assert facts.status not in CLOSED or set(mine) <= {"consultation", "new_document"}
