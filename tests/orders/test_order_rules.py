"""What an order comes to: the balance, the state and what follows, one number at a time."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from app.orders.outcomes import Outcome, Prospect, outcome_of
from app.orders.rules import (
    OrderState,
    Standing,
    balance,
    credit_for,
    credit_left,
    is_asked_about,
    money_label,
    shown_status,
    worth_of,
)
from app.payments.rules import AMOUNT, MOST_TRANSFER_CENTS, NOTHING_LEFT, refund_problem
from app.projects.rules import PaymentStatus, ProjectStatus
from tests.payments.banking import owed_after


@pytest.mark.parametrize(
    ("state", "is_awaited", "is_processing", "label"),
    [
        (OrderState.UNPAID, False, False, "Not paid"),
        (OrderState.UNPAID, True, False, "Awaiting transfer"),
        (OrderState.UNPAID, True, True, "Bank deciding"),
        (OrderState.PART_PAID, True, True, "Paid in part"),
        (OrderState.PAID, True, False, "Paid"),
        (OrderState.PART_REFUNDED, False, False, "Refunded in part"),
        (OrderState.REFUNDED, True, True, "Refunded"),
    ],
)
def test_what_a_project_was_begun_with_is_named_by_one_rule(
    state: OrderState, is_awaited: bool, is_processing: bool, label: str
) -> None:
    assert money_label(state, is_awaited, is_processing) == label


@pytest.mark.parametrize(
    ("lines", "payments", "refunds", "owed"),
    [(250, 0, 0, 250), (250, 250, 0, 0), (250, 500, 0, -250), (250, 500, 250, 0), (250, 100, 0, 150), (0, 0, 0, 0)],
)
def test_the_balance_is_lines_less_payments_and_refunds(lines: int, payments: int, refunds: int, owed: int) -> None:
    assert balance(lines, payments, refunds) == owed


@pytest.mark.parametrize(
    ("price", "credit", "paid", "refunded", "became_paid", "state", "given_back", "surplus"),
    [
        (1500, 0, 0, 0, False, "unpaid", 0, 0),
        (250, 250, 0, 0, True, "paid", 0, 0),
        # Money that came besides, and went back.
        (250, 250, 1500, 0, True, "paid", 0, 1500),
        (250, 250, 1500, 1500, True, "paid", 0, 1500),
        (1500, 0, 1500, 0, True, "paid", 0, 0),
        (1500, 250, 1250, 0, True, "paid", 0, 0),
        (1500, 0, 800, 0, False, "part_paid", 0, 0),
        (1500, 0, 800, 100, False, "part_paid", 100, 0),
        (1500, 0, 800, 800, False, "refunded", 800, 0),
        # A part came and some of it went back; then all that was still missing but what went back; then that, too.
        (1500, 0, 1500, 100, False, "part_paid", 100, 0),
        (1500, 0, 1600, 100, False, "paid", 0, 100),
        (1500, 0, 1500, 1, True, "part_refunded", 1, 0),
        (1500, 0, 1500, 1499, True, "part_refunded", 1499, 0),
        (1500, 0, 1500, 1500, True, "refunded", 1500, 0),
        # Paid twice, the second given back, then a part of the first, then all.
        (1500, 0, 3000, 0, True, "paid", 0, 1500),
        (1500, 0, 3000, 1500, True, "paid", 0, 1500),
        (1500, 0, 3000, 1501, True, "part_refunded", 1, 1500),
        (1500, 0, 3000, 3000, True, "refunded", 1500, 1500),
        # Paid once, and the credit went elsewhere while the money was on its way back.
        (1500, 0, 1250, 0, True, "part_paid", 0, 0),
    ],
)
def test_how_the_money_of_an_order_stands(
    price: int, credit: int, paid: int, refunded: int, became_paid: bool, state: str, given_back: int, surplus: int
) -> None:
    sums = Standing(price, credit, paid, refunded, became_paid)
    assert (sums.state, sums.given_back_cents, sums.surplus_cents) == (state, given_back, surplus)


CANCELLED_AT = datetime(2026, 5, 12, tzinfo=UTC)
BEFORE, AFTER = CANCELLED_AT - timedelta(days=1), CANCELLED_AT + timedelta(days=1)


@pytest.mark.parametrize(
    ("is_bill", "status", "came_at", "cancelled_at", "asked"),
    [
        (False, "cancelled", BEFORE, CANCELLED_AT, True),
        (False, "cancelled", AFTER, CANCELLED_AT, True),
        (False, "completed", AFTER, None, True),
        (True, "cancelled", BEFORE, CANCELLED_AT, True),
        (True, "cancelled", CANCELLED_AT, CANCELLED_AT, True),
        (True, "cancelled", AFTER, CANCELLED_AT, False),
        (True, "cancelled", None, CANCELLED_AT, False),
        (True, "cancelled", BEFORE, None, True),
        (True, "completed", BEFORE, None, False),
        (True, "in_progress", BEFORE, CANCELLED_AT, False),
    ],
)
def test_about_which_orders_of_a_closed_project_staff_decide(
    is_bill: bool, status: str, came_at: datetime | None, cancelled_at: datetime | None, asked: bool
) -> None:
    assert is_asked_about(is_bill, ProjectStatus(status), came_at, cancelled_at) is asked


UNPAID, PART, PAID = Standing(250, 0, 0, 0), Standing(250, 0, 100, 0), Standing(250, 0, 250, 0, became_paid=True)
HALF = replace(PAID, refunded_cents=100)
BACK = replace(PAID, refunded_cents=250, undone_cents=250)
ANEW = replace(BACK, paid_cents=350)


@pytest.mark.parametrize(
    ("sums", "is_closed", "time_lost", "enough", "too_little"),
    [
        (UNPAID, False, False, Outcome.PAYS, None),
        (PART, False, False, Outcome.PAYS, None),
        (UNPAID, False, True, Outcome.WITHOUT_TIME, None),
        (UNPAID, True, True, Outcome.CLOSED, Outcome.CLOSED),
        (PAID, True, True, Outcome.SECOND, Outcome.SECOND),
        (PAID, False, False, Outcome.SECOND, Outcome.SECOND),
        # Money went back since: nobody asked for this, unless a part of it came before.
        (HALF, False, False, Outcome.AGAIN, Outcome.AGAIN),
        (BACK, False, False, Outcome.AGAIN, None),
        (ANEW, False, False, Outcome.REST, None),
        (HALF, True, False, Outcome.CLOSED, Outcome.CLOSED),
        (BACK, True, False, Outcome.CLOSED, Outcome.CLOSED),
        (ANEW, True, False, Outcome.CLOSED, Outcome.CLOSED),
    ],
)
def test_what_follows_when_money_comes(
    sums: Standing, is_closed: bool, time_lost: bool, enough: Outcome, too_little: Outcome | None
) -> None:
    assert outcome_of(sums, is_closed, time_lost) is enough
    told = Prospect.of(sums, 0, is_closed, time_lost)
    assert (told.settled, told.parted) == (enough, too_little)


def owed_with(sums: Standing, came_cents: int, worth_cents: int) -> int:
    """What is owed once more has come, and the credit was looked at again."""
    after = replace(sums, paid_cents=sums.paid_cents + came_cents)
    return replace(after, credit_cents=credit_left(after, worth_cents)).balance_cents


@pytest.mark.parametrize(
    ("credit", "came", "worth", "owed"),
    [
        (0, 1500, 0, 0),
        (250, 1250, 250, 0),
        (250, 1250, 249, 1),  # a part of the fee went back since
        (250, 1250, 0, 250),
        (250, 1500, 250, 0),  # an older transfer without the credit: it is not needed
        (250, 1600, 250, -100),
        (250, 1000, 250, 250),
    ],
)
def test_a_credit_is_kept_where_its_fee_is_there_and_the_money_needs_it(
    credit: int, came: int, worth: int, owed: int
) -> None:
    assert owed_with(Standing(1500, credit, 0, 0), came, worth) == owed


@pytest.mark.parametrize("came", [0, 1, 999, 1000, 1249, 1250, 1251, 1499, 1500, 1501, 3000])
@pytest.mark.parametrize("worth", [0, 249, 250])
@pytest.mark.parametrize(("paid", "refunded"), [(0, 0), (100, 0), (100, 100), (1400, 0)])
def test_what_will_be_owed_can_be_told_from_two_numbers(paid: int, refunded: int, worth: int, came: int) -> None:
    sums = Standing(1500, 250, paid, refunded)
    told = Prospect.of(sums, worth, is_closed=False, time_lost=False)
    assert owed_after(told, came) == owed_with(sums, came, worth)


@pytest.mark.parametrize(
    ("total", "paid", "refunded", "became_paid", "owed", "due_back"),
    [
        (1500, 0, 0, False, 1500, 0),
        (1500, 1100, 0, False, 400, 0),
        (1500, 1100, 100, False, 500, 0),
        (1500, 1500, 0, True, 0, 0),
        (1500, 1600, 0, True, 0, 100),
        (1500, 1600, 60, True, 0, 40),
        # What was paid and given back is asked for no more.
        (1500, 1500, 500, True, 0, 0),
        (1500, 1500, 1500, True, 0, 0),
        (1500, 100, 100, False, 0, 0),
    ],
)
def test_what_is_still_owed_and_what_is_to_be_given_back(
    total: int, paid: int, refunded: int, became_paid: bool, owed: int, due_back: int
) -> None:
    sums = Standing(total, 0, paid, refunded, became_paid)
    assert (sums.owed_cents, sums.due_back_cents) == (owed, due_back)


def test_a_credit_that_covers_everything_is_kept_while_nothing_came() -> None:
    assert credit_left(Standing(250, 250, 0, 0), 250) == 250


@pytest.mark.parametrize(
    ("price", "worth", "credit"),
    [
        (150_000, 25_000, 25_000),
        (25_000, 25_000, 25_000),
        (20_000, 25_000, 20_000),
        (25_049, 25_000, 24_999),
        (25_050, 25_000, 25_000),
    ],
)
def test_what_is_left_to_charge_is_nothing_or_what_the_provider_takes(price: int, worth: int, credit: int) -> None:
    assert credit_for(price, worth) == credit


@pytest.mark.parametrize(
    ("paid", "refunded", "worth"),
    [(0, 0, 0), (250, 0, 250), (250, 100, 150), (250, 250, 0), (500, 0, 250), (500, 250, 250), (100, 0, 0)],
)
def test_a_fee_is_worth_what_was_owed_and_not_given_back(paid: int, refunded: int, worth: int) -> None:
    assert worth_of(Standing(250, 0, paid, refunded, became_paid=paid >= 250)) == worth


@pytest.mark.parametrize(
    ("paid", "refunded", "begun", "deciding", "shown"),
    [
        (0, 0, None, False, "pending"),
        (0, 0, "failed", False, "failed"),
        (0, 0, "failed", True, "processing"),
        (100, 0, "failed", True, "pending"),
        (250, 0, None, True, "completed"),
        (250, 50, None, False, "completed"),
        (250, 250, "pending", False, "refunded"),
    ],
)
def test_what_a_project_shows(paid: int, refunded: int, begun: str | None, deciding: bool, shown: str) -> None:
    state = Standing(250, 0, paid, refunded, became_paid=paid == 250).state
    assert shown_status(state, PaymentStatus(begun) if begun else None, deciding) == shown


@pytest.mark.parametrize(
    ("cents", "left", "problem"),
    [
        (1, 1, None),
        (100, 150, None),
        (150, 150, None),
        (151, 150, "At most $1.50 of this payment can be refunded"),
        (123_457, 123_456, "At most $1,234.56 of this payment can be refunded"),
        (0, 150, AMOUNT),
        (1, 0, NOTHING_LEFT),
        (MOST_TRANSFER_CENTS + 1, MOST_TRANSFER_CENTS + 2, AMOUNT),
    ],
)
def test_at_most_what_is_left_is_given_back(cents: int, left: int, problem: str | None) -> None:
    assert refund_problem(cents, left) == problem
