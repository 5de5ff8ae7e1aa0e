"""A client may choose the time of every paid consultation, and move it once."""

CHANGES = [
    "ALTER TABLE projects ADD COLUMN client_moved_at TEXT",
    "DROP INDEX projects_without_time",
    "CREATE INDEX projects_without_time ON projects (status) WHERE appointment_date IS NULL",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Make the changes."""
    for statement in CHANGES:
        migrator.sql(statement)
