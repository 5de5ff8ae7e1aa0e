"""Everything that is kept of one client, by the numbers of its rows."""

import json
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from app.accounts.models import Client
from app.alerts.links import DASHBOARD
from app.db import database

# Of the addresses that were ever theirs, those that are nobody else's now.
ADDRESSES = """SELECT email FROM clients WHERE id = :client
    UNION SELECT old FROM detail_changes WHERE client_id = :client AND field = 'email'
    UNION SELECT old_address FROM email_changes WHERE client_id = :client
    EXCEPT SELECT email FROM clients WHERE id <> :client"""
ONE_OF = "(SELECT value FROM json_each(:{}))"
ADDRESSED = f"IN {ONE_OF.format('addresses')}"
MINE = ONE_OF.format("projects")
BOOKED = ONE_OF.format("bookings")
ORDERED = ONE_OF.format("orders")
ASKED = ONE_OF.format("enquiries")
WRITTEN = ONE_OF.format("letters")
FILES = ONE_OF.format("documents")

PROJECTS = "SELECT id FROM projects WHERE client_id = :client"
# Drafts are their browser's; those that name one of these addresses go all the same.
BOOKINGS = f"""SELECT id FROM bookings WHERE project_id IN {MINE} OR client_id = :client
    OR (status = 'draft' AND client_id IS NULL AND lower(email) {ADDRESSED})"""
ONBOARDINGS = f"SELECT id FROM onboardings WHERE client_id = :client OR project_id IN {MINE}"
ORDERS = f"SELECT id FROM orders WHERE project_id IN {MINE} OR booking_id IN {BOOKED}"
ENQUIRIES = f"SELECT id FROM enquiries WHERE lower(email) {ADDRESSED}"
DOCUMENTS = f"SELECT id FROM documents WHERE project_id IN {MINE} OR booking_id IN {BOOKED}"
LETTERS = f"""SELECT id FROM letters WHERE client_id = :client OR project_id IN {MINE} OR booking_id IN {BOOKED}
    OR (client_id IS NULL AND project_id IS NULL AND booking_id IS NULL AND lower(recipient) {ADDRESSED})
    OR dedupe_key IN (SELECT 'enquiry-' || value || '-staff' FROM json_each(:enquiries))"""
# What has money, an invoice or a time that was kept for good has to stay, as a shell.
KEPT = f"""SELECT p.id FROM projects p WHERE p.id IN {MINE} AND (
    EXISTS (SELECT 1 FROM orders o WHERE o.project_id = p.id AND (o.paid_at IS NOT NULL
        OR EXISTS (SELECT 1 FROM payments WHERE order_id = o.id)
        OR EXISTS (SELECT 1 FROM invoices WHERE order_id = o.id)))
    OR EXISTS (SELECT 1 FROM slot_holds WHERE project_id = p.id AND released_at IS NULL))"""


@dataclass(frozen=True)
class Person:
    """A client and the ids of what is theirs, each list read when it is first asked for."""

    client: Client

    def rows(self, sql: str, **more: Any) -> list[tuple[Any, ...]]:
        """The rows of a statement with this client's ids in it."""
        return list(database.execute_sql(sql, {**self.values, **more}).fetchall())

    def change(self, sql: str, **more: Any) -> int:
        """Do a statement with this client's ids in it; how many rows it changed. Within the caller's `write()`."""
        return int(database.execute_sql(sql, {**self.values, **more}).rowcount)

    def count(self, sql: str) -> int:
        """How many rows a table has for this client: `sql` from its name on."""
        return int(self.rows(f"SELECT COUNT(*) FROM {sql}")[0][0])

    @cached_property
    def addresses(self) -> tuple[str, ...]:
        """The email addresses that are or were theirs, in small letters."""
        return tuple(email.lower() for (email,) in database.execute_sql(ADDRESSES, {"client": self.client.id}) if email)

    @cached_property
    def values(self) -> dict[str, Any]:
        """What the statements name; a list of ids is JSON."""
        known: dict[str, Any] = {"client": self.client.id, "addresses": json.dumps(self.addresses)}
        for name, sql in (
            ("projects", PROJECTS),
            ("bookings", BOOKINGS),
            ("onboardings", ONBOARDINGS),
            ("orders", ORDERS),
            ("enquiries", ENQUIRIES),
            ("documents", DOCUMENTS),
            ("letters", LETTERS),
            ("kept", KEPT),
        ):
            known[name] = json.dumps([number for (number,) in database.execute_sql(sql, known)])
        return known

    def ids(self, name: str) -> list[int]:
        """The ids of one kind: 'projects', 'orders' ..."""
        found: list[int] = json.loads(self.values[name])
        return found

    @cached_property
    def alerts(self) -> list[tuple[int, str]]:
        """The alerts that are about them or name one of their addresses, with what each is told once under."""
        pages = {f"{DASHBOARD}?project={number}" for number in self.ids("projects")}
        pages |= {f"{DASHBOARD}?draft=booking-{number}" for number in self.ids("bookings")}
        pages |= {f"/admin/clients/{self.client.id}"}
        rows = database.execute_sql("SELECT id, dedupe_key, message, coalesce(link, '') FROM alerts").fetchall()
        return [
            (number, key)
            for number, key, message, link in rows
            if link.split("&")[0] in pages or names(message, self.addresses)
        ]


def names(text: str, addresses: Collection[str]) -> bool:
    """Whether a text names one of these addresses."""
    small = text.lower()
    return any(address in small for address in addresses)
