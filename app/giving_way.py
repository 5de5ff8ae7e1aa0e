"""Whose connection gives way when there is one too many: where least is lost, of the network that holds most."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum, auto

# For so long after its last byte a connection counts as moving, though a slow line pauses.
LATELY_SECONDS = 10.0


class Doing(Enum):
    """What a connection is at."""

    NOTHING = auto()  # it has never sent anything
    HEADER = auto()  # it has sent a part of a request's header
    TRANSFER = auto()  # a body comes in or an answer goes out
    WAITING = auto()  # for us
    RESTING = auto()  # answered, and no further request has begun


class Stage(IntEnum):
    """How much is lost with a connection: the lowest gives way first."""

    SILENT = auto()  # no complete header, and nothing more of it lately
    RESTING = auto()
    HEADER = auto()
    STALLED = auto()
    MOVING = auto()
    ALONE = auto()  # the only one of its network that moves


@dataclass(frozen=True)
class Held:
    """A connection; `moved_at` when it was opened or a byte moved last, in seconds of a steady clock."""

    network: str
    doing: Doing
    moved_at: float

    def stage(self, now: float) -> Stage:
        """How much would be lost with it, before others are looked at."""
        lately = now - self.moved_at <= LATELY_SECONDS
        match self.doing:
            case Doing.HEADER if lately:
                return Stage.HEADER
            case Doing.NOTHING | Doing.HEADER:
                return Stage.SILENT
            case Doing.TRANSFER:
                return Stage.MOVING if lately else Stage.STALLED
        return Stage.RESTING


def first_to_go(held: Sequence[Held], now: float) -> int | None:
    """Which of the connections gives way, by its place; None when all of them wait for us, who never give way."""
    stages = [each.stage(now) for each in held]
    moving = Counter(each.network for each, stage in zip(held, stages, strict=True) if stage is Stage.MOVING)
    sizes = Counter(each.network for each in held)

    def rank(place: int) -> tuple[Stage, int, float]:
        each, stage = held[place], stages[place]
        alone = stage is Stage.MOVING and moving[each.network] == 1
        return Stage.ALONE if alone else stage, -sizes[each.network], each.moved_at

    return min((place for place, each in enumerate(held) if each.doing is not Doing.WAITING), key=rank, default=None)
