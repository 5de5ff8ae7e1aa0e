"""What lists and jobs look for once there are years of rows, and how often a refund came back."""

STATEMENTS = [
    "ALTER TABLE payments ADD COLUMN failed_refunds INTEGER NOT NULL DEFAULT 0 CHECK (failed_refunds >= 0)",
    "CREATE INDEX payments_booking ON payments (booking_id)",
    "CREATE INDEX payments_credit ON payments (credit_booking_id) WHERE credit_booking_id IS NOT NULL",
    # The dashboard's sums, answered from the index alone.
    "CREATE INDEX payments_money ON payments (status, paid_at, amount_cents, refunded_cents)",
    "CREATE INDEX bookings_newest ON bookings (coalesce(confirmed_at, created_at) DESC, id DESC)",
    "CREATE INDEX bookings_confirmed ON bookings (confirmed_at) WHERE confirmed_at IS NOT NULL",
    "CREATE INDEX projects_without_time ON projects (payment_status, status)"
    " WHERE appointment_date IS NULL AND intake_id IS NOT NULL",
    "CREATE INDEX projects_appointment ON projects (appointment_date) WHERE appointment_date IS NOT NULL",
    "CREATE INDEX projects_unproved ON projects (id) WHERE proved_at IS NULL",
    "CREATE INDEX slot_holds_project ON slot_holds (project_id, id)",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Add them."""
    for statement in STATEMENTS:
        migrator.sql(statement)
