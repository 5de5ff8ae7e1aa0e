"""Letters about an order and what staff have billed, written inside the caller's transaction."""

from datetime import date, datetime
from typing import Any

from app.config import in_force
from app.invoices.models import Invoice
from app.mail import letters
from app.mail.actions import post
from app.mail.content import Draft, Firm
from app.orders.models import Line, Order
from app.orders.money import Payment
from app.orders.sums import standing


def day_text(day: str) -> str:
    """'2026-05-30' -> '30 May 2026'."""
    due = date.fromisoformat(day)
    return f"{due.day} {due:%B %Y}"


def account_of(order: Order) -> tuple[tuple[str, str], ...]:
    """Where a transfer for an order goes, label by label; nothing while no account is to be had."""
    config = in_force()
    if not config.ways_to_pay.transfer:
        return ()
    bank = config.bank
    account = (("Account name", bank.account_name), ("BSB", bank.bsb), ("Account number", bank.account))
    return (*account, ("Reference", order.reference))


def billed(order: Order, invoice: Invoice, credit_left_cents: int, now: datetime) -> None:
    """A bill was written. credit_left_cents: what is left of the booking fee that it deducts."""
    rows = Line.select().where(Line.order == order.id).order_by(Line.credit_of.is_null(False), Line.id)
    draft = letters.bill_issued(
        **_about(order, invoice),
        lines=tuple((row.description, row.cents) for row in rows),
        total_cents=invoice.total_cents,
        credit_left_cents=credit_left_cents,
        due=day_text(order.due_on),
        note=order.note,
        account=account_of(order) if invoice.total_cents else (),
    )
    tell_client(order, draft, f"bill-issued-{order.id}", now)


def withdrawn(order: Order, invoice: Invoice, reason: str, credit_cents: int, now: datetime) -> None:
    """A bill was withdrawn. credit_cents: what of the booking fee it had deducted."""
    covered_cents = 0 if invoice.total_cents else credit_cents
    draft = letters.bill_withdrawn(**_about(order, invoice), reason=reason, credit_cents=covered_cents)
    tell_client(order, draft, f"bill-withdrawn-{order.id}", now)


def bill_paid(order: Order, payment: Payment, now: datetime) -> None:
    """A bill is paid, with `payment` as the last of it."""
    sums = standing(order.id)
    before_cents = max(0, sums.paid_cents - sums.refunded_cents - payment.amount_cents)
    receipt = _receipt(order, payment, now)
    draft = letters.bill_paid(**receipt, total_cents=sums.total_cents, before_cents=before_cents)
    tell_client(order, draft, f"bill-paid-{order.id}", now)


def withdrawn_bill_paid(order: Order, payment: Payment, note: str, now: datetime) -> None:
    """Money came for a bill that was withdrawn before. note: the number of the adjustment note of that, '' for none."""
    draft = letters.withdrawn_bill_paid(**_receipt(order, payment, now), note=note)
    tell_client(order, draft, f"withdrawn-bill-paid-{payment.id}-{order.id}", now)


def _receipt(order: Order, payment: Payment, now: datetime) -> dict[str, Any]:
    invoice = Invoice.of_order(order.id)
    assert invoice is not None
    came = {"came_cents": payment.amount_cents, "at": payment.paid_at or now, "method": payment.method}
    return {**_about(order, invoice), **came}


def _about(order: Order, invoice: Invoice) -> dict[str, Any]:
    project, firm = order.project, Firm.present()
    address = firm.site_address + project.money_page
    person = {"to": project.client.email, "name": project.client.name}
    return {"firm": firm, **person, "reference": order.reference, "number": invoice.name, "address": address}


def tell_client(order: Order, draft: Draft, key: str, now: datetime) -> None:
    """Write to the client of an order's project, unless the address is said to be somebody else's or they are erased.

    key: names the letter, so that there is one of it.
    """
    project = order.project
    if not project.is_disowned and project.erased_at is None:
        post(draft, key, now, order.booking_id, project.client_id, project.id, proved=project.proved_at is not None)
