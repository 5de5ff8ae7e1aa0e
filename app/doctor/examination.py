"""The whole examination of a data folder: it compares what was written in several places, and changes nothing."""

from datetime import datetime
from pathlib import Path

from peewee import DoesNotExist

from app.db import database
from app.doctor import (
    bookings,
    clients,
    columns,
    exchange,
    files,
    invoices,
    messages,
    orders,
    payments,
    proposals,
    search,
    times,
    totals,
)
from app.doctor.finding import Finding
from app.tables import contradictions

COMPARISONS = (
    columns.examine,
    orders.examine,
    payments.examine,
    payments.examine_credits,
    bookings.examine,
    clients.examine,
    times.examine_holds,
    times.examine_slots,
    times.examine_projects,
    messages.examine,
    exchange.examine,
    proposals.examine,
    totals.examine,
)


def examine(folder: Path, now: datetime, thorough: bool = False) -> list[Finding]:
    """Everything in `folder` that disagrees; its database is connected.

    thorough: read every document through. Peewee's DatabaseError for a database too broken to be read.
    """
    # One moment of a database that a server may be writing.
    with database.atomic():
        found = [Finding("database", "The database", f"is damaged: {what}") for what in contradictions(database)]
        for compare in COMPARISONS:
            try:
                found += compare()
            except DoesNotExist:
                # The database has told of it already: a row refers to one that is gone.
                if not found:
                    raise
        found += invoices.examine(now, thorough)
        found += search.examine(thorough)
    return found + list(files.examine(folder / "documents", now, thorough))
