"""By what a client's line of time finds what came from their address before they were one."""


def migrate(migrator, database, fake=False, **kwargs):
    """Make the index."""
    migrator.sql("CREATE INDEX enquiries_address ON enquiries (lower(email), created_at)")
