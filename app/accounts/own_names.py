"""Passwords that are made of what anybody may know of their owner."""

import re
import unicodedata

from app import fields

FEW_SIGNS = 8  # as many digits as a date has: beside a name they make no password

_WORD = re.compile(r"[^\W\d_]+")


def is_of_names(password: str, names: tuple[str, ...]) -> bool:
    """Whether it is one of its owner's names, or one or two parts of one, whatever the few signs beside them.

    The browser judges the same (passwordChange.ts).
    """
    if bare(password) in {bare(name) for name in names}:
        return True
    plain = _plain(password)
    parts = {"".join(_WORD.findall(_plain(name))) for name in names}
    parts |= {part for name in names for part in _WORD.findall(_plain(name.partition("@")[0]))}
    letters = "".join(_WORD.findall(plain))
    made_of_parts = letters in {before + part for before in {"", *parts} for part in parts - {""}}
    return made_of_parts and len(plain) - len(letters) <= FEW_SIGNS


def bare(text: str) -> str:
    """A text without case and without what is not seen, in which passwords made of a name differ from it."""
    return "".join(fields.seen(text).split()).casefold()


def _plain(text: str) -> str:
    """A text without case, accents and what is not seen."""
    decomposed = unicodedata.normalize("NFKD", fields.seen(text))
    return "".join(char for char in decomposed if not unicodedata.category(char).startswith("M")).upper().lower()
