"""Why two clients cannot be merged now, or a merge not be undone."""

from datetime import datetime

from app.accounts.models import Client
from app.db import database
from app.merging import rules
from app.merging.models import Merge
from app.rows import stored
from app.slots.rules import CARD_HOLD

# What the bank is deciding about, and a card form that was opened: for so long the visitor has a time with it.
BEGUN = """SELECT MAX(payments.status = 'processing')
    FROM payments JOIN orders ON orders.id = payments.order_id WHERE provider <> 'bank' AND superseded = 0
    AND (payments.status = 'processing' OR (payments.status = 'pending' AND payments.created_at > :since))
    AND (orders.project_id IN (SELECT id FROM projects WHERE client_id = :client) OR orders.booking_id IN
        (SELECT id FROM bookings WHERE client_id = :client UNION ALL
        SELECT id FROM bookings WHERE client_id IS NULL AND email = :email COLLATE NOCASE))"""
# A fee that one paid and that was deducted for the other, of what is not quoted anew any more.
CROSSED = """SELECT 1 FROM order_lines JOIN orders AS fee ON fee.id = order_lines.credit_of
    JOIN orders AS deducting ON deducting.id = order_lines.order_id
    WHERE (fee.project_id IN ({ids})) <> (deducting.project_id IN ({ids}))
    AND (SELECT client_id FROM projects WHERE id = fee.project_id) = :kept
    AND (SELECT client_id FROM projects WHERE id = deducting.project_id) = :kept
    AND (deducting.state <> 'unpaid'
        OR EXISTS (SELECT 1 FROM payments WHERE order_id = deducting.id AND superseded = 0))"""


def of_merging(kept: Client, other: Client, now: datetime) -> str:
    """Why these two cannot be merged, so that the first one stays; '' where they can."""
    if kept.id == other.id:
        return rules.ONESELF
    if kept.erased_at is not None or other.erased_at is not None:
        return rules.GONE
    for client in (kept, other):
        if client.deletion_asked_at is not None:
            return rules.LEAVING.format(name=client.name or client.email)
        if paying := paying_said(client, now):
            return paying
    if kept.proved_at is None and (other.proved_at is not None or other.has_sign_in):
        return rules.UNPROVED.format(kept=kept.email, other=other.email)
    return ""


def of_undoing(merge: Merge, now: datetime) -> str:
    """Why a merge cannot be undone (any more); '' where it can."""
    if merge.undone_at is not None:
        return rules.UNDONE
    if merge.undo_until <= now:
        return rules.TOO_OLD
    if not merge.former or merge.kept.erased_at is not None:
        return rules.NOT_ANY_MORE
    since = Client.with_email(merge.other_email)
    # What anybody may have typed with the address is in nobody's way: it comes to whom it would have come to.
    if since is not None and not since.is_only_typed:
        return rules.ADDRESS_TAKEN.format(email=merge.other_email)
    for client in filter(None, (merge.kept, since)):
        if paying := paying_said(client, now):
            return paying
    moved = merge.moves["projects"]
    ids = ",".join(map(str, moved))
    if moved and database.execute_sql(CROSSED.format(ids=ids), {"kept": merge.kept_id}).fetchone():
        return rules.CREDITED
    return ""


def paying_said(client: Client, now: datetime) -> str:
    """Of a card payment of a client that was begun and may be decided any moment; '' where there is none."""
    asked = {"client": client.id, "email": client.email, "since": stored(now - CARD_HOLD)}
    (is_deciding,) = database.execute_sql(BEGUN, asked).fetchone()
    if is_deciding is None:
        return ""
    return (rules.DECIDING if is_deciding else rules.PAYING).format(name=client.name or client.email)
