"""The verbs of invoices: issue one, and adjust it. Both join the `write()` of what they tell of."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from peewee import fn

from app.amounts import dollars, gst_part
from app.clock import sydney_date
from app.db import write
from app.invoices.models import Invoice, InvoiceLine
from app.invoices.models import Sequence as Numbers
from app.invoices.notices import account_of, day_text
from app.invoices.rules import Facts, Kind, Pairs, stays_cents
from app.mail.content import Firm
from app.orders.models import Line, Order
from app.orders.money import Payment
from app.orders.sums import standing
from app.projects.models import Project


def issue(order_id: int, now: datetime) -> Invoice:
    """The tax invoice of an order as it stands, with what came for it; the same one ever after."""
    with write():
        order, known = Order.get_by_id(order_id), Invoice.of_order(order_id)
        if known is not None:
            return known
        return _invoice(order, now)


def adjust(order_id: int, why: str, now: datetime, is_paid: bool = False) -> Invoice | None:
    """Note what was moved of the price of an invoiced order since its last document; None where nothing was.

    why: in a few words, as the note says it. Of a bill that is withdrawn it takes every line back. is_paid: the note
    says how and when it was paid, since the invoice tells of other money.
    """
    with write():
        order, invoice = Order.get_by_id(order_id), Invoice.of_order(order_id)
        if invoice is None:
            return None
        said_cents = _said_cents(order_id)
        cents = stays_cents(standing(order_id), order.withdrawn_at is not None, order.is_bill) - said_cents
        if not cents:
            return None
        details = (
            *_adjusting(invoice, why),
            ("Price before", f"{dollars(said_cents)} inc. GST"),
            ("Price now", f"{dollars(said_cents + cents)} inc. GST"),
            *(("Paid", said) for said in (_paid(order) if is_paid else ())),
        )
        taken_back = order.withdrawn_at is not None and cents == -said_cents == -invoice.total_cents
        lines = _reversed(invoice) if taken_back else [(why, cents)]
        return _write(Kind.ADJUSTMENT_NOTE, order, invoice.edition, lines, details, now)


def make_anew(order_id: int, why: str, now: datetime) -> Invoice | None:
    """The tax invoice of an order once more, since its buyer was wrong; None where nothing was invoiced.

    A note takes the first one back, to whom that named; the client of the order sees neither (`Invoice.is_replaced`).
    why: in a few words, as the note says it.
    """
    with write():
        order, wrong = Order.get_by_id(order_id), Invoice.of_order(order_id)
        if wrong is None:
            return None
        if said_cents := _said_cents(order_id):
            note, buyer = [(why, -said_cents)], wrong.facts.buyer_lines
            _write(Kind.ADJUSTMENT_NOTE, order, wrong.edition, note, _adjusting(wrong, why), now, buyer)
        return _invoice(order, now, wrong.edition + 1)


def _reversed(invoice: Invoice) -> list[tuple[str, int]]:
    """What an invoice consisted of, taken back line by line, with the fee that it deducted."""
    rows = InvoiceLine.select().where(InvoiceLine.invoice == invoice.id).order_by(InvoiceLine.id)
    return [(row.description, -row.cents) for row in rows]


def _said_cents(order_id: int) -> int:
    """What the documents of an invoiced order come to together."""
    total: Any = Invoice.select(fn.SUM(Invoice.total_cents)).where(Invoice.order == order_id)
    return int(total.scalar())


def _adjusting(invoice: Invoice, why: str) -> Pairs:
    """What a note says of the invoice that it adjusts."""
    return ("Adjusts", f"{invoice.title} {invoice.name} of {sydney_date(invoice.issued_at)}"), ("Reason", why)


def _invoice(order: Order, now: datetime, edition: int = 1) -> Invoice:
    rows = Line.select().where(Line.order == order.id).order_by(Line.credit_of.is_null(False), Line.id)
    lines = [(row.description, row.cents) for row in rows]
    return _write(Kind.INVOICE, order, edition, lines, tuple(("Paid", said) for said in _paid(order)), now)


def _paid(order: Order) -> list[str]:
    """How and when an order was paid, in words, payment by payment."""
    mine = Payment.order == order.id, Payment.has_come()
    came = Payment.select().where(*mine).order_by(Payment.paid_at, Payment.id)
    paid = [
        f"{dollars(each.amount_cents)} on {sydney_date(each.paid_at)} by {each.method} ({each.number})" for each in came
    ]
    if order.paid_at and not paid:
        paid = ["With the booking fee's credit"]
    return paid


def _write(
    kind: Kind,
    order: Order,
    edition: int,
    lines: Sequence[tuple[str, int]],
    details: Pairs,
    now: datetime,
    buyer: tuple[str, ...] | None = None,
) -> Invoice:
    """A document and its lines, each with its description and cents. buyer: where that is not the order's client."""
    total_cents = sum(cents for _, cents in lines)
    made: Invoice = Invoice.create(
        kind=kind,
        number=Numbers.next_of(kind),
        order=order,
        edition=edition,
        total_cents=total_cents,
        gst_cents=gst_part(total_cents),
        facts=_facts(kind, order, details, buyer),
        issued_at=now,
    )
    for description, cents in lines:
        InvoiceLine.create(invoice=made, description=description, cents=cents, gst_cents=gst_part(cents))
    return made


def _facts(kind: Kind, order: Order, details: Pairs, buyer: tuple[str, ...] | None) -> Facts:
    firm, bill = Firm.present(), kind is Kind.INVOICE and order.is_bill
    to_pay = bill and order.paid_at is None
    if to_pay:
        details = (("Due", day_text(order.due_on)), *details)
    return Facts(
        seller=firm.name,
        abn=firm.abn,
        seller_lines=tuple(filter(None, (firm.address, firm.phone, firm.email))),
        buyer_lines=_buyer(order.project) if buyer is None else buyer,
        details=(("Reference", order.reference), *details),
        transfer_to=account_of(order) if to_pay else (),
        note=order.note if bill else "",
        mark=firm.test_mark,
    )


def _buyer(project: Project) -> tuple[str, ...]:
    client = project.client
    if project.erased_at is not None:
        return ()
    town = " ".join(filter(None, (client.address_city, client.address_state, client.address_zip)))
    typed = project.bookings.first()
    address = (client.address_street, town) if client.address_street or town else (typed.address if typed else "",)
    return tuple(filter(None, (client.name, client.company, *address, client.email)))
