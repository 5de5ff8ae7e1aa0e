"""What a proposal of the next service comes to, how long it stands, and what can still become of it."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from app import fields
from app.orders.rules import credit_for

DAYS_OPEN = 30
OPEN_FOR = timedelta(days=DAYS_OPEN)
MESSAGE = fields.text(0, 500, "", "The personal line", lines=True)
REASON = fields.text(0, 500, "", "The reason", lines=True)


class ProposalState(StrEnum):
    """What has become of a proposal. Nothing is owed for it before it is accepted."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    RUN_OUT = "run_out"


# What whoever comes too late is told.
ENDED = {
    ProposalState.ACCEPTED: "This proposal was accepted already.",
    ProposalState.DECLINED: "This proposal was declined already.",
    ProposalState.WITHDRAWN: "This proposal was withdrawn. Please call us if you would still like to go ahead.",
    ProposalState.RUN_OUT: "This proposal has run out. Please call us if you would still like to go ahead.",
}


@dataclass(frozen=True)
class Sums:
    """What a client is told of the money, in cents: the price, the fee deducted from it, what is left to pay."""

    price_cents: int
    credit_cents: int

    @property
    def left_cents(self) -> int:
        """What would be left to pay."""
        return self.price_cents - self.credit_cents


def sums(price_cents: int, fee_left_cents: int) -> Sums:
    """What a service at that price comes to where so much of the booking fee is left, by the rule of orders."""
    return Sums(price_cents, credit_for(price_cents, fee_left_cents) if fee_left_cents else 0)


def stands_as(state: ProposalState, expires_at: datetime, now: datetime) -> ProposalState:
    """What a proposal is at `now`: one that is past its time has run out, whether or not a job has said so yet."""
    return ProposalState.RUN_OUT if state is ProposalState.OPEN and now >= expires_at else state
