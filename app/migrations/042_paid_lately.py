"""What became paid of late, by which the back office finds what it has promised since."""


def migrate(migrator, database, fake=False, **kwargs):
    """Make the index."""
    migrator.sql("CREATE INDEX orders_became_paid ON orders (paid_at) WHERE number = 1")
