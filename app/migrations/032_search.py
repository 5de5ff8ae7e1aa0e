"""What the back office finds clients by: an index of three letters each over what is known and said of them.

The index keeps no text of its own: it reads the view, and triggers tell it of every change. A row's number is its kind
and its id in one. What is deleted leaves nothing in it (the option secure-delete: https://sqlite.org/fts5.html).
"""

SHIFT = 40  # bits of an id: app.search.models has the same
PERSON = ("name", "email", "phone", "company", "address_street", "address_city", "address_state", "address_zip")
# Table -> its kind, the columns that are found by, and whether its rows count only once they have a project.
SOURCES = {
    "messages": (1, ("text",), False),
    "documents": (2, ("file_name",), True),
    "bookings": (3, ("full_name", "email", "phone", "address", "message"), True),
    "onboardings": (4, PERSON, True),
    "clients": (5, PERSON, False),
}

STATEMENTS = [
    "ALTER TABLE clients ADD COLUMN version INTEGER NOT NULL DEFAULT 1",
    "ALTER TABLE clients ADD COLUMN erased_at TEXT",
    "UPDATE clients SET erased_at = updated_at WHERE email LIKE 'erased-%@erased.invalid'",
    "CREATE INDEX clients_listed ON clients (created_at, id) WHERE erased_at IS NULL",
    "CREATE INDEX clients_named ON clients (name COLLATE NOCASE, id) WHERE erased_at IS NULL",
    "CREATE INDEX projects_of_status ON projects (status, client_id) WHERE erased_at IS NULL",
    "CREATE INDEX letters_of_clients ON letters (client_id, created_at)",
    "CREATE INDEX messages_of_projects ON messages (project_id, sent_at)",
]


def text_of(table, row):
    """The SQL of what a row is found by: every word begins after a space, a phone number stands there twice."""
    parts = []
    for column in SOURCES[table][1]:
        value = f"COALESCE({row}.{column}, '')"
        parts.append(value)
        if column == "phone":
            for sign in " -().+":
                value = f"replace({value}, '{sign}', '')"
            parts.append(value)
    return " || ".join(f"' ' || {part}" for part in parts)


def view():
    """The SQL of everything that is found."""
    return "CREATE VIEW searchable (id, text) AS " + " UNION ALL ".join(
        f"SELECT ({kind} << {SHIFT}) | id, {text_of(table, table)} FROM {table}"
        + (" WHERE project_id IS NOT NULL" if has_project else "")
        for table, (kind, _, has_project) in SOURCES.items()
    )


def triggers(table):
    """The SQL of what keeps the index when a table changes."""
    kind, columns, has_project = SOURCES[table]
    counts = "{}.project_id IS NOT NULL" if has_project else "1"
    goes = (
        f"INSERT INTO search_index (search_index, rowid, text)"
        f" SELECT 'delete', ({kind} << {SHIFT}) | OLD.id, {text_of(table, 'OLD')} WHERE {counts.format('OLD')};"
    )
    comes = (
        f"INSERT INTO search_index (rowid, text)"
        f" SELECT ({kind} << {SHIFT}) | NEW.id, {text_of(table, 'NEW')} WHERE {counts.format('NEW')};"
    )
    watched = [*columns, "project_id"] if has_project else columns
    differs = " OR ".join(f"OLD.{column} IS NOT NEW.{column}" for column in watched)
    return [
        f"CREATE TRIGGER search_{table}_insert AFTER INSERT ON {table} WHEN {counts.format('NEW')} BEGIN {comes} END",
        f"CREATE TRIGGER search_{table}_delete AFTER DELETE ON {table} WHEN {counts.format('OLD')} BEGIN {goes} END",
        f"CREATE TRIGGER search_{table}_update AFTER UPDATE OF {', '.join(watched)} ON {table}"
        f" WHEN {differs} BEGIN {goes} {comes} END",
    ]


def migrate(migrator, database, fake=False, **kwargs):
    """Make the columns and indexes, then the search with all that is there."""
    for statement in STATEMENTS:
        migrator.sql(statement)
    migrator.sql(view())
    migrator.sql(
        "CREATE VIRTUAL TABLE search_index USING fts5"
        " (text, content = 'searchable', content_rowid = 'id', tokenize = 'trigram remove_diacritics 1')"
    )
    migrator.sql("INSERT INTO search_index (search_index, rank) VALUES ('secure-delete', 1)")
    migrator.sql("INSERT INTO search_index (search_index) VALUES ('rebuild')")
    for table in SOURCES:
        for statement in triggers(table):
            migrator.sql(statement)
