"""How the owner's consultations happen."""

from typing import Annotated

from pydantic import (
    AfterValidator,
    Field,
    StringConstraints,
    ValidationInfo,
    field_validator,
)
from pydantic_core import PydanticCustomError

from app.config.section import LINE, LINK, Section
from app.meeting import Way


def _once_each(ways: tuple[Way, ...]) -> tuple[Way, ...]:
    if len(set(ways)) < len(ways):
        raise PydanticCustomError("twice", "twice")
    return ways


class Consultations(Section):
    """The ways that clients choose between: the first of them is meant until they do.

    `place`: where clients are met, '' for nowhere; `video`: the link of every video call, '' where each has its own.
    """

    ways: Annotated[tuple[Way, ...], Field(min_length=1), AfterValidator(_once_each)] = ("phone",)
    place: Annotated[
        str,
        StringConstraints(strip_whitespace=True, max_length=200, pattern=LINE),
        Field(validate_default=True),
    ] = ""
    video: Annotated[str, StringConstraints(strip_whitespace=True, max_length=500, pattern=LINK)] = ""

    @field_validator("place")
    @classmethod
    def _is_told(cls, place: str, info: ValidationInfo) -> str:
        if not place and "place" in info.data.get("ways", ()):
            raise PydanticCustomError("no_place", "no place")
        return place
