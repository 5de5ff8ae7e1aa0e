"""Who has proved that a project belongs to its client, and the letters that ask a known address.

What was paid for is proved by its payment, and so is everything of a client who was paid for or who has chosen a
password of their own: the portal has shown it to them. The rest waits for a proof.
"""

STATEMENTS = [
    "ALTER TABLE clients ADD COLUMN proved_at TEXT",
    "ALTER TABLE projects ADD COLUMN proved_at TEXT",
    "ALTER TABLE projects ADD COLUMN proved_by TEXT CHECK (proved_by IN ('payment','client','staff','link'))",
    "ALTER TABLE projects ADD COLUMN disowned_at TEXT",
    """CREATE TABLE ownership_questions (
        id INTEGER PRIMARY KEY,
        project_id INTEGER NOT NULL REFERENCES projects (id),
        address TEXT NOT NULL,
        token_hash TEXT NOT NULL UNIQUE,
        created_at TEXT NOT NULL,
        expires_at TEXT NOT NULL,
        answer TEXT CHECK (answer IN ('yes','no')),
        answered_at TEXT,
        CHECK ((answer IS NULL) = (answered_at IS NULL))
    )""",
    "CREATE INDEX ownership_questions_project ON ownership_questions (project_id)",
    "CREATE INDEX ownership_questions_address ON ownership_questions (address, created_at)",
    """UPDATE clients SET proved_at = updated_at
        WHERE (password_hash IS NOT NULL AND password_change_required = 0)
        OR EXISTS (SELECT 1 FROM projects WHERE client_id = clients.id AND payment_status IN ('completed','refunded'))
        OR EXISTS (SELECT 1 FROM payments JOIN projects ON projects.id = payments.project_id
            WHERE projects.client_id = clients.id AND payments.status IN ('completed','refunded'))""",
    """UPDATE projects SET proved_by = 'payment', proved_at = updated_at
        WHERE client_id IN (SELECT id FROM clients WHERE proved_at IS NOT NULL)""",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Add the columns and the table, then say what is proved already."""
    for statement in STATEMENTS:
        migrator.sql(statement)
