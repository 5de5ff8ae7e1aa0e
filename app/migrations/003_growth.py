"""What lists and jobs look for once there are years of rows, and how often a refund came back."""

STATEMENTS = [
    "ALTER TABLE payments ADD COLUMN failed_refunds INTEGER NOT NULL DEFAULT 0 CHECK (failed_refunds >= 0)",
    "CREATE INDEX payments_booking ON payments (booking_id)",
    "CREATE INDEX bookings_newest ON bookings (coalesce(confirmed_at, created_at) DESC, id DESC)",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Add them."""
    for statement in STATEMENTS:
        migrator.sql(statement)
