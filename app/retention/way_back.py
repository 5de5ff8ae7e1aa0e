"""The one letter to somebody who left something unfinished."""

from datetime import datetime

from app.config import in_force
from app.db import database, write
from app.mail import letters
from app.mail.actions import post
from app.mail.content import Firm
from app.mail.models import Letter
from app.mail.rules import mailbox
from app.orders.sums import price_of
from app.projects.models import Project
from app.projects.rules import checkout_path
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
        address = _address(present)
        if address is None or _told_lately(present, now) or _has_gone_on(present):
            return False
        draft = letters.way_back(Firm.present(), to=present.email, address=address, until=present.touched + UNPAID_KEPT)
        post(draft, _key(present), now, booking_id=present.booking_id, project_id=present.project_id)
    return True


def _address(found: Unpaid) -> str | None:
    """Where its browser finds it again; None for what it would not show."""
    site = in_force().server.address.rstrip("/")
    project = Project.get_or_none(Project.id == found.project_id, Project.status != "cancelled")
    if not found.email or (project is not None and project.is_disowned):
        return None
    if found.booking_id is not None:
        return f"{site}/contact"
    if project is None:
        return None
    return site + checkout_path(project.id, price_of(project.id))


def _key(found: Unpaid) -> str:
    return f"way-back-booking-{found.booking_id}" if found.booking_id else f"way-back-onboarding-{found.onboarding_id}"


def _told_lately(found: Unpaid, now: datetime) -> bool:
    lately = (Letter.reader == mailbox(found.email)) & (Letter.created_at > now - WAY_BACK_ONCE_IN)
    return bool(Letter.select().where(((Letter.kind == KIND) & lately) | (Letter.dedupe_key == _key(found))).exists())


def _has_gone_on(found: Unpaid) -> bool:
    """Whether the same address or browser has paid, or means to by transfer, since it began this."""
    sql = """SELECT 1 FROM orders o LEFT JOIN payments m ON m.order_id = o.id
        LEFT JOIN bookings b ON b.id = o.booking_id LEFT JOIN projects p ON p.id = o.project_id
        LEFT JOIN clients c ON c.id = p.client_id
        WHERE (o.paid_at >= :since OR (m.created_at >= :since
            AND (m.status IN ('processing','completed') OR (m.provider = 'bank' AND m.superseded = 0))))
        AND (b.email = :email COLLATE NOCASE OR c.email = :email COLLATE NOCASE
            OR :visitor IN (b.visitor_id, p.visitor_id))"""
    since = found.created_at.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    asked = {"since": since, "email": found.email, "visitor": found.visitor_id}
    return database.execute_sql(sql, asked).fetchone() is not None
