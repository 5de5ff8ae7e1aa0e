"""What the back office's lists have in common."""

from functools import reduce
from operator import or_
from typing import Annotated, Any

from peewee import SQL, NodeList
from pydantic import Field

from app.http import Schema
from app.search.models import Kind, may_hold
from app.search.rules import sieve

PAGE_SIZE = 25


class ListQuery(Schema):
    """Search and page of a list."""

    search: Annotated[str, Field(max_length=200)] = ""
    page: Annotated[int, Field(ge=1, le=100_000)] = 1


class Sieve:
    """What the search's index knows of the words, so that a list need not read all to find the few that hold them.

    of: the kinds of rows that are looked at; `are_few`: so few rows of them may hold the words that each is looked up.
    """

    def __init__(self, words: str, *of: Kind) -> None:
        expression = sieve(words)
        self._rows = {kind: may_hold(expression, kind) for kind in of}
        self.are_few = all(rows is not None for rows in self._rows.values())

    def lets_through(self, kind: Kind, column: Any) -> Any:
        """The condition that a row of a kind, by its id in `column`, may hold the words."""
        return column.in_(self._rows[kind]) if self.are_few else SQL("1")


def unhelped(column: Any) -> Any:
    """A column by which SQLite is not to look rows up: with the plus it goes through the list in its order."""
    return NodeList((SQL("+"), column))


def holds(words: str, *columns: Any) -> Any:
    """The condition that one of the columns holds the words, compared without case."""
    return reduce(or_, (column.contains(words) for column in columns))
