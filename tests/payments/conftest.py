"""The people of the payments' stories."""

import pytest

from app import clock
from app.slots import actions as slots
from tests.onboarders import Onboarder
from tests.people import People


@pytest.fixture
def ann(people: People) -> Onboarder:
    """Ann keeps a time for her project, which costs 1,500."""
    slots.generate(clock.now())
    ann = Onboarder(people.house)
    # Not the soonest: when the hour strikes, that one cannot be booked any more.
    assert ann.take(ann.times()[1]["id"]).status_code == 200
    return ann
