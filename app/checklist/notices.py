"""Letters and notices about what a project still needs and what came, written inside the caller's transaction."""

from collections.abc import Sequence
from datetime import datetime

from app.checklist.models import Need
from app.mail import letters
from app.mail.actions import post, take_back
from app.mail.content import Firm
from app.mail.models import Letter, letter_written
from app.projects.models import Project
from app.projects.rules import portal_path, reference


def needed_key(project_id: int, asked: datetime, number: int) -> str:
    """The occasion of a letter: 0 asks, 1 and 2 remind of what was asked last at `asked`."""
    return f"documents-needed-{project_id}-{asked:%Y%m%dT%H%M%S}-{number}"


def take_back_needed(project_id: int, asked: datetime) -> bool:
    """Take the letter that asked for documents at that moment out of the outbox; whether one had still not left."""
    key = needed_key(project_id, asked, 0)
    return Letter.one("dedupe_key = ?", key) is not None and take_back(key)


def post_needed(project: Project, missing: Sequence[Need], *, asked: datetime, number: int, now: datetime) -> None:
    """Write to the client of a proved project about all that is missing; number: see `needed_key`.

    What a service needs is asked for without a letter: the first of these asks, whichever it is.
    """
    firm = Firm.present()
    draft = letters.documents_needed(
        firm,
        to=project.client.email,
        name=project.client.name,
        reference=reference(project.id),
        titles=[need.title for need in missing],
        is_again=letter_written(project.id, ("documents_needed",)) is not None,
        is_last=number == 2,
        address=firm.site_address + portal_path(project.id),
    )
    key = needed_key(project.id, asked, number)
    post(draft, key, now, client_id=project.client_id, project_id=project.id, proved=True)
