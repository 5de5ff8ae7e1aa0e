"""Times of consultations, and who holds them."""

TABLES = [
    """CREATE TABLE available_slots (
        id INTEGER PRIMARY KEY,
        date TEXT NOT NULL UNIQUE,
        is_booked INTEGER NOT NULL DEFAULT 0 CHECK (is_booked IN (0,1)),
        project_id INTEGER UNIQUE REFERENCES projects (id),
        blocked INTEGER NOT NULL DEFAULT 0 CHECK (blocked IN (0,1)),
        CHECK ((project_id IS NULL) = (is_booked = 0))
    )""",
    "CREATE INDEX available_slots_free ON available_slots (date) WHERE is_booked = 0 AND blocked = 0",
    """CREATE TABLE slot_holds (
        id INTEGER PRIMARY KEY,
        slot_id INTEGER NOT NULL REFERENCES available_slots (id),
        project_id INTEGER NOT NULL REFERENCES projects (id),
        visitor_id TEXT NOT NULL,
        address TEXT NOT NULL DEFAULT '',
        kind TEXT NOT NULL CHECK (kind IN ('card','transfer','paid')),
        created_at TEXT NOT NULL,
        expires_at TEXT,
        released_at TEXT,
        CHECK ((kind = 'paid') = (expires_at IS NULL))
    )""",
    "CREATE UNIQUE INDEX slot_holds_one_per_project ON slot_holds (project_id) WHERE released_at IS NULL",
    "CREATE UNIQUE INDEX slot_holds_one_per_slot ON slot_holds (slot_id) WHERE released_at IS NULL",
    "CREATE INDEX slot_holds_expiry ON slot_holds (expires_at) WHERE released_at IS NULL",
    "CREATE INDEX slot_holds_visitor ON slot_holds (visitor_id, created_at)",
    "CREATE INDEX slot_holds_project ON slot_holds (project_id, id)",
    "CREATE INDEX slot_holds_released ON slot_holds (released_at) WHERE released_at IS NOT NULL",
    "CREATE INDEX slot_holds_address ON slot_holds (created_at) WHERE address <> ''",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Create the tables, their indexes and triggers."""
    for statement in TABLES:
        migrator.sql(statement)
