"""A tax invoice may be made anew where its buyer was wrong: each is an edition, of which an order has one invoice."""

CHANGES = (
    "ALTER TABLE invoices ADD COLUMN edition INTEGER NOT NULL DEFAULT 1 CHECK (edition >= 1)",
    "DROP INDEX invoices_one",
    "CREATE UNIQUE INDEX invoices_one ON invoices (order_id, edition) WHERE kind = 'invoice'",
)


def migrate(migrator, database, fake=False, **kwargs):
    """Count the editions of what an order is invoiced with; what is there is the first."""
    for change in CHANGES:
        migrator.sql(change)
