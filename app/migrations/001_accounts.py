"""Who is known: clients, staff, their sessions and browsers.

The schema is the specification's section 3.1 and what the decisions need: moments are fixed-width UTC text, money is
integer cents, enumerations are CHECKed.
"""

TABLES = [
    """CREATE TABLE clients (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        email TEXT NOT NULL COLLATE NOCASE UNIQUE,
        phone TEXT NOT NULL,
        company TEXT,
        address_street TEXT NOT NULL DEFAULT '',
        address_city TEXT NOT NULL DEFAULT '',
        address_state TEXT NOT NULL DEFAULT '',
        address_zip TEXT NOT NULL DEFAULT '',
        enquiry_type TEXT NOT NULL DEFAULT 'new_project'
            CHECK (enquiry_type IN ('new_project','consultation','existing_project','other')),
        replit_id TEXT UNIQUE,
        password_hash TEXT,
        password_change_required INTEGER NOT NULL DEFAULT 1 CHECK (password_change_required IN (0,1)),
        temporary_password_expires TEXT,
        password_reset_token TEXT UNIQUE,
        password_reset_expires TEXT,
        profile_image_url TEXT,
        created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL,
        proved_at TEXT,
        access_due_at TEXT,
        access_due_project_id INTEGER,
        access_due_booking_id INTEGER
    )""",
    """CREATE TABLE admins (
        id INTEGER PRIMARY KEY,
        username TEXT NOT NULL COLLATE NOCASE UNIQUE,
        password TEXT NOT NULL,
        name TEXT NOT NULL,
        role TEXT NOT NULL CHECK (role IN ('owner','staff')),
        created_at TEXT NOT NULL,
        removed_at TEXT
    )""",
    """CREATE TABLE sessions (
        sid TEXT PRIMARY KEY,
        sess TEXT NOT NULL,
        expire TEXT NOT NULL,
        subject TEXT
    )""",
    "CREATE INDEX sessions_expire ON sessions (expire)",
    "CREATE INDEX sessions_subject ON sessions (subject) WHERE subject IS NOT NULL",
    """CREATE TABLE known_browsers (
        id INTEGER PRIMARY KEY,
        subject TEXT NOT NULL,
        key_hash TEXT NOT NULL,
        created_at TEXT NOT NULL,
        used_at TEXT NOT NULL,
        UNIQUE (subject, key_hash)
    )""",
    "CREATE INDEX known_browsers_used ON known_browsers (used_at)",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Create the tables, their indexes and triggers."""
    for statement in TABLES:
        migrator.sql(statement)
