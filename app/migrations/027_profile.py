"""A client's own profile: what was corrected, changes of the email address, and the wish to be deleted."""

STATEMENTS = [
    # What the firm knew before, and who changed it.
    """CREATE TABLE detail_changes (
        id INTEGER PRIMARY KEY,
        client_id INTEGER NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
        field TEXT NOT NULL,
        old TEXT NOT NULL,
        new TEXT NOT NULL,
        changed_at TEXT NOT NULL
    )""",
    "CREATE INDEX detail_changes_client ON detail_changes (client_id, field, id)",
    "CREATE INDEX detail_changes_changed ON detail_changes (changed_at)",
    """CREATE TABLE email_changes (
        id INTEGER PRIMARY KEY,
        client_id INTEGER NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
        ask_key TEXT NOT NULL,
        old_address TEXT NOT NULL,
        new_address TEXT NOT NULL,
        password_stamp TEXT NOT NULL,
        old_token_hash TEXT NOT NULL UNIQUE,
        new_token_hash TEXT UNIQUE,
        old_confirmed_at TEXT,
        new_confirmed_at TEXT,
        asked_at TEXT NOT NULL,
        expires_at TEXT NOT NULL,
        closed_at TEXT,
        UNIQUE (client_id, ask_key)
    )""",
    "CREATE UNIQUE INDEX email_changes_open ON email_changes (client_id) WHERE closed_at IS NULL",
    "CREATE INDEX email_changes_asked ON email_changes (asked_at)",
    "ALTER TABLE clients ADD COLUMN deletion_asked_at TEXT",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Make the tables and the column."""
    for statement in STATEMENTS:
        migrator.sql(statement)
