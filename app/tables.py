"""Tables as migrations meet them: making one anew, and whether they still agree with each other afterwards."""

import re
from collections import Counter
from collections.abc import Callable

import peewee


def contradictions(database: peewee.SqliteDatabase) -> list[str]:
    """What makes the database unsound, in words: broken pages or rows, references to what is not there."""
    found = [f"integrity: {text}" for (text,) in database.execute_sql("PRAGMA integrity_check(5)") if text != "ok"]
    tables = {name for (name,) in database.execute_sql("SELECT name FROM sqlite_master WHERE type = 'table'")}
    for table in sorted(tables):
        parents = {row[2] for row in database.execute_sql(f'PRAGMA foreign_key_list("{table}")')}
        # Where a child has no rows, foreign_key_check has nothing to say about a parent that is gone.
        found += [f"{table} refers to {parent}, which is not there" for parent in sorted(parents - tables)]
    dangling = Counter((row[0], row[2]) for row in database.execute_sql("PRAGMA foreign_key_check"))
    return found + [f"{count} rows of {table} have lost their {parent}" for (table, parent), count in dangling.items()]


def rebuild(database: peewee.SqliteDatabase, table: str, change: Callable[[str], str]) -> None:
    """Make `table` anew as `change` makes it of its CREATE statement, e.g. with one more value in a CHECK.

    For migrations: `migrator.run(rebuild, database, ...)`. Rows, indexes and triggers are kept; columns of the same
    name carry over. ValueError when `change` changes nothing. SQLite's own order of steps: https://sqlite.org/lang_altertable.html
    """
    find = "SELECT sql FROM sqlite_master WHERE tbl_name = ? AND sql IS NOT NULL AND (type = 'table') = ?"
    ((old,),) = database.execute_sql(find, (table, True)).fetchall()
    others = database.execute_sql(find, (table, False)).fetchall()
    new, fresh = change(old), f"new_{table}"
    if new == old:
        raise ValueError(f"nothing of {table} would change")
    name = re.compile(rf'^CREATE TABLE ("?){table}\1(?=[\s(])')
    statement, count = name.subn(f'CREATE TABLE "{fresh}"', new)
    if not count:
        raise ValueError(f"this makes another table than {table}: {new}")
    database.execute_sql(statement)
    columns = [column.name for column in database.get_columns(table)]
    kept = {column.name for column in database.get_columns(fresh)}
    names = ", ".join(f'"{column}"' for column in columns if column in kept)
    database.execute_sql(f'INSERT INTO "{fresh}" ({names}) SELECT {names} FROM "{table}"')
    database.execute_sql(f'DROP TABLE "{table}"')
    # The newer way of renaming reads every view and trigger, and some may name the table that is away just now.
    database.execute_sql("PRAGMA legacy_alter_table = 1")
    try:
        database.execute_sql(f'ALTER TABLE "{fresh}" RENAME TO "{table}"')
    finally:
        database.execute_sql("PRAGMA legacy_alter_table = 0")
    for (sql,) in others:
        database.execute_sql(sql)
