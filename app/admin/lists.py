"""What the back office's lists have in common."""

from functools import reduce
from operator import or_
from typing import Annotated, Any

from pydantic import Field

from app.http import Schema

PAGE_SIZE = 25


class ListQuery(Schema):
    """Search and page of a list."""

    search: Annotated[str, Field(max_length=200)] = ""
    page: Annotated[int, Field(ge=1, le=100_000)] = 1


def holds(words: str, *columns: Any) -> Any:
    """The condition that one of the columns holds the words, compared without case."""
    return reduce(or_, (column.contains(words) for column in columns))
