"""What merging two clients would do, told before it is done."""

from dataclasses import dataclass
from datetime import datetime

from app.accounts.models import Client
from app.db import database
from app.merging import obstacles
from app.merging.actions import pair
from app.merging.models import Merge
from app.rows import stored

MINE = "(SELECT id FROM projects WHERE client_id = :id)"
ORDERED = f"(SELECT id FROM orders WHERE project_id IN {MINE})"
# What moves, in words, and how it is counted.
MOVING = {
    "Projects": "projects WHERE client_id = :id",
    "Bookings": "bookings WHERE client_id = :id",
    "Documents": f"documents WHERE project_id IN {MINE} AND deleted_at IS NULL",
    "Payments": f"payments WHERE order_id IN {ORDERED} AND paid_at IS NOT NULL",
    "Invoices": f"invoices WHERE order_id IN {ORDERED}",
    "Letters": f"letters WHERE client_id = :id OR project_id IN {MINE}",
    "Messages": f"messages WHERE project_id IN {MINE}",
    "Notes": f"notes WHERE project_id IN {MINE}",
}
# What the kept client has put since into projects that go back.
SINCE = {
    "documents": "documents WHERE uploaded_by <> 'staff' AND deleted_at IS NULL AND uploaded_at > :at AND {of}",
    "messages": "messages WHERE admin_id IS NULL AND sent_at > :at AND {of}",
}
SESSIONS = "SELECT COUNT(*) FROM sessions WHERE subject = ? AND expire > ?"


@dataclass(frozen=True)
class Look:
    """Both as they are, how many of what moves, the other's open sessions, and why it cannot be done ('' it can)."""

    kept: Client
    other: Client
    moving: dict[str, int]
    sessions: int
    obstacle: str


def look(kept_id: int, other_id: int, now: datetime) -> Look:
    """What merging the other into the kept client would do; AppError 404 where one is not there."""
    kept, other = pair(kept_id, other_id)
    counts = {
        what: int(database.execute_sql(f"SELECT COUNT(*) FROM {rows}", {"id": other_id}).fetchone()[0])
        for what, rows in MOVING.items()
    }
    (sessions,) = database.execute_sql(SESSIONS, (other.get_id(), stored(now))).fetchone()
    return Look(kept, other, counts, sessions, obstacles.of_merging(kept, other, now))


def given_since(merge: Merge) -> dict[str, int]:
    """How many documents and messages the kept client has sent about what was the other's, who gets them by undoing."""
    of, at = f"project_id IN ({','.join(map(str, merge.moves.get('projects', [])))})", stored(merge.merged_at)
    return {
        what: int(database.execute_sql(f"SELECT COUNT(*) FROM {rows.format(of=of)}", {"at": at}).fetchone()[0])
        for what, rows in SINCE.items()
    }
