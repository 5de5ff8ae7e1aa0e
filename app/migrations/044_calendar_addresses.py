"""Private addresses at which staff's own calendars fetch the consultations."""

STATEMENTS = [
    # One of each member of staff; of the address itself only the hash of its secret part.
    """CREATE TABLE calendar_addresses (
        id INTEGER PRIMARY KEY,
        admin_id INTEGER NOT NULL UNIQUE REFERENCES admins (id) ON DELETE CASCADE,
        token_hash TEXT NOT NULL UNIQUE,
        password_stamp TEXT NOT NULL,
        shows_names INTEGER NOT NULL DEFAULT 0 CHECK (shows_names IN (0,1)),
        shows_blocked INTEGER NOT NULL DEFAULT 0 CHECK (shows_blocked IN (0,1)),
        made_at TEXT NOT NULL,
        used_at TEXT
    )""",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Make the table."""
    for statement in STATEMENTS:
        migrator.sql(statement)
