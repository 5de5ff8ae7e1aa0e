"""Clients whom staff erase: what names the act, the files that have to go, and log lines that lose their words."""

STATEMENTS = [
    # The name of the one act, and no data of theirs.
    "ALTER TABLE clients ADD COLUMN erase_key TEXT",
    # Files whose rows are gone: written with the erasure, so that a crash leaves none of them behind.
    "CREATE TABLE erased_files (stored_name TEXT PRIMARY KEY)",
    "DROP TRIGGER audit_log_unchanged",
    # Who did what to what, and when, stays; words that somebody typed beside it may have named the person.
    """CREATE TRIGGER audit_log_unchanged BEFORE UPDATE ON audit_log
        WHEN NEW.detail <> '(erased)' OR OLD.detail = '' OR NEW.id <> OLD.id OR NEW.actor_kind <> OLD.actor_kind
            OR NEW.actor <> OLD.actor OR NEW.action <> OLD.action OR NEW.subject <> OLD.subject
            OR NEW.created_at <> OLD.created_at
        BEGIN SELECT RAISE(ABORT, 'audit lines are never changed'); END""",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Make the column and the table, and the trigger anew."""
    for statement in STATEMENTS:
        migrator.sql(statement)
