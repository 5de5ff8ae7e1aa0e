"""Secrets in letters: a temporary password is readable until it is delivered, used, replaced or too old, then nowhere.

The row loses it first, within the transaction that made it worthless; the file follows in the next sweep.
"""

from datetime import datetime

import peewee

from app.config import in_force
from app.db import write
from app.mail import files
from app.mail.models import Letter, LetterStatus

BATCH = 500  # letters asked for at once
REMOVED = "The content of this letter was removed, because what it held was used, replaced or too old."


def forget_of_client(client_id: int) -> int:
    """The client has a password of their own, or another temporary one; joins the caller's `write()`."""
    return _forget(Letter.client_id == client_id)


def forget_before(moment: datetime) -> int:
    """Forget what letters written at or before `moment` hold; returns how many rows."""
    return _forget(Letter.created_at <= moment)


def _forget(which: peewee.Expression) -> int:
    # A letter on its way right now is scrubbed when it has arrived, or by the next call.
    readable = (Letter.secret == True) & (Letter.html != "") & (Letter.status != LetterStatus.SENDING)
    with write():
        # What has not gone out must not go out empty: it is given up, and staff can send a new sign-in.
        Letter.update(status=LetterStatus.FAILED, last_error=REMOVED).where(
            readable, which, Letter.status == LetterStatus.QUEUED
        ).execute()
        return int(Letter.update(text=REMOVED, html="").where(readable, which).execute())


def sweep_files() -> int:
    """Remove the files of letters whose secret is gone, and of letters that are erased; returns how many.

    Raises OSError as the disk says.
    """
    filed = sorted(files.filed(in_force().letters_folder))
    known, scrubbed = Letter.select(Letter.id, Letter.kind), (Letter.secret == True) & (Letter.html == "")
    stale: list[Letter] = []
    for at in range(0, len(filed), BATCH):  # by number, since letters are many and files few
        stale.extend(known.where(Letter.id.in_(filed[at : at + BATCH]), scrubbed))
    for letter in stale:
        files.remove(letter.id, letter.kind)
    return len(stale) + files.sweep_erased(filed)
