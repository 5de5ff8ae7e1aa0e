"""What can be taken back for some seconds: a change of status with its letter, which waits for so long."""

STATEMENTS = [
    "ALTER TABLE letters ADD COLUMN not_before TEXT",
    # Until when a change can be undone, null where it cannot; and when it was.
    "ALTER TABLE project_history ADD COLUMN undo_until TEXT",
    "ALTER TABLE project_history ADD COLUMN undone_at TEXT",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Make the columns."""
    for statement in STATEMENTS:
        migrator.sql(statement)
