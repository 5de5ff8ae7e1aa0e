"""What an order comes to: one balance, and what its sign means."""

from dataclasses import dataclass, replace
from enum import StrEnum

from app.projects.rules import PaymentStatus

# The terms that a payment was made under; raise it when /terms-conditions changes.
TERMS_VERSION = "2025-06-06"

LEAST_CHARGE_CENTS = 50  # what the provider takes at least


class OrderState(StrEnum):
    """How the money of an order stands."""

    UNPAID = "unpaid"
    PART_PAID = "part_paid"  # money came, but not all that is owed
    PAID = "paid"  # what has come too much, if anything, is to be given back
    PART_REFUNDED = "part_refunded"  # paid, and some of what was owed was given back since
    REFUNDED = "refunded"  # all that came was given back


IS_PAID = (OrderState.PAID, OrderState.PART_REFUNDED)
KEPT = (OrderState.PART_PAID, *IS_PAID)  # money is here: a time is the client's for good
CAME = (*KEPT, OrderState.REFUNDED)  # nothing more may be asked for by itself


def balance(lines_cents: int, payments_cents: int, refunds_cents: int) -> int:
    """What is owed, in cents: above zero by the client, below zero a refund is due to them.

    lines_cents: the sum of an order's lines, in which a credit counts negative; payments_cents: what came for it;
    refunds_cents: what of that was given back.
    """
    return lines_cents - payments_cents + refunds_cents


@dataclass(frozen=True)
class Standing:
    """The sums of one order, in cents. `became_paid`: it was paid once, be it by credit alone."""

    price_cents: int
    credit_cents: int
    paid_cents: int
    refunded_cents: int
    became_paid: bool = False

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
        return max(0, self.balance_cents) if self.state in (OrderState.UNPAID, OrderState.PART_PAID) else 0

    @property
    def due_back_cents(self) -> int:
        """What came too much and is still here."""
        return max(0, -self.balance_cents)

    @property
    def state(self) -> OrderState:
        """How the money stands."""
        if self.became_paid and not self.total_cents:
            return OrderState.PAID  # by the credit alone: what came besides is not what it is paid with
        if not self.paid_cents:
            return OrderState.UNPAID
        if self.refunded_cents >= self.paid_cents:
            return OrderState.REFUNDED
        if self.paid_cents < self.total_cents or (self.balance_cents > 0 and not self.became_paid):
            return OrderState.PART_PAID
        return OrderState.PART_REFUNDED if self.given_back_cents else OrderState.PAID


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


class Outcome(StrEnum):
    """What follows when a payment's money comes."""

    PAYS = "pays"  # the order is paid
    WITHOUT_TIME = "without_time"  # it is, but its time is not to be had any more: the client chooses another
    SECOND = "second"  # it was paid already: staff give this back
    OTHER_PRICE = "other_price"  # it is not all that is owed: staff agree on the rest
    CLOSED = "closed"  # the project is cancelled or completed: staff decide


def outcome_of(became_paid: bool, balance_cents: int, is_closed: bool, time_lost: bool) -> Outcome:
    """What follows when a payment comes.

    became_paid: whether the order was paid before; balance_cents: what is owed with the payment counted; is_closed:
    whether the project is cancelled or completed; time_lost: whether the time that was chosen with it has passed, or
    is not free any more.
    """
    if became_paid:
        return Outcome.SECOND
    if balance_cents > 0:
        return Outcome.OTHER_PRICE
    if is_closed:
        return Outcome.CLOSED
    return Outcome.WITHOUT_TIME if time_lost else Outcome.PAYS


def credit_for(price_cents: int, worth_cents: int) -> int:
    """How much of a paid booking fee is deducted from a service's price, in cents.

    All of it, or what the service costs: then nothing is charged. What is left to charge is never less than the
    provider takes.
    """
    rest = price_cents - worth_cents
    if rest <= 0:
        return price_cents
    return worth_cents if rest >= LEAST_CHARGE_CENTS else price_cents - LEAST_CHARGE_CENTS


def worth_of(standing: Standing) -> int:
    """How many cents of a paid booking fee may be deducted elsewhere, once: what was owed and not given back."""
    if standing.state not in IS_PAID:
        return 0
    return standing.total_cents - standing.given_back_cents


def credit_left(sums: Standing, worth_cents: int) -> int:
    """How much of a deducted credit stays when money has come, in cents.

    No more than its fee is worth by then, and nothing where the money is enough without. worth_cents: see `worth_of`.
    """
    is_missing = sums.price_cents > sums.paid_cents - sums.refunded_cents
    return min(sums.credit_cents, worth_cents) if is_missing else 0


def owed_after(sums: Standing, came_cents: int, worth_cents: int) -> int:
    """What would be owed, in cents, if another payment came. worth_cents: of the fee whose credit is deducted."""
    after = replace(sums, paid_cents=sums.paid_cents + came_cents)
    return replace(after, credit_cents=credit_left(after, worth_cents)).balance_cents


@dataclass(frozen=True)
class Prospect:
    """What follows if money comes for an order; cents.

    owed_cents: what is owed before it; uncredited_cents: the same without the booking fee's credit, which is not
    deducted where the money is enough without; settled: what follows if it is enough.
    """

    owed_cents: int
    uncredited_cents: int
    settled: Outcome

    @classmethod
    def of(cls, sums: Standing, worth_cents: int, is_closed: bool, time_lost: bool) -> "Prospect":
        """Of an order as it stands. worth_cents: see `owed_after`; is_closed, time_lost: see `outcome_of`."""
        settled = outcome_of(sums.became_paid, 0, is_closed, time_lost)
        return cls(owed_after(sums, 0, worth_cents), replace(sums, credit_cents=0).balance_cents, settled)

    def owed_after(self, came_cents: int) -> int:
        """What is owed when so much has come: the same as the function of that name."""
        is_enough = came_cents >= self.uncredited_cents
        return (self.uncredited_cents if is_enough else self.owed_cents) - came_cents
