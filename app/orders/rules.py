"""What an order comes to: one balance, and what its sign means."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from app.projects.rules import PaymentStatus, ProjectStatus

# The terms that a payment was made under; raise it when /terms-conditions changes.
TERMS_VERSION = "2026-11-22"

LEAST_CHARGE_CENTS = 50  # what the provider takes at least
CALLED_WITHIN = timedelta(hours=24)  # of the payment, to arrange a time


def calls_soon(paid_at: datetime | None, now: datetime) -> bool:
    """Whether whoever paid at that moment, or has still to, may wait for our call about a time."""
    return paid_at is None or now < paid_at + CALLED_WITHIN


class OrderState(StrEnum):
    """How the money of an order stands."""

    UNPAID = "unpaid"
    PART_PAID = "part_paid"  # money came, but not all that is owed
    PAID = "paid"  # what has come too much, if anything, is to be given back
    PART_REFUNDED = "part_refunded"  # paid, and some of what was owed was given back since
    REFUNDED = "refunded"  # all that came was given back


STATE_LABELS = {
    OrderState.UNPAID: "Not paid",
    OrderState.PART_PAID: "Paid in part",
    OrderState.PAID: "Paid",
    OrderState.PART_REFUNDED: "Refunded in part",
    OrderState.REFUNDED: "Refunded",
}
IS_PAID = (OrderState.PAID, OrderState.PART_REFUNDED)
KEPT = (OrderState.PART_PAID, *IS_PAID)  # money is here
CAME = (*KEPT, OrderState.REFUNDED)  # nothing more may be asked for by itself


def keeps_time(state: OrderState, proved: bool) -> bool:
    """Whether a time that is chosen is the client's for good. Of a part of the price, only where it is proved whose."""
    return state in IS_PAID or (proved and state is OrderState.PART_PAID)


def balance(lines_cents: int, payments_cents: int, refunds_cents: int) -> int:
    """What is owed, in cents: above zero by the client, below zero a refund is due to them.

    lines_cents: the sum of an order's lines, in which a credit counts negative; payments_cents: what came for it;
    refunds_cents: what of that was given back.
    """
    return lines_cents - payments_cents + refunds_cents


def paid_since(moves: Iterable[tuple[datetime, int]], total_cents: int) -> datetime | None:
    """Since when so many cents have been there for the first time; None where they never were.

    moves: what came, and below zero what was given back, each with its moment.
    """
    here_cents = 0
    for at, cents in sorted(moves):
        here_cents += cents
        if here_cents >= total_cents:
            return at
    return None


def is_asked_about(
    is_bill: bool, status: ProjectStatus, came_at: datetime | None, cancelled_at: datetime | None
) -> bool:
    """Whether staff decide about what came for an order of a closed project: of what it was begun with they always do.

    Of a bill only where the project was cancelled after the first of it had come (`came_at`; None while nothing has):
    the work of a completed one is done, and a bill outlives its project, so that what comes for it later is what is
    owed. cancelled_at: None where that is not known.
    """
    if not is_bill:
        return True
    if status != ProjectStatus.CANCELLED or came_at is None:
        return False
    return cancelled_at is None or came_at <= cancelled_at


@dataclass(frozen=True)
class Standing:
    """The sums of one order, in cents, as every page and letter tells them.

    `became_paid`: it was paid once, be it by credit alone. `undone_cents`: what of `paid_cents` came before all that
    was there had been given back; it pays for nothing more. `is_over`: nobody is asked for anything more, since its
    project is closed or it was withdrawn. `is_withdrawn`: it is a bill that was, so that nothing of it is to be paid.
    """

    price_cents: int
    credit_cents: int
    paid_cents: int
    refunded_cents: int
    became_paid: bool = False
    undone_cents: int = 0
    is_over: bool = False
    is_withdrawn: bool = False

    @property
    def total_cents(self) -> int:
        """What is to be paid in all, after the credit."""
        return self.price_cents - self.credit_cents

    @property
    def balance_cents(self) -> int:
        """What is owed now; see `balance`."""
        return balance(self.total_cents, self.paid_cents, self.refunded_cents)

    @property
    def surplus_cents(self) -> int:
        """What came more than was owed, given back or not."""
        return max(0, self.paid_cents - self.total_cents)

    @property
    def given_back_cents(self) -> int:
        """What was given back of the price itself: to return a surplus is no refund of what was bought."""
        return max(0, self.refunded_cents - self.surplus_cents)

    @property
    def owed_cents(self) -> int:
        """What the client still owes: nothing once it was paid, since what was given back then is asked for no more."""
        is_open = not self.is_over and self.state in (OrderState.UNPAID, OrderState.PART_PAID)
        return max(0, self.balance_cents) if is_open else 0

    @property
    def due_back_cents(self) -> int:
        """What came too much and is still here; of what was withdrawn all that came for it."""
        return max(0, self.paid_cents - self.refunded_cents if self.is_withdrawn else -self.balance_cents)

    @property
    def state(self) -> OrderState:
        """How the money stands."""
        if self.became_paid and not self.total_cents:
            return OrderState.PAID  # by the credit alone: what came besides is not what it is paid with
        if not self.paid_cents:
            return OrderState.UNPAID
        if self.refunded_cents >= self.paid_cents:
            return OrderState.REFUNDED
        if self.paid_cents - self.undone_cents < self.total_cents or (self.balance_cents > 0 and not self.became_paid):
            return OrderState.PART_PAID
        return OrderState.PART_REFUNDED if self.given_back_cents else OrderState.PAID


def shown_state(sums: Standing) -> OrderState:
    """How an order stands, as it is shown: of what was withdrawn nothing is to be paid, so that no part is missing."""
    if not sums.is_withdrawn or sums.state is not OrderState.PART_PAID:
        return sums.state
    return OrderState.PART_REFUNDED if sums.refunded_cents else OrderState.PAID


def shown_status(state: OrderState, begun: PaymentStatus | None, is_deciding: bool) -> PaymentStatus:
    """What the specification's payment status of a project says.

    begun: the payment that was begun and counts, if any; is_deciding: whether a bank is deciding about any.
    """
    if state in IS_PAID:
        return PaymentStatus.COMPLETED
    if state is OrderState.REFUNDED:
        return PaymentStatus.REFUNDED
    if state is OrderState.PART_PAID:
        return PaymentStatus.PENDING
    return PaymentStatus.PROCESSING if is_deciding else begun or PaymentStatus.PENDING


def credit_for(price_cents: int, left_cents: int) -> int:
    """How much of what is left of a paid booking fee is deducted from a price, in cents; the rest stays for the next.

    All of it, or what the service costs: then nothing is charged. What is to be charged is never less than the
    provider takes.
    """
    rest = price_cents - left_cents
    if rest <= 0:
        return price_cents
    return left_cents if rest >= LEAST_CHARGE_CENTS else max(0, price_cents - LEAST_CHARGE_CENTS)


def worth_of(standing: Standing) -> int:
    """How many cents of a paid booking fee may be deducted elsewhere in all: what was owed and not given back."""
    if standing.state not in IS_PAID:
        return 0
    return standing.total_cents - standing.given_back_cents


def credit_left(sums: Standing, left_cents: int) -> int:
    """How much of a deducted credit stays when money has come, in cents.

    No more than other orders leave of its fee by then, left_cents, and nothing where the money is enough without.
    """
    is_missing = sums.price_cents > sums.paid_cents - sums.refunded_cents
    return min(sums.credit_cents, left_cents) if is_missing else 0


def money_label(state: OrderState, is_awaited: bool, is_processing: bool) -> str:
    """How the money stands for what a project was begun with, in the words of the staff pages (`moneyState` there).

    is_awaited: its client still means to send a transfer; is_processing: the bank of a card has not decided.
    """
    if state is OrderState.UNPAID and is_processing:
        return "Bank deciding"
    return "Awaiting transfer" if state is OrderState.UNPAID and is_awaited else STATE_LABELS[state]
