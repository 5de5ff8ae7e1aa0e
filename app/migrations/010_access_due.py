"""A sign-in that a payment has made due is noted with it; its password and its letter follow outside of that."""


def migrate(migrator, database, fake=False, **kwargs):
    """Add the moment from which it is due, and what its letter is about."""
    for column in ("access_due_at TEXT", "access_due_project_id INTEGER", "access_due_booking_id INTEGER"):
        migrator.sql(f"ALTER TABLE clients ADD COLUMN {column}")
