"""What waits for staff, for tests to ask about."""

from datetime import datetime

from app import clock
from app.attention.listing import Waiting, waiting
from app.attention.rules import Matter


def lines(*kinds: Matter | str, now: datetime | None = None) -> list[Waiting]:
    """What waits, of these kinds or of all."""
    return [each for each in waiting(now or clock.now()).open if not kinds or each.line.kind in kinds]


def said(kind: Matter | str) -> list[str]:
    """What the lines of a kind say."""
    return [each.line.what for each in lines(kind)]


def kinds() -> list[str]:
    """The kinds of what waits, those of alerts by their own name; not what the configuration lacks."""
    return [each.line.label or each.line.kind for each in lines() if each.line.kind is not Matter.SETTING]
