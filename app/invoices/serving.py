"""Documents over HTTP: how the PDF of an invoice is given back."""

from datetime import datetime

from flask import Response

from app.documents.serving import as_download
from app.invoices.files import content
from app.invoices.models import Invoice


def download(document: Invoice, now: datetime) -> Response:
    """A document's PDF as a download. The caller has found it through its owner."""
    made = Response(content(document, now), mimetype="application/pdf")
    return as_download(made, document.paper.file_name)
