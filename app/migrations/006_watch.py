"""What Helios keeps of its own work: alerts, the audit log, moments, looks at what may go."""

TABLES = [
    """CREATE TABLE alerts (
        id INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        dedupe_key TEXT NOT NULL UNIQUE,
        message TEXT NOT NULL,
        link TEXT,
        created_at TEXT NOT NULL,
        resolved_at TEXT,
        resolved_by TEXT
    )""",
    "CREATE INDEX alerts_open ON alerts (created_at) WHERE resolved_at IS NULL",
    "CREATE INDEX alerts_kind ON alerts (kind)",
    "CREATE INDEX alerts_resolved ON alerts (resolved_at) WHERE resolved_at IS NOT NULL",
    # The actor by name, without a reference: the log outlives the accounts.
    """CREATE TABLE audit_log (
        id INTEGER PRIMARY KEY,
        actor_kind TEXT NOT NULL CHECK (actor_kind IN ('staff','client','visitor','command','helios')),
        actor TEXT NOT NULL DEFAULT '',
        action TEXT NOT NULL,
        subject TEXT NOT NULL DEFAULT '',
        detail TEXT NOT NULL DEFAULT '',
        created_at TEXT NOT NULL
    )""",
    "CREATE INDEX audit_log_created ON audit_log (created_at)",
    "CREATE INDEX audit_log_subject ON audit_log (subject, created_at)",
    """CREATE TRIGGER audit_log_unchanged BEFORE UPDATE ON audit_log
        BEGIN SELECT RAISE(ABORT, 'audit lines are never changed'); END""",
    # Lines about nothing that exists (tries at names that nobody has) may go earlier: anybody can cause them.
    """CREATE TRIGGER audit_log_kept BEFORE DELETE ON audit_log
        WHEN OLD.subject <> '' AND OLD.created_at >
            (SELECT strftime('%Y-%m-%dT%H:%M:%fZ', MAX(created_at), '-7 years') FROM audit_log)
        BEGIN SELECT RAISE(ABORT, 'audit lines are kept for seven years'); END""",
    "CREATE TABLE moments (name TEXT PRIMARY KEY, at TEXT NOT NULL)",
    """CREATE TABLE retention_looks (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        looked_at TEXT NOT NULL,
        steady_since TEXT NOT NULL
    )""",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Create the tables, their indexes and triggers."""
    for statement in TABLES:
        migrator.sql(statement)
