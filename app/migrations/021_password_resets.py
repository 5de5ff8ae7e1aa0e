"""The links with which clients choose a password when they no longer know theirs."""

TABLES = [
    # Nothing but the address until the letter is written: asking leaves the same behind for everybody.
    """CREATE TABLE password_resets (
        id INTEGER PRIMARY KEY,
        address TEXT NOT NULL,
        asked_at TEXT NOT NULL,
        client_id INTEGER REFERENCES clients (id) ON DELETE CASCADE,
        token_hash TEXT UNIQUE,
        password_stamp TEXT,
        expires_at TEXT
    )""",
    "CREATE INDEX password_resets_asked ON password_resets (asked_at)",
    "CREATE INDEX password_resets_client ON password_resets (client_id)",
    "CREATE INDEX password_resets_waiting ON password_resets (id) WHERE token_hash IS NULL",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Create the table and its indexes."""
    for statement in TABLES:
        migrator.sql(statement)
