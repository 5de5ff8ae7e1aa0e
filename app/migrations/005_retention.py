"""What is kept of an erased booking or project, and when what is old was last looked for."""

STATEMENTS = [
    "ALTER TABLE bookings ADD COLUMN erased_at TEXT",
    "ALTER TABLE projects ADD COLUMN erased_at TEXT",
    """CREATE TABLE retention_looks (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        looked_at TEXT NOT NULL,
        steady_since TEXT NOT NULL
    )""",
    "CREATE INDEX bookings_kept ON bookings (status) WHERE erased_at IS NULL",
    "CREATE INDEX letters_secret ON letters (created_at) WHERE secret = 1 AND html <> ''",
    "CREATE INDEX alerts_kind ON alerts (kind)",
    "CREATE INDEX alerts_resolved ON alerts (resolved_at) WHERE resolved_at IS NOT NULL",
    "CREATE INDEX slot_holds_released ON slot_holds (released_at) WHERE released_at IS NOT NULL",
    "CREATE INDEX slot_holds_address ON slot_holds (created_at) WHERE address <> ''",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Run every statement."""
    for statement in STATEMENTS:
        migrator.sql(statement)
