"""Who has a consultation."""

import pytest

from tests.consultations.scheduled import FAR, Client
from tests.people import People
from tests.watch import Watch


@pytest.fixture
def amelia(people: People, watch: Watch) -> Client:
    """She has a consultation some days ahead."""
    return Client.with_time(people, FAR)
