"""The audit log for every actor, written once; staff who left; browsers that an account has used before."""

STATEMENTS = [
    """CREATE TABLE audit_lines (
        id INTEGER PRIMARY KEY,
        actor_kind TEXT NOT NULL CHECK (actor_kind IN ('staff','client','visitor','command','helios')),
        actor TEXT NOT NULL DEFAULT '',
        action TEXT NOT NULL,
        subject TEXT NOT NULL DEFAULT '',
        detail TEXT NOT NULL DEFAULT '',
        created_at TEXT NOT NULL
    )""",
    # The actor by name, without a reference: the log outlives the accounts.
    """INSERT INTO audit_lines (id, actor_kind, actor, action, subject, detail, created_at)
        SELECT audit_log.id, 'staff', COALESCE(admins.username, ''), action, subject, detail, audit_log.created_at
        FROM audit_log LEFT JOIN admins ON admins.id = admin_id""",
    "DROP TABLE audit_log",
    "ALTER TABLE audit_lines RENAME TO audit_log",
    "CREATE INDEX audit_log_created ON audit_log (created_at)",
    "CREATE INDEX audit_log_subject ON audit_log (subject, created_at)",
    """CREATE TRIGGER audit_log_unchanged BEFORE UPDATE ON audit_log
        BEGIN SELECT RAISE(ABORT, 'audit lines are never changed'); END""",
    # Lines about nothing that exists (tries at names that nobody has) may go earlier: anybody can cause them.
    """CREATE TRIGGER audit_log_kept BEFORE DELETE ON audit_log
        WHEN OLD.subject <> '' AND OLD.created_at >
            (SELECT strftime('%Y-%m-%dT%H:%M:%fZ', MAX(created_at), '-7 years') FROM audit_log)
        BEGIN SELECT RAISE(ABORT, 'audit lines are kept for seven years'); END""",
    "ALTER TABLE admins ADD COLUMN removed_at TEXT",
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
    """Run every statement."""
    for statement in STATEMENTS:
        migrator.sql(statement)
