"""What the confirmation of a booking says about the client portal's sign-in, to whoever has which."""

import pytest

from app.mail.models import Letter
from tests.people import People

ON_ITS_WAY = "Your sign-in for the client portal is on its way in a separate email."
KEPT = "You have a sign-in for the client portal already: your email address and the {}."


def confirmations() -> list[str]:
    """The texts of the confirmations, oldest first, each on one line."""
    rows = Letter.select().where(Letter.kind == "booking_confirmed").order_by(Letter.id)
    return [" ".join(letter.text.split()) for letter in rows]


@pytest.mark.spec("R-01")
def test_a_returning_client_is_told_which_sign_in_they_have(people: People) -> None:
    people.client("amelia@example.com")
    people.visitor().book(email="amelia@example.com")
    first, second = confirmations()
    assert ON_ITS_WAY in first and "already" not in first
    assert KEPT.format("password you chose") in second and ON_ITS_WAY not in second
    assert "/client-portal emails you a link to choose another one." in second


def test_a_client_who_has_not_signed_in_yet_is_told_of_the_temporary_password(people: People) -> None:
    people.visitor().book(email="amelia@example.com")
    people.visitor().book(email="amelia@example.com")
    assert KEPT.format("temporary password from our earlier email") in confirmations()[1]
    assert Letter.select().where(Letter.kind == "credentials").count() == 1
