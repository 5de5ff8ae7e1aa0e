"""The people of the invoices' stories."""

import pytest

from app import clock
from app.accounts import credentials as accounts
from app.slots import actions as slots
from tests.onboarders import Onboarder
from tests.people import PASSWORD, People, Person


@pytest.fixture
def client(people: People) -> Person:
    """A client whose project has its own service paid, so that no booking fee is to be deducted any more."""
    slots.generate(clock.now())
    ann = Onboarder(people.house)
    assert ann.take(ann.times()[1]["id"]).status_code == 200
    ann.pay()
    return ann


@pytest.fixture
def reader(people: People, client: Onboarder) -> Person:
    """The same client, signed in in another browser."""
    accounts.set_client_password("ann@example.com", PASSWORD)
    person = Person(people.house)
    person.sign_in("ann@example.com")
    return person
