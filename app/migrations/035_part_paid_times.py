"""When a time that is kept for a part of its price ends, should the project prove not to be its client's."""


def migrate(migrator, database, fake=False, **kwargs):
    """Add the column."""
    migrator.sql(
        "ALTER TABLE slot_holds ADD COLUMN ends_unproved_at TEXT CHECK (ends_unproved_at IS NULL OR kind = 'paid')"
    )
