"""Documents as the API tells them."""

from datetime import datetime

from app.documents.rules import DocumentType, Uploader
from app.http import RowId, Schema


class DocumentOut(Schema):
    """A document without its content; `file_size` in bytes, `uploaded_by` who put it there.

    `project_id` is None as long as it belongs to a booking's draft. `thumbnail`: the end of its thumbnail's address,
    None where it has none (yet).
    """

    id: int
    project_id: int | None
    file_name: str
    file_size: int
    file_type: str
    document_type: DocumentType
    uploaded_by: Uploader
    uploaded_at: datetime
    thumbnail: str | None


class EarlierVersion(DocumentOut):
    """A document that a newer version has replaced."""

    version: int


class Upload(Schema):
    """A multipart body with one file."""

    file: bytes


class ProjectUpload(Upload):
    """A file for a project, and what it is to it."""

    project_id: RowId
    document_type: DocumentType = DocumentType.OTHER
    need_id: RowId | None = None


class StaffUpload(Upload):
    """A file that staff put beside a project."""

    document_type: DocumentType = DocumentType.OTHER
