"""Moments with a name, such as the last time that every one of the card provider's events had been heard."""

STATEMENTS = ["CREATE TABLE moments (name TEXT PRIMARY KEY, at TEXT NOT NULL)"]


def migrate(migrator, database, fake=False, **kwargs):
    """Add them."""
    for statement in STATEMENTS:
        migrator.sql(statement)
