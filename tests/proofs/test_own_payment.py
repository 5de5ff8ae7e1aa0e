"""A booking that its client makes while signed in is theirs by that, whatever its payment shows besides."""

import pytest

from app.projects.models import Project
from tests.people import People, Person

pytestmark = pytest.mark.usefixtures("watch")


@pytest.mark.spec("B-09")
@pytest.mark.parametrize("signed_in", [True, False])
def test_who_pays_while_signed_in_is_not_asked_whether_it_was_they(
    people: People, amelia: Person, signed_in: bool
) -> None:
    payer = amelia if signed_in else people.visitor()
    payer.book(email="amelia@example.com")
    booked = Project.select().order_by(Project.id.desc()).get()
    assert booked.proved_by == ("client" if signed_in else "payment")
