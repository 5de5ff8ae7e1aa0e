"""Making the search's index anew."""

from app.db import database, write


def rebuild() -> None:
    """Read everything again that clients are found by; repeatable."""
    with write():
        database.execute_sql("INSERT INTO search_index (search_index) VALUES ('rebuild')")
