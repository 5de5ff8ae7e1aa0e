"""Whether a client may still move or cancel a consultation themselves, and what they are told where not."""

from datetime import UTC, datetime, timedelta

import pytest

from app.consultations.rules import (
    BARRIERS,
    CANCEL_MONEY,
    FEE_OF_ENDED,
    FREE_AGAIN,
    GIVEN_BACK_ALREADY,
    MOVE_POLICY,
    MOVE_UNTIL,
    NOT_DEDUCTED,
    NOTHING_PAID,
    POLICY_IN_SHORT,
    Barrier,
    cancel_barrier,
    dearer_on_cancelling,
    give_back_barrier,
    give_up_barrier,
    money_on_cancelling,
    move_barrier,
    said,
)
from app.orders.rules import OrderState
from app.projects.rules import ProjectStatus

START = datetime(2026, 5, 12, 0, 0, tzinfo=UTC)
A_DAY_BEFORE = START - MOVE_UNTIL
SECOND = timedelta(seconds=1)
SCHEDULED = ProjectStatus.SCHEDULED


@pytest.mark.spec("D-08")
@pytest.mark.parametrize(
    ("status", "now", "moved", "refunded", "move", "cancel"),
    [
        (SCHEDULED, START - timedelta(weeks=3), False, False, None, None),
        (SCHEDULED, A_DAY_BEFORE, False, False, None, None),
        (SCHEDULED, A_DAY_BEFORE + SECOND, False, False, Barrier.NEAR, None),
        (SCHEDULED, START - SECOND, False, False, Barrier.NEAR, None),
        (SCHEDULED, START, False, False, Barrier.OVER, Barrier.OVER),
        (SCHEDULED, START + timedelta(days=9), True, True, Barrier.OVER, Barrier.OVER),
        (SCHEDULED, A_DAY_BEFORE, True, False, Barrier.MOVED, None),
        (SCHEDULED, A_DAY_BEFORE + SECOND, True, False, Barrier.MOVED, None),
        (SCHEDULED, A_DAY_BEFORE, False, True, Barrier.REFUNDED, None),
        (ProjectStatus.INQUIRY, A_DAY_BEFORE, False, False, None, None),  # paid in part: its time is kept
        (ProjectStatus.IN_PROGRESS, A_DAY_BEFORE, False, False, None, Barrier.UNDER_WAY),  # its move was promised
        (ProjectStatus.IN_PROGRESS, A_DAY_BEFORE, True, False, Barrier.MOVED, Barrier.UNDER_WAY),
        (ProjectStatus.IN_PROGRESS, A_DAY_BEFORE + SECOND, False, False, Barrier.NEAR, Barrier.UNDER_WAY),
        (ProjectStatus.IN_PROGRESS, START, False, False, Barrier.OVER, Barrier.OVER),
        (ProjectStatus.CANCELLED, A_DAY_BEFORE, False, False, Barrier.CLOSED, Barrier.CLOSED),
        (ProjectStatus.COMPLETED, START + SECOND, True, False, Barrier.CLOSED, Barrier.CLOSED),
    ],
)
def test_a_client_may_move_once_until_a_day_before_and_cancel_until_it_begins(
    status: ProjectStatus,
    now: datetime,
    moved: bool,
    refunded: bool,
    move: Barrier | None,
    cancel: Barrier | None,
) -> None:
    assert move_barrier(status, START, moved, refunded, now) is move
    assert cancel_barrier(status, START, False, now) is cancel
    assert cancel_barrier(status, START, True, now) is (cancel or Barrier.BILLED)


@pytest.mark.parametrize(
    ("money", "barrier"),
    [
        (OrderState.PAID, None),
        (OrderState.PART_REFUNDED, None),
        (OrderState.PART_PAID, Barrier.OWED),
        (OrderState.UNPAID, Barrier.OWED),
    ],
)
def test_a_time_is_given_back_where_it_may_be_moved_and_another_one_can_be_chosen(
    money: OrderState, barrier: Barrier | None
) -> None:
    assert give_back_barrier(None, money, SCHEDULED) is barrier
    assert give_back_barrier(None, money, ProjectStatus.IN_PROGRESS) is Barrier.UNDER_WAY
    assert give_back_barrier(Barrier.NEAR, money, SCHEDULED) is Barrier.NEAR


@pytest.mark.parametrize("barrier", list(Barrier))
def test_a_refusal_says_what_helps_then(barrier: Barrier) -> None:
    assert said(barrier, "(02) 9585 1234") == f"{BARRIERS[barrier]} Please call us on (02) 9585 1234."
    assert said(barrier, "").endswith("Please reply to our email about your consultation.")


USED = "Of what was paid, we have deducted $200.00 from HPM-8-2."


@pytest.mark.parametrize(
    ("free", "used", "credit", "is_refunded", "money"),
    [
        (0, "", 0, False, NOTHING_PAID),
        (0, "", 0, True, GIVEN_BACK_ALREADY),
        (25_000, "", 0, False, CANCEL_MONEY),
        (15_000, "", 0, True, CANCEL_MONEY),
        (5_000, USED, 0, False, f"{CANCEL_MONEY.replace(NOT_DEDUCTED, '')} {USED}"),
        (0, USED, 0, False, USED),
        (0, USED, 0, True, USED),
        (0, "", 25_000, False, FREE_AGAIN.format(fee="$250.00")),
        (125_000, "", 25_000, False, f"{CANCEL_MONEY} {FREE_AGAIN.format(fee='$250.00')}"),
    ],
)
def test_what_happens_to_the_money_is_said_as_it_is(
    free: int, used: str, credit: int, is_refunded: bool, money: str
) -> None:
    assert money_on_cancelling(free, used, credit, is_refunded) == money


@pytest.mark.parametrize(
    ("dearer", "is_done", "told"),
    [
        ([], False, ""),
        (
            [("HPM-65", 30_000, 55_000)],
            False,
            "Cancelling also takes the $250.00 credit from HPM-65: it will cost $550.00 instead of $300.00.",
        ),
        (
            [("HPM-65", 30_000, 55_000)],
            True,
            "The $250.00 credit is not deducted from HPM-65 any more: it costs $550.00 now instead of $300.00.",
        ),
    ],
)
def test_what_costs_more_without_a_cancelled_booking_is_named(
    dearer: list[tuple[str, int, int]], is_done: bool, told: str
) -> None:
    assert dearer_on_cancelling(dearer, is_done) == told


@pytest.mark.parametrize(("free", "told"), [(5_000, f"{USED} It stays."), (0, USED)])
def test_what_becomes_of_a_deduction_is_told_where_a_refund_of_the_rest_is_decided_about(free: int, told: str) -> None:
    assert money_on_cancelling(free, USED, 0, False, if_refunded="It stays.").endswith(told)


def test_a_fee_whose_own_booking_was_cancelled_is_not_called_free() -> None:
    told = money_on_cancelling(0, "", 25_000, False, credit_ended="HPM-66")
    assert told == FEE_OF_ENDED.format(fee="$250.00", booking="HPM-66")


@pytest.mark.parametrize("policy", [MOVE_POLICY, POLICY_IN_SHORT])
def test_the_policy_says_until_when_a_consultation_can_be_moved(policy: str) -> None:
    assert f"once, until {MOVE_UNTIL // timedelta(hours=1)} hours before it begins, at no charge" in policy


@pytest.mark.parametrize(
    ("status", "has_money", "deciding", "billed", "barrier"),
    [
        (ProjectStatus.INQUIRY, False, False, False, None),
        (ProjectStatus.PENDING_PAYMENT, False, False, False, None),
        (ProjectStatus.PENDING_PAYMENT, True, False, False, Barrier.PAID),
        (ProjectStatus.PENDING_PAYMENT, False, True, False, Barrier.DECIDING),
        (ProjectStatus.PENDING_DOCUMENTS, False, False, True, Barrier.BILLED),
        (ProjectStatus.IN_PROGRESS, False, False, False, Barrier.UNDER_WAY),
        (ProjectStatus.CANCELLED, False, False, False, Barrier.CLOSED),
        (ProjectStatus.COMPLETED, True, False, False, Barrier.CLOSED),
    ],
)
def test_only_what_nothing_was_paid_for_is_given_up(
    status: ProjectStatus, has_money: bool, deciding: bool, billed: bool, barrier: Barrier | None
) -> None:
    assert give_up_barrier(status, has_money, deciding, billed) is barrier
