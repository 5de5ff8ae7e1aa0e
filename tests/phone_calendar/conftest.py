"""A client with a consultation, for all tests here."""

import pytest

from tests.consultations.scheduled import Client
from tests.people import People
from tests.watch import Watch


@pytest.fixture
def amelia(people: People, watch: Watch) -> Client:
    """A client whose consultation is some days ahead."""
    return Client.with_time(people, 8)
