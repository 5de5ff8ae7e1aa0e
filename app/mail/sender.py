"""The sender: takes due letters out of the outbox, one at a time, and hands them to the mail server."""

import logging
import threading
from datetime import datetime, timedelta
from typing import Any

from app import clock
from app.alerts.actions import raise_alert, tell_staff, withdraw
from app.config import in_force
from app.db import write
from app.mail import files, transport
from app.mail.actions import failed_alert_key
from app.mail.message import Unwritable
from app.mail.models import Letter, LetterStatus, next_due
from app.mail.nudge import wait, wake

__all__ = ["keep_sending", "recover", "send_due", "wait", "wake"]

log = logging.getLogger(__name__)

FIRST_WAITS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180))
LATER_WAIT = timedelta(hours=6)
KEEP_TRYING = timedelta(days=3)
LEASE = timedelta(minutes=10)  # far longer than transport.WHOLE_SECONDS
ALERT_AFTER_TRIES = 3
LOOK_EVERY_SECONDS = 15.0

DELAYED, UNSET = "mail.delayed", "mail.unset"
SCRUBBED_TEXT = "The content of this letter was removed once it was delivered, because it held a password."
UNSET_MESSAGE = (
    "mail.host is not set, so letters are not sent. Each is an .eml file in the folder “letters” of the data folder; "
    "those of a booking stand in its panel, too. Set mail.host in config.toml and restart: later letters are sent. "
    "Of those filed before, a booking's can be sent again from its panel; the others are only in that folder."
)

# Message-IDs that the mail server has taken while their rows could not be told so yet (a full disk):
# when such a letter comes up again, only the row is left to write.
_taken: set[str] = set()


def send_due(now: datetime) -> int:
    """Send (or, without mail.host, file) every letter due by `now`; returns how many went out.

    Safe to run from several threads. A mail server that cannot be used ends the round: the rest stays due.
    """
    recover(now)
    shorten_overlong(now)
    went = 0
    while (letter := next_due(now)) is not None:
        moment = max(now, clock.now())
        if not _claim(letter, moment):
            continue
        try:
            status = _deliver(letter)
        except transport.Postponed as trouble:
            _postpone(letter, str(trouble), moment)
            if trouble.everyone:
                break
        except (transport.Refused, Unwritable) as refusal:
            _give_up(letter, str(refusal), moment)
        except Exception as fault:  # whatever it is, one letter must not hold up the others
            log.error("letter %s cannot be sent: %s", letter.id, type(fault).__name__)
            _postpone(letter, f"{type(fault).__name__}: {fault}", moment)
        else:
            _went(letter, status, max(moment, clock.now()))
            if letter.secret and status == LetterStatus.SENT:
                # It may have been filed before there was a mail server.
                files.remove(letter.id, letter.kind)
            went += 1
    return went


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

    Only a clock that was set back makes one so. Returns how many.
    """
    waiting = Letter.status.in_((LetterStatus.QUEUED, LetterStatus.SENDING))
    overlong = [
        (letter, latest)
        for letter in Letter.select().where(waiting, Letter.next_attempt_at > now)
        if letter.next_attempt_at > (latest := now + longest_wait(letter.status, letter.attempts))
    ]
    if overlong:
        with write():
            for letter, latest in overlong:
                as_read = (Letter.status == letter.status) & (Letter.attempts == letter.attempts)
                Letter.update(next_attempt_at=latest).where(Letter.id == letter.id, as_read).execute()
    return len(overlong)


def longest_wait(status: str, attempts: int) -> timedelta:
    """How far ahead the next moment of a letter can be that has been tried that often."""
    if status == LetterStatus.SENDING:
        return LEASE
    waits = (timedelta(0), *FIRST_WAITS)
    return waits[attempts] if attempts < len(waits) else LATER_WAIT


def keep_sending(stop: threading.Event) -> None:
    """Send until `stop` is set (then `wake()` ends the sleep). The body of the sender's thread."""
    recover(clock.now(), everything=True)
    while not stop.is_set():
        try:
            send_due(clock.now())
        except Exception:  # a full disk, say: the thread has to outlive it
            log.exception("the outbox could not be worked through")
        wait(LOOK_EVERY_SECONDS)


def _claim(letter: Letter, now: datetime) -> bool:
    """Make the letter this thread's for the length of a lease; False when somebody else was faster."""
    with write():
        won = (
            Letter.update(status=LetterStatus.SENDING, attempts=letter.attempts + 1, next_attempt_at=now + LEASE)
            .where(Letter.id == letter.id, _as_read(letter))
            .execute()
        )
    letter.attempts += 1
    return bool(won)


def _as_read(letter: Letter) -> Any:
    """The condition that lets exactly one of several senders win: nobody has touched the letter since."""
    return (Letter.status == LetterStatus.QUEUED) & (Letter.attempts == letter.attempts)


def _deliver(letter: Letter) -> LetterStatus:
    if not in_force().mail.host:
        try:
            files.file_letter(letter)
        except OSError as error:
            reason = f"the letter could not be filed: {error.strerror}"
            raise transport.Postponed(reason, everyone=True) from error
        return LetterStatus.FILED
    if letter.message_id not in _taken:
        transport.deliver(letter)
        _taken.add(letter.message_id)
    return LetterStatus.SENT


def _went(letter: Letter, status: LetterStatus, now: datetime) -> None:
    changes: dict[str, Any] = {"status": status, "last_error": None}
    if status == LetterStatus.SENT:
        changes["sent_at"] = now
        if letter.secret:
            changes |= {"text": SCRUBBED_TEXT, "html": ""}
    with write():
        # 'queued' too: a sender that slept past its lease has still sent the letter.
        _set(letter, (LetterStatus.SENDING, LetterStatus.QUEUED), **changes)
        if status == LetterStatus.FILED:
            raise_alert(UNSET, UNSET, UNSET_MESSAGE, now=now)
        else:
            withdraw(UNSET)
            _hasten(now)
        if not _still_delayed():
            withdraw(DELAYED)
    _taken.discard(letter.message_id)
    log.info("letter %s (%s) %s, try %s", letter.id, letter.kind, status, letter.attempts)


def _hasten(now: datetime) -> None:
    """The mail server works again: what waits only because it did not, need not wait up to six hours more."""
    waiting = (Letter.status == LetterStatus.QUEUED) & (Letter.next_attempt_at > now)
    Letter.update(next_attempt_at=now).where(waiting, Letter.last_error.startswith(transport.UNUSABLE)).execute()


def _postpone(letter: Letter, reason: str, now: datetime) -> None:
    """Back into the outbox, or given up when three days of tries are over."""
    wait_for = next_wait(letter.attempts)
    if wait_for is None:
        _give_up(letter, f"given up after {letter.attempts} tries: {reason}", now)
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


def _give_up(letter: Letter, reason: str, now: datetime) -> None:
    with write():
        _set(letter, (LetterStatus.SENDING,), status=LetterStatus.FAILED, last_error=reason)
        tell_staff(
            "mail.failed",
            failed_alert_key(letter.id),
            f"Letter {letter.id} ({letter.kind}) to {letter.recipient} could not be delivered: {reason}. "
            "Check the address, then send the letter again or reach the reader another way.",
            link=f"/admin/dashboard?booking={letter.booking_id}" if letter.booking_id else None,
            now=now,
        )
        if not _still_delayed():
            withdraw(DELAYED)
    log.warning("letter %s (%s) failed, try %s", letter.id, letter.kind, letter.attempts)


def next_wait(attempts: int) -> timedelta | None:
    """How long to wait after that many failed tries; None when another try would be later than three days."""
    waits = [*FIRST_WAITS[:attempts], *[LATER_WAIT] * (attempts - len(FIRST_WAITS))]
    return waits[-1] if sum(waits, timedelta()) <= KEEP_TRYING else None


def _set(letter: Letter, while_in: tuple[LetterStatus, ...], **changes: Any) -> None:
    """Write the outcome, provided that the letter is still this sender's."""
    ours = (Letter.id == letter.id) & (Letter.attempts == letter.attempts) & Letter.status.in_(while_in)
    if not Letter.update(changes).where(ours).execute():
        log.warning("letter %s was taken over by another sender", letter.id)


def _still_delayed() -> bool:
    late = (Letter.status == LetterStatus.QUEUED) & (Letter.attempts >= ALERT_AFTER_TRIES)
    return bool(Letter.select().where(late).exists())
