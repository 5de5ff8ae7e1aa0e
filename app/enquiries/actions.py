"""The verbs of enquiries."""

from collections.abc import Collection
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from app import clock
from app.accounts.models import Admin
from app.audit.actions import Actor, note
from app.audit.models import Act
from app.config import in_force
from app.db import write
from app.enquiries.models import Enquiry
from app.enquiries.rules import ANSWERED, answered_meanwhile
from app.errors import AppError, not_found
from app.mail import letters
from app.mail.actions import post
from app.mail.content import Firm
from app.mail.models import Letter, is_posted
from app.mail.render import as_text


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
        thanks = letters.enquiry_received(firm, to=email, answered=ANSWERED, bookable=not config.closed)
        post(thanks, f"enquiry-{enquiry.id}-thanks", now)
    return enquiry


def answer(enquiry_id: int, text: str, key: str, username: str, now: datetime, seen: int | None = None) -> Letter:
    """Write to whoever sent an enquiry; once for each `key`.

    seen: how many answers its writer had before them; None where nobody looked, as in sample data. AppError 404 when
    there is none, 409 for another text under the same key, and where it was answered since.
    """
    with write():
        enquiry = Enquiry.get_or_none(Enquiry.id == enquiry_id)
        if enquiry is None:
            raise not_found("There is no such enquiry.")
        draft = letters.enquiry_answered(Firm.present(), to=enquiry.email, message=text, received_at=enquiry.created_at)
        occasion = f"{answers_begin(enquiry_id)}{key}"
        if is_posted(occasion):
            known = post(draft, occasion, now)
            if known.text != as_text(draft):
                raise AppError("another_answer", 409, "Another answer was written with this key.")
            return known
        if seen is not None and answers_of([enquiry_id]).count() > seen:
            by = enquiry.answered_by
            raise AppError("answered_meanwhile", 409, answered_meanwhile(Admin.names([by]).get(by or "", "")))
        Enquiry.update(answered_at=now, answered_by=username).where(Enquiry.id == enquiry_id).execute()
        note(Actor.staff(username), Act.ANSWER_ENQUIRY, f"enquiry:{enquiry_id}", now)
        return post(draft, occasion, now)


def answers_of(enquiry_ids: Collection[int]) -> Any:
    """The query of the letters with which these enquiries were answered, oldest first."""
    # A range of keys, not LIKE: that would go through all letters. "." is the character after "-".
    begins = [answers_begin(each) for each in enquiry_ids]
    ranges = [(Letter.dedupe_key > begin) & (Letter.dedupe_key < f"{begin[:-1]}.") for begin in begins]
    return Letter.select().where(reduce(or_, ranges)).order_by(Letter.id)


def answers_begin(enquiry_id: int) -> str:
    """How the occasions of an enquiry's answers begin."""
    return f"enquiry-{enquiry_id}-answer-"
