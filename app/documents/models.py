"""Documents: one row for each file that somebody gave us."""

from typing import Any

import peewee

from app.access import Caller
from app.db import BaseModel, UtcDateTimeField
from app.documents.rules import DocumentType
from app.projects.models import Project


class Document(BaseModel):
    """A file on disk with its original name; `stored_name` is its path below the documents folder."""

    id: Any = peewee.AutoField()
    # Plain numbers: the schema holds the foreign keys.
    project_id = peewee.IntegerField(null=True)
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

    class Meta:
        table_name = "documents"

    @classmethod
    def uploaded(cls, project_id: int | None, upload_key: str | None) -> "Document | None":
        """What an earlier try of the same upload stored."""
        if project_id is None or not upload_key:
            return None
        found: Document | None = cls.get_or_none(cls.project_id == project_id, cls.upload_key == upload_key)
        return found

    @classmethod
    def owned_by(cls, caller: Caller) -> Any:
        """The query of the documents whose files the caller may have: staff all of them, a client those of the projects
        that are proved to be theirs, newest first.

        A browser that only made a project puts files there and never gets one back.
        """
        every = cls.select().order_by(cls.uploaded_at.desc(), cls.id.desc())
        if caller.staff:
            return every
        return every.where(cls.project_id.in_(Project.select(Project.id).where(Project.of_client(caller.client_id))))

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
        return cls.select().where(cls.booking_id == booking_id).order_by(cls.uploaded_at, cls.id)

    @classmethod
    def of_project(cls, project_id: int) -> Any:
        """The query of a project's documents, oldest first."""
        return cls.select().where(cls.project_id == project_id).order_by(cls.uploaded_at, cls.id)
