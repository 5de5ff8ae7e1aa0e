"""The rules of messages as tables."""

from datetime import UTC, datetime, timedelta

import pytest

from app.messages.rules import Side, first_line, is_due, is_empty

NOW = datetime(2026, 5, 12, tzinfo=UTC)
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
SECOND = timedelta(seconds=1)


@pytest.mark.parametrize(
    ("first", "last", "told", "has_read", "due"),
    [
        (10 * MINUTE, 10 * MINUTE, None, True, True),
        (10 * MINUTE - SECOND, 10 * MINUTE - SECOND, None, True, False),
        (30 * MINUTE, 9 * MINUTE, None, True, False),
        (60 * MINUTE, MINUTE, None, True, True),
        (60 * MINUTE - SECOND, MINUTE, None, True, False),
        (20 * MINUTE, 20 * MINUTE, 30 * MINUTE, False, False),
        (20 * MINUTE, 20 * MINUTE, 30 * MINUTE, True, True),
        (20 * MINUTE, 20 * MINUTE, DAY - SECOND, False, False),
        (20 * MINUTE, 20 * MINUTE, DAY, False, True),
        # The clock was set back.
        (-MINUTE, -MINUTE, None, True, True),
        (10 * MINUTE, 10 * MINUTE, -DAY, False, True),
    ],
)
def test_when_a_letter_is_due(
    first: timedelta, last: timedelta, told: timedelta | None, has_read: bool, due: bool
) -> None:
    assert is_due(NOW - first, NOW - last, None if told is None else NOW - told, has_read, NOW) is due


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Hello", "Hello"),
        ("\n \u200b\n  Hello \nthere", "Hello"),
        ("x" * 120, "x" * 120),
        ("x" * 121, "x" * 119 + "…"),
        ("", ""),
    ],
)
def test_how_a_message_begins(text: str, line: str) -> None:
    assert first_line(text) == line


@pytest.mark.parametrize(
    ("text", "files", "empty"),
    [("", 0, True), (" \n", 0, True), ("\u200b\u2060", 0, True), ("", 1, False), (".", 0, False), ("👍", 0, False)],
)
def test_what_says_nothing(text: str, files: int, empty: bool) -> None:
    assert is_empty(text, files) is empty


def test_the_sides_write_to_each_other() -> None:
    assert [side.other for side in Side] == [Side.STAFF, Side.CLIENT]
