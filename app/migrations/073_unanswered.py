"""Finds at once to whom staff owe an answer: the readers by the newest that was written to them."""


def migrate(migrator, database, fake=False, **kwargs):
    """Add the index."""
    migrator.sql("CREATE INDEX message_readers_newest ON message_readers (side, newest, project_id, read_to)")
