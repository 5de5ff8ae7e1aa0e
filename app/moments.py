"""When something last happened, by name: what a job must still know after a restart."""

from datetime import datetime

import peewee

from app.db import write
from app.rows import BaseModel, UtcDateTimeField


class Moment(BaseModel):
    """One name and its moment."""

    name = peewee.TextField(primary_key=True)
    at = UtcDateTimeField()

    class Meta:
        table_name = "moments"


def last(name: str) -> datetime | None:
    """The moment noted under a name, in UTC; None when there is none."""
    found = Moment.get_or_none(Moment.name == name)
    return None if found is None else found.at


def note(name: str, at: datetime) -> None:
    """Keep a moment under a name, in place of the one before. Joins the caller's `write()`."""
    with write():
        Moment.replace(name=name, at=at).execute()
