"""What is invoiced, and the GST inside it. Standard library only.

The decisions, under A New Tax System (Goods and Services Tax) Act 1999:

- A **tax invoice** (s 29-70) is written when an order becomes paid, in that transaction; of what staff bill, when it is
  billed, since the client pays from it, with its due date and the account. It copies the order's lines and the facts of
  that moment and is never changed; that a bill was paid, its receipt letter and the portal say.
- Every price includes GST. **Rounding** is the total invoice rule (s 9-90): one eleventh of a document's total, half a
  cent up, and said once for it; every letter and page says the same of the same sum. A line has no GST of its own.
- The **booking fee** has an invoice of its own. A service that deducts it shows it as a negative line, so that GST is
  only on what remains payable: the fee was taxed before, and is not twice. A price that it covers wholly: 0.00; what
  is left of the fee then is a negative line of the next.
- **Adjustment notes** (s 29-75) have a sequence of their own, so that both run without gaps. An invoice and its notes
  together always come to what stays of the price (`stays_cents`). Whatever moves that (a refund, a refund that came
  back, a payment after a refund, a bill withdrawn, a transfer noted by mistake and that it came after all) has its
  note, with one eleventh of what it moves: the tax of several parts may be a cent from that of their whole.
- **Parts** that come before the rest are no invoice yet; given back before it, they are no adjustment either. Money
  **beyond the price** is paid for nothing: neither it nor its return is invoiced.
- The **buyer** is named wherever known; from $1,000 the Act demands it. Where the wrong one was named, since an email
  address was mistyped, a note takes the invoice back and it is made anew.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from app import fields
from app.orders.rules import Standing

MOST_BILL_LINES, MOST_BILL_CENTS, LONGEST_DUE = 30, 10_000_000, timedelta(days=366)
BILL_LINE = fields.text(2, 200, "Please say what it is for", "The description")
BILL_NOTE = fields.text(0, 500, "", "The note", lines=True)
BILL_REASON = fields.text(3, 200, "Please say why, the client reads it", "The reason")
TOO_SOON, TOO_LATE = "Please choose a day that is not over", "Please choose a day within a year"
TOTAL = f"The lines can come to ${MOST_BILL_CENTS // 100:,} together"
Pairs = tuple[tuple[str, str], ...]


class Kind(StrEnum):
    """What a document is."""

    INVOICE = "invoice"
    ADJUSTMENT_NOTE = "adjustment_note"


TITLES = {Kind.INVOICE: "Tax invoice", Kind.ADJUSTMENT_NOTE: "Adjustment note"}
PREFIXES = {Kind.INVOICE: "INV", Kind.ADJUSTMENT_NOTE: "ADJ"}
NAME = re.compile(r"(inv|adj)[- ]?0*([1-9]\d{0,9})", re.IGNORECASE)


def number_text(kind: Kind, number: int) -> str:
    """What people call a document: INV-000123, ADJ-000004."""
    return f"{PREFIXES[kind]}-{number:06d}"


def named(typed: str) -> tuple[Kind, int] | None:
    """Which document was typed: INV-000123, inv 123; None for anything else."""
    found = NAME.fullmatch(typed.strip())
    return (
        (next(kind for kind, prefix in PREFIXES.items() if prefix == found[1].upper()), int(found[2]))
        if found
        else None
    )


def stays_cents(sums: Standing, is_withdrawn: bool = False, is_bill: bool = True) -> int:
    """What the documents of an invoiced order come to, in cents: all that it costs, or what of that was kept.

    A bill that is not paid yet is owed in full, unless it was withdrawn. What else was invoiced as paid and is not,
    since its transfer was noted by mistake, is not invoiced any more until it is paid.
    """
    if not sums.became_paid and not is_withdrawn:
        return sums.total_cents if is_bill else 0
    return min(sums.total_cents, sums.paid_cents - sums.refunded_cents)


def bill_problem(cents: Sequence[int], due_on: date, today: date) -> dict[str, str]:
    """What is wrong with billing so much by then, in words by field; nothing when all is well. Days are Sydney's."""
    wrong = {"lines": TOTAL} if sum(cents) > MOST_BILL_CENTS else {}
    if not today <= due_on <= today + LONGEST_DUE:
        wrong["dueOn"] = TOO_SOON if due_on < today else TOO_LATE
    return wrong


@dataclass(frozen=True)
class Entry:
    """One line of a document; cents including GST."""

    description: str
    cents: int


@dataclass(frozen=True)
class Facts:
    """All that a document says beside its sums, as it was when it was issued; lines of text, labels with values.

    `abn` is empty while the firm has none of its own; `transfer_to`: where a bill is paid to; `mark`: TEST while no
    real money can move.
    """

    seller: str
    abn: str
    seller_lines: tuple[str, ...]
    buyer_lines: tuple[str, ...]
    details: Pairs
    transfer_to: Pairs = ()
    note: str = ""
    mark: str = ""


def title_of(kind: Kind, facts: Facts) -> str:
    """What a document calls itself: without an ABN it is no tax invoice."""
    return TITLES[kind] if facts.abn or kind is not Kind.INVOICE else "Invoice"


@dataclass(frozen=True)
class Paper:
    """A whole document, as it is printed; cents. `issued_on`: the day in Sydney."""

    kind: Kind
    number: str
    issued_on: str
    facts: Facts
    entries: tuple[Entry, ...]
    total_cents: int
    gst_cents: int

    @property
    def title(self) -> str:
        """What it calls itself."""
        return title_of(self.kind, self.facts)

    @property
    def file_name(self) -> str:
        """What its file is called."""
        return f"{self.title} {self.number}.pdf"
