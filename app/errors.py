"""The one error that features raise and the one JSON shape it takes."""

import math
from collections.abc import Mapping


class AppError(Exception):
    """A refusal that a visitor may read.

    code: stable word for programs and logs; status: HTTP status; message: shown to people;
    fields: field name -> text for what is wrong with it; retry_after: after how many seconds to try again.
    """

    def __init__(
        self,
        code: str,
        status: int,
        message: str,
        fields: Mapping[str, str] | None = None,
        retry_after: int | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.message = message
        self.fields = dict(fields or {})
        self.retry_after = retry_after

    def body(self) -> dict[str, object]:
        """The JSON object of the answer: {"message", "fields"}."""
        return {"message": self.message, "fields": self.fields}


STATUS_MESSAGES = {
    400: "We could not read that request.",
    404: "We could not find that.",
    405: "That is not possible here.",
    412: "That has changed meanwhile.",
    413: "That is too large.",
    415: "We cannot read that kind of content.",
    416: "That part is not there.",
    431: "That is too large.",
    501: "We cannot read that kind of content.",
    503: "We are receiving too much at once. Please try again in a minute.",
}


def by_status(status: int) -> AppError:
    """What a visitor reads where no feature has words of its own for an HTTP status."""
    return AppError("http", status, STATUS_MESSAGES.get(status, "Something went wrong. Please try again."))


def not_found(message: str = "We could not find that.") -> AppError:
    """What a stranger's id and a missing id have in common: nothing tells them apart."""
    return AppError("not_found", 404, message)


def invalid(fields: Mapping[str, str], message: str = "Please check the highlighted fields.") -> AppError:
    """Input that breaks a field's rule; status 422."""
    return AppError("invalid", 422, message, fields)


def too_many(text: str, seconds: float) -> AppError:
    """Somebody asks too much and may come back in `seconds`, which stand for "{wait}" in `text`; status 429."""
    whole = max(1, math.ceil(seconds))
    return AppError("too_many", 429, text.format(wait=wait_text(whole)), retry_after=whole)


# From how many seconds on a wait is told in a unit, and how long the unit is.
_UNITS = ((2 * 86_400 + 1, 86_400, "day"), (2 * 3_600 + 1, 3_600, "hour"), (60, 60, "minute"), (0, 1, "second"))


def wait_text(seconds: int) -> str:
    """A wait in words, rounded up: '25 minutes'."""
    length, unit = next((length, unit) for least, length, unit in _UNITS if seconds >= least)
    count = -(-seconds // length)
    return f"{count} {unit}{'s'[: count != 1]}"
