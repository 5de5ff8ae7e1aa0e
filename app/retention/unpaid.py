"""What visitors began and have not paid for: drafts and awaited bookings of the wizard, and onboardings."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from app.config import in_force
from app.db import database
from app.orders.sums import price_of
from app.projects.models import Project
from app.projects.rules import checkout_path
from app.rows import stored

LATEST = (
    "COALESCE((SELECT MAX(uploaded_at) FROM documents WHERE {mine}), '')",
    "COALESCE((SELECT MAX(created_at) FROM payments WHERE {paying}), '')",
)
TOUCHED_MESSAGES = "COALESCE((SELECT MAX(sent_at) FROM messages WHERE project_id = {project}), '')"
TOUCHED_NOTES = "COALESCE((SELECT MAX(written_at) FROM notes WHERE project_id = {project}), '')"
# What the system does by itself is no touch; what the visitor or staff do is a line of the history.
TOUCHED_PROJECT = (
    "COALESCE((SELECT MAX(created_at) FROM project_history WHERE project_id = {project} AND actor <> 'system'), '')"
)
UNDER_WAY = "('scheduled','in_progress','completed','pending_documents')"
MONEY = "('processing','completed')"
PAYING = "order_id IN (SELECT id FROM orders WHERE {mine})"
TRANSFER = "(SELECT MAX(created_at) FROM payments WHERE {paying} AND provider = 'bank' AND status = 'pending')"


@dataclass(frozen=True)
class Unpaid:
    """Something unpaid. `touched`: when its visitor or staff last did anything about it."""

    booking_id: int | None
    onboarding_id: int | None
    project_id: int | None
    client_id: int | None
    visitor_id: str
    email: str
    created_at: datetime
    touched: datetime
    transfer_asked: datetime | None

    @property
    def name(self) -> str:
        """What alerts and the log call it."""
        if self.project_id is not None:
            return f"HPM-{self.project_id}"
        return f"Draft {self.booking_id}" if self.booking_id else f"Submission {self.onboarding_id}"


def _of_project(number: str) -> str:
    return ", ".join(part.format(project=number) for part in (TOUCHED_PROJECT, TOUCHED_MESSAGES, TOUCHED_NOTES))


def _bookings() -> str:
    mine = "(booking_id = b.id OR project_id = b.project_id)"
    paying = PAYING.format(mine=mine)
    touched = ", ".join(["b.updated_at", *(part.format(mine=mine, paying=paying) for part in LATEST)])
    return f"""SELECT b.id AS booking_id, NULL AS onboarding_id, b.project_id, b.client_id, b.visitor_id,
        COALESCE((SELECT email FROM clients WHERE id = b.client_id), b.email) AS email,
        b.created_at, MAX({touched}, {_of_project("b.project_id")}) AS touched,
        {TRANSFER.format(paying=paying)} AS transfer_asked
        FROM bookings b LEFT JOIN projects p ON p.id = b.project_id
        WHERE b.status <> 'confirmed' AND b.erased_at IS NULL AND b.updated_at <= :before
        AND (b.project_id IS NULL OR p.status NOT IN {UNDER_WAY})
        AND NOT EXISTS (SELECT 1 FROM orders WHERE {mine} AND paid_at IS NOT NULL)
        AND NOT EXISTS (SELECT 1 FROM payments WHERE {paying} AND status IN {MONEY})
        AND NOT EXISTS (SELECT 1 FROM slot_holds WHERE project_id = b.project_id AND released_at IS NULL)"""


def _onboardings() -> str:
    mine = "project_id = o.project_id"
    paying = PAYING.format(mine=mine)
    touched = ", ".join(["o.updated_at", *(part.format(mine=mine, paying=paying) for part in LATEST)])
    return f"""SELECT NULL AS booking_id, o.id AS onboarding_id, o.project_id, o.client_id, o.visitor_id,
        (SELECT email FROM clients WHERE id = o.client_id) AS email,
        o.created_at, MAX({touched}, {_of_project("o.project_id")}) AS touched,
        {TRANSFER.format(paying=paying)} AS transfer_asked
        FROM onboardings o LEFT JOIN projects p ON p.id = o.project_id
        WHERE o.updated_at <= :before
        AND (o.project_id IS NULL OR p.status NOT IN {UNDER_WAY})
        AND NOT EXISTS (SELECT 1 FROM orders WHERE {mine} AND paid_at IS NOT NULL)
        AND NOT EXISTS (SELECT 1 FROM payments WHERE {paying} AND status IN {MONEY})
        AND NOT EXISTS (SELECT 1 FROM slot_holds WHERE {mine} AND released_at IS NULL)"""


def untouched(before: datetime) -> list[Unpaid]:
    """Everything unpaid whose last touch is not after `before`, longest ago first.

    Nothing that staff have taken up, nothing with money that came or is on its way, nothing with a time still kept.
    """
    sql = f"SELECT * FROM ({_bookings()} UNION ALL {_onboardings()}) WHERE touched <= :before ORDER BY touched"
    return [_unpaid(row) for row in database.execute_sql(sql, {"before": stored(before)}).fetchall()]


def again(found: Unpaid, before: datetime) -> Unpaid | None:
    """The same thing as it is now, None when it was touched or paid meanwhile; read under the write lock."""
    source, key, value = (
        (_bookings(), "booking_id", found.booking_id)
        if found.booking_id is not None
        else (_onboardings(), "onboarding_id", found.onboarding_id)
    )
    sql = f"SELECT * FROM ({source}) WHERE {key} = :id AND touched <= :before"
    row = database.execute_sql(sql, {"before": stored(before), "id": value}).fetchone()
    return _unpaid(row) if row else None


def has_gone_on(found: Unpaid) -> bool:
    """Whether the same address or browser has paid, or means to by transfer, since it began this."""
    sql = """SELECT 1 FROM orders o LEFT JOIN payments m ON m.order_id = o.id
        LEFT JOIN bookings b ON b.id = o.booking_id LEFT JOIN projects p ON p.id = o.project_id
        LEFT JOIN clients c ON c.id = p.client_id
        WHERE (o.paid_at >= :since OR (m.created_at >= :since
            AND (m.status IN ('processing','completed') OR (m.provider = 'bank' AND m.superseded = 0))))
        AND (b.email = :email COLLATE NOCASE OR c.email = :email COLLATE NOCASE
            OR :visitor IN (b.visitor_id, p.visitor_id))"""
    asked = {"since": stored(found.created_at), "email": found.email, "visitor": found.visitor_id}
    return database.execute_sql(sql, asked).fetchone() is not None


def address(found: Unpaid) -> str | None:
    """Where its browser finds it again; None for what it would not show."""
    site = in_force().server.address
    project = Project.get_or_none(Project.id == found.project_id, Project.status != "cancelled")
    if not found.email or (project is not None and project.is_disowned):
        return None
    if found.booking_id is not None:
        return f"{site}/contact"
    if project is None:
        return None
    return site + checkout_path(project.id, price_of(project.id))


def _unpaid(row: Any) -> Unpaid:
    booking, onboarding, project, client, visitor, email, created, touched, asked = row
    began, last = datetime.fromisoformat(created), datetime.fromisoformat(touched)
    chosen = datetime.fromisoformat(asked) if asked else None
    return Unpaid(booking, onboarding, project, client, visitor, email, began, last, chosen)
