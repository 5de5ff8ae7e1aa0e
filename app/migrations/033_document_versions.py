"""Documents that are replaced by newer versions, deleted for a time and listed all together."""

# The newest versions that nobody deleted.
LISTED = "WHERE deleted_at IS NULL AND replaced_at IS NULL"

STATEMENTS = [
    # The id of the first of all versions. No reference: that one may be erased before the others.
    "ALTER TABLE documents ADD COLUMN series INTEGER",
    "ALTER TABLE documents ADD COLUMN version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0)",
    "ALTER TABLE documents ADD COLUMN replaced_at TEXT",
    "ALTER TABLE documents ADD COLUMN deleted_at TEXT",
    "ALTER TABLE documents ADD COLUMN deleted_by TEXT CHECK ((deleted_by IS NULL) = (deleted_at IS NULL))",
    "ALTER TABLE documents ADD COLUMN deleted_for TEXT CHECK ((deleted_for IS NULL) = (deleted_at IS NULL))",
    "CREATE UNIQUE INDEX documents_versions ON documents (series, version) WHERE series IS NOT NULL",
    "CREATE INDEX documents_deleted ON documents (deleted_at) WHERE deleted_at IS NOT NULL",
    # All that the list filters by stands in them, so that it counts without the rows themselves.
    f"""CREATE INDEX documents_listed ON documents
        (uploaded_at, id, document_type, uploaded_by, shared_at, project_id, deleted_at, replaced_at) {LISTED}""",
    f"""CREATE INDEX documents_named ON documents
        (file_name COLLATE NOCASE, id, project_id, deleted_at, replaced_at) {LISTED}""",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Make the columns and their indexes."""
    for statement in STATEMENTS:
        migrator.sql(statement)
