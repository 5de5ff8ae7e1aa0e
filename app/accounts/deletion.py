"""A client asks to be deleted: a task for staff, who know what the law lets go."""

from datetime import datetime

from app.accounts.models import Client
from app.audit.actions import note
from app.audit.models import Act
from app.db import write


def ask(client_id: int, now: datetime) -> None:
    """Note the wish and tell staff; again changes nothing."""
    with write():
        client = Client.get_by_id(client_id)
        if not _set(client_id, now, now):
            return
        note(client.actor(), Act.DELETION_ASKED, client.get_id(), now)


def take_back(client_id: int, now: datetime) -> None:
    """The client wants to stay; again changes nothing."""
    with write():
        client = Client.get_by_id(client_id)
        if _set(client_id, None, now):
            note(client.actor(), Act.DELETION_TAKEN_BACK, client.get_id(), now)


def _set(client_id: int, moment: datetime | None, now: datetime) -> bool:
    """Whether this call changed whether it is asked."""
    other = Client.deletion_asked_at.is_null(moment is not None)
    there = Client.id == client_id, Client.erased_at.is_null()
    changing = Client.update(deletion_asked_at=moment, updated_at=now).where(*there, other)
    return bool(changing.execute())
