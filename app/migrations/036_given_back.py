"""Whose consultation it is after its browser, and which times a client gave back."""

STATEMENTS = [
    "ALTER TABLE projects ADD COLUMN taken_over_at TEXT",
    "ALTER TABLE slot_holds ADD COLUMN given_back INTEGER NOT NULL DEFAULT 0 CHECK (given_back IN (0,1))",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Add the two columns."""
    for statement in STATEMENTS:
        migrator.sql(statement)
