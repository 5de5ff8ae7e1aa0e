"""Tables that refuse their rows, for tests of what must be written together."""

from app.db import database


def fail_when_written(table: str) -> None:
    """From now on no line can be written into `table`."""
    database.execute_sql(
        f"CREATE TRIGGER broken BEFORE INSERT ON {table} BEGIN SELECT RAISE(ABORT, 'the line cannot be written'); END"
    )


def fail_at_the_end() -> None:
    """From now on a transaction that writes an audit line fails in its COMMIT, when all its rows are written."""
    database.execute_sql("CREATE TABLE owed (client INTEGER REFERENCES clients (id) DEFERRABLE INITIALLY DEFERRED)")
    database.execute_sql("CREATE TRIGGER broken AFTER INSERT ON audit_log BEGIN INSERT INTO owed VALUES (-1); END")


def repair() -> None:
    """Let lines be written again."""
    database.execute_sql("DROP TRIGGER broken")
