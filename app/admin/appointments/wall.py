"""Times of day and moments as a form has them, on Sydney's clock."""

import re
from contextlib import suppress
from datetime import UTC, datetime
from typing import Annotated

from pydantic import BeforeValidator, PlainSerializer, WithJsonSchema

from app import checked
from app.slots.hours import DAY_MINUTES
from app.slots.rules import SYDNEY

CLOCK = re.compile("([01][0-9]|2[0-4]):([0-5][0-9])")
WALL = re.compile("2[01][0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}")
NO_CLOCK = "Please enter a time of day, from 00:00 to 24:00"
NO_MOMENT = "Please enter a day and a time of day"


def _as_minutes(value: object) -> int:
    found = CLOCK.fullmatch(value) if isinstance(value, str) else None
    minutes = int(found[1]) * 60 + int(found[2]) if found else value
    if type(minutes) is not int or not 0 <= minutes <= DAY_MINUTES:
        raise checked.wrong(NO_CLOCK)
    return minutes


def _as_moment(value: object) -> datetime:
    if isinstance(value, datetime):
        return value
    with suppress(ValueError, OverflowError):
        if isinstance(value, str) and WALL.fullmatch(value):
            return datetime.fromisoformat(value).replace(tzinfo=SYDNEY).astimezone(UTC)
    raise checked.wrong(NO_MOMENT)


# A time of day as a form has it, '09:00', up to '24:00'; inside, minutes since midnight.
TimeOfDay = Annotated[
    int,
    BeforeValidator(_as_minutes),
    PlainSerializer(lambda minutes: f"{minutes // 60:02}:{minutes % 60:02}", return_type=str),
    WithJsonSchema({"type": "string", "pattern": f"^{CLOCK.pattern}$"}),
]
# A moment as Sydney's clock and calendar show it, '2026-12-24T12:00'; inside, in UTC.
Wall = Annotated[
    datetime,
    BeforeValidator(_as_moment),
    PlainSerializer(lambda moment: f"{moment.astimezone(SYDNEY):%Y-%m-%dT%H:%M}", return_type=str),
    WithJsonSchema({"type": "string", "pattern": f"^{WALL.pattern}$"}),
]
