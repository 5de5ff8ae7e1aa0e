"""By what the back office counts without adding up all: what came too much for each order, and erased projects."""

STATEMENTS = [
    "ALTER TABLE orders ADD COLUMN due_back_cents INTEGER NOT NULL DEFAULT 0 CHECK (due_back_cents >= 0)",
    """UPDATE orders SET due_back_cents = sums.cents FROM (
        SELECT came.order_id,
            came.cents - (SELECT COALESCE(SUM(cents), 0) FROM order_lines WHERE order_id = came.order_id)
                - (SELECT COALESCE(SUM(refunds.cents), 0) FROM refunds JOIN payments ON payments.id = payment_id
                    WHERE payments.order_id = came.order_id AND failed_at IS NULL) AS cents
        FROM (SELECT order_id, SUM(amount_cents) AS cents FROM payments
            WHERE +(status = 'completed') GROUP BY order_id) AS came
    ) AS sums WHERE orders.id = sums.order_id AND sums.cents > 0""",
    "CREATE INDEX orders_unsettled ON orders (project_id) WHERE state = 'part_paid' OR due_back_cents > 0",
    "CREATE INDEX projects_erased ON projects (id) WHERE erased_at IS NOT NULL",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Make the column with what the rows come to, and the indexes."""
    for statement in STATEMENTS:
        migrator.sql(statement)
