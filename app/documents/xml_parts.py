"""The XML parts of an Office archive: what in them would start another program when the document is opened.

Seen: a field of Word that asks another program (DDE, ECMA-376 part 1, 17.16.5), in one piece or in several, and one
whose kind another field works out; a sheet's link to another program (18.14.5). Not seen: fields that fetch a text or
a picture without a relation, which Word does only when it is told to.
"""

import re
from collections.abc import Callable
from typing import Any, BinaryIO
from xml.parsers import expat

from app.documents import rules

# Of all parts together that are read element by element: those with fields, which a long report has some MB of.
MAX_READ_BYTES = 64 * 1024 * 1024
_STEP = 256 * 1024
_UTF16 = (b"\xff\xfe", b"\xfe\xff", b"<\x00", b"\x00<")
_UTF8_MARK = b"\xef\xbb\xbf"
# In these the letters of Latin are written as everywhere.
_ENCODINGS = {"utf-8", "utf8", "utf-16", "us-ascii", "ascii", "iso-8859-1", "windows-1252"}
# A name of an element is never written with references, so that without these words there is none of them.
_WORDS = (b"instrText", b"InstrText", b"fldSimple", b"ddeLink")
_LONGEST_WORD = max(map(len, _WORDS))
_KIND = re.compile(r"\s*(=|[^\s\"\\]+)")
_ASKING = {"dde", "ddeauto"}


class _Found(Exception):
    """Ends the reading of a part; its argument is the refusal, None where the rest says nothing more."""


class Budget:
    """How many bytes of XML a check may still read element by element."""

    def __init__(self) -> None:
        self.left = MAX_READ_BYTES


def is_xml(head: bytes) -> bool:
    """Whether a part that begins so is XML, whatever it is called."""
    return head.startswith(_UTF16) or head.removeprefix(_UTF8_MARK).lstrip().startswith(b"<")


def problem(name: str, opened: BinaryIO | Any, budget: Budget) -> str | None:
    """The refusal of an XML part, else None. opened: it from its beginning, twice readable by `seek`."""
    is_picture = name.endswith(".svg") and "/media/" in name
    if (refused := _head_problem(opened, is_picture)) is not None:
        return refused
    opened.seek(0)
    if not _has_words(opened):
        return None
    opened.seek(0)
    return _read(opened, budget)


def _parse(opened: Any, prepare: Callable[[Any], None], spend: Callable[[int], None]) -> str | None:
    parser = expat.ParserCreate()
    prepare(parser)
    try:
        while piece := opened.read(_STEP):
            spend(len(piece))
            parser.Parse(piece)
    except _Found as found:
        return found.args[0]
    except expat.ExpatError:
        return rules.MISMATCH
    return None


def _head_problem(opened: Any, may_have_type: bool) -> str | None:
    """A document type, of which the format has none, or an encoding in which words could hide."""

    def stop(*_: Any) -> None:
        raise _Found(None)

    def refuse(*_: Any) -> None:
        raise _Found(None if may_have_type else rules.MISMATCH)

    def encoded(_: str, encoding: str | None, __: int) -> None:
        if encoding is not None and encoding.lower() not in _ENCODINGS:
            raise _Found(rules.MISMATCH)

    def prepare(parser: Any) -> None:
        parser.XmlDeclHandler = encoded
        parser.StartDoctypeDeclHandler = refuse
        parser.StartElementHandler = stop

    return _parse(opened, prepare, lambda _: None)


def _has_words(opened: Any) -> bool:
    before, first = b"", True
    while piece := opened.read(_STEP):
        if first and piece.startswith(_UTF16):
            return True
        seen, first = before + piece, False
        if any(word in seen for word in _WORDS):
            return True
        before = seen[-_LONGEST_WORD:]
    return False


class _Fields:
    """The fields of a part as they open and close: of each, what stands in it before another one does."""

    def __init__(self) -> None:
        self._open: list[str | None] = []
        self._in_text = False

    def start(self, name: str, said: dict[str, str]) -> None:
        """An element begins."""
        local = name.rpartition(":")[2]
        attributes = {key.rpartition(":")[2]: value for key, value in said.items()}
        if local == "ddeLink":
            raise _Found(rules.COMMANDS)
        if local == "fldSimple":
            judge(attributes.get("instr", ""), whole=True)
        if local == "fldChar":
            self._turn(attributes.get("fldCharType", ""))
        self._in_text = local in ("instrText", "delInstrText")

    def end(self, _: str) -> None:
        """An element ends."""
        self._in_text = False

    def text(self, said: str) -> None:
        """Characters between elements."""
        if self._in_text and self._open and self._open[-1] is not None:
            self._open[-1] += said

    def _turn(self, turn: str) -> None:
        if turn == "begin":
            self._judge_last(whole=False)
            self._open.append("")
        elif turn in ("separate", "end") and self._open:
            self._judge_last(whole=True)
            if turn == "end":
                self._open.pop()

    def _judge_last(self, whole: bool) -> None:
        if self._open and self._open[-1] is not None:
            judge(self._open[-1], whole)
            self._open[-1] = None


def judge(field: str, whole: bool) -> None:
    """Refuse a field that asks another program, or whose kind is not spelled out. whole: nothing of it follows."""
    kind = _KIND.match(field)
    spelled = kind is not None and (kind[1] == "=" or field[kind.end() : kind.end() + 1].isspace())
    if (kind is not None and kind[1].lower() in _ASKING) or not (whole or spelled):
        raise _Found(rules.COMMANDS)


def _read(opened: Any, budget: Budget) -> str | None:
    def spend(size: int) -> None:
        budget.left -= size
        if budget.left < 0:
            raise _Found(rules.UNSAFE)

    def refuse(*_: Any) -> None:
        raise _Found(rules.MISMATCH)

    def prepare(parser: Any) -> None:
        fields = _Fields()
        # With a type there would be entities, which a few words make endless.
        parser.StartDoctypeDeclHandler = refuse
        parser.buffer_text = True
        parser.StartElementHandler = fields.start
        parser.EndElementHandler = fields.end
        parser.CharacterDataHandler = fields.text

    return _parse(opened, prepare, spend)
