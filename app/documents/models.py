"""Documents: one row for each file that somebody gave us."""

from typing import Any

import peewee

from app.db import BaseModel, UtcDateTimeField
from app.documents.rules import DocumentType


class Document(BaseModel):
    """A file on disk with its original name; `stored_name` is its path below the documents folder."""

    id: Any = peewee.AutoField()
    # Plain numbers: bookings and projects are other parts of the house; the schema holds the foreign keys.
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
    def of_booking(cls, booking_id: int) -> Any:
        """The query of a booking's documents, oldest first."""
        return cls.select().where(cls.booking_id == booking_id).order_by(cls.uploaded_at, cls.id)

    @classmethod
    def of_project(cls, project_id: int) -> Any:
        """The query of a project's documents, oldest first."""
        return cls.select().where(cls.project_id == project_id).order_by(cls.uploaded_at, cls.id)
