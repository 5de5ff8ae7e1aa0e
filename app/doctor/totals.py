"""What lists count and add up, against their rows; `helios reindex` mends it."""

from collections.abc import Iterator

from app.amounts import dollars
from app.db import database
from app.doctor.finding import Finding

WRONG = """SELECT what, part, kept.count, kept.cents, COALESCE(counted.count, 0), COALESCE(counted.cents, 0)
    FROM totals AS kept LEFT JOIN counted USING (what, part)
    WHERE (kept.count, kept.cents) <> (COALESCE(counted.count, 0), COALESCE(counted.cents, 0))
    UNION ALL SELECT what, part, 0, 0, count, cents FROM counted
    WHERE (what, part) NOT IN (SELECT what, part FROM totals) ORDER BY 1, 2"""


def examine() -> Iterator[Finding]:
    """Every total that is not what its rows come to."""
    for what, part, count, cents, right, right_cents in database.execute_sql(WRONG):
        told = f"is kept as {count} ({dollars(cents)}), but its rows come to {right} ({dollars(right_cents)})"
        yield Finding("total", f"The total of {what}, {part},", told)
