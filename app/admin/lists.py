"""What the back office's lists have in common."""

from typing import Annotated

from pydantic import Field

from app.http import Schema

PAGE_SIZE = 25


class ListQuery(Schema):
    """Search, filter and page of a list."""

    search: Annotated[str, Field(max_length=200)] = ""
    status: str = ""
    page: Annotated[int, Field(ge=1, le=100_000)] = 1
