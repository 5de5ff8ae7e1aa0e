"""What follows if money comes for an order."""

from dataclasses import dataclass, replace
from enum import StrEnum

from app.orders.rules import OrderState, Standing, credit_left


class Outcome(StrEnum):
    """What follows when money comes and nothing is owed any more."""

    PAYS = "pays"  # the order is paid
    WITHOUT_TIME = "without_time"  # it is, but its time is not to be had any more: the client chooses another
    REST = "rest"  # it was paid, all went back, and a part came again: with this it is paid
    SECOND = "second"  # it is paid: staff give this back
    AGAIN = "again"  # it was paid, and money went back since: staff agree what this is for
    CLOSED = "closed"  # the project is cancelled or completed: staff decide


def outcome_of(sums: Standing, is_closed: bool, time_lost: bool) -> Outcome:
    """What follows when all that is owed of an order has come.

    sums: before it; is_closed: whether the project is cancelled or completed; time_lost: whether the time that was
    chosen with it has passed, or is not free any more.
    """
    if sums.became_paid and sums.balance_cents <= 0:
        return Outcome.SECOND
    if is_closed:
        return Outcome.CLOSED
    if sums.became_paid:
        return Outcome.REST if sums.state is OrderState.PART_PAID else Outcome.AGAIN
    return Outcome.WITHOUT_TIME if time_lost else Outcome.PAYS


@dataclass(frozen=True)
class Prospect:
    """What follows if money comes for an order; cents.

    owed_cents: what is owed before it; uncredited_cents: the same without the booking fee's credit, which is not
    deducted where the money is enough without; settled: what follows if it is enough, parted: the same if it is not,
    None where staff agree with the client on the rest.
    """

    owed_cents: int
    uncredited_cents: int
    settled: Outcome
    parted: Outcome | None

    @classmethod
    def of(cls, sums: Standing, left_cents: int, is_closed: bool, time_lost: bool) -> "Prospect":
        """Of an order as it stands. left_cents: see `credit_left`; is_closed, time_lost: see `outcome_of`."""
        owed = replace(sums, credit_cents=credit_left(sums, left_cents)).balance_cents
        uncredited = replace(sums, credit_cents=0).balance_cents
        settled = outcome_of(sums, is_closed, time_lost)
        whole = settled in (Outcome.SECOND, Outcome.CLOSED) or sums.state is OrderState.PART_REFUNDED
        return cls(owed, uncredited, settled, settled if whole else None)
