"""Tax invoices and adjustment notes in the back office; every look at one leaves a line in the audit log."""

from flask import Blueprint, Response
from flask_login import current_user

from app import clock
from app.audit import actions as audit
from app.audit.models import Act
from app.errors import not_found
from app.http import Who, route
from app.invoices.models import Invoice
from app.invoices.serving import download

invoices = Blueprint("admin_invoices", __name__)


@route(invoices, "GET", "/api/admin/invoices/<int:invoice_id>/download", who=Who.STAFF, refusals=(404,))
def download_invoice(invoice_id: int) -> Response:
    """A tax invoice or an adjustment note as a file."""
    found = Invoice.get_or_none(Invoice.id == invoice_id)
    if found is None:
        raise not_found("There is no such invoice.")
    now, of = clock.now(), f"project:{found.order.project_id}"
    made = download(found, now)
    audit.note(current_user.actor(), Act.DOWNLOAD, f"invoice:{invoice_id}", now, of)
    return made
