"""The orders of the back office's list of projects, and what its sums are read from, as indexes."""

STATEMENTS = [
    "CREATE INDEX orders_stand ON orders (state, project_id) WHERE number = 1",
    """CREATE INDEX projects_by_consultation
        ON projects ((appointment_date IS NULL), appointment_date, created_at DESC, id DESC) WHERE erased_at IS NULL""",
    # With the client, so that who counts the projects of some clients needs none of their rows.
    "CREATE INDEX projects_by_status ON projects (status, created_at DESC, id DESC, client_id) WHERE erased_at IS NULL",
    "CREATE INDEX clients_by_name ON clients (LOWER(name))",
    # With the cents the sums of all orders need none of their rows.
    "CREATE INDEX payments_sums ON payments (order_id, amount_cents, status)",
    "DROP INDEX order_lines_order",
    "CREATE INDEX order_lines_order ON order_lines (order_id, cents)",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Make the indexes."""
    for statement in STATEMENTS:
        migrator.sql(statement)
