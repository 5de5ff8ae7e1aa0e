"""The enquiry form over HTTP."""

from flask import Blueprint

from app.enquiries import actions
from app.enquiries.schemas import EnquiryIn
from app.http import Ok, caller, route
from app.limits import per_address, per_caller

enquiries = Blueprint("enquiries", __name__)


@route(
    enquiries,
    "POST",
    "/api/enquiries",
    body=EnquiryIn,
    answer=Ok,
    status=201,
    limits=(per_address("10/hour"), per_caller("10/hour")),
)
def send_enquiry(body: EnquiryIn) -> Ok:
    """Keep an enquiry and tell staff."""
    actions.receive(body.name, body.email, body.phone, body.message, caller().visitor)
    return Ok()
