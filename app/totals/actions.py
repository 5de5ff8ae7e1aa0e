"""Counting what the totals keep."""

from app.db import database, write


def recount() -> None:
    """Count and add up everything again; repeatable."""
    with write():
        database.execute_sql("UPDATE totals SET count = 0, cents = 0")
        database.execute_sql(
            "INSERT INTO totals SELECT what, part, count, cents FROM counted WHERE 1"
            " ON CONFLICT (what, part) DO UPDATE SET count = excluded.count, cents = excluded.cents"
        )
