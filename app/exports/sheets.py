"""What a firm takes along of its rows: one table for each kind of thing, in the words of the pages."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from app.accounts.links import blanked
from app.amounts import plain
from app.catalogue.actions import packages, services
from app.clock import in_sydney
from app.db import database
from app.invoices.rules import Kind, number_text
from app.orders.rules import OrderState, money_label
from app.projects.rules import reference

Form = Callable[[Any], str]
# What a spreadsheet would take for a formula, in the wide letters of some countries, too (OWASP, CSV injection).
FORMULA = re.compile(r"^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
# The same where a cell begins for a spreadsheet that divides at semicolons or tabs, as those of many countries do: then
# the quotes around a text count for nothing, and so a line of it is a row.
DIVIDED = re.compile(r'([;\t\r\n])(?=[ "]*[=+\-@\uff1d\uff0b\uff0d\uff20])')
SECRET = "(This letter holds a link or a password, which is not repeated here.)"


def text(value: Any) -> str:
    """Somebody's words, which no spreadsheet calculates, whatever it divides them at."""
    said = DIVIDED.sub(r"\1'", str(value or ""))
    return f"'{said}" if FORMULA.match(said) else said


def moment(value: str | None) -> str:
    """What a column keeps -> '2026-05-12 10:00', Sydney time."""
    return f"{in_sydney(datetime.fromisoformat(value)):%Y-%m-%d %H:%M}" if value else ""


def amount(cents: int | None) -> str:
    """Cents -> dollars that spreadsheets add up: '1500.50'."""
    return "" if cents is None else plain(cents)


def number(value: int | None) -> str:
    """A whole number."""
    return "" if value is None else str(value)


def project(value: int | None) -> str:
    """HPM-12."""
    return "" if value is None else reference(value)


def title(value: str | None) -> str:
    """A service or a review package by what it is called."""
    known: dict[Any, Any] = services() | packages()
    return text(known[value].title if value in known else value)


def words(value: str | None) -> str:
    """One of our own words: 'part_refunded' -> 'part refunded'."""
    return (value or "").replace("_", " ")


def payment(value: str) -> str:
    """How the money stands for what a project was begun with: the arguments of `money_label`, as a JSON array."""
    state, is_awaited, is_processing = json.loads(value)
    return money_label(OrderState(state), bool(is_awaited), bool(is_processing))


def letter(value: str) -> str:
    """A letter's text, without what opens its links."""
    return text(blanked(value))


@dataclass(frozen=True)
class Sheet:
    """A table: its file's name, its columns with how each is written, and the statement that gives them in order."""

    name: str
    columns: tuple[tuple[str, Form], ...]
    sql: str

    def rows(self) -> Iterator[list[str]]:
        """The lines below the titles."""
        forms = [form for _, form in self.columns]
        for row in database.execute_sql(self.sql):
            yield [form(value) for form, value in zip(forms, row, strict=True)]


def paper(value: str) -> str:
    """'invoice 12' -> INV-000012."""
    kind, _, place = value.partition(" ")
    return number_text(Kind(kind), int(place))


_WHO = (("Name", text), ("Email", text), ("Phone", text))
_ADDRESS = (("Street", text), ("City", text), ("State", text), ("Postcode", text))
SHEETS = (
    Sheet(
        "clients",
        (("Number", number), *_WHO, ("Company", text), *_ADDRESS, ("Since", moment), ("Erased", moment)),
        """SELECT id, name, email, phone, company, address_street, address_city, address_state, address_zip, created_at,
        erased_at FROM clients ORDER BY id""",
    ),
    Sheet(
        "projects",
        (
            *(("Project", project), ("Client", number), ("Name", text), ("Email", text), ("Service", title)),
            *(("Status", words), ("Payment", payment), ("Begun", moment), ("Changed", moment)),
        ),
        """SELECT p.id, p.client_id, c.name, c.email, p.service_type, p.status, json_array(COALESCE(o.state, 'unpaid'),
            p.status NOT IN ('cancelled', 'completed') AND EXISTS (SELECT 1 FROM payments y WHERE y.order_id = o.id
                AND y.provider = 'bank' AND y.status = 'pending' AND y.superseded = 0),
            p.payment_status = 'processing'), p.created_at, p.updated_at FROM projects p
        LEFT JOIN orders o ON o.project_id = p.id AND o.number = 1
        LEFT JOIN clients c ON c.id = p.client_id ORDER BY p.id""",
    ),
    Sheet(
        "bookings",
        (
            *(("Project", project), *_WHO, ("Address", text), ("Reached by", words), ("Service", title)),
            *(("Building", words), ("Value", words), ("Package", title), ("Message", text), ("Booked", moment)),
        ),
        """SELECT project_id, full_name, email, phone, address, preferred_contact, service_type, project_type,
        project_value, package, message, confirmed_at FROM bookings WHERE confirmed_at IS NOT NULL ORDER BY id""",
    ),
    Sheet(
        "onboardings",
        (("Project", project), *_WHO, ("Company", text), *_ADDRESS, ("Begun", moment)),
        """SELECT project_id, name, email, phone, company, address_street, address_city, address_state, address_zip,
        created_at FROM onboardings WHERE project_id IS NOT NULL ORDER BY id""",
    ),
    Sheet(
        "consultations",
        (("Project", project), ("Time", moment), ("Kept since", moment), ("Given up", moment), ("Outcome", words)),
        """SELECT h.project_id, s.date, h.created_at, h.released_at, h.outcome
        FROM slot_holds h JOIN available_slots s ON s.id = h.slot_id WHERE h.project_id IS NOT NULL ORDER BY h.id""",
    ),
    Sheet(
        "orders",
        (
            *(("Order", number), ("Project", project), ("State", words), ("Description", text)),
            *(("Amount including GST", amount), ("Paid", moment), ("Due", text), ("Withdrawn", moment)),
        ),
        """SELECT o.id, o.project_id, o.state, l.description, l.cents, o.paid_at, o.due_on, o.withdrawn_at
        FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.project_id IS NOT NULL ORDER BY o.id, l.id""",
    ),
    Sheet(
        "payments",
        (
            *(("Payment", number), ("Order", number), ("Project", project), ("Way", words), ("Amount", amount)),
            *(("Status", words), ("Paid", moment), ("Provider's number", text)),
        ),
        """SELECT p.id, p.order_id, o.project_id, p.provider, p.amount_cents, p.status, p.paid_at, p.charge_id
        FROM payments p JOIN orders o ON o.id = p.order_id ORDER BY p.id""",
    ),
    Sheet(
        "refunds",
        (
            *(("Payment", number), ("Project", project), ("Amount", amount), ("Reason", text)),
            *(("Refunded", moment), ("Failed", moment), ("Provider's number", text)),
        ),
        """SELECT r.payment_id, o.project_id, r.cents, r.reason, r.refunded_at, r.failed_at, r.provider_id
        FROM refunds r JOIN payments p ON p.id = r.payment_id JOIN orders o ON o.id = p.order_id ORDER BY r.id""",
    ),
    Sheet(
        "invoices",
        (
            *(("Number", paper), ("Order", number), ("Project", project), ("Total including GST", amount)),
            *(("GST", amount), ("Issued", moment)),
        ),
        """SELECT i.kind || ' ' || i.number, i.order_id, o.project_id, i.total_cents, i.gst_cents, i.issued_at
        FROM invoices i JOIN orders o ON o.id = i.order_id ORDER BY i.id""",
    ),
    Sheet(
        "documents",
        (
            *(("Project", project), ("File", text), ("Kind", words), ("Bytes", number), ("From", words)),
            *(("Uploaded", moment), ("Shared", moment), ("Version", number), ("Replaced", moment), ("Deleted", moment)),
        ),
        """SELECT project_id, file_name, document_type, file_size, uploaded_by, uploaded_at, shared_at, version,
        replaced_at, deleted_at FROM documents WHERE project_id IS NOT NULL ORDER BY id""",
    ),
    Sheet(
        "messages",
        (("Project", project), ("From", text), ("Text", text), ("Sent", moment)),
        """SELECT m.project_id, coalesce(a.name, c.name), m.text, m.sent_at FROM messages m
        LEFT JOIN admins a ON a.id = m.admin_id JOIN projects p ON p.id = m.project_id
        LEFT JOIN clients c ON c.id = p.client_id ORDER BY m.id""",
    ),
    Sheet(
        "notes",
        (("Project", project), ("By", text), ("Text", text), ("Written", moment)),
        """SELECT n.project_id, a.name, n.text, n.written_at FROM notes n LEFT JOIN admins a ON a.id = n.admin_id
        ORDER BY n.id""",
    ),
    Sheet(
        "history",
        (("Project", project), ("From", words), ("To", words), ("Note", text), ("When", moment)),
        "SELECT project_id, from_status, to_status, note, created_at FROM project_history ORDER BY id",
    ),
    Sheet(
        "proposals",
        (
            *(("Project", project), ("Service", text), ("Price", amount), ("Deducted", amount), ("Message", text)),
            *(("Proposed", moment), ("Ends", moment), ("State", words)),
        ),
        """SELECT project_id, title, price_cents, credit_cents, message, proposed_at, expires_at, state FROM proposals
        ORDER BY id""",
    ),
    Sheet(
        "letters",
        (
            *(("Project", project), ("Client", number), ("To", text), ("Subject", text), ("Text", letter)),
            *(("Written", moment), ("Sent", moment), ("Status", words)),
        ),
        f"""SELECT project_id, client_id, recipient, subject, iif(secret, '{SECRET}', text), created_at, sent_at, status
        FROM letters ORDER BY id""",
    ),
    Sheet(
        "enquiries",
        (*_WHO, ("Message", text), ("Written", moment), ("Answered", moment)),
        "SELECT name, email, phone, message, created_at, answered_at FROM enquiries ORDER BY id",
    ),
)
