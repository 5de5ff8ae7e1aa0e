"""Secrets in letters: a temporary password is readable until it is delivered, used, replaced or too old, then nowhere.

The row loses it first, within the transaction that made it worthless; the file follows, at once or in the next sweep.
"""

from datetime import datetime

import peewee

from app.config import Config
from app.db import write
from app.mail import files
from app.mail.models import Letter, LetterStatus

REMOVED = "The content of this letter was removed, because the password in it was used, replaced or too old."


def forget_of_client(client_id: int) -> int:
    """The client has a password of their own, or another temporary one; joins the caller's `write()`."""
    return _forget(Letter.client_id == client_id)


def forget_before(config: Config, moment: datetime) -> int:
    """Forget what letters written at or before `moment` hold, and every file that is left; returns how many rows."""
    gone = _forget(Letter.created_at <= moment)
    sweep_files(config)
    return gone


def _forget(which: peewee.Expression) -> int:
    # A letter on its way right now is scrubbed when it has arrived, or by the next call.
    readable = (Letter.secret == True) & (Letter.html != "") & (Letter.status != LetterStatus.SENDING)
    with write():
        # What has not gone out must not go out empty: it is given up, and staff can send a new sign-in.
        Letter.update(status=LetterStatus.FAILED, last_error=REMOVED).where(
            readable, which, Letter.status == LetterStatus.QUEUED
        ).execute()
        return int(Letter.update(text=REMOVED, html="").where(readable, which).execute())


def sweep_files(config: Config) -> int:
    """Remove the files of letters whose secret is gone; returns how many. Raises OSError as the disk says."""
    filed = files.filed(config)
    if not filed:
        return 0
    scrubbed = Letter.select(Letter.id, Letter.kind).where(Letter.secret == True, Letter.html == "")
    stale = [(letter.id, letter.kind) for letter in scrubbed if letter.id in filed]
    for number, kind in stale:
        files.remove(config, number, kind)
    return len(stale)
