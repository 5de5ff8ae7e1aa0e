"""The one PDF of each document: made once, outside of any transaction, and kept for good."""

import hashlib
from datetime import datetime

from app.alerts import trouble
from app.db import write
from app.invoices.models import Invoice, InvoiceFile

AT_ONCE = 50  # of one run of the job


def content(document: Invoice, now: datetime) -> bytes:
    """The PDF of a document: the one that is kept, made at the first call. Whoever is slower gets the other's."""
    kept = InvoiceFile.get_or_none(InvoiceFile.invoice == document.id)
    if kept is None:
        # It takes 24 MB and a sixth of a second to load, which a start and a year without invoices can do without.
        from app.invoices.pdf import render

        made = render(document.paper, document.issued_at)
        with write():
            row = {"content": made, "sha256": hashlib.sha256(made).hexdigest(), "made_at": now}
            InvoiceFile.insert(invoice=document.id, **row).on_conflict_ignore().execute()
            kept = InvoiceFile.get_by_id(document.id)
    return bytes(kept.content)


def make_files(now: datetime) -> int:
    """Make the files that are missing, oldest first, a bounded number; returns how many were made."""
    missing = Invoice.select().where(Invoice.id.not_in(InvoiceFile.select(InvoiceFile.invoice)))
    due = list(missing.order_by(Invoice.id).limit(AT_ONCE))
    return trouble.each("invoices", "making its file", due, lambda row: bool(content(row, now)), lambda row: row.name)
