"""What the back office's first page looks for: bills that are overdue, and what was given back in a month."""

STATEMENTS = [
    "CREATE INDEX orders_due ON orders (due_on) WHERE state = 'unpaid' AND withdrawn_at IS NULL",
    "CREATE INDEX refunds_given ON refunds (refunded_at, cents) WHERE failed_at IS NULL",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Make the indexes."""
    for statement in STATEMENTS:
        migrator.sql(statement)
