"""A project's history in its client's words: who, when, why. Notes of staff and of the program stay inside.

What is written down about a project is told only where a line here says how; everything else is left out.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from app.amounts import BANKS_SHOW_IT, dollars
from app.projects.rules import BEFORE_WORK, CLOSED, ProjectStatus

ONLINE = "Online form"
YOU = "You"
# Who has no name: what these write down follows from something else that is told by itself.
NOBODY = ("payment", "provider", "system", "documents")
PERSONS = {"client": YOU, "visitor": ONLINE, "booking": ONLINE}

NOT_PAID = "No payment had arrived by then."
NOT_COME = "Transfer noted by mistake"
MISSED = "The consultation did not take place"
WAITING = (ProjectStatus.INQUIRY, ProjectStatus.PENDING_PAYMENT)
WAITS = "The project waits for its payment again."
# What a change of status says where its note is not told: reasons of staff are theirs.
BECAME = {
    ProjectStatus.PENDING_DOCUMENTS: "We asked for documents",
    ProjectStatus.SCHEDULED: "The consultation was confirmed",
    ProjectStatus.IN_PROGRESS: "Work on the project began",
    ProjectStatus.COMPLETED: "The project was completed",
    ProjectStatus.CANCELLED: "The project was cancelled",
}
# The note of a line -> what the client reads, and why: either may have a part of the note.
TOLD: tuple[tuple[str, str, str], ...] = (
    (r"Booked(?: and paid .+)?", "A consultation was booked", ""),
    (r"Started online", "The service was chosen", ""),
    (r"Arranged with our office", "We opened this project for you", ""),
    (r"Time held", "A time was chosen, and held until it is paid", ""),
    (r"Time chosen", "The time of the consultation was chosen", ""),
    (r"Time given back", "The time of the consultation was given back", "Another one is chosen later."),
    (r"Moved (to another time|from .+?)(?: \(Sydney time\))?( to .+)?", r"The consultation moved \1\2", ""),
    (r"Another way of meeting chosen", "How we meet was changed", ""),
    (r"The time held has expired", "The time that was held was let go", NOT_PAID),
    (r"Its time was freed: .+", "The time that was held was let go", "Another project of yours has a time instead."),
    (r"Paid, but without a time", "The time that was held could not be kept", "It was taken or over when you paid."),
    (r"Bank transfer chosen", "Bank transfer was chosen as the way to pay", ""),
    (r"Bank transfer chosen anew, at another sum", "Bank transfer was chosen anew, at another sum", ""),
    (r"Confirmed with the booking fee's credit", "Paid with the credit of your booking fee", ""),
    (r"Asked the client for documents", "We asked for documents", ""),
    (r"Documents arrived", "Your documents arrived", ""),
    (r"Nothing more to wait for", "No more documents are awaited", ""),
    (r"Billed .+", "Further work was billed", ""),
    (r"Withdrew .+", "An invoice was withdrawn", ""),
    (r"Cancelled(?:: ((?s:.+)))?", BECAME[ProjectStatus.CANCELLED], r"\1"),
    (r"Proposed to the client: (.+)", r"We proposed \1", ""),
    (r"Proposal withdrawn: (.+)", r"Our proposal was withdrawn: \1", ""),
    (r"Proposal has run out: (.+)", r"Our proposal has run out: \1", ""),
    (r"Accepted our proposal of (.+)", "Our proposal was accepted", r"We made it after the consultation of \1."),
    (r"Accepted (.+): (.+)", r"\1 was accepted", r"It goes on as \2."),
    (r"Declined (.+)", r"\1 was declined", ""),
    (
        r"Paid: it shares the consultation of (.+)",
        BECAME[ProjectStatus.IN_PROGRESS],
        r"Its consultation is that of \1.",
    ),
    (r"Started from (.+)", "You started this service", r"Its consultation is that of \1."),
    (r"Started (.+): (.+)", r"You started \1", r"It goes on as \2."),
    (rf"{NOT_COME}: (?s:.+)", "A transfer that we had noted by mistake has not come", ""),
    (r"Kept without a refund: (.+)", r"We decided to keep \1 of what you paid", "There is no refund of it."),
    (
        r"Kept no longer, since it goes on: (.+)",
        r"Our decision to keep \1 of what you paid was taken back",
        "What we still have of it counts for the project again.",
    ),
    (r"A refund is decided about again", "We decide about a refund again", ""),
    (r"Looked after by .+", "Your adviser took over", ""),
)
# What nobody is told by a line of history: money is told from the payments themselves, the rest is the firm's own.
LEFT_OUT = (
    r"Paid",
    r"Transfer received.*",
    r"Refunded.*",
    r"Bill paid: .+",
    r"Paid after it was withdrawn: .+",
    r"Paid again in full: .+",
    r".+ of a refund did not go through",
    r".+ came, which is not the price",
    r"(?:Paid|.+ came) although .+",
    r"Paid after its details were erased",
    r"Paid without the terms having been accepted online",
    r"Unpaid and untouched: details and files erased",
    r"Erased with its client",
    r"Confirmed as the client's own",
    r"Email address corrected on the page of the booking: .+ was mistyped for .+",
    r"Said .+",
    r"Consultation held",
    r"The client did not come to the consultation",
    r"Set by staff: (?s:.+)",  # the change of status is told, the reason is staff's own
)


@dataclass(frozen=True)
class Line:
    """A line of a project's history, as it was written down."""

    at: datetime
    actor: str
    note: str
    to_status: str | None = None
    from_status: str | None = None


@dataclass(frozen=True)
class Money:
    """A payment that came, or with `is_refund` what went back of one; cents. `by`: the way that it took, in words.

    `failed_at`: when the client's bank sent a refund back.
    """

    at: datetime
    cents: int
    by: str
    is_refund: bool = False
    failed_at: datetime | None = None


@dataclass(frozen=True)
class Event:
    """What the client reads of one moment. `who` and `why` are '' where there is nothing to say."""

    at: datetime
    what: str
    who: str = ""
    why: str = ""


def timeline(
    history: Iterable[Line],
    money: Iterable[Money],
    consultation: datetime | None,
    names: Mapping[str, str],
    firm: str,
    *,
    missed: bool = False,
) -> list[Event]:
    """What happened, and when the consultation is, the newest first; of one moment, what was written down last.

    history: in the order it was written; names: the names of staff by what they sign in with; firm: who acts where
    such a name is not known; missed: the client did not come to it, as staff noted and may put right.
    """
    told = [event for line in history if (event := told_of(line, names, firm)) is not None][::-1]
    told += [event for each in money for event in told_of_money(each)]
    if consultation is not None:
        told.append(Event(consultation, MISSED if missed else "Consultation"))
    return sorted(told, key=lambda event: event.at, reverse=True)


def told_of(line: Line, names: Mapping[str, str], firm: str) -> Event | None:
    """What the client reads of a line of history; None where that is nothing."""
    who = "" if line.actor in NOBODY else PERSONS.get(line.actor) or names.get(line.actor, firm)
    for pattern, what, why in TOLD:
        if found := re.fullmatch(pattern, line.note):
            waits = pattern.startswith(NOT_COME) and line.to_status in WAITING
            return Event(line.at, found.expand(what), who, WAITS if waits else found.expand(why))
    became = _became(line)
    # What a form brings about by itself, nobody has done with it.
    return Event(line.at, became, "" if who == ONLINE else who) if became else None


def _became(line: Line) -> str | None:
    """What a change of status says by itself; where staff set one back, that this is what they did."""
    if line.to_status is None:
        return None
    becomes = ProjectStatus(line.to_status)
    begun_before = line.from_status == ProjectStatus.COMPLETED and becomes is ProjectStatus.IN_PROGRESS
    if begun_before or (line.from_status in CLOSED and becomes in BEFORE_WORK):
        return "The project was opened again"
    is_set = line.note.startswith("Set by staff")
    return "The project is scheduled again" if is_set and becomes is ProjectStatus.SCHEDULED else BECAME.get(becomes)


def told_of_money(money: Money) -> list[Event]:
    """What the client reads of money that came or went."""
    if not money.is_refund:
        return [Event(money.at, f"{dollars(money.cents)} arrived by {money.by}")]
    where = f"To where it came from, by {money.by}. {BANKS_SHOW_IT}"
    events = [Event(money.at, f"{dollars(money.cents)} was refunded", why=where)]
    if money.failed_at is not None:
        failed = f"The refund of {dollars(money.cents)} did not reach you"
        events.append(Event(money.failed_at, failed, why="We call you to give it to you another way."))
    return events
