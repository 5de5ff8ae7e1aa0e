"""Tax invoices and adjustment notes against their orders, their lines, their files and each other."""

import hashlib
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from app.amounts import dollars, gst_part
from app.doctor.finding import Finding, order_name
from app.folder import newest_moment
from app.invoices.models import Invoice, InvoiceFile, InvoiceLine, Sequence
from app.invoices.rules import PREFIXES, Kind, stays_cents
from app.orders.models import Order
from app.orders.sums import standings

MADE_WITHIN = timedelta(hours=1)  # by the job, however busy the server is


def examine(now: datetime, thorough: bool) -> Iterator[Finding]:
    """Every document, and every order that is to have one; thorough: each file is read through."""
    documents = list(Invoice.select().order_by(Invoice.id))
    yield from _numbers(documents)
    yield from _orders(documents)
    lines: dict[int, list[InvoiceLine]] = defaultdict(list)
    for line in InvoiceLine.select():
        lines[line.invoice_id].append(line)
    files: Any = InvoiceFile.select(InvoiceFile.invoice, InvoiceFile.sha256)
    made = dict(files.tuples())
    # Nobody makes the files of a folder that was stopped or copied: its last moment is what its newest row tells of.
    served_until = min(now, newest_moment() or now)
    for document in documents:
        rows = lines[document.id]
        if sum(row.cents for row in rows) != document.total_cents:
            yield Finding("invoice", document.name, f"is {dollars(document.total_cents)}, but its lines say otherwise")
        elif document.gst_cents != gst_part(document.total_cents):
            gst = dollars(gst_part(document.total_cents))
            yield Finding("invoice", document.name, f"is invoiced with another GST than {gst}")
        if document.id not in made:
            if document.issued_at < served_until - MADE_WITHIN:
                yield Finding("invoice", document.name, "has no file")
        elif thorough:
            content = InvoiceFile.get_by_id(document.id).content
            if hashlib.sha256(content).hexdigest() != made[document.id]:
                yield Finding("invoice", document.name, "has a file that is not the one that was made")


def _numbers(documents: list[Invoice]) -> Iterator[Finding]:
    last = {row.kind: row.last for row in Sequence.select()}
    for kind in Kind:
        given = sorted(document.number for document in documents if document.kind == kind)
        if given != list(range(1, last.get(kind, 0) + 1)):
            what = f"has {len(given)} documents, but {last.get(kind, 0)} numbers were given"
            yield Finding("invoice", f"The sequence {PREFIXES[kind]}", what)


def _orders(documents: list[Invoice]) -> Iterator[Finding]:
    of_order: dict[int, list[Invoice]] = defaultdict(list)
    for document in documents:
        of_order[document.order_id].append(document)
    due = Order.select().where(Order.paid_at.is_null(False) | (Order.number > 1) | Order.id.in_(list(of_order)))
    orders = {order.id: order for order in due}
    for number, sums in standings(orders).items():
        order, issued = orders[number], of_order[number]
        if not any(document.kind == Kind.INVOICE for document in issued):
            yield Finding("invoice", order_name(order), "has no tax invoice")
            continue
        stays = stays_cents(sums, order.withdrawn_at is not None, order.is_bill)
        said = sum(row.total_cents for row in issued)
        if said != stays:
            yield Finding(
                "invoice", order_name(order), f"is invoiced {dollars(said)}, but {dollars(stays)} of its price stays"
            )
