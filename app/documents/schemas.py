"""Documents as the API tells them."""

from datetime import datetime

from app.documents.rules import DocumentType
from app.http import Schema


class DocumentOut(Schema):
    """A document without its content; `file_size` in bytes."""

    id: int
    file_name: str
    file_size: int
    file_type: str
    document_type: DocumentType
    uploaded_at: datetime
