"""A booking fee may be deducted in parts, by several orders; each order still deducts one at most."""

STATEMENTS = [
    """CREATE TABLE new_order_lines (
        id INTEGER PRIMARY KEY,
        order_id INTEGER NOT NULL REFERENCES orders (id),
        description TEXT NOT NULL,
        cents INTEGER NOT NULL,
        credit_of INTEGER REFERENCES orders (id),
        CHECK ((credit_of IS NULL) = (cents >= 0)),
        CHECK (credit_of IS NULL OR credit_of <> order_id)
    )""",
    "INSERT INTO new_order_lines SELECT id, order_id, description, cents, credit_of FROM order_lines",
    "DROP TABLE order_lines",
    "ALTER TABLE new_order_lines RENAME TO order_lines",
    "CREATE INDEX order_lines_order ON order_lines (order_id)",
    "CREATE INDEX order_lines_credit ON order_lines (credit_of) WHERE credit_of IS NOT NULL",
    "CREATE UNIQUE INDEX order_lines_one_credit ON order_lines (order_id) WHERE credit_of IS NOT NULL",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Rebuild the table without the constraint."""
    for statement in STATEMENTS:
        migrator.sql(statement)
