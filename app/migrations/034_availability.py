"""When consultations can be booked, as staff set it, how long each is, and whether it took place."""

RULES = [
    """CREATE TABLE availability (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        version INTEGER NOT NULL,
        minutes INTEGER NOT NULL,
        buffer_minutes INTEGER NOT NULL,
        notice_hours INTEGER NOT NULL,
        horizon_weeks INTEGER NOT NULL,
        on_holidays INTEGER NOT NULL CHECK (on_holidays IN (0,1)),
        changed_at TEXT,
        changed_by TEXT NOT NULL DEFAULT ''
    )""",
    "INSERT INTO availability VALUES (1, 1, 45, 15, 24, 8, 0, NULL, '')",
    """CREATE TABLE availability_hours (
        id INTEGER PRIMARY KEY,
        weekday INTEGER NOT NULL CHECK (weekday BETWEEN 0 AND 6),
        opens INTEGER NOT NULL CHECK (opens >= 0),
        closes INTEGER NOT NULL CHECK (closes > opens AND closes <= 1440),
        UNIQUE (weekday, opens)
    )""",
    "INSERT INTO availability_hours (weekday, opens, closes) VALUES"
    " (0, 540, 1005), (1, 540, 1005), (2, 540, 1005), (3, 540, 1005), (4, 540, 1005)",
    """CREATE TABLE availability_closures (
        id INTEGER PRIMARY KEY,
        starts_at TEXT NOT NULL,
        ends_at TEXT NOT NULL,
        reason TEXT NOT NULL,
        CHECK (ends_at > starts_at),
        UNIQUE (starts_at, ends_at, reason)
    )""",
    """CREATE TABLE availability_times (
        id INTEGER PRIMARY KEY,
        start TEXT NOT NULL UNIQUE,
        is_added INTEGER NOT NULL CHECK (is_added IN (0,1))
    )""",
    "ALTER TABLE available_slots ADD COLUMN minutes INTEGER NOT NULL DEFAULT 45 CHECK (minutes > 0)",
    # What was taken out of the calendar so far stays out of it.
    "INSERT INTO availability_times (start, is_added) SELECT date, 0 FROM available_slots WHERE blocked = 1",
    "ALTER TABLE slot_holds ADD COLUMN outcome TEXT CHECK (outcome IN ('held','no_show'))",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Create the tables, with the hours that were the program's own until now, and add the columns."""
    for statement in RULES:
        migrator.sql(statement)
