"""What becomes of a letter that was tried: it went, waits for another try, or is given up."""

import logging
from datetime import datetime
from typing import Any

from app.alerts.actions import raise_alert, withdraw
from app.db import write
from app.mail.failures import UNUSABLE
from app.mail.models import Letter, LetterStatus
from app.mail.rules import next_wait

log = logging.getLogger(__name__)

ALERT_AFTER_TRIES = 3
DELAYED = "mail.delayed"
SCRUBBED_TEXT = "The content of this letter was removed once it was delivered, because it held a password."


def went(letter: Letter, status: LetterStatus, now: datetime) -> None:
    """It is sent, or filed where there is no mail server."""
    changes: dict[str, Any] = {"status": status, "last_error": None}
    if status == LetterStatus.SENT:
        changes["sent_at"] = now
        if letter.secret:
            changes |= {"text": SCRUBBED_TEXT, "html": ""}
    with write():
        # 'queued' too: a sender that slept past its lease has still sent the letter.
        _set(letter, (LetterStatus.SENDING, LetterStatus.QUEUED), **changes)
        if status == LetterStatus.SENT:
            # The mail server works again: what waits only because it did not, need not wait up to six hours more.
            waiting = (Letter.status == LetterStatus.QUEUED) & (Letter.next_attempt_at > now)
            unusable = Letter.last_error.startswith(UNUSABLE)
            Letter.update(next_attempt_at=now).where(waiting, unusable).execute()
        if not _still_delayed():
            withdraw(DELAYED)
    log.info("letter %s (%s) %s, try %s", letter.id, letter.kind, status, letter.attempts)


def postpone(letter: Letter, reason: str, now: datetime) -> None:
    """Back into the outbox, or given up when three days of tries are over."""
    wait_for = next_wait(letter.attempts)
    if wait_for is None:
        give_up(letter, f"given up after {letter.attempts} tries: {reason}", now)
        return
    with write():
        _set(
            letter,
            (LetterStatus.SENDING,),
            status=LetterStatus.QUEUED,
            next_attempt_at=now + wait_for,
            last_error=reason,
        )
        if letter.attempts >= ALERT_AFTER_TRIES:
            raise_alert(
                DELAYED,
                DELAYED,
                f"Letters are late: letter {letter.id} ({letter.kind}) to {letter.recipient} was not taken "
                f"in {letter.attempts} tries ({reason}). Helios keeps trying for three days.",
                now=now,
            )
    log.warning("letter %s (%s) postponed, try %s", letter.id, letter.kind, letter.attempts)


def give_up(letter: Letter, reason: str, now: datetime) -> None:
    """It is not tried again unless staff ask for it."""
    with write():
        _set(letter, (LetterStatus.SENDING,), status=LetterStatus.FAILED, last_error=reason)
        if not _still_delayed():
            withdraw(DELAYED)
    log.warning("letter %s (%s) failed, try %s", letter.id, letter.kind, letter.attempts)


def _set(letter: Letter, while_in: tuple[LetterStatus, ...], **changes: Any) -> None:
    """Write the outcome, provided that the letter is still this sender's."""
    ours = (Letter.id == letter.id) & (Letter.attempts == letter.attempts) & Letter.status.in_(while_in)
    if not Letter.update(changes).where(ours).execute():
        log.warning("letter %s was taken over by another sender", letter.id)


def _still_delayed() -> bool:
    late = (Letter.status == LetterStatus.QUEUED) & (Letter.attempts >= ALERT_AFTER_TRIES)
    return bool(Letter.select().where(late).exists())
