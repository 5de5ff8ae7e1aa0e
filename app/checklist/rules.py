"""How a document that is asked for stands, and when its client is reminded of it."""

from dataclasses import replace
from datetime import datetime, timedelta
from enum import StrEnum

from app import fields

CATALOGUE = "catalogue"  # who asks for what a service needs
MOST_ASKED = 20  # documents of one project at a time
TITLE = replace(
    fields.text(1, 100, "Please name the document", "The title"), no_letter="The title must contain a letter"
)

FIRST_AFTER, SECOND_AFTER = timedelta(days=3), timedelta(days=7)
# No server that was off for longer reminds of what was asked so long ago.
REMINDED_UNTIL = timedelta(days=14)


class NeedState(StrEnum):
    """How a document that is asked for stands."""

    MISSING = "missing"
    SENT = "sent"
    DECLINED = "declined"  # the client does not have it
    WITHDRAWN = "withdrawn"  # it is needed no longer


def state(is_sent: bool, is_declined: bool, is_withdrawn: bool) -> NeedState:
    """A document that came counts, whatever was said of it before."""
    if is_sent:
        return NeedState.SENT
    if is_withdrawn:
        return NeedState.WITHDRAWN
    return NeedState.DECLINED if is_declined else NeedState.MISSING


def answered(title: str, state: NeedState) -> str:
    """Why an old page can do nothing about a document that stands so by now; '' while it is still to come."""
    became = {
        NeedState.MISSING: "",
        NeedState.SENT: f"“{title}” has come meanwhile.",
        NeedState.DECLINED: f"Meanwhile the client has said that they do not have “{title}”.",
        NeedState.WITHDRAWN: f"“{title}” is not asked for any more.",
    }[state]
    return became and f"{became} Nothing was done here."


def reminder_due(asked: datetime, first: datetime | None, second: datetime | None, now: datetime) -> int | None:
    """Which reminder of what was asked last is to be written now, 1 or 2; None when neither.

    first, second: when those were written. One that is late is no reason for two at once.
    """
    if second is not None or now >= asked + REMINDED_UNTIL:
        return None
    between = SECOND_AFTER - FIRST_AFTER
    if now >= asked + SECOND_AFTER:
        return 2 if first is None or now >= first + between else None
    return 1 if first is None and now >= asked + FIRST_AFTER else None
