"""Who of the staff looks after a project."""


def migrate(migrator, database, fake=False, **kwargs):
    """Add the column."""
    migrator.sql("ALTER TABLE projects ADD COLUMN adviser_id INTEGER REFERENCES admins (id)")
