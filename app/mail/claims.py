"""Whose a letter is while it is sent: of several senders one has it, for the length of a lease."""

from datetime import datetime

from app.db import write
from app.mail.models import Letter, LetterStatus
from app.mail.rules import LEASE, longest_wait
from app.undoing import undo_until


def claim(letter: Letter, now: datetime) -> bool:
    """Make the letter the caller's for the length of a lease; False when somebody else was faster."""
    with write():
        won = (
            Letter.update(status=LetterStatus.SENDING, attempts=letter.attempts + 1, next_attempt_at=now + LEASE)
            .where(letter.as_read())
            .execute()
        )
    letter.attempts += 1
    return bool(won)


def recover(now: datetime, everything: bool = False) -> int:
    """Take back letters whose sender died; returns how many.

    everything: at start-up, when nobody can be sending yet; otherwise those claimed more than 10 minutes ago.
    A letter that had gone out before its sender died goes out again under the same Message-ID.
    """
    lost = Letter.status == LetterStatus.SENDING
    if not everything:
        lost &= Letter.next_attempt_at <= now
    if not Letter.select().where(lost).exists():
        return 0
    with write():
        taken: int = Letter.update(status=LetterStatus.QUEUED, next_attempt_at=now).where(lost).execute()
    return taken


def shorten_overlong(now: datetime) -> int:
    """Let no letter wait longer from `now` than its tries deserve, nor be anybody's for longer than a lease.

    Nor for an undo longer than one is offered. Only a clock that was set back makes one so. Returns how many.
    """
    latest_undo = undo_until(now)
    held = (Letter.status == LetterStatus.QUEUED) & (Letter.not_before > latest_undo)
    if Letter.select().where(held).exists():
        with write():
            Letter.update(not_before=latest_undo).where(held).execute()
    waiting = Letter.status.in_((LetterStatus.QUEUED, LetterStatus.SENDING))
    overlong = [
        (letter, latest)
        for letter in Letter.select().where(waiting, Letter.next_attempt_at > now)
        if letter.next_attempt_at
        > (latest := now + longest_wait(letter.status == LetterStatus.SENDING, letter.attempts))
    ]
    if overlong:
        with write():
            for letter, latest in overlong:
                Letter.update(next_attempt_at=latest).where(letter.as_read()).execute()
    return len(overlong)
