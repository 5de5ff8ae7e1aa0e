"""What the back office's lists have in common."""

from functools import reduce
from operator import or_
from typing import Annotated, Any

from peewee import SQL, NodeList, Value
from pydantic import Field

from app.http import Schema
from app.search.models import AFTER_ALL, MOST_HITS, Kind, may_hold
from app.search.rules import LEAST_LETTERS, sieve

PAGE_SIZE = 25
# What is found that often is counted no further, so that a search takes no longer the longer the firm exists.
MOST_COUNTED = MOST_HITS
FEW = 1000  # are put in order at once sooner than a list is gone through in its order until a page of them is full
Page = Annotated[int, Field(ge=1, le=100_000)]
Number = Annotated[int, Field(ge=1, le=10**15)]


class ListQuery(Schema):
    """Search and page of a list."""

    search: Annotated[str, Field(max_length=200)] = ""
    page: Page = 1


class Sieve:
    """What the search's index knows of the words, so that a list need not read all to find the few that hold them.

    of: the kinds of rows that are looked at; `are_few`: so few rows of them may hold the words that each is looked up.
    """

    def __init__(self, words: str, *of: Kind) -> None:
        expression = sieve(words)
        self._rows: dict[Kind, SQL | None] = {}
        for kind in of:
            self._rows[kind], self.are_few = may_hold(expression, kind)
            if not self.are_few:
                break

    def lets_through(self, kind: Kind, column: Any) -> Any:
        """The condition that a row of a kind, by its id in `column`, may hold the words."""
        return column.in_(self._rows[kind]) if self.are_few else SQL("1")

    def some(self, kind: Kind, column: Any) -> Any | None:
        """The condition of `lets_through` for some of the rows where they are not few; None where none are known."""
        rows = self._rows.get(kind)
        return None if self.are_few or rows is None else column.in_(rows)


def unhelped(column: Any) -> Any:
    """A column by which SQLite is not to look rows up: with the plus it goes through the list in its order."""
    return NodeList((SQL("+"), column))


def holds(words: str, *columns: Any) -> Any:
    """The condition that one of the columns holds the words, compared without case; fewer than three begin a word."""
    if len(words) < LEAST_LETTERS:
        return reduce(or_, (Value(" ").concat(column).contains(f" {words}") for column in columns))
    return reduce(or_, (column.contains(words) for column in columns))


def begins(letter: str, name: Any) -> Any:
    """The condition that a name begins with a letter, compared without case."""
    name = name.collate("NOCASE")
    return (name >= letter) & (name < letter + AFTER_ALL)


def counted(found: Any, *, some: Any = None) -> tuple[int, bool]:
    """How many rows a query finds, MOST_COUNTED at most; whether there are more.

    some: a query of some of these rows which is quicker to count: where it is enough the others are not looked for.
    """
    count = 0 if some is None else int(some.limit(MOST_COUNTED + 1).count())
    if count <= MOST_COUNTED:
        count = int(found.limit(MOST_COUNTED + 1).count())
    return min(count, MOST_COUNTED), count > MOST_COUNTED
