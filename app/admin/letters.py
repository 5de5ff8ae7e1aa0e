"""Letters in the back office: what was written, and sending it again."""

from datetime import datetime

from flask import Blueprint
from flask_login import current_user

from app.correspondence.resending import resend
from app.http import Ok, Schema, Who, route
from app.mail.models import Letter

letters = Blueprint("admin_letters", __name__)


class LetterLine(Schema):
    """A letter as staff see it; the text of one with a password in it stays hidden.

    `scrubbed`: its password is not kept any more, so it cannot be sent again; `outdated`: why what it says does not
    hold any more, '' where it does.
    """

    id: int
    kind: str
    recipient: str
    subject: str
    status: str
    attempts: int
    last_error: str | None
    text: str | None
    scrubbed: bool
    created_at: datetime
    sent_at: datetime | None
    outdated: str


def line(letter: Letter, outdated: str = "") -> LetterLine:
    """A letter as its line. outdated: see `LetterLine`."""
    names = [name for name in LetterLine.model_fields if name not in ("text", "outdated")]
    about = {name: getattr(letter, name) for name in names}
    return LetterLine(**about, text=None if letter.secret else letter.text, outdated=outdated)


@route(letters, "POST", "/api/admin/letters/<int:letter_id>/resend", who=Who.STAFF, answer=Ok, refusals=(404, 409))
def resend_letter(letter_id: int) -> Ok:
    """Put a letter back into the outbox."""
    resend(letter_id, current_user.username)
    return Ok()
