"""What happened with a client, of every kind in one line of time."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime

from app.accounts.models import Admin
from app.admin.clients import happenings
from app.admin.clients.schemas import EventKind, EventOut, Events, EventsQuery
from app.admin.lists import PAGE_SIZE
from app.db import database
from app.projects.rules import reference

MINE = "(SELECT id FROM projects WHERE client_id = :client)"
ORDERED = f"(SELECT id FROM orders WHERE project_id IN {MINE})"
PAID = f"(SELECT id FROM payments WHERE order_id IN {ORDERED})"
BOOKED = f"(SELECT id FROM bookings WHERE project_id IN {MINE})"
# Corrections stay with the record that they were made in.
WITH_MERGED = (
    "(SELECT :client UNION ALL SELECT other_id FROM client_merges WHERE kept_id = :client AND undone_at IS NULL)"
)
# Where the rows of each kind are found, and by which moment they are put in order.
FROM = {
    EventKind.PROJECT: [("created_at", f"project_history WHERE project_id IN {MINE}")],
    EventKind.APPOINTMENT: [
        ("appointment_date", "projects WHERE client_id = :client AND appointment_date IS NOT NULL")
    ],
    EventKind.DOCUMENT: [("uploaded_at", f"documents WHERE project_id IN {MINE} AND deleted_at IS NULL")],
    EventKind.PAYMENT: [("paid_at", f"payments WHERE order_id IN {ORDERED} AND paid_at IS NOT NULL")],
    EventKind.REFUND: [("refunded_at", f"refunds WHERE payment_id IN {PAID}")],
    EventKind.INVOICE: [("issued_at", f"invoices WHERE order_id IN {ORDERED}")],
    EventKind.LETTER: [
        ("created_at", f"letters WHERE project_id IN {MINE}"),
        ("created_at", f"letters WHERE booking_id IN {BOOKED} AND project_id IS NULL"),
        ("created_at", "letters WHERE client_id = :client AND project_id IS NULL AND booking_id IS NULL"),
    ],
    EventKind.MESSAGE: [("sent_at", f"messages WHERE project_id IN {MINE}")],
    EventKind.NOTE: [("written_at", f"notes WHERE project_id IN {MINE}")],
    # Whoever wrote it had no account: it is theirs as far as the address is.
    EventKind.ENQUIRY: [
        ("created_at", "enquiries WHERE lower(email) = (SELECT lower(email) FROM clients WHERE id = :client)")
    ],
    EventKind.CHANGE: [("changed_at", f"detail_changes WHERE client_id IN {WITH_MERGED}")],
    EventKind.MERGE: [("merged_at", "client_merges WHERE kept_id = :client")],
}


def events(client_id: int, query: EventsQuery) -> Events:
    """A page of what happened with a client, newest first; in as many queries for a long life as for a short one."""
    kinds = [query.kind] if query.kind else list(EventKind)
    arms = " UNION ALL ".join(
        f"SELECT '{kind}', id, {at} AS at FROM {rows}" for kind in kinds for at, rows in FROM[kind]
    )
    values = {"client": client_id, "limit": PAGE_SIZE, "start": (query.page - 1) * PAGE_SIZE}
    ((total,),) = database.execute_sql(f"SELECT COUNT(*) FROM ({arms})", {"client": client_id}).fetchall()
    newest = f"{arms} ORDER BY at DESC, 1, 2 DESC LIMIT :limit OFFSET :start"
    rows = [(EventKind(kind), number, at) for kind, number, at in database.execute_sql(newest, values)]
    ids = defaultdict[EventKind, list[int]](list)
    for kind, number, _ in rows:
        ids[kind].append(number)
    told = {(kind, row.id): happenings.TOLD[kind](row) for kind in ids for row in happenings.rows(kind, ids[kind])}
    acted = {each.get("who") for (kind, _), each in told.items() if kind in happenings.BY_USERNAME}
    names = Admin.names(acted)
    items = [_event(kind, number, at, _named(kind, told[kind, number], names)) for kind, number, at in rows]
    return Events(items=items, total=total, page=query.page, page_size=PAGE_SIZE)


def _named(kind: EventKind, told: happenings.Told, names: Mapping[str, str]) -> happenings.Told:
    who = told.get("who", "")
    return {**told, "who": names.get(who, who)} if kind in happenings.BY_USERNAME else told


def _event(kind: EventKind, number: int, at: str, told: happenings.Told) -> EventOut:
    plain = {"project_id": None, "title": "", "text": "", "who": "", "cents": None, "state": ""}
    about = told.get("project_id")
    return EventOut(
        **{**plain, **told},
        kind=kind,
        id=number,
        at=datetime.fromisoformat(at),
        reference=reference(about) if about else "",
    )
