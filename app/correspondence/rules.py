"""Letters that staff write to a client, from a template or not: what they may hold, and how blanks are filled in."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from app import fields

NAME = fields.text(2, 60, "Please give the template a name", "The name")
SUBJECT = replace(
    fields.text(2, 120, "Please write a subject", "The subject"),
    no_control="The subject must be one line without control characters",
)
TEXT = fields.text(1, 5000, "Please write the letter", "The letter", lines=True)
MOST_TEMPLATES = 50

# What a template may leave to be filled in, and what stands there then.
BLANKS = {
    "name": "the client's name",
    "firm": "our name",
    "phone": "our phone number",
    "portal": "the address of the client portal",
}
_BLANK = re.compile(r"\{([^{}\n]{0,40})\}")
UNKNOWN = f"Only {', '.join(f'{{{name}}}' for name in BLANKS)} can be filled in"
EMPTY = {name: f"Nothing is known for {{{name}}}. Please write it out" for name in BLANKS}


def problem(texts: Iterable[str]) -> str | None:
    """What is wrong with the blanks of some texts, None where each can be filled in for some client."""
    is_known = all(name in BLANKS for text in texts for name in _BLANK.findall(text))
    return None if is_known else UNKNOWN


def filled(text: str, values: Mapping[str, str]) -> str:
    """The text with its blanks filled in, once: what a value holds is never read as a blank.

    ValueError, in words, for a blank that has no value.
    """

    def value(found: re.Match[str]) -> str:
        name = found[1]
        if not values.get(name):
            raise ValueError(EMPTY[name])
        return values[name]

    return _BLANK.sub(value, text)
