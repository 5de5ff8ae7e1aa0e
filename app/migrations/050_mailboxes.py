"""By what likely doubles of a client are found: how their addresses begin, dots apart."""


def migrate(migrator, database, fake=False, **kwargs):
    """Make the index."""
    migrator.sql("CREATE INDEX clients_mailbox ON clients (replace(lower(email), '.', '')) WHERE erased_at IS NULL")
