"""Sending a letter again, as staff ask: to whom it is still for."""

from app.accounts.rules import email_key
from app.config import in_force
from app.db import write
from app.errors import AppError
from app.mail import actions
from app.mail.models import Letter
from app.projects.models import Project
from app.projects.rules import reference

MOVED_ON = (
    "This letter was written to {old}, which is not the address of {reference} any more: that is {new} now. Please "
    "write there instead."
)
NOT_THEIRS = "Whoever reads {old} said that {reference} is not theirs, so nothing about it is sent there."
TO_THE_OTHER = ("email_was_slip",)  # what tells a mistyped address that it was one


def resend(letter_id: int, by: str) -> Letter:
    """Put a letter back into the outbox, due at once. by: who asked, for the audit log.

    AppError as in `mail.actions.resend`, and 409 for a letter about a project whose address is another one by now: it
    may be a stranger's, and an address within the letter is the old one, too; and for one whose reader said that the
    project is not theirs.
    """
    with write():
        letter: Letter | None = Letter.get_or_none(Letter.id == letter_id)
        if letter is not None and letter.project_id is not None:
            _require_present(letter, Project.get_by_id(letter.project_id))
        return actions.resend(letter_id, by)


def _require_present(letter: Letter, project: Project) -> None:
    new, staff = project.client.email, in_force().mail.staff
    told = {"old": letter.recipient, "reference": reference(project.id), "new": new}
    if not is_still_for(letter.kind, letter.recipient, new, staff):
        raise AppError("address_changed", 409, MOVED_ON.format(**told))
    if project.is_disowned and not is_still_for(letter.kind, letter.recipient, "", staff):
        raise AppError("not_theirs", 409, NOT_THEIRS.format(**told))


def is_still_for(kind: str, recipient: str, client: str, staff: str) -> bool:
    """Whether a letter about a project is for whom its recipient is: its client, staff, or a mistyped address."""
    to_staff = kind.startswith("staff_") or kind == "messages_from_client" or email_key(recipient) == email_key(staff)
    return to_staff or kind in TO_THE_OTHER or email_key(recipient) == email_key(client)
