"""What became paid of late, bills too: a review's time begins when the review itself is paid, not its consultation."""


def migrate(migrator, database, fake=False, **kwargs):
    """Make the index anew."""
    migrator.sql("DROP INDEX orders_became_paid")
    migrator.sql("CREATE INDEX orders_became_paid ON orders (paid_at) WHERE paid_at IS NOT NULL")
