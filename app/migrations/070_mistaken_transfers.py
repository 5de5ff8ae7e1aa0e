"""What a transfer was asked for where another sum was noted, which call noted it, and when one was noted by mistake."""

STATEMENTS = [
    "ALTER TABLE payments ADD COLUMN asked_cents INTEGER",
    "ALTER TABLE payments ADD COLUMN received_as TEXT",
    "ALTER TABLE payments ADD COLUMN mistaken_at TEXT",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Let a transfer that was noted by mistake be awaited again."""
    for statement in STATEMENTS:
        migrator.sql(statement)
