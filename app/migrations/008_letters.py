"""How many letters an address was sent lately is asked before anybody's typing sends another."""


def migrate(migrator, database, fake=False, **kwargs):
    """Index letters by their reader."""
    migrator.sql("CREATE INDEX letters_recipient ON letters (recipient, created_at)")
