"""Two clients who are one person, and somebody of the staff."""

import pytest
from merged_clients import JANE, JANET, named

from app import clock
from app.accounts.models import Client
from app.slots import actions as slots
from tests.people import People, Person


@pytest.fixture
def two(people: People) -> tuple[Client, Client]:
    """Jane, whose record is kept, and Janet, who is she; both have booked and can sign in."""
    slots.generate(clock.now())
    people.client(JANE, phone="0400 111 111", fullName="Jane Doe")
    people.client(JANET, phone="0400 222 222", fullName="Janet Doe", address="5 New Street, Sydney")
    return named(JANE), named(JANET)


@pytest.fixture
def staff(people: People) -> Person:
    """Helena."""
    return people.staff()
