"""Whom strangers know the address of."""

import pytest

from app import clock
from app.slots import actions as slots
from tests.people import People, Person


@pytest.fixture
def amelia(people: People) -> Person:
    """A client of the firm, who has signed in; there are times to be had."""
    client = people.client()
    slots.generate(clock.now())
    return client
