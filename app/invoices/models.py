"""Tax invoices and adjustment notes: written once, with the facts of their moment, and never changed."""

from dataclasses import asdict
from typing import Any

import peewee
from peewee import fn

from app.clock import sydney_date
from app.invoices.rules import Entry, Facts, Kind, Paper, number_text, title_of
from app.orders.models import Order
from app.projects.models import Project
from app.rows import BaseModel, JsonField, UtcDateTimeField


class FactsField(JsonField):
    """A document's facts as JSON."""

    def db_value(self, value: Any) -> str | None:
        """Facts -> text."""
        return super().db_value(asdict(value) if isinstance(value, Facts) else value)

    def python_value(self, value: str | None) -> Facts:
        """Text -> facts."""
        said = super().python_value(value)
        lines = {name: tuple(said[name]) for name in ("seller_lines", "buyer_lines")}
        pairs = {name: tuple((label, text) for label, text in said[name]) for name in ("details", "transfer_to")}
        return Facts(**{**said, **lines, **pairs})


class Sequence(BaseModel):
    """The last number that was given to a kind of document; it grows in the transaction that writes the document."""

    kind = peewee.TextField(primary_key=True)
    last = peewee.IntegerField()

    class Meta:
        table_name = "invoice_numbers"

    @classmethod
    def next_of(cls, kind: Kind) -> int:
        """The next number of a kind; given for good with the commit, and not at all without it."""
        row = cls.get_or_none(cls.kind == kind)
        if row is None:
            cls.create(kind=kind, last=1)
            return 1
        cls.update(last=row.last + 1).where(cls.kind == kind).execute()
        return int(row.last) + 1


class Invoice(BaseModel):
    """A tax invoice of an order, or an adjustment note to one; cents including GST, below zero where a price falls.

    `edition`: 1, and one more each time that the order's invoice was made anew; a note has that of its invoice.
    """

    id = peewee.AutoField()
    kind: Any = peewee.TextField()
    number = peewee.IntegerField()
    order: Any = peewee.ForeignKeyField(Order, backref="invoices", column_name="order_id")
    order_id: Any
    edition = peewee.IntegerField(default=1)
    lines: Any  # what InvoiceLine's key to its document brings
    total_cents = peewee.IntegerField()
    gst_cents = peewee.IntegerField()
    facts: Any = FactsField()
    issued_at = UtcDateTimeField()

    class Meta:
        table_name = "invoices"

    @property
    def name(self) -> str:
        """INV-000123."""
        return number_text(Kind(self.kind), self.number)

    @property
    def title(self) -> str:
        """What it calls itself."""
        return title_of(Kind(self.kind), self.facts)

    @property
    def paper(self) -> Paper:
        """The whole document."""
        rows = self.lines.order_by(InvoiceLine.id)
        entries = tuple(Entry(row.description, row.cents) for row in rows)
        day = sydney_date(self.issued_at)
        return Paper(Kind(self.kind), self.name, day, self.facts, entries, self.total_cents, self.gst_cents)

    @classmethod
    def of_order(cls, order_id: int) -> "Invoice | None":
        """The tax invoice of an order, if there is one; the newest, where one was made anew."""
        of_it = cls.select().where(cls.order == order_id, cls.kind == Kind.INVOICE)
        found: Invoice | None = of_it.order_by(cls.edition.desc()).first()
        return found

    @classmethod
    def is_replaced(cls) -> Any:
        """The condition that it named another buyer, and its order's tax invoice was made anew since.

        It is that buyer's matter, and none of the present client's.
        """
        newer = cls.alias()
        return fn.EXISTS(newer.select().where(newer.order == cls.order, newer.edition > cls.edition))

    @classmethod
    def of_client(cls, client_id: int | None) -> Any:
        """The query of what was invoiced for the projects that are proved to be a client's, as they may see it."""
        theirs = Project.of_client(client_id) & ~cls.is_replaced()
        return cls.select(cls, Order).join(Order).join(Project).where(theirs)


class InvoiceLine(BaseModel):
    """One line of a document; cents, the GST being one eleventh of it alone, which no document adds up."""

    id = peewee.AutoField()
    invoice: Any = peewee.ForeignKeyField(Invoice, backref="lines", column_name="invoice_id")
    invoice_id: Any
    description = peewee.TextField()
    cents = peewee.IntegerField()
    gst_cents = peewee.IntegerField()

    class Meta:
        table_name = "invoice_lines"


class InvoiceFile(BaseModel):
    """The one PDF of a document, and its digest."""

    invoice: Any = peewee.ForeignKeyField(Invoice, column_name="invoice_id", primary_key=True)
    content: Any = peewee.BlobField()
    sha256 = peewee.TextField()
    made_at = UtcDateTimeField()

    class Meta:
        table_name = "invoice_files"
