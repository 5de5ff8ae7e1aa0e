"""What erasing a client takes, and what has to stay until when, in words and numbers."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from app.amounts import dollars
from app.slots.rules import SYDNEY


class Goes(StrEnum):
    """What is erased, in the order in which it is told."""

    DETAILS = "details"
    SIGN_IN = "sign_in"
    SESSIONS = "sessions"
    CHANGES = "changes"
    FORMS = "forms"
    DRAFTS = "drafts"
    ENQUIRIES = "enquiries"
    DOCUMENTS = "documents"
    MESSAGES = "messages"
    NOTES = "notes"
    NEEDS = "needs"
    LETTERS = "letters"
    UNSENT = "unsent"
    LINKS = "links"
    ALERTS = "alerts"
    WORDS = "words"
    PROJECTS = "projects"


# One, and several of them.
GOES_TEXT: dict[Goes, tuple[str, str]] = {
    Goes.DETAILS: ("Name, email, phone, company and address of the client", ""),
    Goes.SIGN_IN: ("The sign-in to the client portal", ""),
    Goes.SESSIONS: ("{} browser that is signed in or known", "{} browsers that are signed in or known"),
    Goes.CHANGES: ("{} earlier detail or change of address", "{} earlier details and changes of address"),
    Goes.FORMS: ("The answers in {} form", "The answers in {} forms"),
    Goes.DRAFTS: ("{} unfinished booking", "{} unfinished bookings"),
    Goes.ENQUIRIES: ("{} enquiry", "{} enquiries"),
    Goes.DOCUMENTS: (
        "{} document with its file and thumbnail",
        "{} documents with their files, earlier versions and thumbnails",
    ),
    Goes.MESSAGES: ("{} message", "{} messages"),
    Goes.NOTES: ("{} note of staff", "{} notes of staff"),
    Goes.NEEDS: ("{} line of a checklist", "{} lines of checklists"),
    Goes.LETTERS: ("The text of {} letter", "The texts of {} letters"),
    Goes.UNSENT: (
        "{} of them before it was sent: it never will be",
        "{} of them before they were sent: they never will be",
    ),
    Goes.LINKS: ("{} link that was sent by letter", "{} links that were sent by letter"),
    Goes.ALERTS: ("{} alert", "{} alerts"),
    Goes.WORDS: (
        "The words beside {} step of a project's history, of a refund or of the log",
        "The words beside {} steps of projects' histories, of refunds and of the log",
    ),
    Goes.PROJECTS: ("{} project for which nothing was ever paid", "{} projects for which nothing was ever paid"),
}


class Stays(StrEnum):
    """What is kept, in the order in which it is told."""

    INVOICES = "invoices"
    ORDERS = "orders"
    PAYMENTS = "payments"
    BEGUN = "begun"
    REFUNDS = "refunds"
    TIMES = "times"
    HISTORY = "history"
    AUDIT = "audit"


STAYS_TEXT: dict[Stays, tuple[str, str, str]] = {
    Stays.INVOICES: (
        "{} tax invoice or adjustment note",
        "{} tax invoices and adjustment notes",
        "As they were issued, with the buyer's name, company, address and email: tax law wants them unchanged.",
    ),
    Stays.ORDERS: ("{} order with its lines", "{} orders with their lines", "Under its number, without a name."),
    Stays.PAYMENTS: ("{} payment", "{} payments", "Amount, day, way and the number of it, without a name."),
    Stays.BEGUN: (
        "{} payment that never came",
        "{} payments that never came",
        "Amount and day, without a name, so that money that comes all the same is known.",
    ),
    Stays.REFUNDS: ("{} refund", "{} refunds", "Amount and day, without a name."),
    Stays.TIMES: ("{} consultation time", "{} consultation times", "That it was booked, without a name."),
    Stays.HISTORY: (
        "{} step of a project's history",
        "{} steps of projects' histories",
        "What became of it and when, without words and names.",
    ),
    Stays.AUDIT: (
        "{} line of the log",
        "{} lines of the log",
        "Who of the staff did what and when; the client is a number in it.",
    ),
}
ELSEWHERE = (
    "Copies of the data folder that were made before still hold all of it: your backups, and the copies from before "
    "an update in the folder “snapshots”. Delete those when you need them no more."
)
NIGHTLY = " The backups of each night go by themselves: the last that holds it, after {} days."


@dataclass(frozen=True)
class Gone:
    """Something that goes, as a sentence without its full stop; `which`: by their names, for staff."""

    what: str
    count: int
    which: tuple[str, ...] = ()


@dataclass(frozen=True)
class Kept:
    """Something that stays, why, and until when it has to."""

    what: str
    count: int
    why: str
    until: datetime


def gone(counts: Mapping[Goes, int], credit_cents: int = 0, unsent: Collection[str] = ()) -> list[Gone]:
    """What goes, by how many there are of each kind; the details always. credit_cents: left of a booking fee.

    unsent: the subjects of the letters that never will be sent: staff may wait until a decision about money is told.
    """
    told = []
    for kind, (one, several) in GOES_TEXT.items():
        count = counts.get(kind, 0)
        if count or kind is Goes.DETAILS:
            which = tuple(unsent) if kind is Goes.UNSENT else ()
            told.append(Gone((one if count == 1 or not several else several).format(count), count, which))
    if credit_cents:
        told.append(Gone(f"The credit of {dollars(credit_cents)} that is left of a booking fee", 1))
    return told


def kept(moments: Mapping[Stays, Collection[datetime]], years: int) -> list[Kept]:
    """What stays, by the moments from which its years are counted."""
    told = []
    for kind, (one, several, why) in STAYS_TEXT.items():
        found = moments.get(kind, ())
        if found:
            what = (one if len(found) == 1 else several).format(len(found))
            told.append(Kept(what, len(found), why, years_later(max(found), years)))
    return told


def years_later(moment: datetime, years: int) -> datetime:
    """The same day so many years later; the day after where there is none, which is once in a leap year."""
    local = moment.astimezone(SYDNEY)
    leap = (local.month, local.day) == (2, 29)
    local = local.replace(month=3, day=1, year=local.year + years) if leap else local.replace(year=local.year + years)
    return local.astimezone(UTC)
