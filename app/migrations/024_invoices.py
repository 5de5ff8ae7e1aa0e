"""Tax invoices and adjustment notes with their files, and further orders of a project: what staff bill."""

TABLES = [
    # A project may have several orders now: the first is what it was begun with, the others are bills.
    """CREATE TABLE new_orders (
        id INTEGER PRIMARY KEY,
        booking_id INTEGER UNIQUE REFERENCES bookings (id),
        project_id INTEGER REFERENCES projects (id),
        number INTEGER NOT NULL DEFAULT 1 CHECK (number >= 1),
        visitor_id TEXT,
        state TEXT NOT NULL DEFAULT 'unpaid'
            CHECK (state IN ('unpaid','part_paid','paid','part_refunded','refunded')),
        terms_version TEXT,
        terms_accepted_at TEXT,
        paid_at TEXT,
        due_on TEXT,
        note TEXT NOT NULL DEFAULT '',
        bill_key TEXT UNIQUE,
        withdrawn_at TEXT,
        created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL,
        UNIQUE (project_id, number),
        CHECK (booking_id IS NOT NULL OR project_id IS NOT NULL),
        CHECK ((number > 1) = (due_on IS NOT NULL)),
        CHECK ((number > 1) = (bill_key IS NOT NULL)),
        CHECK (number > 1 OR withdrawn_at IS NULL)
    )""",
    """INSERT INTO new_orders (id, booking_id, project_id, visitor_id, state, terms_version, terms_accepted_at, paid_at,
        created_at, updated_at) SELECT id, booking_id, project_id, visitor_id, state, terms_version, terms_accepted_at,
        paid_at, created_at, updated_at FROM orders""",
    "DROP TABLE orders",
    "ALTER TABLE new_orders RENAME TO orders",
    "CREATE INDEX orders_visitor ON orders (visitor_id) WHERE visitor_id IS NOT NULL",
    "CREATE TABLE invoice_numbers (kind TEXT PRIMARY KEY, last INTEGER NOT NULL CHECK (last >= 1))",
    """CREATE TABLE invoices (
        id INTEGER PRIMARY KEY,
        kind TEXT NOT NULL CHECK (kind IN ('invoice','adjustment_note')),
        number INTEGER NOT NULL CHECK (number >= 1),
        order_id INTEGER NOT NULL REFERENCES orders (id),
        total_cents INTEGER NOT NULL,
        gst_cents INTEGER NOT NULL,
        facts TEXT NOT NULL,
        issued_at TEXT NOT NULL,
        UNIQUE (kind, number),
        CHECK (kind = 'adjustment_note' OR total_cents >= 0)
    )""",
    "CREATE UNIQUE INDEX invoices_one ON invoices (order_id) WHERE kind = 'invoice'",
    "CREATE INDEX invoices_order ON invoices (order_id)",
    """CREATE TABLE invoice_lines (
        id INTEGER PRIMARY KEY,
        invoice_id INTEGER NOT NULL REFERENCES invoices (id),
        description TEXT NOT NULL,
        cents INTEGER NOT NULL,
        gst_cents INTEGER NOT NULL
    )""",
    "CREATE INDEX invoice_lines_invoice ON invoice_lines (invoice_id)",
    """CREATE TABLE invoice_files (
        invoice_id INTEGER PRIMARY KEY REFERENCES invoices (id),
        content BLOB NOT NULL,
        sha256 TEXT NOT NULL,
        made_at TEXT NOT NULL
    )""",
]
UNCHANGED = """CREATE TRIGGER {table}_unchanged BEFORE UPDATE ON {table}
    BEGIN SELECT RAISE(ABORT, 'what was invoiced is never changed'); END"""
KEPT = """CREATE TRIGGER {table}_kept BEFORE DELETE ON {table}
    BEGIN SELECT RAISE(ABORT, 'invoices are kept'); END"""


def migrate(migrator, database, fake=False, **kwargs):
    """Let a project have several orders, and create what is invoiced for them."""
    for statement in TABLES:
        migrator.sql(statement)
    for table in ("invoices", "invoice_lines", "invoice_files"):
        migrator.sql(UNCHANGED.format(table=table))
        migrator.sql(KEPT.format(table=table))
