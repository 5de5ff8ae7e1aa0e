"""What staff did with what waits for them, and what tells that something waits."""

STATEMENTS = [
    # `reason`: why the line waited when it was put off or done; another reason brings it back.
    """CREATE TABLE attention (
        id INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        subject TEXT NOT NULL,
        reason TEXT NOT NULL DEFAULT '',
        taken_by INTEGER REFERENCES admins (id),
        snoozed_until TEXT,
        done_at TEXT,
        done_by TEXT,
        done_why TEXT NOT NULL DEFAULT '',
        UNIQUE (kind, subject),
        CHECK ((done_at IS NULL) = (done_by IS NULL)),
        CHECK (done_at IS NULL OR snoozed_until IS NULL)
    )""",
    "CREATE INDEX attention_taken ON attention (taken_by) WHERE taken_by IS NOT NULL",
    "ALTER TABLE projects ADD COLUMN contacted_at TEXT",
    "ALTER TABLE projects ADD COLUMN contacted_by TEXT",
    "CREATE INDEX projects_reviews ON projects (status) WHERE service_type = 'contract_review'",
    "ALTER TABLE documents ADD COLUMN unopened INTEGER NOT NULL DEFAULT 0 CHECK (unopened IN (0,1))",
    # Of what came before, that of which staff had been told and which they have not looked at.
    """UPDATE documents SET unopened = 1 WHERE uploaded_by <> 'staff'
        AND NOT EXISTS (SELECT 1 FROM document_openings
            WHERE document_id = documents.id AND reader_kind = 'staff')
        AND (project_id IS NULL OR EXISTS (SELECT 1 FROM alerts
            WHERE dedupe_key = 'documents-arrived-' || project_id AND resolved_at IS NULL))""",
    "CREATE INDEX documents_unopened ON documents (project_id) WHERE unopened = 1",
    "CREATE INDEX clients_deletion ON clients (deletion_asked_at) WHERE deletion_asked_at IS NOT NULL",
    "CREATE INDEX orders_part_paid ON orders (updated_at) WHERE state = 'part_paid'",
    # Letters that staff have seen to already stay so; the lines of the other kinds are made anew from the rows.
    """INSERT INTO attention (kind, subject, reason, done_at, done_by)
        SELECT 'letter', l.id, l.next_attempt_at, a.resolved_at, a.resolved_by FROM letters l
        JOIN alerts a ON a.dedupe_key = 'mail.failed:' || l.id
        WHERE l.status = 'failed' AND a.resolved_at IS NOT NULL""",
    """DELETE FROM alerts WHERE kind IN ('needs_time','documents_arrived','documents_complete','mail.failed',
        'mail.unset','paid_other_price','deletion_asked')""",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Make the table, the columns and the indexes."""
    for statement in STATEMENTS:
        migrator.sql(statement)
