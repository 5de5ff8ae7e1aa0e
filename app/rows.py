"""What all tables have in common: their base class, the columns that SQLite has no type for, and ids in a query."""

import json
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import cached_property
from inspect import signature
from typing import Any, NamedTuple, Self

import peewee

from app.db import database


def stored(moment: datetime) -> str:
    """How a column keeps a moment: '2026-05-12T00:00:00.000000Z'."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


class UtcDateTimeField(peewee.Field):
    """An aware UTC datetime kept as fixed-width text, so that text order is time order."""

    field_type = "TEXT"

    def db_value(self, value: datetime | None) -> str | None:
        """Aware datetime -> '2026-05-12T00:00:00.000000Z'; a naive one is a programming error."""
        if value is None or isinstance(value, str):
            return value
        if value.tzinfo is None:
            raise ValueError(f"{self.name} needs an aware datetime")
        return stored(value)

    def python_value(self, value: str | None) -> datetime | None:
        """The stored text -> aware datetime."""
        return None if value is None else datetime.fromisoformat(value)


class JsonField(peewee.TextField):
    """A JSON document in a text column."""

    def db_value(self, value: Any) -> str | None:
        return None if value is None else json.dumps(value, separators=(",", ":"), ensure_ascii=False)

    def python_value(self, value: str | None) -> Any:
        return None if value is None else json.loads(value)


class BaseModel(peewee.Model):
    """A row of the one database."""

    class Meta:
        database = database
        legacy_table_names = False

    @classmethod
    def get(cls, *query: Any, **filters: Any) -> Self:
        """As peewee's; what every reference to another table asks for, a row by its id, is not built as a query."""
        if len(query) == 1 and not filters and (sought := _id_in(query[0], cls)) is not None:
            key, value = sought
            if (found := cls.one(f"{key} = ?", value)) is not None:
                return found
        return super().get(*query, **filters)

    @classmethod
    def rows(cls, where: str, *values: Any) -> list[Self]:
        """The rows that meet a condition in SQL: peewee takes far longer to build a query than SQLite to answer it."""
        return list(cls.raw(f"SELECT * FROM {cls._meta.table_name} WHERE {where}", *values))

    @classmethod
    def one(cls, where: str, *values: Any) -> Self | None:
        """The first of `rows()`, None when there is none."""
        return next(iter(cls.rows(where, *values)), None)


def _id_in(condition: Any, model: type[BaseModel]) -> tuple[str, Any] | None:
    """The column of the model's ids and the one that a condition asks for; None where it asks for anything else."""
    key: Any = model._meta.primary_key
    if not isinstance(condition, peewee.Expression) or condition.op != peewee.OP.EQ or condition.lhs is not key:
        return None
    return (key.column_name, key.db_value(condition.rhs)) if isinstance(condition.rhs, str | int) else None


def these(ids: Iterable[int] | peewee.SQL) -> peewee.SQL:
    """Ids as SQL for `in_`: one value however many they are, where peewee writes each of a list into the statement."""
    asked = ids.params if isinstance(ids, peewee.SQL) else (json.dumps(list(ids)),)
    return peewee.SQL("(SELECT value FROM json_each(?))", asked)


class Prepared:
    """A query that is written once: peewee takes far longer to write it than SQLite to answer it.

    build: gives the query, from as many values as `rows()` is to be asked for; asked for when the tables are there. It
    may compare with them, ids as `these(ids)`, and depends on nothing else, be it the settings or the time.
    """

    def __init__(self, build: Callable[..., Any]) -> None:
        self._build = build

    @cached_property
    def _written(self) -> tuple[Any, str, list[Any]]:
        places = range(len(signature(self._build).parameters))
        query = self._build(*(peewee.SQL("?", (_Place(place),)) for place in places))
        return query, *query.sql()

    def rows(self, *values: Any) -> list[Any]:
        """What is found for these values, ids as any collection of them: rows or tuples, as the query says."""
        query, sql, written = self._written
        asked = [_asked(values[each.number]) if isinstance(each, _Place) else each for each in written]
        return list(query._get_cursor_wrapper(database.execute_sql(sql, asked)))


class _Place(NamedTuple):
    """Where a value is put that is asked for later."""

    number: int


def _asked(value: Any) -> Any:
    if isinstance(value, datetime):
        return stored(value)
    return value if isinstance(value, str | int) else json.dumps(list(value))
