"""Documents as the API tells them."""

from datetime import datetime

from app.documents.rules import DocumentType, Uploader
from app.http import RowId, Schema


class DocumentOut(Schema):
    """A document without its content; `file_size` in bytes, `uploaded_by` who put it there."""

    id: int
    file_name: str
    file_size: int
    file_type: str
    document_type: DocumentType
    uploaded_by: Uploader
    uploaded_at: datetime


class Upload(Schema):
    """A multipart body with one file."""

    file: bytes


class ProjectUpload(Upload):
    """A file for a project, and what it is to it."""

    project_id: RowId
    document_type: DocumentType = DocumentType.OTHER
