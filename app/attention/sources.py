"""The lines that projects give, read from the rows: one statement for each kind, by an index, the oldest first.

The conditions stand as text, so that SQLite sees which of its partial indexes they allow.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from peewee import SQL, fn

from app.attention import lines
from app.attention.lines import Days
from app.attention.rules import Line
from app.booking.reviewing import OPEN, ORDERED, PAID, running
from app.catalogue.rules import Package
from app.consultations.confirmed import lacks_time
from app.db import database
from app.orders.models import Order
from app.projects.models import Project
from app.rows import Prepared, stored
from app.slots.models import Hold

NEWEST_SAYS = """SELECT r.project_id, COUNT(*), MIN(m.sent_at), MAX(m.id),
            (SELECT n.text FROM messages n WHERE n.project_id = r.project_id AND n.admin_id IS NULL
                ORDER BY n.id DESC LIMIT 1)"""
BEFORE_WORK = "('inquiry','pending_documents','pending_payment','scheduled')"


def ask(sql: str, *values: Any) -> Iterator[tuple[Any, ...]]:
    """The rows of a statement."""
    return iter(database.execute_sql(sql, values).fetchall())


def moment(text: str) -> datetime:
    """What a column keeps, as a moment."""
    return datetime.fromisoformat(text)


def contacts(now: datetime, days: Days, most: int) -> list[Line]:
    """Paid projects without a time."""
    return [
        lines.contact(project_id, paid, contacted, hold_id, moment(back) if back else None, days)
        for project_id, paid, contacted, hold_id, back in _LACKING.rows(most)
    ]


def _lacking(most: SQL) -> Any:
    newest = Hold.select(fn.MAX(Hold.id)).where(Hold.project_id == Project.id)
    given_back = Hold.select(Hold.released_at).where(Hold.id == newest, Hold.given_back == True)
    columns = (Project.id, Order.paid_at, Project.contacted_at, newest, given_back)
    waiting: Any = Project.select(*columns).join(Order, on=Order.begins(Project.id)).where(lacks_time())
    return waiting.order_by(Order.paid_at).limit(most).tuples()


_LACKING = Prepared(_lacking)


def consultations(now: datetime, days: Days, most: int) -> list[Line]:
    """Consultations that are over, of which staff have not said that they were held, where no work has begun since.

    Of the last CONSULTATIONS_SHOWN, the newest first.
    """
    found = ask(
        f"""SELECT p.id, h.id, s.date, s.minutes, h.outcome IS NOT NULL FROM projects p
        CROSS JOIN slot_holds h ON h.project_id = p.id AND h.released_at IS NULL
        JOIN available_slots s ON s.id = h.slot_id
        JOIN orders o ON o.project_id = p.id AND o.number = 1
        WHERE p.appointment_date BETWEEN ? AND ? AND +p.status IN {BEFORE_WORK} AND p.erased_at IS NULL
            AND h.kind = 'paid' AND COALESCE(h.outcome, '') <> 'held' AND o.state <> 'refunded'
            AND strftime('%Y-%m-%dT%H:%M:%fZ', s.date, s.minutes || ' minutes') <= ?
        ORDER BY p.appointment_date DESC LIMIT ?""",
        stored(now - lines.CONSULTATIONS_SHOWN),
        stored(now),
        stored(now),
        most,
    )
    return [
        lines.consultation(project_id, hold_id, moment(start), minutes, bool(missed))
        for project_id, hold_id, start, minutes, missed in found
    ]


def reviews(now: datetime, days: Days, most: int) -> list[Line]:
    """Contract reviews that are paid, whose documents are here, and whose review is not."""
    return [lines.review(project_id, clock, now) for project_id, clock in running(days, most).items()]


def reviews_to_bill(now: datetime, days: Days, most: int) -> list[Line]:
    """Contract reviews that were chosen with a consultation, and of which no more than its fee was billed.

    Where the package's price does not hold, a proposal says another one.
    """
    found = ask(
        f"""SELECT p.id, b.package, o.paid_at, COALESCE({ORDERED}, 0) FROM projects p
        JOIN orders o ON o.project_id = p.id AND o.number = 1 AND +o.state IN {PAID}
        JOIN bookings b ON b.project_id = p.id
        WHERE p.service_type = 'contract_review' AND p.status IN {OPEN} AND b.package IS NOT NULL
            AND (COALESCE({ORDERED}, 0) OR NOT EXISTS (SELECT 1 FROM proposals r WHERE r.project_id = p.id))
            AND NOT EXISTS (SELECT 1 FROM orders i
                WHERE i.project_id = p.id AND i.number > 1 AND i.withdrawn_at IS NULL)
        ORDER BY o.paid_at LIMIT ?""",
        most,
    )
    return [
        (lines.review_to_bill if ordered else lines.review_to_price)(project_id, Package(package), moment(paid))
        for project_id, package, paid, ordered in found
    ]


def documents(now: datetime, days: Days, most: int) -> list[Line]:
    """Projects with documents from outside that nobody here has opened."""
    found = ask(
        """SELECT d.project_id, COUNT(*), MIN(d.uploaded_at), MAX(d.id),
            (SELECT n.file_name FROM documents n WHERE n.project_id = d.project_id AND n.unopened = 1
                AND n.deleted_at IS NULL ORDER BY n.id DESC LIMIT 1) FROM documents d
        JOIN projects p ON p.id = d.project_id
        WHERE d.unopened = 1 AND d.deleted_at IS NULL AND p.proved_at IS NOT NULL
        GROUP BY d.project_id ORDER BY 3 LIMIT ?""",
        most,
    )
    return [
        lines.documents(project_id, count, moment(oldest), newest, name)
        for project_id, count, oldest, newest, name in found
    ]


def messages(now: datetime, days: Days, most: int) -> list[Line]:
    """Projects with messages that nobody here has read."""
    found = ask(
        f"""{NEWEST_SAYS} FROM message_readers r
        JOIN messages m ON m.project_id = r.project_id AND m.id > r.read_to AND m.admin_id IS NULL
        WHERE r.side = 'staff' AND r.newest > r.read_to
            AND r.project_id NOT IN (SELECT id FROM projects WHERE erased_at IS NOT NULL)
        GROUP BY r.project_id ORDER BY 3 LIMIT ?""",
        most,
    )
    return _messages(found, are_read=False)


def unanswered(now: datetime, days: Days, most: int) -> list[Line]:
    """Projects whose client wrote last, which somebody here has read: reading is no answer."""
    found = ask(
        f"""{NEWEST_SAYS} FROM messages last
        CROSS JOIN message_readers r ON r.project_id = last.project_id AND r.side = 'staff' AND r.newest = last.id
        LEFT JOIN message_readers c ON c.project_id = r.project_id AND c.side = 'client'
        JOIN messages m ON m.project_id = r.project_id AND m.id > COALESCE(c.newest, 0) AND m.admin_id IS NULL
        WHERE last.sent_at > ? AND r.newest <= r.read_to
            AND r.project_id NOT IN (SELECT id FROM projects WHERE erased_at IS NOT NULL)
        GROUP BY r.project_id ORDER BY 3 LIMIT ?""",
        stored(now - lines.ANSWERS_SHOWN),
        most,
    )
    return _messages(found, are_read=True)


def _messages(found: Iterator[tuple[Any, ...]], are_read: bool) -> list[Line]:
    return [
        lines.messages(project_id, count, moment(oldest), newest, text, are_read=are_read)
        for project_id, count, oldest, newest, text in found
    ]


def checklists(now: datetime, days: Days, most: int) -> list[Line]:
    """Projects whose documents are all here, or are not to be had, and whose work has not begun."""
    came = "(SELECT MIN(d.uploaded_at) FROM documents d WHERE d.need_id = n.id AND d.deleted_at IS NULL)"
    found = ask(
        f"""SELECT n.project_id, MAX(CASE WHEN n.withdrawn_at IS NULL THEN n.asked_at END) AS asked,
            MAX(COALESCE({came}, n.declined_at, n.withdrawn_at)) AS since FROM projects p
        JOIN needs n ON n.project_id = p.id
        WHERE p.status IN {BEFORE_WORK} AND p.proved_at IS NOT NULL GROUP BY n.project_id
        HAVING asked IS NOT NULL AND MIN(COALESCE({came}, n.declined_at, n.withdrawn_at) IS NOT NULL) = 1
        ORDER BY since LIMIT ?""",
        most,
    )
    return [lines.checklist(project_id, moment(asked), moment(since)) for project_id, asked, since in found]
