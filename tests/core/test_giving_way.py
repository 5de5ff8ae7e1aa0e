"""Whose connection gives way when there is one too many."""

from itertools import permutations

import pytest

from app.giving_way import LATELY_SECONDS, Doing, Held, first_to_go

NOW = 1000.0
DOING = {
    "opened": Doing.NOTHING,
    "header": Doing.HEADER,
    "moving": Doing.TRANSFER,
    "resting": Doing.RESTING,
    "ours": Doing.WAITING,
}


def held(text: str) -> Held:
    """'A moving 3': a connection of network A with a body or an answer under way, whose last byte is 3 seconds old."""
    network, doing, seconds = text.split()
    return Held(network, DOING[doing], NOW - int(seconds))


@pytest.mark.parametrize(
    ("first", "others"),
    [
        # Idle before all else, then what rests, a header that comes in, what has stopped, and an upload or download.
        ("A opened 0", ["A resting 60"]),
        ("A header 11", ["A resting 60"]),
        ("A resting 0", ["A header 9"]),
        ("A header 0", ["A moving 60"]),
        ("A moving 11", ["A moving 10", "A moving 9"]),
        # So too where the upload is older, of another network, or of the one that holds most.
        ("B opened 0", ["A moving 9"]),
        ("B header 0", ["A moving 9"]),
        ("B resting 0", ["A moving 9"]),
        ("B moving 11", ["A moving 9"]),
        ("B opened 0", ["A moving 0", "A moving 1", "A ours 2"]),
        # Of equals the longest idle of the network that holds most.
        ("A opened 9", ["A opened 8", "B opened 60"]),
        ("A resting 1", ["A ours 0", "B resting 60"]),
        ("A header 1", ["A moving 0", "B header 9"]),
        ("A moving 1", ["A moving 0", "B moving 9", "C moving 5"]),
        # The only one of its network that moves outlasts what moves of a smaller network.
        ("B moving 1", ["B moving 0", "A moving 9", "A ours 0", "A ours 0", "A ours 0"]),
        # It gives way where there is nothing else; who waits for us never does.
        ("A moving 9", ["B moving 3", "C ours 60"]),
        (None, ["A ours 60", "B ours 0"]),
        (None, []),
    ],
)
def test_least_is_lost_with_the_first_to_go(first: str | None, others: list[str]) -> None:
    names = others if first is None else [first, *others]
    for order in permutations(names):
        going = first_to_go([held(each) for each in order], NOW)
        assert (None if going is None else order[going]) == first


def test_it_counts_as_moving_for_a_few_seconds() -> None:
    assert LATELY_SECONDS == 10  # which the seconds above go by
