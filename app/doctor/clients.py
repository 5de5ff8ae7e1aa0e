"""Clients against the record of what they changed of themselves, and of their address."""

from collections.abc import Iterator

from peewee import fn

from app.accounts.details import DetailChange
from app.accounts.email_change_rows import EmailChange
from app.accounts.models import Client
from app.db import database
from app.doctor.finding import Finding
from app.merging.tables import MOVES


def examine() -> Iterator[Finding]:
    """The newest change of every field, what was merged away, and every change of an address that was made."""
    newest = DetailChange.select(fn.MAX(DetailChange.id)).group_by(DetailChange.client, DetailChange.field)
    present = Client.erased_at.is_null()
    for change in DetailChange.select(DetailChange, Client).join(Client).where(DetailChange.id.in_(newest), present):
        if (getattr(change.client, change.field, None) or "") != change.new:
            what = f"changed '{change.field}' last on {change.changed_at:%Y-%m-%d}, but shows something else"
            yield Finding("client", f"Client {change.client_id}", what)
    for table in MOVES:
        left = f"""SELECT DISTINCT other_id FROM client_merges JOIN {table} ON client_id = other_id
            WHERE undone_at IS NULL ORDER BY other_id"""
        for (number,) in database.execute_sql(left).fetchall():
            yield Finding("client", f"Client {number}", f"was merged into another, but still has {table}")
    for row in EmailChange.select().where(EmailChange.closed_at.is_null()).order_by(EmailChange.id):
        if row.is_confirmed:
            what = "has an address that both mailboxes have confirmed, and that was not changed"
            yield Finding("client", f"Client {row.client_id}", what)
