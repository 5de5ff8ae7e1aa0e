"""The verbs of the outbox: post a letter, send one again."""

import uuid
from collections.abc import Collection
from datetime import datetime

from app import clock
from app.alerts.actions import tell_staff
from app.audit.actions import Actor, note
from app.audit.models import Act
from app.db import write
from app.errors import AppError, not_found
from app.mail import nudge, rules
from app.mail.content import Draft
from app.mail.models import Letter, LetterStatus
from app.mail.render import as_html, as_text

SCRUBBED = (
    "This letter held a password, or a link to set one, which is no longer kept. Send the client a new sign-in instead."
)


def post(
    draft: Draft,
    dedupe_key: str,
    now: datetime,
    booking_id: int | None = None,
    client_id: int | None = None,
    project_id: int | None = None,
    proved: bool = False,
    known: bool = False,
    not_before: datetime | None = None,
) -> Letter:
    """Write a letter into the outbox, within the caller's `write()`: it exists exactly if its cause does.

    dedupe_key: names the occasion, e.g. 'booking:12:confirmed'. The same occasion is the same letter: a
    repeated post returns the first one unchanged. Its Message-ID is fixed here, so that every try carries it.
    A letter that anybody's typing sends somebody waits for staff when that address has had its share (see rules);
    proved: its cause is known to be the reader's, whom nothing greets by name otherwise; known: the address is a
    client's, of whom the cause is not.
    not_before: until when it waits, because its cause can be undone.
    """
    with write():
        if (posted := Letter.one("dedupe_key = ?", dedupe_key)) is not None:
            return posted
        if not proved:
            draft = draft.to_nobody_known()
        reader = rules.mailbox(draft.recipient)
        held_back = rules.is_held_back(
            draft.kind, proved, known, Letter.written_to(reader, draft.kind, now - rules.WITHIN)
        )
        letter: Letter = Letter.create(
            kind=draft.kind,
            dedupe_key=dedupe_key,
            recipient=draft.recipient,
            reader=reader,
            subject=draft.sent_subject,
            text=as_text(draft),
            html=as_html(draft),
            secret=draft.secret,
            reply_to=draft.reply_to,
            calendar=draft.calendar,
            message_id=new_message_id(draft.firm.domain),
            next_attempt_at=now,
            not_before=not_before,
            booking_id=booking_id,
            client_id=client_id,
            project_id=project_id,
            created_at=now,
            status=LetterStatus.FAILED if held_back else LetterStatus.QUEUED,
            last_error=rules.HELD_BACK if held_back else None,
        )
        if held_back:
            tell_staff(
                "mail.held_back",
                f"mail.held_back:{letter.reader}:{now:%Y%m%d}",
                f"Anyone can type {letter.recipient} into a form, and it has had its share of letters today: "
                f"“{letter.subject}” was not sent.",
                now=now,
            )
        nudge.wake()
    return letter


def take_back(dedupe_key: str) -> bool:
    """Take the letter of an occasion that was undone out of the outbox; False where somebody sends it or has tried to.

    True as well where none was written.
    """
    with write():
        letter: Letter | None = Letter.get_or_none(Letter.dedupe_key == dedupe_key)
        if letter is None:
            return True
        if letter.status != LetterStatus.QUEUED or letter.attempts:
            return False
        return bool(Letter.delete().where(letter.as_read()).execute())


def take_back_waiting(kind: str, project_id: int) -> bool:
    """Take the letters of a kind about a project that still wait out of the outbox; whether there were any.

    Joins the caller's `write()`.
    """
    return bool(Letter.delete().where(Letter.id.in_(Letter.waiting(kind, project_id))).execute())


def set_aside(occasions: Collection[str], now: datetime) -> None:
    """What these letters tell of was a mistake: they stay, and should it happen after all, new ones tell of it.

    Joins the caller's `write()`.
    """
    named = Letter.dedupe_key.in_(list(occasions))
    Letter.update(dedupe_key=Letter.dedupe_key.concat(f"{rules.MISTAKEN}{now:%Y%m%dT%H%M%S.%f}")).where(named).execute()


def resend(letter_id: int, by: str) -> Letter:
    """Put a letter back into the outbox, due at once, as staff asked.

    One that was delivered gets a new Message-ID, or mailboxes would hide it as a copy; one that failed keeps
    its own, since an unlucky try may have reached its reader. AppError 404 when there is none, 409 when its
    secret body is gone or it is being sent at this moment. by: who asked, for the audit log.
    """
    now = clock.now()
    with write():
        letter: Letter | None = Letter.get_or_none(Letter.id == letter_id)
        if letter is None:
            raise not_found()
        if letter.scrubbed:
            raise AppError("letter_scrubbed", 409, SCRUBBED)
        if letter.status == LetterStatus.SENDING:
            raise AppError("letter_busy", 409, "This letter is being sent at this moment.")
        if letter.status in (LetterStatus.SENT, LetterStatus.FILED):
            letter.message_id = new_message_id(letter.message_id.strip("<>").rpartition("@")[2])
        letter.status = LetterStatus.QUEUED
        letter.attempts = 0
        letter.next_attempt_at = now
        letter.not_before = None
        letter.last_error = None
        letter.sent_at = None
        letter.save()
        note(Actor.staff(by), Act.RESEND, f"letter:{letter.id}", now)
        nudge.wake()
    return letter


def new_message_id(domain: str) -> str:
    """A unique Message-ID in that domain."""
    return f"<{uuid.uuid4().hex}@{domain}>"
