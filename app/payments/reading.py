"""Members of the provider's JSON, read as what they must be: nothing larger, deeper or stranger gets any further.

Every function raises ValueError for what it does not take.
"""

import re
from datetime import UTC, datetime
from typing import Any

_NAME = re.compile(r"[A-Za-z0-9_.\-]{1,255}")
LONGEST_TEXT = 2_000
LONGEST_LIST = 100
MOST_CENTS = 10**12
# 2001 to 9999, in seconds since 1970: what can be shown and kept as text.
EARLIEST, LATEST = 978_307_200, 253_402_300_799


def name(value: Any) -> str:
    """An id, a type, a status or a currency."""
    if not isinstance(value, str) or not _NAME.fullmatch(value):
        raise ValueError("not a name")
    return value


def text(value: Any) -> str:
    """A sentence for people, cut where it is far too long."""
    if not isinstance(value, str):
        raise ValueError("not a text")
    value.encode()  # a lone surrogate is JSON, but can be neither kept nor sent
    return value[:LONGEST_TEXT]


def cents(value: Any) -> int:
    """A sum in the currency's smallest unit."""
    return _whole(value, 0, MOST_CENTS)


def moment(value: Any) -> datetime:
    """Seconds since 1970, as aware UTC."""
    return datetime.fromtimestamp(_whole(value, EARLIEST, LATEST), UTC)


def flag(value: Any) -> bool:
    """True or false, and no stand-in for them."""
    if not isinstance(value, bool):
        raise ValueError("neither true nor false")
    return value


def members(value: Any) -> dict[str, Any]:
    """An object."""
    if not isinstance(value, dict):
        raise ValueError("not an object")
    return value


def whole(value: Any) -> list[dict[str, Any]]:
    """The objects of a list, none of which is left for another page."""
    page = members(value)
    listed = page.get("data")
    if flag(page.get("has_more")) or not isinstance(listed, list) or len(listed) > LONGEST_LIST:
        raise ValueError("not a whole list within reason")
    return [members(each) for each in listed]


def texts(value: Any) -> dict[str, str]:
    """An object whose members are all texts; a missing one is empty."""
    return {text(key): text(each) for key, each in members(value or {}).items()}


def _whole(value: Any, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ValueError("not a whole number within reason")
    return value
