"""What the back office's lists count and add up, kept with every change: to count all takes longer the older a firm is.

The view says what each total is; triggers keep the table in each change's own transaction. Beside them the indexes by
which a page is found of what few rows of many are.
"""

NEWEST = "deleted_at IS NULL AND replaced_at IS NULL"
STANDING = (
    "CASE WHEN {0}.uploaded_by <> 'staff' THEN 'outside' WHEN {0}.shared_at IS NULL THEN 'internal' ELSE 'shared' END"
)
STATES = ("unpaid", "part_paid", "paid", "part_refunded", "refunded")
# What is counted -> its table, the part that a row is counted in, which rows are, their cents, and the columns that
# say so.
SOURCES = {
    "projects": ("projects", "{0}.status", "{0}.erased_at IS NULL", "0", ("status", "erased_at")),
    "documents": (
        "documents",
        f"{{0}}.document_type || ' ' || {STANDING}",
        "{0}.project_id IS NOT NULL AND {0}.deleted_at IS NULL AND {0}.replaced_at IS NULL",
        "0",
        ("document_type", "uploaded_by", "shared_at", "project_id", "deleted_at", "replaced_at"),
    ),
    "begun": (
        "orders",
        "{0}.state",
        "{0}.number = 1 AND {0}.project_id IS NOT NULL AND NOT EXISTS"
        " (SELECT 1 FROM projects WHERE id = {0}.project_id AND erased_at IS NOT NULL)",
        "0",
        ("state", "number", "project_id"),
    ),
    "payments": ("payments", "{0}.status", "1", "{0}.amount_cents", ("status", "amount_cents")),
    "refunds": (
        "refunds",
        "CASE WHEN {0}.failed_at IS NULL THEN 'given' ELSE 'failed' END",
        "1",
        "{0}.cents",
        ("failed_at", "cents"),
    ),
}
INDEXES = [
    f"CREATE INDEX documents_of_type ON documents (document_type, uploaded_at, id) WHERE {NEWEST}",
    f"""CREATE INDEX documents_of_staff ON documents ((shared_at IS NULL), uploaded_at, id)
        WHERE uploaded_by = 'staff' AND {NEWEST}""",
    """CREATE INDEX orders_owed ON orders (due_on, id)
        WHERE number > 1 AND withdrawn_at IS NULL AND state IN ('unpaid', 'part_paid')""",
    # With what is read of the rows, so that those of whom nothing is shown are not looked up.
    "DROP INDEX message_readers_unread",
    "CREATE INDEX message_readers_unread ON message_readers (side, newest, project_id, read_to) WHERE newest > read_to",
]


def view():
    """The SQL of every total as the rows have it."""
    return "CREATE VIEW counted (what, part, count, cents) AS " + " UNION ALL ".join(
        f"SELECT '{what}', {part.format(table)}, COUNT(*), SUM({cents.format(table)}) FROM {table}"
        f" WHERE {counts.format(table)} GROUP BY 2"
        for what, (table, part, counts, cents, _) in SOURCES.items()
    )


def triggers(what):
    """The SQL of what keeps the totals when a table changes."""
    table, part, counts, cents, watched = SOURCES[what]
    goes = (
        f"UPDATE totals SET count = count - 1, cents = cents - {cents.format('OLD')}"
        f" WHERE what = '{what}' AND part = {part.format('OLD')} AND {counts.format('OLD')};"
    )
    comes = (
        f"INSERT INTO totals (what, part, count, cents)"
        f" SELECT '{what}', {part.format('NEW')}, 1, {cents.format('NEW')} WHERE {counts.format('NEW')}"
        f" ON CONFLICT (what, part) DO UPDATE SET count = count + 1, cents = cents + excluded.cents;"
    )
    differs = " OR ".join(f"OLD.{column} IS NOT NEW.{column}" for column in watched)
    return [
        f"CREATE TRIGGER totals_{what}_insert AFTER INSERT ON {table} BEGIN {comes} END",
        f"CREATE TRIGGER totals_{what}_delete AFTER DELETE ON {table} BEGIN {goes} END",
        f"CREATE TRIGGER totals_{what}_update AFTER UPDATE OF {', '.join(watched)} ON {table}"
        f" WHEN {differs} BEGIN {goes} {comes} END",
    ]


# What a project was begun with counts as long as the project is not erased.
ERASED = """CREATE TRIGGER totals_begun_erased AFTER UPDATE OF erased_at ON projects
    WHEN (OLD.erased_at IS NULL) <> (NEW.erased_at IS NULL) BEGIN
        UPDATE totals SET count = count + iif(NEW.erased_at IS NULL, 1, -1) WHERE what = 'begun'
            AND part = (SELECT state FROM orders WHERE project_id = NEW.id AND number = 1);
    END"""


def migrate(migrator, database, fake=False, **kwargs):
    """Make the table with what the rows come to, what keeps it, and the indexes."""
    migrator.sql(
        """CREATE TABLE totals (
            what TEXT NOT NULL, part TEXT NOT NULL, count INTEGER NOT NULL, cents INTEGER NOT NULL,
            PRIMARY KEY (what, part)
        ) WITHOUT ROWID"""
    )
    migrator.sql(view())
    migrator.sql("INSERT INTO totals SELECT what, part, count, cents FROM counted")
    for state in STATES:
        migrator.sql(f"INSERT OR IGNORE INTO totals VALUES ('begun', '{state}', 0, 0)")
    for what in SOURCES:
        for statement in triggers(what):
            migrator.sql(statement)
    for statement in (ERASED, *INDEXES):
        migrator.sql(statement)
