"""What is owed, what was paid, what was given back."""

TABLES = [
    """CREATE TABLE orders (
        id INTEGER PRIMARY KEY,
        booking_id INTEGER UNIQUE REFERENCES bookings (id),
        project_id INTEGER UNIQUE REFERENCES projects (id),
        visitor_id TEXT,
        state TEXT NOT NULL DEFAULT 'unpaid'
            CHECK (state IN ('unpaid','part_paid','paid','part_refunded','refunded')),
        terms_version TEXT,
        terms_accepted_at TEXT,
        paid_at TEXT,
        created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL,
        CHECK (booking_id IS NOT NULL OR project_id IS NOT NULL)
    )""",
    "CREATE INDEX orders_visitor ON orders (visitor_id) WHERE visitor_id IS NOT NULL",
    """CREATE TABLE order_lines (
        id INTEGER PRIMARY KEY,
        order_id INTEGER NOT NULL REFERENCES orders (id),
        description TEXT NOT NULL,
        cents INTEGER NOT NULL,
        credit_of INTEGER UNIQUE REFERENCES orders (id),
        CHECK ((credit_of IS NULL) = (cents >= 0)),
        CHECK (credit_of IS NULL OR credit_of <> order_id)
    )""",
    "CREATE INDEX order_lines_order ON order_lines (order_id)",
    """CREATE TABLE payments (
        id INTEGER PRIMARY KEY,
        order_id INTEGER NOT NULL REFERENCES orders (id),
        provider TEXT NOT NULL CHECK (provider IN ('stripe','sandbox','bank')),
        intent_id TEXT UNIQUE,
        idempotency_key TEXT NOT NULL UNIQUE,
        amount_cents INTEGER NOT NULL CHECK (amount_cents > 0),
        currency TEXT NOT NULL DEFAULT 'aud',
        livemode INTEGER NOT NULL CHECK (livemode IN (0,1)),
        status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending','processing','completed','failed')),
        provider_status TEXT,
        charge_id TEXT,
        last_error TEXT,
        superseded INTEGER NOT NULL DEFAULT 0 CHECK (superseded IN (0,1)),
        created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL,
        paid_at TEXT,
        learned_at TEXT,
        CHECK ((status = 'completed') = (paid_at IS NOT NULL)),
        CHECK ((paid_at IS NULL) = (learned_at IS NULL))
    )""",
    "CREATE INDEX payments_order ON payments (order_id)",
    "CREATE UNIQUE INDEX payments_one_begun ON payments (order_id) WHERE superseded = 0 AND status <> 'completed'",
    "CREATE INDEX payments_status ON payments (status, created_at)",
    # The dashboard's sums, answered from the indexes alone.
    "CREATE INDEX payments_money ON payments (status, paid_at, amount_cents)",
    """CREATE TABLE refunds (
        id INTEGER PRIMARY KEY,
        payment_id INTEGER NOT NULL REFERENCES payments (id),
        provider_id TEXT UNIQUE,
        cents INTEGER NOT NULL CHECK (cents > 0),
        actor TEXT NOT NULL,
        reason TEXT NOT NULL DEFAULT '',
        refunded_at TEXT NOT NULL,
        learned_at TEXT NOT NULL,
        failed_at TEXT
    )""",
    "CREATE INDEX refunds_payment ON refunds (payment_id, failed_at, cents)",
    """CREATE TABLE payment_events (
        id INTEGER PRIMARY KEY,
        provider_event_id TEXT NOT NULL UNIQUE,
        type TEXT NOT NULL,
        intent_id TEXT,
        outcome TEXT NOT NULL,
        created_at TEXT NOT NULL,
        received_at TEXT NOT NULL
    )""",
    "CREATE INDEX payment_events_intent ON payment_events (intent_id)",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Create the tables, their indexes and triggers."""
    for statement in TABLES:
        migrator.sql(statement)
