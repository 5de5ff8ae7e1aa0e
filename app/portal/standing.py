"""How a client's project stands, as a value that rules read."""

from dataclasses import dataclass
from datetime import datetime

from app.consultations.rules import is_paid_back
from app.orders.rules import IS_PAID, OrderState
from app.projects.rules import REFUNDED, ProjectStatus, status_label


@dataclass(frozen=True)
class Bill:
    """What staff have billed and is owed: cents, with the end of the day it is due on, and that day in words.

    `part_of_cents`: what it came to, where a part of that has come; else None.
    """

    reference: str
    owed_cents: int
    due: datetime
    day: str
    part_of_cents: int | None = None


@dataclass(frozen=True)
class Proposed:
    """A next service that staff propose: what is to pay for it, in cents, and when the proposal runs out."""

    title: str
    left_cents: int
    until: datetime


@dataclass(frozen=True)
class Facts:
    """How one project stands; cents.

    `consultation`: the start of its confirmed one, `meeting`: how it happens, in words; `missed`: when it was, in
    words, where staff noted that its client did not come, '' for none; `in_question`: of the one whose
    time is still kept although its payment went back; `held`: a time that is only kept, until `held_until` (None while
    a bank decides); `chooses_time`: it is paid, and its client is to choose one, `calls_soon`: we still call within the
    promised time to arrange it. `price_cents`: what is to be paid in
    all, `owed_cents`: what of that has not come. `transfer_cents`: what an awaited bank transfer comes to, `account`
    where it goes, '' while that is not to be had. `bills`: what else is owed. `missing`: the documents that it
    still needs; `spare`: how many its client sent that are none of those yet; `unread`: the names of those that staff
    share and its client has not opened, newest first; `messages`: how many from the firm its client has not read.
    `unsettled_cents`: what
    is still here of a closed one's money, about which staff decide, and how it `ended`, in words.
    `shares_consultation`: that of another project, so that it needs no time. `proposed`: the next service that
    waits for its client's answer.
    """

    project_id: int
    reference: str
    service: str
    status: ProjectStatus
    money: OrderState = OrderState.UNPAID
    price_cents: int = 0
    owed_cents: int = 0
    consultation: datetime | None = None
    meeting: str = ""
    missed: str = ""
    in_question: datetime | None = None
    held: datetime | None = None
    held_until: datetime | None = None
    chooses_time: bool = False
    calls_soon: bool = False
    is_deciding: bool = False
    transfer_cents: int | None = None
    account: str = ""
    bills: tuple[Bill, ...] = ()
    missing: tuple[str, ...] = ()
    spare: int = 0
    unread: tuple[str, ...] = ()
    messages: int = 0
    unsettled_cents: int = 0
    unsettled_used: str = ""
    ended: str = ""
    shares_consultation: bool = False
    proposed: Proposed | None = None

    @property
    def is_unbooked(self) -> bool:
        """Whether it was only looked into: nothing is owed for it, and no time is kept."""
        nothing_paid = self.money is OrderState.UNPAID and self.transfer_cents is None and not self.is_deciding
        timeless = self.held is None and not self.shares_consultation
        return nothing_paid and timeless and self.status is ProjectStatus.INQUIRY

    @property
    def status_label(self) -> str:
        """Its status as its client reads it."""
        if is_paid_back(self.status, self.money):
            return REFUNDED
        waits = self.transfer_cents is not None or self.is_deciding or self.shares_consultation
        is_asked = self.money is OrderState.PART_PAID or (self.money is OrderState.UNPAID and waits)
        return status_label(self.status, self.money in IS_PAID, is_asked)
