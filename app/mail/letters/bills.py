"""Letters to clients about what staff have billed."""

from collections.abc import Sequence
from datetime import datetime

from app.amounts import dollars, gst_part
from app.clock import sydney_text
from app.mail.content import Action, Block, Draft, Firm, Greeting, Paragraph
from app.mail.letters.parts import farewell, rows


def bill_issued(
    firm: Firm,
    *,
    to: str,
    name: str,
    reference: str,
    number: str,
    lines: Sequence[tuple[str, int]],
    total_cents: int,
    credit_left_cents: int,
    due: str,
    note: str,
    account: tuple[tuple[str, str], ...],
    address: str,
) -> Draft:
    """To the client: an invoice for further work, or for the review that they booked.

    number: the tax invoice's; lines: each with its cents; due: the day.

    credit_left_cents: what is left of the booking fee that it deducts. account: where a transfer goes, label by label;
    empty while there is none. address: where it is paid by card.
    """
    left = f"{dollars(credit_left_cents)} of your booking fee is left for the next service you go ahead with."
    said = (
        f"This is our invoice for work on your project: {dollars(total_cents)} AUD inc. GST, due on {due}. The "
        "invoice itself and the card payment are in your client portal."
    )
    if not total_cents:
        said = (
            "This is our invoice for work on your project. Your booking fee covers it, so there is nothing to "
            "pay. The invoice itself is in your client portal."
        )
    how: tuple[Block, ...] = (
        rows("Transfer to", account),
        Paragraph(
            "Please use exactly this reference so that we can match your payment. We never change our bank details by "
            f"email. If a later message asks you to pay into another account, please call us on {firm.phone} first."
        ),
    )
    return Draft(
        kind="bill_issued",
        firm=firm,
        recipient=to,
        subject=f"Invoice {number} for {reference}",
        headline=f"Invoice {number}",
        blocks=(
            Greeting(name),
            Paragraph(said),
            rows("Invoice", [*((text, dollars(cents)) for text, cents in lines), ("Total", dollars(total_cents))]),
            *((Paragraph(left),) if credit_left_cents else ()),
            *((Paragraph(note),) if note else ()),
            Action("See and pay the invoice" if total_cents else "See the invoice", address),
            *(how if account else ()),
            farewell(firm),
        ),
    )


def bill_withdrawn(
    firm: Firm, *, to: str, name: str, number: str, reference: str, reason: str, credit_cents: int, address: str
) -> Draft:
    """To the client: an invoice counts no more. reason: staff's words.

    credit_cents: what of the booking fee had paid all of it; 0 where it was to be paid.
    """
    said = (
        f"Your booking fee had covered it, so there was nothing to pay. {dollars(credit_cents)} of the fee is not used "
        "for it any more."
        if credit_cents
        else "Please do not pay it; if you have sent a transfer already, we write to you when it arrives."
    )
    return Draft(
        kind="bill_withdrawn",
        firm=firm,
        recipient=to,
        subject=f"Invoice {number} for {reference} is withdrawn",
        headline="Invoice withdrawn",
        blocks=(
            Greeting(name),
            Paragraph(f"We have withdrawn invoice {number}. {said}"),
            rows("Why", [("Reason", reason)]),
            Action("See it in the client portal", address),
            farewell(firm),
        ),
    )


def bill_paid(
    firm: Firm,
    *,
    to: str,
    name: str,
    number: str,
    reference: str,
    total_cents: int,
    came_cents: int,
    before_cents: int = 0,
    method: str,
    at: datetime,
    address: str,
) -> Draft:
    """To the client: an invoice is paid, with came_cents as the last of total_cents; method: card or bank transfer.

    before_cents: what had been paid of it before.
    """
    rest = (
        f" It is the rest of {dollars(total_cents)}: {dollars(before_cents)} had come before." if before_cents else ""
    )
    return Draft(
        kind="bill_paid",
        firm=firm,
        recipient=to,
        subject=f"Invoice {number} for {reference} is paid",
        headline="Invoice paid",
        blocks=(
            Greeting(name),
            Paragraph(f"Your payment has arrived: invoice {number} is paid. Thank you.{rest}"),
            _receipt(firm, number, reference, came_cents, method, at, total_cents, before_cents),
            Paragraph(
                "Please keep this receipt with the invoice, whose PDF was made before your payment and still says how "
                "to pay."
            ),
            Action("See it in the client portal", address),
            farewell(firm),
        ),
    )


def withdrawn_bill_paid(
    firm: Firm,
    *,
    to: str,
    name: str,
    number: str,
    reference: str,
    came_cents: int,
    method: str,
    at: datetime,
    address: str,
    note: str = "",
) -> Draft:
    """To the client: came_cents came for an invoice that was withdrawn before; method: card or bank transfer.

    note: the number of the adjustment note that has it, '' for none.
    """
    until = f" Until then our adjustment note {note} counts it for that invoice; another takes off what goes back."
    return Draft(
        kind="withdrawn_bill_paid",
        firm=firm,
        recipient=to,
        subject=f"Your payment for withdrawn invoice {number}",
        headline="Payment for a withdrawn invoice",
        blocks=(
            Greeting(name),
            Paragraph(
                f"Your payment has arrived. Invoice {number} was withdrawn, so nothing is owed for it: we agree with "
                f"you what the money is for, or refund it.{until if note else ''}"
            ),
            _receipt(firm, number, reference, came_cents, method, at),
            Action("See it in the client portal", address),
            farewell(firm),
        ),
    )


def _receipt(
    firm: Firm,
    number: str,
    reference: str,
    came_cents: int,
    method: str,
    at: datetime,
    total_cents: int = 0,
    before_cents: int = 0,
) -> Block:
    return rows(
        "Receipt",
        [
            ("Received", f"{dollars(came_cents)} AUD by {method}"),
            ("On", sydney_text(at)),
            ("Paid before", f"{dollars(before_cents)} AUD" if before_cents else ""),
            ("Invoice", number),
            ("Invoice total", f"{dollars(total_cents)} AUD inc. GST" if total_cents else ""),
            ("GST included", f"{dollars(gst_part(total_cents))} AUD" if total_cents else ""),
            ("Reference", reference),
            ("Paid to", firm.name),
            ("ABN", firm.abn),
        ],
    )
