"""What lists count and add up, without counting: triggers keep it, with every change in its own transaction.

What each total is of, the view `counted` says (migration 049).
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

import peewee

from app.rows import BaseModel


class Of(StrEnum):
    """What there are totals of, each in parts."""

    PROJECTS = "projects"  # by status, without the erased ones
    DOCUMENTS = "documents"  # that are listed, by type and by `Part`
    BEGUN = "begun"  # the orders that these projects were begun with, by how their money stands
    PAYMENTS = "payments"  # by status
    REFUNDS = "refunds"  # that were 'given', and that 'failed'


class Part(StrEnum):
    """Who put a document there, and whether its client sees what staff did."""

    OUTSIDE = "outside"
    SHARED = "shared"
    INTERNAL = "internal"


@dataclass(frozen=True)
class Sum:
    """How many there are, and how many cents they come to."""

    count: int
    cents: int


class Total(BaseModel):
    """A part of what is counted: how many there are, and how many cents they come to."""

    what = peewee.TextField()
    part = peewee.TextField()
    count = peewee.IntegerField()
    cents = peewee.IntegerField()

    class Meta:
        table_name = "totals"
        primary_key = peewee.CompositeKey("what", "part")


def total(of: Of, parts: Collection[str] | None = None) -> Sum:
    """The sum of some parts, or of all of them."""
    rows = [row for row in Total.rows("what = ?", of) if parts is None or row.part in parts]
    return Sum(sum(row.count for row in rows), sum(row.cents for row in rows))


def counts(of: Of) -> dict[str, int]:
    """How many there are in each part."""
    return {row.part: row.count for row in Total.rows("what = ?", of)}


def document_part(document_type: str, part: Part) -> str:
    """How the totals of documents name such ones."""
    return f"{document_type} {part}"
