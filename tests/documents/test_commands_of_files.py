"""Documents that would start another program when they are opened are refused, and ordinary ones are not."""

import tempfile
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from document_samples import DOC, PDF, SHEET_TYPES, archive, docx

from app.documents import content, office, ole, pdfs, rules, xml_parts

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
BEGIN, SEPARATE, END = (f'<w:r><w:fldChar w:fldCharType="{turn}"/></w:r>' for turn in ("begin", "separate", "end"))


def code(*pieces: str) -> str:
    return "".join(f"<w:r><w:instrText>{piece}</w:instrText></w:r>" for piece in pieces)


def letter(body: str, part: str = "word/header1.xml", encoding: str = "utf-8") -> bytes:
    xml = f'<?xml version="1.0" encoding="{encoding}"?><w:document {W}><w:p>{body}</w:p></w:document>'
    return docx({part: xml.encode(encoding)})


def judged(data: bytes, kind: str = "docx") -> str | None:
    check = {
        "docx": office.check("word/", "wordprocessingml"),
        "xlsx": office.check("xl/", "spreadsheetml"),
        "pdf": pdfs.problem,
        "doc": ole.check("WordDocument"),
    }[kind]
    with tempfile.TemporaryFile() as file:
        file.write(data)
        file.flush()
        return check(file)


ASKING = {
    "in one piece": BEGIN + code(r' DDEAUTO c:\\windows\\system32\\cmd.exe "/k calc" ') + SEPARATE + END,
    "in small letters": BEGIN + code(" dde excel a b ") + END,
    "in several pieces": BEGIN + code("D", "DE", "AUTO excel") + SEPARATE + END,
    "with references": BEGIN + code(" &#68;DEAUTO excel ") + END,
    "as a simple field": '<w:fldSimple w:instr=" DDEAUTO excel "/>',
    "with its kind from another field": BEGIN + BEGIN + code(" QUOTE 68 68 69 ") + END + code(" excel") + END,
    "with a letter from another field": BEGIN + code("D") + BEGIN + code(" QUOTE 68 ") + END + code("E excel") + END,
    "within another field": BEGIN + code(" IF ") + BEGIN + code(" DDE excel a ") + END + code(" = 1 ") + END,
}
ORDINARY = {
    "a page number": BEGIN + code(" PAGE ") + SEPARATE + END,
    "a table of contents": BEGIN
    + code(r' TOC \o "1-3" \h \z \u ')
    + SEPARATE
    + BEGIN
    + code(" PAGEREF _Toc1 ")
    + END
    + END,
    "a condition": BEGIN + code(" IF ") + BEGIN + code(" MERGEFIELD Dde ") + END + code(' = "1" "a" "b" ') + END,
    "a sum": BEGIN + code(" =") + BEGIN + code(" MERGEFIELD a ") + END + code("+1 ") + END,
    "a text about it": "<w:r><w:t>DDEAUTO excel</w:t></w:r>",
    "an address": BEGIN + code(' HYPERLINK "https://example.com/?dde=DDEAUTO" ') + SEPARATE + END,
    "an empty field": BEGIN + code("") + SEPARATE + END,
}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("name", ASKING)
def test_a_letter_whose_field_asks_another_program_is_refused(name: str, encoding: str) -> None:
    assert judged(letter(ASKING[name], encoding=encoding)) == rules.COMMANDS
    assert judged(docx({"word/embeddings/a.docx": letter(ASKING[name])})) == rules.COMMANDS


@pytest.mark.parametrize("name", ORDINARY)
def test_a_letter_with_ordinary_fields_is_taken(name: str) -> None:
    assert judged(letter(ORDINARY[name])) is None


def test_a_sheet_that_links_to_another_program_is_refused() -> None:
    link = b'<externalLink xmlns="x"><ddeLink ddeService="cmd" ddeTopic="/c calc"/></externalLink>'
    book = {"[Content_Types].xml": SHEET_TYPES, "xl/workbook.xml": b"<workbook/>"}
    assert judged(archive({**book, "xl/externalLinks/externalLink1.xml": link}), "xlsx") == rules.COMMANDS
    assert judged(archive({**book, "xl/worksheets/sheet1.xml": b"<sheet><f>ddeLinks</f></sheet>"}), "xlsx") is None


@pytest.mark.parametrize(
    ("xml", "refused"),
    [
        (b"<!DOCTYPE a><a/>", True),
        (b'<?xml version="1.0"?><!-- a --><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', True),
        ('<!DOCTYPE a><a b="é"/>'.encode("utf-16"), True),
        (b'<?xml version="1.0" encoding="utf-7"?><a/>', True),
        (b"<a>&lt;!DOCTYPE a&gt;</a>", False),
        (b"<a/><!-- <!DOCTYPE b> -->", False),
        (b"\xef\xbb\xbf<a/>", False),
        (b'<?xml version="1.0" encoding="Windows-1252"?><a b="\xe9"/>', False),
    ],
)
def test_no_part_has_a_document_type(xml: bytes, refused: bool) -> None:
    for name in ("word/settings.xml", "word/anything.bin", "customXml/item1.xml"):
        assert judged(docx({name: xml})) == (rules.MISMATCH if refused else None)


def test_a_drawing_may_have_the_document_type_that_its_program_gave_it() -> None:
    svg = b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd"><svg/>'
    assert judged(docx({"word/media/image1.svg": svg})) is None
    assert judged(docx({"word/media/image1.svg": svg + b"<!-- instrText -->"})) == rules.MISMATCH


def test_fields_are_read_no_further_than_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xml_parts, "MAX_READ_BYTES", 400_000)
    assert judged(letter(ORDINARY["a page number"] * 1_000)) is None
    assert judged(letter(ORDINARY["a page number"] * 5_000)) == rules.UNSAFE


def test_an_old_letter_whose_field_asks_another_program_is_refused() -> None:
    for text in (b"\x13 DDEAUTO excel\x14\x15", "\x13ddeauto excel\x14".encode("utf-16-le")):
        assert judged(DOC + text.ljust(512, b"\0"), "doc") == rules.COMMANDS
    assert judged(DOC + b"\x13 PAGE \x14 DDE \x15".ljust(512, b"\0"), "doc") is None


def pdf_with(more: bytes) -> bytes:
    return PDF.replace(b"trailer", b"3 0 obj" + more + b"endobj\ntrailer")


def objects(
    content: bytes,
    kind: bytes = b"/ObjStm",
    filler: bytes = b"",
    packing: bytes = b"/FlateDecode",
    between: bytes = b"",
    spoilt: Callable[[bytes], bytes] = bytes,
) -> bytes:
    packed = spoilt(zlib.compress(content))
    about = b"<</Type %s%s/N 1/First 4/Length %d/Filter%s>>" % (kind, filler, len(packed), packing)
    return pdf_with(about + between + b"stream\r\n" + packed + b"\nendstream ")


LAUNCH = b"<</S/Launch/F(cmd.exe)>>"


@pytest.mark.parametrize(
    "data",
    [
        pdf_with(LAUNCH),
        pdf_with(b"<</S/L#61unch/F(cmd.exe)>>"),
        pdf_with(b"<</S/#4C#61#75#6e#63#68>>"),
        pdf_with(b"/Launch "),
        objects(b"5 0 " + LAUNCH),
        objects(b"5 0 " + LAUNCH, kind=b"/Obj#53tm"),
        objects(b"5 0 " + b"x" * 3_000_000 + LAUNCH),
        objects(b"5 0 " + LAUNCH, filler=b"/A(endstream endobj stream)"),
        objects(b"5 0 " + LAUNCH, between=b"%endstream endobj\n"),
        objects(b"5 0 " + LAUNCH, spoilt=lambda packed: packed[:-4] + b"\0\0\0\0"),
        objects(b"5 0 " + LAUNCH + bytes(range(256)) * 40, spoilt=lambda packed: packed[:-60] + b"\xff" * 60),
    ],
)
def test_a_pdf_that_starts_a_program_is_refused(data: bytes) -> None:
    assert judged(data, "pdf") == rules.COMMANDS


PACKINGS = (b"/LZWDecode", b"[/ASCII85Decode/FlateDecode]", b"[/Fl/Fl]", b"/A#48x", b"/Fl/DecodeParms<</Predictor 12>>")


@pytest.mark.parametrize("packing", PACKINGS)
def test_a_pdf_whose_objects_are_packed_as_no_program_packs_them_is_refused(packing: bytes) -> None:
    assert judged(objects(b"5 0 ", packing=packing), "pdf") == rules.UNCHECKED
    # What lists all objects comes after some of them, and is packed so by every program.
    listing = b"\n4 0 obj<</Type/XRef/Filter%s>>stream\nlist\nendstream endobj" % packing
    assert judged(objects(b"5 0 ").replace(b"endobj\ntrailer", b"endobj" + listing + b"\ntrailer"), "pdf") is None


@pytest.mark.parametrize(
    "data",
    [
        PDF,
        pdf_with(b"<</S/JavaScript/JS(app.alert\\(1\\))>>"),
        pdf_with(b"<</S/URI/URI(https://example.com/Launch.html)>>".replace(b"/Launch", b"/launch")),
        pdf_with(b"<</Type/LaunchPad/T/Launcher>>"),
        objects(b"5 0 <</S/JavaScript>>"),
        # A page's own content is shown, and starts nothing.
        objects(b"BT (" + LAUNCH + b") Tj ET", kind=b"/XObject"),
        pdf_with(b"<</Type/ObjStm/Filter/FlateDecode>>stream\nnot packed\nendstream "),
    ],
)
def test_an_ordinary_pdf_is_taken(data: bytes) -> None:
    assert judged(data, "pdf") is None


def test_object_streams_are_unpacked_no_further_than_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdfs, "MAX_UNPACKED_BYTES", 2_000_000)
    assert judged(objects(b" " * 1_900_000), "pdf") is None
    assert judged(objects(b" " * 2_100_000), "pdf") == rules.UNSAFE


def test_a_large_pdf_and_a_long_letter_take_little_time() -> None:
    began = time.perf_counter()
    assert judged(pdf_with(b"stream\n" + b"/Laun ch/#4c" * 800_000 + b"endstream "), "pdf") is None
    body = ORDINARY["a page number"] + "<w:r><w:t>word</w:t></w:r>" * 400_000
    assert judged(letter(body)) is None
    assert time.perf_counter() - began < 20


def test_the_message_names_the_file() -> None:
    with tempfile.NamedTemporaryFile() as file:
        file.write(pdf_with(LAUNCH))
        file.flush()
        said = content.problem(Path(file.name), "Plan.pdf") or ""
    assert said.startswith("File Plan.pdf starts another program")
