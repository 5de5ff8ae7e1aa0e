"""When what is old was last looked for."""

from datetime import datetime

import peewee

from app.db import write
from app.retention.rules import steady_since
from app.rows import BaseModel, UtcDateTimeField


class Look(BaseModel):
    """The last look (one row); `steady_since`: from when on the clock has gone without a leap."""

    id = peewee.IntegerField(primary_key=True, default=1)
    looked_at = UtcDateTimeField()
    steady_since = UtcDateTimeField()

    class Meta:
        table_name = "retention_looks"


def look(now: datetime) -> datetime:
    """Note a look at `now`; returns since when the clock has gone steadily."""
    with write():
        last: Look | None = Look.get_or_none()
        steady = steady_since(last.looked_at, last.steady_since, now) if last else now
        Look.replace(id=1, looked_at=now, steady_since=steady).execute()
    return steady
