"""Enquiries in the back office."""

from flask import Blueprint

from app.admin.lists import PAGE_SIZE, ListQuery
from app.enquiries.models import Enquiry
from app.enquiries.schemas import EnquiryOut
from app.http import Schema, Who, route

enquiries = Blueprint("admin_enquiries", __name__)


class EnquiryPage(Schema):
    """One page of the enquiries."""

    items: list[EnquiryOut]
    total: int
    page: int
    page_size: int


@route(enquiries, "GET", "/api/admin/enquiries", who=Who.STAFF, query=ListQuery, answer=EnquiryPage)
def list_enquiries(query: ListQuery) -> EnquiryPage:
    """Enquiries, newest first; `search` looks into name, e-mail, phone and message."""
    found = Enquiry.select().order_by(Enquiry.created_at.desc(), Enquiry.id.desc())
    words = query.search.strip()
    if words:
        found = found.where(
            Enquiry.name.contains(words)
            | Enquiry.email.contains(words)
            | Enquiry.phone.contains(words)
            | Enquiry.message.contains(words)
        )
    return EnquiryPage(
        items=[EnquiryOut.model_validate(row) for row in found.paginate(query.page, PAGE_SIZE)],
        total=found.count(),
        page=query.page,
        page_size=PAGE_SIZE,
    )
