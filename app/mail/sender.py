"""The sender: takes due letters out of the outbox, one at a time, and hands them to the mail server."""

import logging
import threading
from datetime import datetime

from app import clock
from app.config import in_force
from app.mail import files, outcomes, transport
from app.mail.claims import claim, recover, shorten_overlong
from app.mail.failures import Postponed, Refused
from app.mail.message import Unwritable
from app.mail.models import Letter, LetterStatus, next_due
from app.mail.nudge import wait

log = logging.getLogger(__name__)

LOOK_EVERY_SECONDS = 15.0

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
        if not claim(letter, moment):
            continue
        try:
            status = _deliver(letter)
        except Postponed as trouble:
            outcomes.postpone(letter, str(trouble), moment)
            if trouble.everyone:
                break
        except (Refused, Unwritable) as refusal:
            outcomes.give_up(letter, str(refusal), moment)
        except Exception as fault:  # whatever it is, one letter must not hold up the others
            log.error("letter %s cannot be sent: %s", letter.id, type(fault).__name__)
            outcomes.postpone(letter, f"{type(fault).__name__}: {fault}", moment)
        else:
            outcomes.went(letter, status, max(moment, clock.now()))
            _taken.discard(letter.message_id)
            if letter.secret and status == LetterStatus.SENT:
                # It may have been filed before there was a mail server.
                files.remove(letter.id, letter.kind)
            went += 1
    return went


def _deliver(letter: Letter) -> LetterStatus:
    if not in_force().mail.host:
        try:
            files.file_letter(letter)
        except OSError as error:
            reason = f"the letter could not be filed: {error.strerror}"
            raise Postponed(reason, everyone=True) from error
        return LetterStatus.FILED
    if letter.message_id not in _taken:
        transport.deliver(letter)
        _taken.add(letter.message_id)
    return LetterStatus.SENT


def keep_sending(stop: threading.Event) -> None:
    """Send until `stop` is set (then `wake()` ends the sleep). The body of the sender's thread."""
    recover(clock.now(), everything=True)
    while not stop.is_set():
        try:
            send_due(clock.now())
        except Exception:  # a full disk, say: the thread has to outlive it
            log.exception("the outbox could not be worked through")
        wait(LOOK_EVERY_SECONDS)
