"""Who may be the same person: one table."""

import pytest

from app.merging.rules import Likeness, Person, likenesses

JANE = Person("Jane Doe", "jane.doe@gmail.com", "0400 123 456", "12 Forest Road Hurstville NSW 2220")
OTHER = Person("Max Roe", "max@example.com", "0400 999 999", "1 Other Street Sydney NSW 2000")
MAILBOX, PHONE, PLACE = Likeness.MAILBOX, Likeness.PHONE, Likeness.NAME_AND_ADDRESS


def like(**changes: str) -> Person:
    return Person(**{**vars(OTHER), **changes})


ALIKE: dict[str, tuple[Person, tuple[Likeness, ...]]] = {
    "nothing": (OTHER, ()),
    "the phone as it is": (like(phone="0400 123 456"), (PHONE,)),
    "the phone from abroad": (like(phone="+61 400 123 456"), (PHONE,)),
    "the phone with brackets": (like(phone="(0400) 123-456"), (PHONE,)),
    "another phone": (like(phone="0400 123 457"), ()),
    "an end of the phone": (like(phone="123 456"), ()),
    "no phone": (like(phone=""), ()),
    "the mailbox without dots": (like(email="janedoe@gmail.com"), (MAILBOX,)),
    "the mailbox with a sign": (like(email="Jane.Doe+home@gmail.com"), (MAILBOX,)),
    "the mailbox by its other domain": (like(email="jane.doe@googlemail.com"), (MAILBOX,)),
    "the name of the mailbox elsewhere": (like(email="jane.doe@example.com"), ()),
    "the name alone": (like(name="Jane Doe"), ()),
    "the address alone": (like(address=JANE.address), ()),
    "name and address": (like(name="Jane Doe", address=JANE.address), (PLACE,)),
    "name and address in other letters": (like(name="JANE  DOÉ", address="12 forest rd, hurstville"), (PLACE,)),
    "another number of the street": (like(name="Jane Doe", address="14 Forest Road Hurstville"), ()),
    "a suburb alone": (like(name="Jane Doe", address="Hurstville NSW 2220"), ()),
    "no address": (like(name="Jane Doe", address=""), ()),
    "all of it": (Person("jane doe", "janedoe@gmail.com", "+61400123456", "12 Forest Rd"), (MAILBOX, PHONE, PLACE)),
}


@pytest.mark.parametrize("name", ALIKE)
def test_a_double_is_told_by_phone_name_and_address_or_mailbox(name: str) -> None:
    other, why = ALIKE[name]
    assert likenesses(JANE, other) == likenesses(other, JANE) == why


def test_two_of_whom_nothing_is_known_are_not_alike() -> None:
    nobody = Person("", "", "", "")
    assert likenesses(nobody, nobody) == ()
    neighbours = [Person("", email, "", "12 Forest Road") for email in ("a@b.example", "c@d.example")]
    assert likenesses(*neighbours) == ()
