"""What was typed is other than what we keep only where it says something else."""

import pytest

from app import fields
from app.accounts.rules import same_address, same_name, same_phone
from app.onboarding.rules import TEXT_RULES


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("0400555666", "0400 555 666", True),
        ("+61 400 555 666", "0400 555 666", True),
        ("0400 555 666", "0400 555 667", False),
    ],
)
def test_phones_are_the_same_as_they_are_dialled(one: str, other: str, same: bool) -> None:
    assert same_phone(one, other) is same_phone(other, one) is same


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("12 Forest Road, Hurstville", "12 Forest Road, Hurstville, NSW 2220", True),
        ("12 forest road Hurstville", "12 Forest Road, Hurstville", True),
        ("14 Forest Road, Hurstville", "12 Forest Road, Hurstville, NSW 2220", False),
    ],
)
def test_addresses_are_the_same_in_one_line_and_in_fields(one: str, other: str, same: bool) -> None:
    assert same_address(one, other) is same_address(other, one) is same


def test_names_are_the_same_but_for_capitals_and_blanks() -> None:
    assert same_name("Amelia  hart", "amelia Hart") and not same_name("Amelia Hart", "Amelia Hard")


@pytest.mark.parametrize("number", ["0400 123 456", "(02) 5550 0134", "+61 2 5550-0134 ext. 12", "1300.555.666 x4"])
def test_a_phone_number_is_taken_as_people_write_it(number: str) -> None:
    assert fields.problem(number, TEXT_RULES["phone"]) is None


@pytest.mark.parametrize(
    "number", ["https://evil.example", "<b>123456</b>", "call me maybe", "+++++++", "0400 123 456;x"]
)
def test_what_is_no_phone_number_is_refused(number: str) -> None:
    assert fields.problem(number, TEXT_RULES["phone"]) == "Please enter a valid phone number"


@pytest.mark.parametrize("address", [".a@x.example", "a.@x.example", "a..b@x.example", f"{'a' * 65}@x.example"])
def test_an_address_with_a_dot_out_of_place_is_refused(address: str) -> None:
    assert fields.problem(address, TEXT_RULES["email"]) == "Invalid email address"


@pytest.mark.parametrize("address", ["a.b@x.example", "a+b@x.example", f"{'a' * 64}@x.example", "o'neil@x.example"])
def test_an_address_with_dots_in_between_is_taken(address: str) -> None:
    assert fields.problem(address, TEXT_RULES["email"]) is None
