"""Messages about a project, what came with them, and how far each side has read."""

from collections.abc import Collection, Iterable
from functools import partial
from typing import Any

import peewee
from peewee import fn

from app.accounts.models import Admin
from app.documents.models import Document
from app.messages.rules import Side
from app.projects.models import Project
from app.rows import BaseModel, Prepared, UtcDateTimeField, these


class Message(BaseModel):
    """A message; their order is that of their ids. `admin`: who of staff wrote it, nobody where the client did."""

    id = peewee.AutoField()
    project: Any = peewee.ForeignKeyField(Project, backref="messages", column_name="project_id")
    project_id: Any
    admin: Any = peewee.ForeignKeyField(Admin, null=True, column_name="admin_id")
    admin_id: Any
    text: Any = peewee.TextField()
    send_key = peewee.TextField()
    sent_at: Any = UtcDateTimeField()

    class Meta:
        table_name = "messages"

    @property
    def side(self) -> Side:
        """Who wrote it."""
        return Side.CLIENT if self.admin_id is None else Side.STAFF

    @classmethod
    def by(cls, side: Side) -> peewee.Expression:
        """What finds what one side wrote."""
        return cls.admin.is_null(side is Side.CLIENT)

    @classmethod
    def about(cls, *project_ids: int) -> Any:
        """The query of all that was written about these projects, with who of staff wrote it."""
        return cls.select(cls, Admin).left_outer_join(Admin).where(cls.project.in_(project_ids))

    @classmethod
    def count_about(cls, project_id: int) -> int:
        """How many were written about a project."""
        ((count,),) = _COUNT.rows(project_id)
        return int(count)

    @classmethod
    def sent(cls, project_id: int, side: Side, key: str) -> "Message | None":
        """What an earlier try of the same sending made."""
        found: Message | None = cls.about(project_id).where(cls.by(side), cls.send_key == key).first()
        return found

    @classmethod
    def by_colleague(cls, project_id: int, me: Admin, after: int) -> "Message | None":
        """The newest message after that one about a project, which another member of staff than `me` wrote."""
        others = cls.about(project_id).where(cls.by(Side.STAFF), cls.admin != me.id, cls.id > after)
        found: Message | None = others.order_by(cls.id.desc()).first()
        return found


def _count(project_id: peewee.SQL) -> Any:
    return Message.select(fn.COUNT(Message.id)).where(Message.project == project_id).tuples()


_COUNT = Prepared(_count)


class MessageFile(BaseModel):
    """A document that came with a message."""

    document_id = peewee.IntegerField(primary_key=True)
    message: Any = peewee.ForeignKeyField(Message, backref="files", column_name="message_id")
    message_id: Any

    class Meta:
        table_name = "message_files"

    @classmethod
    def among(cls, document_ids: Iterable[int]) -> set[int]:
        """Those of these documents that came with a message, in one query."""
        rows: Any = cls.select(cls.document_id).where(cls.document_id.in_(list(document_ids)))
        return {row.document_id for row in rows}

    @classmethod
    def of_messages(cls, ids: Collection[int], side: Side) -> dict[int, list[Document]]:
        """The documents that came with each of these messages, as far as that side sees them."""
        came: Any = cls.select().where(cls.message.in_(list(ids)))
        with_message = {row.document_id: row.message_id for row in came}
        found: dict[int, list[Document]] = {}
        shown = Document.select().where(Document.id.in_(list(with_message)), Document.is_kept()).order_by(Document.id)
        for document in shown if side is Side.STAFF else shown.where(Document.is_for_client()):
            found.setdefault(with_message[document.id], []).append(document)
        return found


class Reader(BaseModel):
    """One side of a project's messages as the reader of what the other writes: how far they have read, by message id.

    `newest` was written to them last; `told_to` is the newest that a letter has told them of, at `told_at`.
    """

    id = peewee.AutoField()
    project: Any = peewee.ForeignKeyField(Project, column_name="project_id")
    project_id: Any
    side: Any = peewee.TextField()
    newest: Any = peewee.IntegerField()
    read_to: Any = peewee.IntegerField(default=0)
    told_to: Any = peewee.IntegerField(default=0)
    told_at: Any = UtcDateTimeField(null=True)

    class Meta:
        table_name = "message_readers"

    @classmethod
    def of(cls, project_id: int, side: Side) -> "Reader | None":
        """The reader of a project's messages on that side; None while nothing was written to them."""
        found: Reader | None = cls.get_or_none(cls.project == project_id, cls.side == side)
        return found

    @classmethod
    def has_unread(cls) -> peewee.Expression:
        """What finds those who have not read everything."""
        return cls.newest > cls.read_to

    @property
    def can_read(self) -> bool:
        """Whether a letter's button would lead them to the messages."""
        project: Project = self.project
        return project.erased_at is None if self.side == Side.STAFF else project.is_in_portal

    @property
    def unread(self) -> Any:
        """The query of what they have not read, oldest first."""
        written = Message.about(self.project_id).where(Message.by(Side(self.side).other))
        return written.where(Message.id > self.read_to).order_by(Message.id)

    @classmethod
    def unread_among(cls, projects: Collection[int], side: Side) -> dict[int, int]:
        """How many messages a side has not read, by project; of those projects that have any."""
        return dict(_UNREAD_AMONG[side].rows(projects))


def _unread_among(side: Side, project_ids: peewee.SQL) -> Any:
    written = (Message.project == Reader.project) & (Message.id > Reader.read_to) & Message.by(side.other)
    counted: Any = Reader.select(Reader.project, fn.COUNT(Message.id)).join(Message, on=written)
    unread = counted.where(Reader.project.in_(these(project_ids)), Reader.side == side, Reader.has_unread())
    return unread.group_by(Reader.project).tuples()


_UNREAD_AMONG = {side: Prepared(partial(_unread_among, side)) for side in Side}
