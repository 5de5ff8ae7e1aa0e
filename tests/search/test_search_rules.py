"""What staff type becomes what is looked for, and what was found shows where it stands."""

import pytest

from app.search.rules import Excerpt, excerpt, folded, national, other_number, wanted

WHOLE = {
    "amelia": '"amelia"',
    "amelia hart": '"amelia" AND "hart"',
    'say "hi" OR': '"say" AND """hi""" AND " OR"',
    "name:x* NOT (": '"name:x*" AND "NOT"',
    "jo": '" jo"',
    "j hart": '"hart"',
    "j": "",
    "": "",
    " \t ": "",
    "a\x00b\nhart": '"hart"',
    "0400 123 456": '("0400" AND "123" AND "456") OR "400123456"',
    "+61 400 123 456": '("+61" AND "400" AND "123" AND "456") OR "400123456"',
    "(02) 5550-0134": '("(02)" AND "5550-0134") OR "255500134"',
    "12": '" 12"',
    "HPM-12": '"HPM-12"',
    "one two three four five six": '"one" AND "two" AND "three" AND "four" AND "five"',
}


@pytest.mark.parametrize("typed", WHOLE, ids=repr)
def test_whatever_is_typed_is_only_looked_for(typed: str) -> None:
    assert wanted(typed).whole == WHOLE[typed]


@pytest.mark.parametrize(
    ("typed", "number"),
    [("12", 12), ("HPM-12", 12), ("hpm12", 12), ("hpm 12", 12), ("HPM-12-2", 12), (" 7 ", 7)]
    + [(no, None) for no in ("HPM-", "12a", "1" * 19, "１２", "12 13", "-12")],
)
def test_a_reference_names_its_project(typed: str, number: int | None) -> None:
    assert wanted(typed).project_id == number


def test_single_letters_are_how_a_name_begins_and_several_words_may_stand_apart() -> None:
    assert wanted("j").beginning == "j"
    assert wanted("j hart").beginning == ""
    assert wanted("hart plan").words == ('"hart"', '"plan"')
    assert wanted("hart").words == wanted("0400 123 456").words == ()


@pytest.mark.parametrize("typed", ["0400123456", "0400 123 456", "+61 400 123 456", "61400123456", "(0400) 123-456"])
def test_every_way_of_writing_a_phone_number_is_the_same(typed: str) -> None:
    assert national(typed) == "400123456"


@pytest.mark.parametrize("typed", ["12", "0", "a123", "４００", ""])
def test_what_is_no_phone_number_is_none(typed: str) -> None:
    assert national(typed) == ""


def test_an_excerpt_shows_what_was_looked_for_as_it_is_written() -> None:
    shown = wanted("zoe").shown
    assert excerpt(["", "Dr Zoë Hart"], shown) == (1, Excerpt("Dr ", "Zoë", " Hart"))
    assert excerpt(["x" * 50 + " wall " + "y" * 50], wanted("wall").shown) == (
        0,
        Excerpt("…" + "x" * 39 + " ", "wall", " " + "y" * 39 + "…"),
    )
    assert excerpt(["0400 123 456"], wanted("0400123456").shown) == (0, Excerpt("0", "400 123 456", ""))
    assert excerpt(["John Ajo", "a jo"], wanted("jo").shown) == (0, Excerpt("", "Jo", "hn Ajo"))
    assert excerpt(["Nobody"], shown) is None


@pytest.mark.parametrize("text", ["İstanbul", "ﬁne", "Zoë", "e\u0301", "ß", ""])
def test_folded_text_is_as_long_as_it_was(text: str) -> None:
    assert len(folded(text)) == len(text)


@pytest.mark.parametrize(
    ("given", "kept", "other"),
    [
        ("0400 111 111", "0400 222 222", "0400 111 111"),
        ("0400 111 111", "+61 400 111 111", ""),
        ("0400111111", "0400 111 111", ""),
        ("0400 111 111", "", "0400 111 111"),
        ("", "0400 111 111", ""),
        ("ask Jane", "ask Jane", ""),
        ("ask Jane", "ask Janet", "ask Jane"),
        ("", "", ""),
    ],
)
def test_a_number_that_was_given_is_another_one_only_where_its_digits_are(given: str, kept: str, other: str) -> None:
    assert other_number(given, kept) == other
