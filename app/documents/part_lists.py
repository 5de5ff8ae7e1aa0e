"""The two lists of an Office archive in XML: of its parts' types, and of what a part needs beside itself.

Read as programs read them, so that no other encoding or spelling of a word hides it. A document type is refused: the
format has none (ECMA-376 part 2), and only with one would there be entities.
"""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote
from xml.parsers import expat

from app.documents import rules

# What the list of types calls parts with macros, or what holds such parts.
MACRO_TYPES = ("vbaproject", "macroenabled", "macrosheet", "activex")
OBJECT_TYPES = ("oleobject",)
_OFFICE = ("http://schemas.openxmlformats.org/officeDocument/2006", "http://purl.oclc.org/ooxml/officeDocument")
HYPERLINKS = frozenset(f"{office}/relationships/hyperlink" for office in _OFFICE)
# An object of another program, and a whole file that is put in as it is read (text, a web page).
_CARRYING = ("/oleobject", "/afchunk")
# On the reader's own disk: by a drive, below a home on other systems, or beside the file.
_ON_A_DRIVE = re.compile(r"(file:///)?[a-z]:(?![/\\]{2})|file:///(users|home|volumes)/", re.IGNORECASE)
_BESIDE = re.compile(r"(?![/\\]{2}|\\)[^:]*")


class NotAList(ValueError):
    """A list that no program could read, or that has a document type."""


def attributes(xml: bytes) -> Iterator[dict[str, str]]:
    """The attributes of each element of a list, in its order. NotAList for anything that is none."""
    found: list[dict[str, str]] = []

    def no_type(*_: Any) -> None:
        raise NotAList

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = no_type
    parser.StartElementHandler = lambda _, said: found.append(said) if said else None
    try:
        parser.Parse(xml, True)
    except expat.ExpatError as error:
        raise NotAList from error
    yield from found


def types_of(xml: bytes) -> list[str]:
    """The types that the list of types names, in lower case. NotAList as `attributes`."""
    return [said["ContentType"].lower() for said in attributes(xml) if "ContentType" in said]


def types_problem(types: list[str]) -> str | None:
    """The refusal of a file with parts of these types, which are in lower case; else None."""
    if any(word in each for each in types for word in MACRO_TYPES):
        return rules.MACROS
    return rules.EMBEDDED if any(word in each for each in types for word in OBJECT_TYPES) else None


def relation_problem(said: dict[str, str]) -> str | None:
    """The refusal of a file with a relation of these attributes, else None.

    What is fetched from a network when the file is opened tells its reader's address and password hash to strangers,
    or brings their macros. What lies on the reader's own disk is not the sender's, and a link waits for a click.
    """
    kind = said.get("Type", "")
    if kind.lower().endswith(_CARRYING):
        return rules.EMBEDDED
    if said.get("TargetMode", "").strip().lower() != "external" or kind in HYPERLINKS:
        return None
    return None if is_local(said.get("Target", "")) else rules.OUTSIDE


def is_local(target: str) -> bool:
    """Whether a relation's target is on the disk of whoever reads it: on a drive, or beside the file."""
    path = unquote(target).strip()
    return bool(_ON_A_DRIVE.match(path) or _BESIDE.fullmatch(path))
