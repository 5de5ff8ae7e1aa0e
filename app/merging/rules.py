"""Who may be the same person, and what is said about merging them."""

import re
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from app.mail.rules import mailbox
from app.search.rules import folded, national

UNDO_DAYS = 30
UNDO_LASTS = timedelta(days=UNDO_DAYS)
LEAST_DIGITS = 8  # a local number without its area code
LEAST_WORDS = 3  # of an address: number, street, kind of street
SHORT = {
    "st": "street",
    "rd": "road",
    "ave": "avenue",
    "av": "avenue",
    "pde": "parade",
    "pl": "place",
    "cres": "crescent",
}
STATES = {"nsw", "vic", "qld", "act", "sa", "wa", "tas", "nt"}

ONESELF = "This is the same client. Please choose another one."
GONE = "One of the two has been erased or merged meanwhile. Nothing was changed; please look again."
CHANGED = "Somebody has changed one of the two meanwhile. Nothing was merged; please look at both again."
UNPROVED = (
    "Nothing has shown yet that {kept} is theirs, while {other} is proved: whoever reads an unproved address must not "
    "get what is the other's. Please merge the other way round."
)
PAYING = "A card payment of {name} was begun and is not decided yet. Please wait until it is, half an hour at most."
DECIDING = "A bank is deciding about a card payment of {name}. Please wait until it has, which may take days."
LEAVING = "{name} has asked to be deleted. Please answer that first."
EMPTY = "The other record has none to take."

UNDONE = "This merge was undone already."
TOO_OLD = f"A merge can be undone for {UNDO_DAYS} days, and these are over."
NOT_ANY_MORE = "One of the two has been erased or merged again since, so that this merge cannot be undone any more."
ADDRESS_TAKEN = "Another record has the address {email} by now, so that this merge cannot be undone any more."
CREDITED = "A booking fee of one was deducted for the other since: what was paid with it could not be told apart again."


class Likeness(StrEnum):
    """Why two records may be one person's."""

    MAILBOX = "mailbox"  # the same mailbox, spelled otherwise
    PHONE = "phone"
    NAME_AND_ADDRESS = "name_and_address"


class Source(StrEnum):
    """Whose detail stays."""

    KEPT = "kept"
    OTHER = "other"


@dataclass(frozen=True)
class Person:
    """What a record says of somebody; `address` in one line."""

    name: str
    email: str
    phone: str
    address: str


def likenesses(one: Person, other: Person) -> tuple[Likeness, ...]:
    """Why these two may be the same person, the strongest reason first; () where nothing says so."""
    same = {
        Likeness.MAILBOX: bool(one.email) and mailbox(one.email) == mailbox(other.email),
        Likeness.PHONE: _same_phone(one.phone, other.phone),
        Likeness.NAME_AND_ADDRESS: _words(one.name) == _words(other.name) != ()
        and _same_place(_words(one.address), _words(other.address)),
    }
    return tuple(likeness for likeness, holds in same.items() if holds)


def _same_phone(one: str, other: str) -> bool:
    digits = national(one.strip())
    return len(digits) >= LEAST_DIGITS and digits == national(other.strip())


def _same_place(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether all that the shorter says stands in the longer, and that is enough to be one house."""
    less, more = sorted((_house(one), _house(other)), key=len)
    return len(less) >= LEAST_WORDS and less <= more and any(word[0].isdigit() for word in less)


def _house(place: tuple[str, ...]) -> set[str]:
    """The words without state and postcode, which say nothing of the house."""
    coded = place[:-1] if place and re.fullmatch(r"\d{4}", place[-1]) else place
    return set(coded) - STATES


def _words(text: str) -> tuple[str, ...]:
    found = re.findall(r"[^\W_]+", folded(text)) if text else []
    return tuple(SHORT.get(word, word) for word in found)
