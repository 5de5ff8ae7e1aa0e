"""What may be written, and when somebody is told by letter that something waits to be read."""

from datetime import datetime, timedelta
from enum import StrEnum

from app import fields


class Side(StrEnum):
    """The two who write to each other about a project."""

    CLIENT = "client"
    STAFF = "staff"

    @property
    def other(self) -> "Side":
        """Who reads what this side writes."""
        return Side.STAFF if self is Side.CLIENT else Side.CLIENT


NOTHING = "Please write a message or attach a file"
TEXT = fields.text(0, 4000, NOTHING, "Message", lines=True)
MOST_FILES = 5
TOO_MANY_FILES = f"A message takes at most {MOST_FILES} files. Please send the others with another one."
NOT_A_FILE = "One of the files cannot be sent with this message. Please attach it again."

MOST_AN_HOUR = 60  # by one client, about all their projects
TOO_OFTEN = (
    "You have sent many messages within an hour. What you wrote is still here: please send it again in {wait}, "
    "or call us."
)
CLOSED = "This project is closed: its messages can be read, but not answered here. Please {call} and we will help."
CLOSED_TO_STAFF = (
    "This project is closed: its messages can be read, but not answered here. Please call or email the client."
)
NOT_THEIRS_YET = "This project is not confirmed as its client's, so it is not in the client portal. Please call them."
NO_SIGN_IN = "The client has no sign-in for the client portal yet, and could not read this. Please send one first."
ANOTHER = "Another message was sent under this Idempotency-Key."

QUIET = timedelta(minutes=10)
AT_LATEST = timedelta(hours=1)  # for whoever goes on writing without ten quiet minutes
AGAIN_AFTER = timedelta(days=1)
FIRST_LINE = 120


def read_only(side: Side, is_closed: bool, is_proved: bool, has_sign_in: bool, phone: str) -> str:
    """Why a side cannot write about a project; '' where it can.

    is_proved: it is known to be its client's; has_sign_in: that client can sign in to read it; phone:
    the firm's, '' for none of its own.
    """
    if is_closed:
        call = f"call us on {phone}" if phone else "call us"
        return CLOSED.format(call=call) if side is Side.CLIENT else CLOSED_TO_STAFF
    if side is Side.CLIENT:
        return ""
    if not is_proved:
        return NOT_THEIRS_YET
    return "" if has_sign_in else NO_SIGN_IN


def is_empty(text: str, files: int) -> bool:
    """Whether a message has neither a character that can be seen nor a file."""
    return not files and not fields.seen(text).strip()


def first_line(text: str) -> str:
    """The first line that says anything, cut to 120 characters; '' where none does."""
    line = next((line.strip() for line in text.split("\n") if fields.seen(line).strip()), "")
    return line if len(line) <= FIRST_LINE else line[: FIRST_LINE - 1].rstrip() + "…"


def written_meanwhile(name: str, text: str) -> str:
    """Why a message of staff is not sent that was written without sight of a colleague's. text: the colleague's."""
    said = f": “{line}”" if (line := first_line(text)) else ", with files only"
    return f"{name} has written to this client meanwhile{said}. Nothing of yours was sent; please read that first."


def is_due(first: datetime, last: datetime, told_at: datetime | None, has_read: bool, now: datetime) -> bool:
    """Whether a letter tells of what is unread.

    first, last: when the first and the last of it was sent that no letter has told of. told_at: when the last letter
    was written; has_read: whether everything that one told of was read since. Otherwise a day passes before another.
    """
    if told_at is not None and not has_read and _is_within(AGAIN_AFTER, told_at, now):
        return False
    return not _is_within(QUIET, last, now) or not _is_within(AT_LATEST, first, now)


def _is_within(span: timedelta, then: datetime, now: datetime) -> bool:
    # A moment ahead of the clock, which was set back, counts as long ago: nobody waits for it to come again.
    return timedelta(0) <= now - then < span
