"""What staff begin for clients themselves, and the templates of what they write to them."""

STATEMENTS = [
    # Who of the staff began it for its client, and the name of that one act.
    "ALTER TABLE projects ADD COLUMN opened_by INTEGER REFERENCES admins (id)",
    "ALTER TABLE projects ADD COLUMN open_key TEXT",
    "CREATE INDEX projects_opened_by ON projects (opened_by) WHERE opened_by IS NOT NULL",
    "CREATE UNIQUE INDEX projects_open_key ON projects (open_key)",
    """CREATE TABLE letter_templates (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        subject TEXT NOT NULL,
        text TEXT NOT NULL,
        version INTEGER NOT NULL DEFAULT 1,
        changed_at TEXT NOT NULL,
        changed_by TEXT NOT NULL DEFAULT ''
    )""",
    """INSERT INTO letter_templates (name, subject, text, changed_at) VALUES
        ('We tried to call', 'We tried to call you',
        'We tried to reach you by phone. Please call us on {phone}, or reply to this email with a time that suits you.',
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        ('Where to find your project', 'Your client portal',
        'Your projects, documents and invoices are in the client portal: {portal}',
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))""",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Add the columns and their indexes, and the table with two templates to begin with."""
    for statement in STATEMENTS:
        migrator.sql(statement)
