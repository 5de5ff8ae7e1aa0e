"""Whether a picture has a thumbnail: not tried yet, made, or none to be had."""

STATEMENTS = [
    "ALTER TABLE documents ADD COLUMN thumbnail_state TEXT CHECK (thumbnail_state IN ('made','none'))",
    """CREATE INDEX documents_to_shrink ON documents (id)
        WHERE thumbnail_state IS NULL AND file_type LIKE 'image/%' AND project_id IS NOT NULL""",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Make the column."""
    for statement in STATEMENTS:
        migrator.sql(statement)
