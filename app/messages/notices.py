"""The letters about messages that wait to be read: one for all that came until ten minutes were quiet."""

from datetime import datetime

from app.alerts import trouble
from app.alerts.links import record_path
from app.config import in_force
from app.db import write
from app.mail import letters
from app.mail.actions import post
from app.mail.content import Draft, Firm
from app.messages.models import Message, MessageFile, Reader
from app.messages.rules import Side, first_line, is_due
from app.orders.unsettled import is_answered
from app.projects.models import Project
from app.projects.naming import name_of
from app.projects.rules import CLOSED, portal_path, reference


def tell(now: datetime) -> int:
    """Write to everybody whom unread messages have waited for long enough; returns how many letters that were."""
    # Both sides by name: SQLite then looks among the unread alone, and not through everybody.
    unread = Reader.side.in_(list(Side)) & Reader.has_unread()
    waiting = Reader.select().where(unread, Reader.newest > Reader.told_to).order_by(Reader.id)
    return trouble.each(
        "messages",
        "the letter about new messages",
        list(waiting),
        lambda reader: tell_of(reader.id, now),
        lambda reader: f"{reference(reader.project_id)} ({reader.side})",
    )


def tell_of(reader_id: int, now: datetime) -> bool:
    """Write to one side of one project; False when nothing is due, or they have read it meanwhile."""
    # All of it under the lock: what is read or written at this moment comes before, or after.
    with write():
        reader = Reader.get_or_none(Reader.id == reader_id)
        if reader is None or not reader.can_read:
            return False
        unread = list(reader.unread)
        untold = [message.sent_at for message in unread if message.id > reader.told_to]
        has_read = reader.told_to <= reader.read_to
        if not untold or not is_due(untold[0], untold[-1], reader.told_at, has_read, now):
            return False
        is_clients = reader.side == Side.CLIENT
        draft = _to_client(reader.project, unread, now) if is_clients else _to_staff(reader.project, unread)
        key = f"messages-{reader.side}-project-{reader.project_id}-{reader.newest}"
        client = reader.project.client_id if is_clients else None
        post(draft, key, now, client_id=client, project_id=reader.project_id, proved=True)
        Reader.update(told_to=reader.newest, told_at=now).where(Reader.id == reader.id).execute()
    return True


def _to_client(project: Project, unread: list[Message], now: datetime) -> Draft:
    firm = Firm.present()
    return letters.messages_from_us(
        firm,
        to=project.client.email,
        name=project.client.name,
        reference=reference(project.id),
        service=name_of(project),
        author=unread[0].admin.name,
        count=len(unread),
        first_line=_beginning(unread[0]),
        is_closed=project.status in CLOSED and not is_answered(project, now),
        address=f"{firm.site_address}{portal_path(project.id)}#messages",
    )


def _to_staff(project: Project, unread: list[Message]) -> Draft:
    firm = Firm.present()
    return letters.messages_from_client(
        firm,
        to=in_force().mail.staff,
        name=project.client.name,
        reference=reference(project.id),
        count=len(unread),
        first_line=_beginning(unread[0]),
        address=firm.site_address + record_path(project.id, "messages"),
    )


def _beginning(message: Message) -> str:
    files = MessageFile.select().where(MessageFile.message == message.id).count()
    return first_line(message.text) or ("A file" if files == 1 else f"{files} files")
