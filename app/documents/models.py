"""Documents: one row for each file that somebody gave us."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

import peewee

from app.access import Caller
from app.audit.models import ActorKind
from app.db import database
from app.documents.rules import DocumentType, Thumbnail, Uploader
from app.projects.models import Project
from app.rows import BaseModel, Prepared, UtcDateTimeField, these


class Document(BaseModel):
    """A file on disk with its original name; `stored_name` is its path below the documents folder.

    `need_id`: the line of the project's checklist that it ticks. `shared_at`: since when the client sees it although
    staff put it there; `shared_by` is a user name. `thumbnail_state`: None until somebody has tried to make one.
    `series`: what all its versions have in common, None while there is one; `replaced_at`: since when a newer one
    stands in its place. `deleted_at`: since when it can only be recovered; `deleted_by` is a user name.
    `unopened`: it came from others than staff, and none of these have opened it.
    """

    id: Any = peewee.AutoField()
    # Plain numbers: the schema holds the foreign keys.
    project_id: Any = peewee.IntegerField(null=True)
    booking_id = peewee.IntegerField(null=True)
    file_name = peewee.TextField()
    file_size = peewee.IntegerField()
    file_type = peewee.TextField()
    document_type = peewee.TextField(default=DocumentType.OTHER)
    stored_name = peewee.TextField(unique=True)
    sha256 = peewee.TextField()
    upload_key = peewee.TextField(null=True)
    uploaded_by = peewee.TextField()
    uploaded_at = UtcDateTimeField()
    need_id = peewee.IntegerField(null=True)
    need: Any  # what a join with its line of the checklist brings
    shared_at = UtcDateTimeField(null=True)
    shared_by = peewee.TextField(null=True)
    thumbnail_state = peewee.TextField(null=True)
    series = peewee.IntegerField(null=True)
    version = peewee.IntegerField(default=1)
    replaced_at = UtcDateTimeField(null=True)
    deleted_at = UtcDateTimeField(null=True)
    deleted_by = peewee.TextField(null=True)
    deleted_for = peewee.TextField(null=True)
    unopened = peewee.BooleanField(default=False)

    class Meta:
        table_name = "documents"

    @property
    def thumbnail(self) -> str | None:
        """What stands in its thumbnail's address, so that a browser may keep it for good; None where there is none."""
        return str(self.sha256)[:16] if self.thumbnail_state == Thumbnail.MADE else None

    @classmethod
    def uploaded(cls, owner: peewee.Expression, upload_key: str | None) -> "Document | None":
        """What an earlier try of the same upload stored for `owner` (as `of_owner` finds it)."""
        if not upload_key:
            return None
        found: Document | None = cls.get_or_none(owner, cls.upload_key == upload_key)
        return found

    @classmethod
    def owned_by(cls, caller: Caller) -> Any:
        """The query of the documents whose files the caller may have: staff all of them, a client those of the projects
        that are proved to be theirs, newest first; of what staff put there, what they share.

        What is deleted only staff may have. A browser that only made a project puts files there and never gets one
        back.
        """
        every = cls.select().order_by(cls.uploaded_at.desc(), cls.id.desc())
        if caller.staff:
            return every
        theirs = Project.select(Project.id).where(Project.of_client(caller.client_id))
        return every.where(cls.project_id.in_(theirs), cls.is_for_client(), cls.is_kept())

    @classmethod
    def is_for_client(cls) -> Any:
        """What staff keep to themselves no client ever sees: the condition that every look of a client carries."""
        return (cls.uploaded_by != Uploader.STAFF) | cls.shared_at.is_null(False)

    @classmethod
    def is_kept(cls) -> Any:
        """The condition that nobody deleted it."""
        return cls.deleted_at.is_null()

    @classmethod
    def is_newest(cls) -> Any:
        """The condition that it is what a list shows: kept, and the newest version of what it is."""
        return cls.is_kept() & cls.replaced_at.is_null()

    @classmethod
    def deleted(cls) -> Any:
        """The query of the projects' documents that can be recovered, the last deleted first; each in one version."""
        condition = cls.deleted_at.is_null(False) & cls.replaced_at.is_null() & cls.project_id.is_null(False)
        return cls.select().where(condition).order_by(cls.deleted_at.desc(), cls.id.desc())

    @property
    def versions(self) -> Any:
        """The condition that finds this document in all its versions."""
        return (Document.id == self.id) if self.series is None else (Document.series == self.series)

    @classmethod
    def earlier_among(cls, rows: Collection["Document"], every: Any) -> dict[int, list["Document"]]:
        """The earlier versions of these documents as far as the query `every` finds them, the latest first."""
        shown, found = {row.series: row.id for row in rows if row.series is not None}, dict[int, list[Document]]()
        if not shown:
            return found
        replaced = every.where(cls.series.in_(list(shown)), cls.is_kept(), cls.replaced_at.is_null(False))
        for row in replaced.order_by(cls.version.desc()):
            found.setdefault(shown[row.series], []).append(row)
        return found

    @classmethod
    def owned(cls, document_id: int, caller: Caller) -> "Document | None":
        """The document if the caller may have its file; else it is not there."""
        found: Document | None = cls.owned_by(caller).where(cls.id == document_id).first()
        return found

    @classmethod
    def of_owner(cls, booking_id: int | None, project_id: int | None) -> peewee.Expression:
        """What finds the documents of a booking or of a project. ValueError unless exactly one of them is given."""
        if (booking_id is None) == (project_id is None):
            raise ValueError("a document is stored for a booking or for a project")
        return cls.booking_id == booking_id if project_id is None else cls.project_id == project_id

    @classmethod
    def of_booking(cls, booking_id: int) -> Any:
        """The query of a booking's documents, oldest first."""
        return cls.select().where(cls.booking_id == booking_id, cls.is_newest()).order_by(cls.uploaded_at, cls.id)

    @classmethod
    def of_project(cls, project_id: int) -> Any:
        """The query of a project's documents in their newest versions, oldest first; without the deleted ones."""
        return cls.select().where(cls.project_id == project_id, cls.is_newest()).order_by(cls.uploaded_at, cls.id)

    @classmethod
    def are_awaited(cls, project_id: int, before: int | None = None) -> bool:
        """Whether something on a project's checklist is still to come. As text, since the checklist stands above.

        before: the project whose consultation it shares; what is asked for there while that goes on counts, too.
        """
        asked = """SELECT EXISTS (SELECT 1 FROM needs n JOIN projects p ON p.id = n.project_id
            WHERE (n.project_id = ? OR (n.project_id = ? AND p.status <> 'cancelled'))
                AND n.declined_at IS NULL AND n.withdrawn_at IS NULL
                AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.need_id = n.id AND d.deleted_at IS NULL))"""
        return bool(database.execute_sql(asked, (project_id, before)).fetchone()[0])

    @classmethod
    def spare_among(cls, project_ids: Collection[int], besides: Any) -> dict[int, int]:
        """How many documents that each of these projects' clients sent tick no line of its checklist, in one query.

        besides: the query of the numbers of those that were sent for something else, as with a message.
        """
        own = cls.project_id.in_(list(project_ids)), cls.uploaded_by != Uploader.STAFF, cls.need_id.is_null()
        offered = cls.is_newest(), cls.id.not_in(besides)
        counted: Any = cls.select(cls.project_id, peewee.fn.COUNT(cls.id)).where(*own, *offered)
        counted = counted.group_by(cls.project_id)
        return dict(counted.tuples())

    @classmethod
    def unread_among(cls, project_ids: Collection[int]) -> dict[int, list[str]]:
        """The names of what staff share in each of these projects and is new to its client, newest first, in one
        query."""
        shared = (cls.uploaded_by == Uploader.STAFF) & cls.shared_at.is_null(False) & cls.is_newest()
        rows: Any = cls.select(cls.project_id, cls.file_name).where(
            cls.project_id.in_(list(project_ids)), shared, ~Opening.of(ActorKind.CLIENT)
        )
        found: dict[int, list[str]] = {}
        for project_id, name in rows.order_by(cls.shared_at.desc(), cls.id.desc()).tuples():
            found.setdefault(project_id, []).append(name)
        return found

    @classmethod
    def of_client(cls, client_id: int) -> Any:
        """What finds all that was put beside a client's projects by others than staff: what their quota counts,
        the deleted until they are erased."""
        theirs = Project.select(Project.id).where(Project.of_client(client_id))
        return cls.project_id.in_(theirs) & (cls.uploaded_by != Uploader.STAFF)


class Opening(BaseModel):
    """The first time that somebody had a document's file. `reader` is a client's number or a user name."""

    id = peewee.AutoField()
    document_id = peewee.IntegerField()
    document: Any  # what a join with its document brings
    reader_kind = peewee.TextField()
    reader = peewee.TextField()
    opened_at = UtcDateTimeField()

    class Meta:
        table_name = "document_openings"

    @classmethod
    def of(cls, kind: ActorKind) -> Any:
        """Of a document: somebody of that kind has opened it."""
        return peewee.fn.EXISTS(cls.select().where(cls.document_id == Document.id, cls.reader_kind == kind))

    @classmethod
    def by_clients(cls, document_ids: Collection[int]) -> dict[int, datetime]:
        """When the clients of these documents first opened them, in one query; those that were opened only."""
        return dict(_OPENED.rows(document_ids))


def _opened(document_ids: peewee.SQL) -> Any:
    by_clients = Opening.document_id.in_(these(document_ids)), Opening.reader_kind == ActorKind.CLIENT
    return Opening.select(Opening.document_id, Opening.opened_at).where(*by_clients).tuples()


_OPENED = Prepared(_opened)
