"""All that is here for a bill that was withdrawn is to be given back, and not only what is beyond its price."""

KEPT = """
UPDATE orders SET due_back_cents = max(0,
    (SELECT coalesce(sum(y.amount_cents), 0) FROM payments y WHERE y.order_id = orders.id AND y.status = 'completed')
    - (SELECT coalesce(sum(r.cents), 0) FROM refunds r JOIN payments y ON y.id = r.payment_id
        WHERE y.order_id = orders.id AND r.failed_at IS NULL))
WHERE withdrawn_at IS NOT NULL
"""


def migrate(migrator, database, fake=False, **kwargs):
    """Say anew what is to be given back of them."""
    migrator.sql(KEPT)
