"""The one letter to somebody who left something unfinished."""

from datetime import datetime

from app.db import write
from app.mail import letters
from app.mail.actions import post
from app.mail.content import Firm
from app.mail.models import Letter
from app.mail.rules import mailbox
from app.retention import unpaid
from app.retention.rules import UNPAID_KEPT, WAY_BACK_AFTER, WAY_BACK_ONCE_IN, is_due_way_back
from app.retention.unpaid import Unpaid

KIND = "way_back"


def write_way_back(found: Unpaid, now: datetime) -> bool:
    """Write the letter about one unfinished thing; False when it is not due, or its reader needs none.

    None for an address that has paid, or announced a transfer, since; none within 30 days of another such letter; a
    second one about the same thing never.
    """
    with write():
        present = unpaid.again(found, now - WAY_BACK_AFTER)
        if present is None or not is_due_way_back(present.touched, present.transfer_asked, now):
            return False
        began, number = ("booking", present.booking_id) if present.booking_id else ("onboarding", present.onboarding_id)
        key, address = f"way-back-{began}-{number}", unpaid.address(present)
        lately = (Letter.reader == mailbox(present.email)) & (Letter.created_at > now - WAY_BACK_ONCE_IN)
        written = Letter.select().where(((Letter.kind == KIND) & lately) | (Letter.dedupe_key == key))
        if address is None or written.exists() or unpaid.has_gone_on(present):
            return False
        draft = letters.way_back(Firm.present(), to=present.email, address=address, until=present.touched + UNPAID_KEPT)
        post(draft, key, now, booking_id=present.booking_id, project_id=present.project_id)
    return True
