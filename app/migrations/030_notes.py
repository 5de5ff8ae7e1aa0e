"""What staff write down about a project for themselves, and what the back office's lists go by."""

STATEMENTS = [
    """CREATE TABLE notes (
        id INTEGER PRIMARY KEY,
        project_id INTEGER NOT NULL REFERENCES projects (id),
        admin_id INTEGER NOT NULL REFERENCES admins (id),
        text TEXT NOT NULL,
        note_key TEXT NOT NULL,
        written_at TEXT NOT NULL,
        UNIQUE (project_id, note_key)
    )""",
    "CREATE INDEX notes_admin ON notes (admin_id)",
    "CREATE INDEX notes_written ON notes (written_at)",
    "CREATE INDEX projects_listed ON projects (created_at, id) WHERE erased_at IS NULL",
    "CREATE INDEX letters_of_client ON letters (client_id) WHERE project_id IS NULL AND booking_id IS NULL",
    # Who changed it; '' where the client did.
    "ALTER TABLE detail_changes ADD COLUMN changed_by TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE enquiries ADD COLUMN answered_at TEXT",
    "ALTER TABLE enquiries ADD COLUMN answered_by TEXT",
    """UPDATE alerts SET link = '/admin/dashboard?project=' ||
        (SELECT project_id FROM bookings WHERE id = CAST(substr(link, 26) AS INTEGER))
        WHERE link LIKE '/admin/dashboard?booking=%' AND EXISTS
        (SELECT 1 FROM bookings WHERE id = CAST(substr(link, 26) AS INTEGER) AND project_id IS NOT NULL)""",
    """UPDATE alerts SET link = replace(link, '?booking=', '?draft=booking-')
        WHERE link LIKE '/admin/dashboard?booking=%'""",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Make the table, the columns and the indexes, and let alerts open the records by project."""
    for statement in STATEMENTS:
        migrator.sql(statement)
