"""What an Office archive may refer to: by a table, since a false refusal turns a client away."""

import io
import tempfile
import time
import zipfile
from collections.abc import Iterator

import pytest
from document_samples import RELATION, docx, relations

from app.documents import office, rules
from app.documents.part_lists import NotAList, attributes, is_local, relation_problem, types_of, types_problem

pytestmark = pytest.mark.spec("B-04")
STRICT = "http://purl.oclc.org/ooxml/officeDocument/relationships/"


@pytest.mark.parametrize(
    ("target", "local"),
    [
        ("https://evil.example/a.dotm", False),
        ("HTTP://evil.example/a.dotm", False),
        (" https://evil.example/a.dotm", False),
        ("//evil.example/a.dotm", False),
        (r"\\evil.example\share\a.dotm", False),
        (r"/\evil.example\share\a.dotm", False),
        ("%5C%5Cevil.example%5Cshare", False),
        (r"file:///\\evil.example\share\a.dotm", False),
        ("file://evil.example/share/a.dotm", False),
        ("file:////evil.example/share/a.dotm", False),
        (r"c:\\evil.example\share", False),
        ("mhtml:https://evil.example!x-usc:https://evil.example", False),
        ("ms-msdt:/id", False),
        (r"file:///C:\Users\Ann\Firm.dotx", True),
        ("file:///C:/Program%20Files/Firm.dotx", True),
        (r"D:\Projects\Rates.xlsx", True),
        ("file:///Users/ann/Firm.dotx", True),
        ("Rates%202026.xlsx", True),
        ("../Rates.xlsx", True),
        ("/Projects/Rates.xlsx", True),
        ("NULL", True),
    ],
)
def test_only_the_reader_s_own_disk_is_not_elsewhere(target: str, local: bool) -> None:
    assert is_local(target) is local
    assert relation_problem(next(attributes_of("attachedTemplate", target))) == (None if local else rules.OUTSIDE)


def attributes_of(kind: str, target: str) -> Iterator[dict[str, str]]:
    return (said for said in attributes(relations(kind, target.replace("&", "&amp;"))) if "Target" in said)


@pytest.mark.parametrize(
    ("kind", "mode", "problem"),
    [
        (RELATION + "hyperlink", "External", None),
        (STRICT + "hyperlink", "External", None),
        (RELATION + "image", "Internal", None),
        (RELATION + "image", None, None),
        (RELATION + "package", None, None),
        (RELATION + "image", "External", rules.OUTSIDE),
        (RELATION + "frame", "external", rules.OUTSIDE),
        ("https://evil.example/hyperlink", "External", rules.OUTSIDE),
        (RELATION + "oleObject", None, rules.EMBEDDED),
        (STRICT + "oleObject", "External", rules.EMBEDDED),
        (RELATION + "aFChunk", "Internal", rules.EMBEDDED),
    ],
)
def test_a_relation_of_each_kind(kind: str, mode: str | None, problem: str | None) -> None:
    said = {"Type": kind, "Target": "https://evil.example/1", **({"TargetMode": mode} if mode else {})}
    assert relation_problem(said) == problem


@pytest.mark.parametrize(
    ("kind", "problem"),
    [
        ("application/vnd.openxmlformats-officedocument.spreadsheetml.printerSettings", None),
        ("image/png", None),
        ("application/vnd.openxmlformats-officedocument.oleObject", rules.EMBEDDED),
        ("application/vnd.ms-excel.sheet.binary.macroEnabled.main", rules.MACROS),
        ("application/vnd.ms-excel.intlmacrosheet+xml", rules.MACROS),
        ("application/vnd.ms-office.activeX+xml", rules.MACROS),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_type_of_each_kind(kind: str, problem: str | None, encoding: str) -> None:
    spelled = "".join(f"&#{ord(letter)};" for letter in kind)
    for said in (kind, spelled):
        listed = f'<Types><Default Extension="bin" ContentType="{said}"/></Types>'.encode(encoding)
        assert types_problem(types_of(listed)) == problem


@pytest.mark.parametrize("xml", [b"", b"<a", b"<a/><b/>", b"<!DOCTYPE a><a/>", b"MZ", b'<a b="1" b="2"/>'])
def test_what_no_program_reads_is_no_list(xml: bytes) -> None:
    with pytest.raises(NotAList):
        list(attributes(xml))


def test_what_lies_within_is_read_no_further_than_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    inner = docx({"word/media/a.bin": bytes(100)}, zipfile.ZIP_STORED)
    many = docx({f"word/embeddings/{number}.docx": inner for number in range(10)})
    monkeypatch.setattr(office, "MAX_WITHIN_BYTES", 3 * len(inner) - 1)
    left = office.Left(within=office.MAX_WITHIN_BYTES)
    with zipfile.ZipFile(io.BytesIO(many)) as archive:
        assert office._parts_problem(archive, left, 0) == rules.UNSAFE
    assert -len(inner) < left.within < 0


def test_a_crowd_of_parts_takes_little_time() -> None:
    crowd = docx({f"word/media/{number}.png": b"\x89PNG" * 20 for number in range(office.MAX_PARTS - 2)})
    began = time.perf_counter()
    with tempfile.TemporaryFile() as file:
        file.write(crowd)
        assert office.check("word/", "wordprocessingml")(file) is None
    assert time.perf_counter() - began < 10
