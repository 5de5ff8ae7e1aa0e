"""Rows that go, or lose something, when they are old enough: one function per kind, a batch of rows at a time."""

from collections.abc import Callable
from datetime import datetime

from app.accounts import session_rows
from app.config import in_force
from app.db import database, write
from app.documents import deleting
from app.documents.erased import remove_files
from app.mail import files, secrets
from app.mail.models import Letter, LetterStatus
from app.merging import actions as merging
from app.merging.rules import UNDO_LASTS
from app.retention.rules import ADDRESSES_KEPT, DAY, RECORDS_KEPT, SECRETS_KEPT, SEEN_KEPT
from app.rows import stored

BATCH = 500
FAREWELL = "client_erased"


def _delete(table: str, condition: str, before: datetime) -> int:
    """Delete up to a batch of rows; returns how many."""
    sql = f"DELETE FROM {table} WHERE id IN (SELECT id FROM {table} WHERE {condition} ORDER BY id LIMIT {BATCH})"
    with write():
        return int(database.execute_sql(sql, (stored(before),)).rowcount)


def forget_sessions(now: datetime) -> int:
    """Sessions that are over."""
    return session_rows.sweep()


def forget_reset_links(now: datetime) -> int:
    """Links to set a password, long after they have stopped working."""
    return _delete("password_resets", "asked_at <= ?", now - DAY)


def forget_email_changes(now: datetime) -> int:
    """Changes of an email address that were asked for, long after their links have stopped working."""
    return _delete("email_changes", "expires_at <= ?", now - DAY)


def forget_corrections(now: datetime) -> int:
    """What clients corrected about themselves: the record of it is kept as long as that of who changed what."""
    return _delete("detail_changes", "changed_at <= ?", now - RECORDS_KEPT)


def forget_addresses(now: datetime) -> int:
    """The network from which a time was held."""
    sql = f"""UPDATE slot_holds SET address = '' WHERE id IN
        (SELECT id FROM slot_holds WHERE address <> '' AND created_at <= ? LIMIT {BATCH})"""
    with write():
        return int(database.execute_sql(sql, (stored(now - ADDRESSES_KEPT),)).rowcount)


def forget_alerts(now: datetime) -> int:
    """What staff have resolved."""
    return _delete("alerts", "resolved_at <= ?", now - SEEN_KEPT)


def forget_holds(now: datetime) -> int:
    """Holds that were released."""
    return _delete("slot_holds", "released_at <= ?", now - SEEN_KEPT)


def forget_times(now: datetime) -> int:
    """Times that are past and were nobody's."""
    nobodys = "is_booked = 0 AND NOT EXISTS (SELECT 1 FROM slot_holds WHERE slot_id = available_slots.id)"
    return _delete("available_slots", f"date <= ? AND {nobodys}", now - SEEN_KEPT)


def forget_enquiries(now: datetime) -> int:
    """Enquiries, which are correspondence like the letters about them."""
    return _delete("enquiries", "created_at <= ?", now - RECORDS_KEPT)


def forget_letters(now: datetime) -> int:
    """Letters that went out or were given up, and their files."""
    old = f"""SELECT id, kind FROM letters WHERE created_at <= ? AND status IN ('sent','filed','failed')
        ORDER BY id LIMIT {BATCH}"""
    rows = database.execute_sql(old, (stored(now - RECORDS_KEPT),)).fetchall()
    if rows:
        with write():
            marks = ",".join("?" * len(rows))
            database.execute_sql(f"DELETE FROM letters WHERE id IN ({marks})", [number for number, _ in rows])
        for number, kind in rows:
            files.remove(number, kind)
    return len(rows)


def forget_farewells(now: datetime) -> int:
    """The last letters to clients who were erased: those that were sent, and the others when a secret would go, too."""
    over = (Letter.status == LetterStatus.SENT) | (
        (Letter.created_at <= now - SECRETS_KEPT) & (Letter.status != LetterStatus.SENDING)
    )
    rows = list(Letter.select().where(Letter.kind == FAREWELL, over).limit(BATCH))
    for letter in rows:
        files.remove(letter.id, letter.kind)
        with write():
            Letter.delete().where(letter.as_read()).execute()
    return len(rows)


def forget_messages(now: datetime) -> int:
    """What clients and the firm wrote to each other; of what nobody had read by then, nothing is unread any more."""
    with write():
        gone = _delete("messages", "sent_at <= ?", now - RECORDS_KEPT)
        if gone:
            forgotten = "newest > read_to AND newest NOT IN (SELECT id FROM messages)"
            database.execute_sql(f"UPDATE message_readers SET read_to = newest WHERE {forgotten}")
    return gone


def forget_notes(now: datetime) -> int:
    """What staff noted for themselves."""
    return _delete("notes", "written_at <= ?", now - RECORDS_KEPT)


def forget_documents(now: datetime) -> int:
    """Documents that staff deleted, with their files, once they cannot be recovered any more."""
    return deleting.erase_due(in_force().documents_folder, now, BATCH)


def forget_merges(now: datetime) -> int:
    """What moved when clients were merged, once that cannot be undone any more; that they were stays on record."""
    return merging.forget(now - UNDO_LASTS, BATCH)


def forget_secrets(now: datetime) -> int:
    """Passwords in letters that were never delivered or never used; their files go with the sweep that follows."""
    return secrets.forget_before(now - SECRETS_KEPT)


def sweep_letter_files(now: datetime) -> int:
    """The files of letters whose password was used or forgotten, and of those that were erased."""
    return secrets.sweep_files()


def sweep_erased_files(now: datetime) -> int:
    """The files of clients who were erased, where they could not be removed at once."""
    return remove_files(in_force().documents_folder)


Forget = Callable[[datetime], int]
# What has nothing to do with the clock.
TIMELESS: dict[str, Forget] = {"files of letters": sweep_letter_files, "files of erased clients": sweep_erased_files}
KINDS: dict[str, Forget] = {
    "sessions": forget_sessions,
    "links to set a password": forget_reset_links,
    "changes of an email address": forget_email_changes,
    "corrected details": forget_corrections,
    "network addresses": forget_addresses,
    "resolved alerts": forget_alerts,
    "released holds": forget_holds,
    "past times": forget_times,
    "enquiries": forget_enquiries,
    "letters": forget_letters,
    "last letters": forget_farewells,
    "messages": forget_messages,
    "notes": forget_notes,
    "deleted documents": forget_documents,
    "what moved in merges of clients": forget_merges,
    "secrets in letters": forget_secrets,
}
