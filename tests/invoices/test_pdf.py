"""Documents as PDFs: what is written into them stays words, and what cannot be shown is seen to be missing."""

import io
from datetime import UTC, datetime

import pytest
from pypdf import PdfReader

from app.invoices.pdf import render, shown
from app.invoices.rules import Entry, Facts, Kind, Paper
from tests.invoices.test_money_shown import text_of

NOW = datetime(2026, 5, 12, tzinfo=UTC)


def paper(*buyer: str, lines: int = 1, note: str = "") -> Paper:
    made = (Entry("Review", 1_100),) * lines
    details = (("Reference", "HPM-12"), ("Paid", "$11.00 on 12 May 2026 by card (pi_1)"))
    facts = Facts("Helios", "51 824 753 556", ("Hurstville",), buyer, details, note=note)
    return Paper(Kind.INVOICE, "INV-000001", "12 May 2026", facts, made, 1_100 * lines, 100 * lines)


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("Zoë Müller-Łukasz", "Zoë Müller-Łukasz"),
        ("Nguyễn Thị Ánh", "Nguyễn Thị Ánh"),
        ("Σοφία Παπαδοπούλου", "Σοφία Παπαδοπούλου"),
        ("Дмитрий", "Дмитрий"),
        ("王小明", "???"),
        ("Anna \U0001f600", "Anna ?"),
        ("\u202ecod.exe\u202c", "cod.exe"),
        ("Ann\x00\x07\u200b\ufeff Lee", "Ann Lee"),
        ("Ann\nLee\u2028Street", "Ann Lee Street"),
        ("", ""),
    ],
)
def test_a_name_is_printed_or_seen_to_be_missing(name: str, printed: str) -> None:
    assert shown(name) == printed
    if printed:
        assert printed in text_of(render(paper(name), NOW))


def test_words_from_outside_are_no_commands_of_the_file() -> None:
    hostile = ") Tj ET /OpenAction << /S /JavaScript /JS (app.alert(1)) >> <script>alert(1)</script> {nb}"
    made = render(paper(hostile, note=hostile), NOW)
    assert "/S /JavaScript /JS (app.alert(1))" in text_of(made)
    catalog = PdfReader(io.BytesIO(made)).trailer["/Root"]
    assert "/OpenAction" not in catalog or "JavaScript" not in str(catalog["/OpenAction"])


@pytest.mark.parametrize("name", ["x" * 10_000, "wide " * 2_000, "\u202e" * 10_000])
def test_a_name_without_end_fills_no_book(name: str) -> None:
    assert len(PdfReader(io.BytesIO(render(paper(name), NOW))).pages) == 1


def test_many_lines_go_on_over_pages_under_the_letterhead() -> None:
    pages = PdfReader(io.BytesIO(render(paper("Ann Lee", lines=60), NOW))).pages
    assert len(pages) > 1
    for number, page in enumerate(pages, 1):
        said = page.extract_text()
        assert "ABN 51 824 753 556" in said and f"Page {number} of {len(pages)}" in said


def test_the_same_document_is_the_same_file() -> None:
    assert render(paper("Ann Lee"), NOW) == render(paper("Ann Lee"), NOW)
