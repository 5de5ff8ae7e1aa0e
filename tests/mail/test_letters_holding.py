"""Whether what a letter says still holds: the rule by itself, and what a project's record shows by it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from all_letters import every_letter

from app import clock
from app.admin import letter_rules as rules
from app.admin.letter_rules import Now, Told, outdated
from app.checklist.models import Need
from app.mail.models import Letter
from app.mail.rules import MISTAKEN
from app.orders.money import Payment
from app.projects.models import Project
from app.projects.rules import ProjectStatus
from app.slots import actions as slots
from tests.onboarders import Onboarder
from tests.payments.banking import mark
from tests.people import People, Person

AT = datetime(2026, 5, 4, tzinfo=UTC)
START = datetime(2026, 5, 12, 0, 0, tzinfo=UTC)
LATER = START + timedelta(days=1)
STANDS = Now(
    status=ProjectStatus.SCHEDULED,
    start=START,
    sequence=1,
    paid_at=None,
    awaited=frozenset({7}),
    owed={8: (40_000, 40_000)},
    withdrawn=frozenset(),
    bill_of={},
    bill_paid_at={},
    open_proposals=frozenset({9}),
    is_missing=True,
    is_asked=True,
    due_back_cents=100,
    is_undecided=True,
)


def told(
    kind: str, key: str = "", sequence: int | None = None, replaced: bool = False, leaves_open: bool = False
) -> Told:
    calendar = "" if sequence is None else f"BEGIN:VEVENT\r\nSEQUENCE:{sequence}\r\nEND:VEVENT\r\n"
    return Told(kind, AT, key, calendar, replaced, leaves_open)


HOLDING = {
    "an invitation": told("consultation_moved", sequence=1),
    "a reminder": told("reminder", "reminder-20260512T0000-project-1"),
    "what a transfer is asked for by": told("transfer_details", "transfer-details-7-3"),
    "a bill": told("bill_issued", "bill-issued-8"),
    "a proposal": told("service_proposed", "service-proposed-9"),
    "what is asked for": told("documents_needed"),
    "a question": told("ownership_question"),
    "too much": told("paid_twice"),
    "money of a closed project": told("paid_after_closing"),
    "a correction": told("transfer_not_come", "transfer-not-come-7-20260504"),
    "a part of a price": told("other_price_received", "other-price-7-project-3"),
}
OF_A_BILL = {"bill_of": {7: 8}, "paid_at": AT - timedelta(days=1)}


@pytest.mark.parametrize("name", HOLDING)
def test_what_stands_as_it_says_holds(name: str) -> None:
    assert outdated(HOLDING[name], STANDS, AT) == ""


@pytest.mark.parametrize(
    ("letter", "changed", "now", "said"),
    [
        (HOLDING["an invitation"], {"sequence": 2, "start": LATER}, AT, "The consultation is on"),
        (HOLDING["an invitation"], {"sequence": 2, "start": None}, AT, rules.CHANGED),
        (HOLDING["an invitation"], {"start": None}, AT, rules.NO_TIME),
        (HOLDING["an invitation"], {}, LATER, rules.OVER),
        (told("consultation_cancelled", sequence=1), {"sequence": 2}, AT, rules.CHANGED),
        (told("consultation_cancelled", sequence=1), {"start": None}, LATER, ""),
        (HOLDING["a reminder"], {"start": LATER}, AT, "The consultation is on"),
        (HOLDING["a reminder"], {}, LATER, rules.OVER),
        (told("choose_another_time"), {}, AT, "A time was chosen since"),
        (told("choose_another_time"), {"start": None}, AT, ""),
        (HOLDING["what a transfer is asked for by"], {"awaited": frozenset({11})}, AT, rules.NOT_AWAITED),
        (HOLDING["what a transfer is asked for by"], {"paid_at": LATER}, AT, rules.PAID),
        (told("transfer_not_come"), {"paid_at": LATER}, AT, rules.PAID),
        (told("transfer_not_come"), {"paid_at": AT - timedelta(days=1)}, AT, ""),
        (told("transfer_not_come"), {"status": ProjectStatus.CANCELLED}, AT, ""),
        (told("email_corrected"), {"paid_at": AT - timedelta(days=1)}, AT, ""),
        (HOLDING["a bill"], {"owed": {8: (40_000, 0)}}, AT, rules.PAID),
        (HOLDING["a bill"], {"owed": {8: (40_000, 15_000)}}, AT, rules.OTHER_SUM),
        (HOLDING["a bill"], {"withdrawn": frozenset({8})}, AT, rules.WITHDRAWN),
        (HOLDING["a proposal"], {"open_proposals": frozenset()}, AT, rules.PROPOSAL_ENDED),
        (HOLDING["what is asked for"], {"is_missing": False}, AT, rules.NOTHING_MISSING),
        (HOLDING["what is asked for"], {"status": ProjectStatus.CANCELLED}, AT, rules.CANCELLED),
        (replace(HOLDING["what is asked for"], replaced=True), {}, AT, rules.NEWER),
        (HOLDING["a question"], {"is_asked": False}, AT, rules.ANSWERED),
        (HOLDING["too much"], {"due_back_cents": 0}, AT, rules.GIVEN_BACK),
        (HOLDING["money of a closed project"], {"is_undecided": False}, AT, rules.DECIDED),
        (HOLDING["money of a closed project"], {"due_back_cents": 0}, AT, ""),
        (told("money_kept"), {"status": ProjectStatus.CANCELLED, "is_undecided": False}, AT, ""),
        (told("money_kept"), {"status": ProjectStatus.CANCELLED}, AT, rules.UNDECIDED),
        (told("money_kept"), {"is_undecided": False}, AT, rules.OPEN_AGAIN),
        (HOLDING["a correction"], OF_A_BILL, AT, ""),
        (HOLDING["a correction"], {**OF_A_BILL, "bill_paid_at": {8: LATER}}, AT, rules.PAID),
        (HOLDING["a correction"], {**OF_A_BILL, "withdrawn": frozenset({8})}, AT, rules.WITHDRAWN),
        (HOLDING["a correction"], {"withdrawn": frozenset({8})}, AT, ""),
        (HOLDING["a part of a price"], {"paid_at": LATER}, AT, rules.PAID),
        (HOLDING["a part of a price"], {**OF_A_BILL, "bill_paid_at": {8: LATER}}, AT, rules.PAID),
        (told("project_goes_on"), {"status": ProjectStatus.CANCELLED}, AT, rules.CANCELLED),
        (told("payment_received", f"payment-received-project-1{MISTAKEN}20260504"), {}, AT, rules.PUT_RIGHT),
        (told("payment_received"), {"status": ProjectStatus.CANCELLED, "paid_at": LATER}, AT, ""),
        (replace(told("payment_refunded"), replaced=True), {}, AT, ""),
    ],
)
def test_a_letter_is_outdated_once_what_it_says_is_so_no_more(
    letter: Told, changed: dict[str, object], now: datetime, said: str
) -> None:
    found = outdated(letter, replace(STANDS, **changed), now)
    assert found.startswith(said) and bool(found) is bool(said)


# All that may come to be otherwise, at once.
OTHERWISE = replace(
    STANDS,
    status=ProjectStatus.CANCELLED,
    start=None,
    sequence=2,
    paid_at=LATER,
    awaited=frozenset(),
    owed={8: (40_000, 0)},
    withdrawn=frozenset({8}),
    open_proposals=frozenset(),
    is_missing=False,
    is_asked=False,
    due_back_cents=0,
    is_undecided=False,
)
# The occasions by which letters say what they are about, where the kind alone does not.
KEYS = {"bill_issued": "bill-issued-8", "transfer_details": "transfer-details-7-3"}


@pytest.mark.parametrize("kind", sorted({draft.kind for draft in every_letter("words")}))
def test_each_kind_of_letter_can_be_outdated_or_is_named_as_one_that_always_holds(kind: str) -> None:
    letter = replace(told(kind, KEYS.get(kind, ""), sequence=1), replaced=True, leaves_open=kind == "payment_refunded")
    stands = replace(OTHERWISE, is_undecided=kind == "money_kept")
    assert bool(outdated(letter, stands, LATER)) is (kind not in rules.ALWAYS_HOLD)


def test_no_kind_is_said_to_hold_that_is_not_written() -> None:
    assert {draft.kind for draft in every_letter("words")} >= rules.ALWAYS_HOLD


def old(staff: Person, project: int) -> set[str]:
    """The kinds of a project's letters that its record calls outdated."""
    shown = staff.get(f"/api/admin/projects/{project}").get_json()["letters"]
    return {letter["kind"] for letter in shown if letter["outdated"]}


def test_the_record_says_of_each_letter_whether_it_holds(people: People) -> None:
    slots.generate(clock.now())
    staff, ann = people.staff(), Onboarder(people.house)
    assert ann.take(ann.times()[1]["id"]).status_code == 200
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    assert Letter.select().where(Letter.kind == "transfer_details").exists()
    assert old(staff, ann.project) == set()
    assert mark(staff, Payment.get().id).status_code == 200
    assert Letter.select().where(Letter.kind == "consultation_confirmed").exists()
    assert old(staff, ann.project) == {"transfer_details"}
    seen = Project.get().appointment_date
    body = {"slotId": ann.times()[5]["id"], "seen": seen.isoformat()}
    assert staff.post(f"/api/admin/projects/{ann.project}/consultation", body).status_code == 200
    assert old(staff, ann.project) == {"transfer_details", "consultation_confirmed"}
    Need.update(withdrawn_at=clock.now()).execute()
    assert staff.call_off(ann.project, "We are ill.").status_code == 200
    kinds = {letter.kind for letter in Letter.select().where(Letter.project_id == ann.project)}
    assert {"consultation_moved", "consultation_confirmed", "transfer_details"} <= old(staff, ann.project)
    assert "consultation_cancelled" in kinds - old(staff, ann.project)


@pytest.mark.parametrize(
    ("kind", "leaves_open", "is_undecided", "back", "said"),
    [
        ("money_kept", False, False, 0, ""),
        ("money_kept", False, False, 1, rules.REFUNDED),
        ("money_kept", False, True, 0, rules.UNDECIDED),
        ("payment_refunded", True, True, 0, ""),
        ("payment_refunded", True, True, 1, rules.REFUNDED),
        ("payment_refunded", True, False, 0, rules.DECIDED),
        ("payment_refunded", False, False, 1, ""),
        ("consultation_cancelled", True, True, 0, ""),
        ("consultation_cancelled", True, False, 0, rules.DECIDED),
        ("consultation_cancelled", False, False, 1, ""),
    ],
)
def test_what_leaves_money_undecided_holds_until_that_is_decided_or_given_back(
    kind: str, leaves_open: bool, is_undecided: bool, back: int, said: str
) -> None:
    stands = replace(OTHERWISE, sequence=0, is_undecided=is_undecided, back_at=AT + timedelta(days=back))
    assert outdated(told(kind, leaves_open=leaves_open), stands, LATER) == said
