"""The verbs of messages: send one, note what was read."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from peewee import fn

from app import clock
from app.accounts.models import Admin
from app.audit.actions import note
from app.audit.models import Act
from app.db import write
from app.documents import sharing
from app.documents.models import Document
from app.errors import AppError, invalid, too_many
from app.mail.content import Firm
from app.messages import rules
from app.messages.models import Message, MessageFile, Reader
from app.messages.rules import Side
from app.orders.unsettled import is_answered
from app.projects.finding import find_for_staff, find_of_client
from app.projects.models import Project
from app.projects.rules import CLOSED

AN_HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class Person:
    """Who writes or reads: a client, by number, or else a member of staff."""

    client_id: int | None = None
    admin: Admin | None = None

    @property
    def side(self) -> Side:
        """The side they are on."""
        return Side.CLIENT if self.admin is None else Side.STAFF

    def read_only(self, project: Project) -> str:
        """Why they cannot write about a project that they read; '' where they can."""
        proved, has_sign_in = project.proved_at is not None, project.client.has_sign_in
        is_closed = project.status in CLOSED and not is_answered(project, clock.now())
        return rules.read_only(self.side, is_closed, proved, has_sign_in, Firm.present().phone)

    def find(self, project_id: int) -> Project:
        """The project if they may read its messages; AppError 404 for anybody else's."""
        return find_for_staff(project_id) if self.admin else find_of_client(project_id, self.client_id)


def send(
    project_id: int, by: Person, text: str, documents: Sequence[int], key: str, seen: int | None = None
) -> Message:
    """Write to the other side about a project, with documents of it that the same side has put there.

    What staff send along the client sees from then on, also among the documents.

    key: the browser's own name for this sending: the same one again answers with the message that it made.
    seen: the newest message that the writer had before them, None where that does not matter: staff read what a
    colleague has written since before they write themselves.
    AppError 404 for a project that is not theirs; 409 when it is closed, when the client could not read what staff
    write, when a colleague has written since, or for another text under the same key; 422 for an empty message or files
    that cannot go with it; 429 when a client sends more than 60 an hour.
    """
    now = clock.now()
    with write():
        project = by.find(project_id)
        known = Message.sent(project.id, by.side, key)
        if known is not None:
            if known.text != text:
                raise AppError("another_message", 409, rules.ANOTHER)
            return known
        if why := by.read_only(project):
            raise AppError("read_only", 409, why)
        if by.admin is not None and seen is not None:
            _require_read(project.id, by.admin, seen)
        files = _free_documents(project.id, by.side, documents)
        if rules.is_empty(text, len(files)):
            raise invalid({"text": rules.NOTHING}, rules.NOTHING)
        if by.client_id is not None:
            _check_flood(by.client_id, now)
        sent: Message = Message.create(project=project, admin=by.admin, text=text, send_key=key, sent_at=now)
        for file in files:
            MessageFile.create(document_id=file.id, message=sent)
        Reader.insert(project=project, side=by.side.other, newest=sent.id).on_conflict(
            conflict_target=(Reader.project, Reader.side), update={Reader.newest: sent.id}
        ).execute()
        if by.admin is not None:
            sharing.show([file for file in files if file.shared_at is None], by.admin.username, now)
            note(by.admin.actor(), Act.MESSAGE, f"message:{sent.id}", now, f"project:{project.id}")
    return sent


def _require_read(project_id: int, me: Admin, seen: int) -> None:
    colleague = Message.by_colleague(project_id, me, seen)
    if colleague is not None:
        raise AppError("written_meanwhile", 409, rules.written_meanwhile(colleague.admin.name, colleague.text))


def note_read(project_id: int, by: Person, up_to: int) -> None:
    """Note that a side has seen all messages up to that id; less than before changes nothing.

    Only what was there by then counts: a message that comes meanwhile has a higher id. AppError 404 for a project that
    is not theirs.
    """
    by.find(project_id)
    seen = fn.MIN(up_to, Reader.newest)
    behind = (Reader.project == project_id) & (Reader.side == by.side) & (Reader.read_to < seen)
    # Looked up first: a page that says so again and again must not take the write lock for nothing.
    if not Reader.select().where(behind).exists():
        return
    with write():
        moved = Reader.update(read_to=seen).where(behind).execute()
        if moved and by.admin is not None:
            note(by.admin.actor(), Act.READ, f"messages:{project_id}", clock.now(), f"up to {up_to}")


def _free_documents(project_id: int, side: Side, documents: Sequence[int]) -> list[Document]:
    """These documents; AppError 422 unless each is of that project and side, and was not sent yet."""
    theirs = Document.of_project(project_id).where(Document.id.in_(list(documents)), Document.uploaded_by == side)
    taken = MessageFile.select(MessageFile.document_id).where(MessageFile.document_id == Document.id)
    found = list(theirs.where(~fn.EXISTS(taken)))
    if len(found) != len(set(documents)):
        raise invalid({"documents": rules.NOT_A_FILE}, rules.NOT_A_FILE)
    return found


def _check_flood(client_id: int, now: datetime) -> None:
    about = Project.select(Project.id).where(Project.client == client_id)
    lately = Message.select(Message.sent_at).where(Message.project.in_(about), Message.by(Side.CLIENT))
    since = lately.where(Message.sent_at > now - AN_HOUR, Message.sent_at <= now).order_by(Message.id.desc())
    oldest = since.offset(rules.MOST_AN_HOUR - 1).first()
    if oldest is not None:
        raise too_many(rules.TOO_OFTEN, (oldest.sent_at + AN_HOUR - now).total_seconds())
