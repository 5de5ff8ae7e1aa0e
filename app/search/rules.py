"""What staff type into the search, as what is asked of the index, and where it stands in what was found."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from app.fields import row_id

MOST_WORDS = 5  # the rest of what is typed only narrows it further
LEAST_DIGITS = LEAST_LETTERS = 3
AROUND = 40  # letters of what was found that are shown before and after
NUMBER = re.compile(r"(?:hpm[- ]?)?(\d+)(?:-\d+)?", re.IGNORECASE)
PHONE = re.compile(r"[\d +().-]+")
BETWEEN_DIGITS = r"[\s().+-]*"


@dataclass(frozen=True)
class Wanted:
    """What to look for.

    `whole`: the index's expression for a text that holds all of it, '' where nothing typed is long enough;
    `words`: one for each word, where there are several: a client may have each in another text;
    `beginning`: how a name begins, where only single letters were typed; `project_id`: of a reference;
    `shown`: regular expressions for what to point at, as `folded` text has it.
    """

    whole: str
    words: tuple[str, ...]
    beginning: str
    project_id: int | None
    shown: tuple[str, ...]


@dataclass(frozen=True)
class Excerpt:
    """A piece of a text with what was looked for in its middle."""

    before: str
    hit: str
    after: str


def project_named(typed: str) -> int | None:
    """The project whose number or reference was typed: 12, HPM-12, hpm 12, HPM-12-2; None for anything else."""
    number = NUMBER.fullmatch(typed.strip())
    return row_id(number[1]) if number else None


def wanted(typed: str) -> Wanted:
    """What is looked for when that is typed; no sign in it means anything but itself.

    A word of two letters is looked for where words begin. A phone number is looked for without its signs and its
    leading zero or +61, since it may have been given either way.
    """
    plain = "".join(sign if sign.isprintable() else " " for sign in unicodedata.normalize("NFC", typed))
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    typed_words = plain.split()
    words = [word for word in typed_words if len(word) > 1][:MOST_WORDS]
    expressions = tuple(map(_expression, words))
    whole, digits = " AND ".join(expressions), national(" ".join(typed_words))
    shown = [re.escape(folded(word)) if len(word) > 2 else rf"(?<!\S){re.escape(folded(word))}" for word in words]
    if digits:
        whole = f"({whole}) OR {_quoted(digits)}" if whole else _quoted(digits)
        shown.insert(0, BETWEEN_DIGITS.join(digits))
    return Wanted(
        whole=whole,
        words=expressions if len(expressions) > 1 and not digits else (),
        beginning="" if words else " ".join(typed_words),
        project_id=project_named(plain),
        shown=tuple(shown),
    )


def sieve(words: str) -> str:
    """The index's expression for every text that holds the words as LIKE compares them, and for a few others.

    Two letters are looked for where words begin. '' where the index cannot say: it knows three letters at least, the
    space before a word with them, and no signs beside letters.
    """
    plain = words.isprintable() and not any(map(unicodedata.combining, words))
    return _expression(words) if plain and len(words) >= LEAST_LETTERS - 1 else ""


def national(typed: str) -> str:
    """The digits of an Australian phone number that every way of writing it holds; '' where none is typed."""
    if not typed.isascii() or not PHONE.fullmatch(typed):
        return ""
    digits = re.sub(r"\D", "", typed)
    if typed.lstrip("( ").startswith("+61") or (digits.startswith("61") and len(digits) == len("61400123456")):
        digits = digits.removeprefix("61")
    digits = digits.removeprefix("0")
    return digits if len(digits) >= LEAST_DIGITS else ""


def other_number(given: str, kept: str) -> str:
    """The phone number that was given where it is another one than that which is kept, however both are written."""
    one, other = given.strip(), kept.strip()
    digits = national(one)
    same = one == other or (digits != "" and digits == national(other))
    return "" if same else given


def folded(text: str) -> str:
    """The text in small letters without accents, as long as it was: a letter stays in its place."""
    return "".join(unicodedata.normalize("NFD", sign)[0].lower()[0] for sign in text)


def excerpt(texts: Iterable[str], shown: Iterable[str]) -> tuple[int, Excerpt] | None:
    """The first of the texts in which something looked for stands, by its place, and the piece of it around that."""
    patterns = [re.compile(each) for each in shown]
    for place, text in enumerate(texts):
        line = " ".join(text.split())
        flat = folded(line)
        for pattern in patterns:
            if found := pattern.search(flat):
                start, end = found.span()
                before = ("…" if start > AROUND else "") + line[max(0, start - AROUND) : start]
                after = line[end : end + AROUND] + ("…" if len(line) > end + AROUND else "")
                return place, Excerpt(before, line[start:end], after)
    return None


def _expression(word: str) -> str:
    # Every word in the index follows a space, so that two letters and that are the three that it knows.
    return _quoted(word if len(word) > 2 else f" {word}")


def _quoted(text: str) -> str:
    return '"{}"'.format(text.replace('"', '""'))
