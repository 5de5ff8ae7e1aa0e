"""Whether a client can be erased, and what is in the way."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from app.amounts import dollars
from app.projects.rules import CLOSED, ProjectStatus
from app.slots.rules import SYDNEY


class Reason(StrEnum):
    """Why a client is erased. A choice, so that the line that stays for years has no word about them in it."""

    ASKED = "asked"
    NO_LONGER_NEEDED = "no_longer_needed"
    MISTAKE = "mistake"


REASONS = {
    Reason.ASKED: "The client asked for it",
    Reason.NO_LONGER_NEEDED: "We do not need the details any more",
    Reason.MISTAKE: "They were entered by mistake",
}
NOT_CONFIRMED = "Please type the client's name or email as it stands above"


@dataclass(frozen=True)
class Bill:
    """An order of a project; cents. `owed`: what the client owes of it, `too_much`: what is to be given back.

    `awaited`: a transfer is; of a bill one always is until another way to pay is chosen. `has_money`: some of it is
    here; `was_paid`: money paid it in full once.
    """

    reference: str
    is_bill: bool
    owed_cents: int = 0
    too_much_cents: int = 0
    awaited: bool = False
    deciding: bool = False
    has_money: bool = False
    was_paid: bool = False


@dataclass(frozen=True)
class Work:
    """A project as far as it can be in the way.

    `ahead`: when its paid consultation is, while that is not over; `held_until`: until when a time is held for somebody
    who is paying; `undecided_cents`: what is here of a closed project's money, about which staff are asked.
    """

    reference: str
    status: ProjectStatus
    proved: bool
    bills: tuple[Bill, ...] = ()
    ahead: datetime | None = None
    held_until: datetime | None = None
    undecided_cents: int = 0
    has_money: bool = False

    @property
    def is_running(self) -> bool:
        """Whether it is the client's and not over. What a stranger typed beside a client is no project of theirs."""
        return self.status not in CLOSED and (self.proved or self.has_money)


def obstacles(works: Iterable[Work]) -> list[str]:
    """Why a client cannot be erased yet, each with what to do about it; nothing where they can."""
    found = list[str]()
    for work in works:
        found += [sentence for bill in work.bills for sentence in _money(bill, work)]
        if work.undecided_cents:
            found.append(
                f"{work.reference} is closed, and {dollars(work.undecided_cents)} of its money is still here. "
                "Give it back, or finish the line about it on the dashboard."
            )
        if work.held_until is not None:
            found.append(
                f"A time is held for {work.reference} until {_moment(work.held_until)}, because somebody is paying. "
                "Try again after that."
            )
        if work.ahead is not None:
            found.append(
                f"The consultation of {work.reference} is on {_moment(work.ahead)}. "
                "Cancel it, or wait until it is over."
            )
        if work.is_running:
            found.append(f"{work.reference} is not over yet. Set it to completed, or cancel it.")
    return found


def _money(bill: Bill, work: Work) -> list[str]:
    found = list[str]()
    if bill.deciding:
        found.append(f"A bank is deciding about a card payment for {bill.reference}. Wait until it has.")
    if bill.awaited and not bill.is_bill:
        found.append(
            f"A bank transfer for {bill.reference} is awaited. Record it when it comes, or cancel the project."
        )
    elif bill.owed_cents:
        # What was paid once is never withdrawn, and of what was paid in part the part goes back first.
        back, withdraw = bill.has_money or not bill.is_bill, bill.is_bill and not bill.was_paid
        ends = " and ".join(way for way, may in (("give back what came", back), ("withdraw the bill", withdraw)) if may)
        found.append(f"{dollars(bill.owed_cents)} is owed for {bill.reference}. Record its payment, or {ends}.")
    # Of a cancelled project all is too much, and asked about as a whole.
    if bill.too_much_cents and not work.undecided_cents:
        found.append(f"{dollars(bill.too_much_cents)} came too much for {bill.reference}. Give it back first.")
    return found


def is_confirmed(typed: str, name: str, email: str) -> bool:
    """Whether what was typed names the client: their name or their email, capitals and blanks aside."""
    said = " ".join(typed.casefold().split())
    return said != "" and said in (" ".join(name.casefold().split()), email.casefold())


def _moment(at: datetime) -> str:
    local = at.astimezone(SYDNEY)
    half = "am" if local.hour < 12 else "pm"
    return f"{local:%a} {local.day} {local:%b %Y}, {local.hour % 12 or 12}:{local:%M} {half}"
