"""Clients who were merged: which rows moved and what stood in the other's row, for as long as it can be undone."""

# Everybody who was merged into this client, also through others.
MERGED = """WITH RECURSIVE merged (id) AS (
        SELECT NEW.id UNION
        SELECT other_id FROM client_merges JOIN merged ON kept_id = merged.id WHERE undone_at IS NULL
    ) SELECT id FROM merged"""

STATEMENTS = [
    """CREATE TABLE client_merges (
        id INTEGER PRIMARY KEY,
        kept_id INTEGER NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
        other_id INTEGER NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
        merge_key TEXT NOT NULL UNIQUE,
        other_name TEXT NOT NULL,
        other_email TEXT NOT NULL,
        former TEXT NOT NULL,
        moved TEXT NOT NULL,
        taken TEXT NOT NULL,
        merged_at TEXT NOT NULL,
        merged_by TEXT NOT NULL,
        undone_at TEXT,
        undone_by TEXT
    )""",
    "CREATE INDEX client_merges_kept ON client_merges (kept_id, merged_at)",
    "CREATE UNIQUE INDEX client_merges_other ON client_merges (other_id) WHERE undone_at IS NULL",
    "CREATE INDEX client_merges_kept_records ON client_merges (merged_at) WHERE former <> ''",
    # Who is erased, and not merged into somebody, leaves nothing in these records either, whoever erases them.
    f"""CREATE TRIGGER client_merges_erased AFTER UPDATE OF erased_at ON clients
        WHEN OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM client_merges WHERE other_id = NEW.id AND undone_at IS NULL)
        BEGIN
            DELETE FROM detail_changes WHERE client_id <> NEW.id AND client_id IN ({MERGED});
            UPDATE client_merges SET former = '', moved = '', taken = '', other_name = '', other_email = ''
                WHERE kept_id IN ({MERGED}) OR other_id = NEW.id;
        END""",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Make the table and its trigger."""
    for statement in STATEMENTS:
        migrator.sql(statement)
