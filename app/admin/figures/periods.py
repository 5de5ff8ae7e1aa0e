"""One number for each of several periods, in one statement."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from peewee import SQL

from app.db import database
from app.rows import stored


def by_period(query: Any, column: Any, periods: Sequence[tuple[datetime, datetime]]) -> list[int]:
    """What a query comes to for each of the periods, begin included and end not, by the moment in `column`.

    query: of one number, 0 where SQLite says NULL.
    """
    begins, ends = (SQL(f"json_extract(period.value, '$[{place}]')") for place in (0, 1))
    sql, values = query.where(column >= begins, column < ends).sql()
    told = json.dumps([[stored(begin), stored(end)] for begin, end in periods])
    found = database.execute_sql(f"SELECT COALESCE(({sql}), 0) FROM json_each(?) AS period", (*values, told))
    return [int(number) for (number,) in found.fetchall()]
