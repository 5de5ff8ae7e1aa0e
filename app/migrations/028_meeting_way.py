"""How each project's consultation happens; null: as the firm's consultations do."""


def migrate(migrator, database, fake=False, **kwargs):
    """Add the column."""
    migrator.sql("ALTER TABLE projects ADD COLUMN meeting_way TEXT CHECK (meeting_way IN ('phone', 'video', 'place'))")
