"""What a client and the firm write to each other about a project."""

TABLES = [
    # Without AUTOINCREMENT the number of a forgotten message could come again, as one that counts as read.
    """CREATE TABLE messages (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        project_id INTEGER NOT NULL REFERENCES projects (id),
        admin_id INTEGER REFERENCES admins (id),
        text TEXT NOT NULL,
        send_key TEXT NOT NULL,
        sent_at TEXT NOT NULL
    )""",
    "CREATE INDEX messages_project ON messages (project_id)",
    "CREATE INDEX messages_admin ON messages (admin_id) WHERE admin_id IS NOT NULL",
    "CREATE INDEX messages_sent ON messages (sent_at)",
    "CREATE UNIQUE INDEX messages_once ON messages (project_id, admin_id IS NULL, send_key)",
    """CREATE TABLE message_files (
        document_id INTEGER PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
        message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE
    )""",
    "CREATE INDEX message_files_message ON message_files (message_id)",
    """CREATE TABLE message_readers (
        id INTEGER PRIMARY KEY,
        project_id INTEGER NOT NULL REFERENCES projects (id),
        side TEXT NOT NULL CHECK (side IN ('client','staff')),
        newest INTEGER NOT NULL,
        read_to INTEGER NOT NULL DEFAULT 0,
        told_to INTEGER NOT NULL DEFAULT 0,
        told_at TEXT,
        UNIQUE (project_id, side),
        CHECK (read_to <= newest AND told_to <= newest)
    )""",
    "CREATE INDEX message_readers_unread ON message_readers (side, newest) WHERE newest > read_to",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Create the tables and their indexes."""
    for statement in TABLES:
        migrator.sql(statement)
