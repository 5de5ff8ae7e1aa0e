"""The verb of enquiries."""

from app import clock
from app.accounts.models import Client
from app.accounts.rules import email_key
from app.config import in_force
from app.db import write
from app.enquiries.models import Enquiry
from app.enquiries.rules import ANSWERED
from app.mail import letters
from app.mail.actions import post
from app.mail.content import Firm


def receive(name: str, email: str, phone: str, message: str, visitor: str | None) -> Enquiry:
    """Keep an enquiry, tell staff and thank the sender, in one transaction."""
    now = clock.now()
    config, firm = in_force(), Firm.present()
    with write():
        enquiry: Enquiry = Enquiry.create(
            name=name, email=email, phone=phone, message=message, visitor_id=visitor, created_at=now
        )
        notice = letters.enquiry_notice(
            firm, to=config.mail.staff, name=name, email=email, phone=phone, message=message, received_at=now
        )
        post(notice, f"enquiry-{enquiry.id}-staff", now)
        known = Client.with_email(email_key(email))
        greeted = "" if known is not None and known.proved_at else name
        thanks = letters.enquiry_received(firm, to=email, name=greeted, answered=ANSWERED, bookable=not config.closed)
        post(thanks, f"enquiry-{enquiry.id}-thanks", now)
    return enquiry
