"""What passes between client and firm: documents shared and opened, and what a project still needs."""

STATEMENTS = [
    """CREATE TABLE needs (
        id INTEGER PRIMARY KEY,
        project_id INTEGER NOT NULL REFERENCES projects (id),
        title TEXT NOT NULL,
        asked_by TEXT NOT NULL,
        asked_at TEXT NOT NULL,
        declined_at TEXT,
        withdrawn_at TEXT,
        UNIQUE (project_id, title)
    )""",
    "CREATE INDEX needs_open ON needs (project_id, asked_at) WHERE declined_at IS NULL AND withdrawn_at IS NULL",
    "ALTER TABLE documents ADD COLUMN need_id INTEGER REFERENCES needs (id)",
    "ALTER TABLE documents ADD COLUMN shared_at TEXT",
    "ALTER TABLE documents ADD COLUMN shared_by TEXT CHECK ((shared_by IS NULL) = (shared_at IS NULL))",
    "CREATE INDEX documents_need ON documents (need_id) WHERE need_id IS NOT NULL",
    """CREATE TABLE document_openings (
        id INTEGER PRIMARY KEY,
        document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        reader_kind TEXT NOT NULL CHECK (reader_kind IN ('client','staff')),
        reader TEXT NOT NULL,
        opened_at TEXT NOT NULL,
        UNIQUE (document_id, reader_kind, reader)
    )""",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Make the tables and columns."""
    for statement in STATEMENTS:
        migrator.sql(statement)
