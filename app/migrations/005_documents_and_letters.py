"""What comes in and goes out: files, enquiries, mail."""

TABLES = [
    """CREATE TABLE documents (
        id INTEGER PRIMARY KEY,
        project_id INTEGER REFERENCES projects (id),
        booking_id INTEGER REFERENCES bookings (id),
        file_name TEXT NOT NULL,
        file_size INTEGER NOT NULL CHECK (file_size > 0),
        file_type TEXT NOT NULL,
        document_type TEXT NOT NULL DEFAULT 'other'
            CHECK (document_type IN ('contract','proposal','inspection_report','requirements','other')),
        stored_name TEXT NOT NULL UNIQUE,
        sha256 TEXT NOT NULL,
        upload_key TEXT,
        uploaded_by TEXT NOT NULL CHECK (uploaded_by IN ('visitor','client','staff')),
        uploaded_at TEXT NOT NULL,
        CHECK (project_id IS NOT NULL OR booking_id IS NOT NULL)
    )""",
    "CREATE INDEX documents_project ON documents (project_id, uploaded_at)",
    "CREATE UNIQUE INDEX documents_upload ON documents (project_id, upload_key) WHERE upload_key IS NOT NULL",
    "CREATE INDEX documents_booking ON documents (booking_id, uploaded_at)",
    """CREATE TABLE enquiries (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        email TEXT NOT NULL,
        phone TEXT NOT NULL,
        message TEXT NOT NULL,
        visitor_id TEXT,
        created_at TEXT NOT NULL
    )""",
    "CREATE INDEX enquiries_created ON enquiries (created_at)",
    """CREATE TABLE letters (
        id INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        dedupe_key TEXT NOT NULL UNIQUE,
        recipient TEXT NOT NULL,
        reader TEXT NOT NULL DEFAULT '',
        subject TEXT NOT NULL,
        text TEXT NOT NULL,
        html TEXT NOT NULL,
        secret INTEGER NOT NULL DEFAULT 0 CHECK (secret IN (0,1)),
        reply_to TEXT,
        calendar TEXT,
        message_id TEXT NOT NULL UNIQUE,
        status TEXT NOT NULL DEFAULT 'queued' CHECK (status IN ('queued','sending','sent','filed','failed')),
        attempts INTEGER NOT NULL DEFAULT 0,
        next_attempt_at TEXT NOT NULL,
        last_error TEXT,
        booking_id INTEGER REFERENCES bookings (id),
        client_id INTEGER REFERENCES clients (id),
        project_id INTEGER REFERENCES projects (id),
        created_at TEXT NOT NULL,
        sent_at TEXT
    )""",
    "CREATE INDEX letters_due ON letters (status, next_attempt_at)",
    "CREATE INDEX letters_booking ON letters (booking_id)",
    "CREATE INDEX letters_project ON letters (project_id)",
    "CREATE INDEX letters_created ON letters (created_at)",
    "CREATE INDEX letters_reader ON letters (reader, created_at)",
    "CREATE INDEX letters_secret ON letters (created_at) WHERE secret = 1 AND html <> ''",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Create the tables, their indexes and triggers."""
    for statement in TABLES:
        migrator.sql(statement)
