"""A document as a PDF on the firm's letterhead: the same bytes for the same document, whenever it is made."""

import unicodedata
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import cast

from fontTools.ttLib import TTFont
from fpdf import FPDF
from fpdf.enums import XPos, YPos

from app.amounts import dollars
from app.invoices.rules import Kind, Pairs, Paper

FONTS = Path(__file__).parent / "fonts"
TEXT, STRONG, DISPLAY = "inter-400", "inter-600", "marcellus"
# The site's colours: ink, slate, line, stone, deep sun (ui/src/styles/tokens.css).
INK, SLATE, RULE, STONE, SUN = (20, 33, 43), (70, 83, 94), (221, 212, 198), (239, 233, 223), (138, 90, 18)
MARGIN, WIDTH = 20.0, 170.0  # of an A4 page, in millimetres
DESCRIPTION, AMOUNT, LABEL = 110.0, 30.0, 28.0
LONGEST = 300  # characters of anything in one cell
MISSING = "?"  # what a typeface lacks is seen to be missing


@cache
def _characters(family: str) -> frozenset[int]:
    with TTFont(FONTS / f"{family}.ttf") as font:
        return frozenset(font.getBestCmap())


def shown(text: str, family: str = TEXT) -> str:
    """`text` as it can be printed: one line, without what nobody sees, a mark for each character that is lacking."""
    composed = unicodedata.normalize("NFC", text[:LONGEST])
    spaced = " ".join("".join(" " if char.isspace() else char for char in composed).split())
    seen = (char for char in spaced if unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn"))
    known = _characters(family)
    return "".join(char if ord(char) in known else MISSING for char in seen)


class _Sheet(FPDF):
    """One document's pages."""

    def __init__(self, paper: Paper, issued_at: datetime) -> None:
        super().__init__(format="A4")
        self.paper = paper
        for family in (TEXT, STRONG, DISPLAY):
            self.add_font(family, fname=FONTS / f"{family}.ttf")
        self.set_creation_date(issued_at)
        self.set_title(f"{paper.title} {paper.number}")
        self.set_author(shown(paper.facts.seller))
        self.set_lang("en-AU")
        self.set_margins(MARGIN, MARGIN)
        self.c_margin = 0
        self.set_auto_page_break(True, margin=28)
        self.alias_nb_pages()
        self.add_page()

    def header(self) -> None:
        """The letterhead, on every page."""
        facts = self.paper.facts
        self.set_draw_color(*SUN)
        self.set_line_width(0.8)
        self.line(MARGIN, 14, MARGIN + 18, 14)
        self.set_y(18)
        self.write_line(facts.seller, 17, INK, DISPLAY, height=8)
        self.write_line(" · ".join(filter(None, (f"ABN {facts.abn}" * bool(facts.abn), *facts.seller_lines))), 8.5)
        if facts.mark:
            said = f"{facts.mark}: no real money has moved, this is no {self.paper.title.lower()}"
            self.write_line(said, 9, SUN, STRONG)
        self.ln(9)

    def footer(self) -> None:
        """What the page belongs to."""
        self.set_y(-18)
        self.set_draw_color(*RULE)
        self.set_line_width(0.2)
        self.line(MARGIN, self.get_y() - 2, MARGIN + WIDTH, self.get_y() - 2)
        of = f"{self.paper.title} {self.paper.number} · {self.paper.facts.seller}"
        self.ink(8, SLATE, TEXT)
        self.cell(WIDTH - 30, 5, shown(of))
        self.cell(30, 5, f"Page {self.page_no()} of {{nb}}", align="R")

    def ink(self, size: float, colour: tuple[int, int, int], family: str) -> None:
        """Set the type that follows; size in points."""
        self.set_font(family, size=size)
        self.set_text_color(*colour)

    def write_line(
        self,
        text: str,
        size: float = 9.5,
        colour: tuple[int, int, int] = SLATE,
        family: str = TEXT,
        width: float = WIDTH,
        height: float = 5,
    ) -> None:
        """A paragraph from where the pen is; the pen goes below it."""
        self.ink(size, colour, family)
        self.multi_cell(width, height, shown(text, family), align="L", new_x=XPos.LEFT, new_y=YPos.NEXT)

    def write_pairs(self, pairs: Pairs, left: float, width: float) -> None:
        """Labels with their values beside them."""
        for label, value in pairs:
            self.set_x(left)
            self.ink(9, SLATE, TEXT)
            self.cell(LABEL, 5, shown(label))
            self.write_line(value, 9.5, INK, width=width - LABEL)

    def write_row(self, description: str, amount: str, family: str = TEXT) -> None:
        """A line of the table; it never breaks over two pages."""
        text = shown(description, family)
        self.ink(9.5, INK, family)
        # Its height, measured and not printed yet: what a dry run answers is named by `output`.
        measured = self.multi_cell(DESCRIPTION - 2, 5, text, dry_run=True, output="HEIGHT", align="L")
        height = cast(float, measured) + 3
        if self.will_page_break(height):
            self.add_page()
            self.ink(9.5, INK, family)
        top = self.get_y()
        self.set_xy(MARGIN, top + 1.5)
        self.multi_cell(DESCRIPTION - 2, 5, text, align="L")
        self.set_xy(MARGIN + DESCRIPTION + AMOUNT, top + 1.5)
        self.cell(AMOUNT, 5, amount, align="R")
        self.set_draw_color(*RULE)
        self.set_line_width(0.2)
        self.line(MARGIN, top + height, MARGIN + WIDTH, top + height)
        self.set_xy(MARGIN, top + height)


def render(paper: Paper, issued_at: datetime) -> bytes:
    """The PDF of a document, with its typefaces inside; A4."""
    sheet, facts = _Sheet(paper, issued_at), paper.facts
    sheet.write_line(paper.title, 24, INK, DISPLAY, height=11)
    sheet.ln(4)
    top = sheet.get_y()
    sheet.write_line("TO", 8, SUN, STRONG, width=76)
    for line in facts.buyer_lines or ("Name not known: their details were erased",):
        sheet.write_line(line, 9.5, INK, width=76)
    below = sheet.get_y()
    sheet.set_y(top)
    sheet.write_pairs((("Number", paper.number), ("Date", paper.issued_on), *facts.details), MARGIN + 84, 86)
    sheet.set_y(max(below, sheet.get_y()) + 8)
    sheet.ink(8, SUN, STRONG)
    sheet.cell(DESCRIPTION + AMOUNT, 6, "DESCRIPTION")
    sheet.cell(AMOUNT, 6, "AMOUNT INC. GST", align="R")
    sheet.ln(6)
    for entry in paper.entries:
        sheet.write_row(entry.description, dollars(entry.cents))
    total = "Total AUD, including GST" if paper.kind is Kind.INVOICE else "Adjustment AUD, including GST"
    sheet.write_row(total, dollars(paper.total_cents), STRONG)
    sheet.write_row("GST included", dollars(paper.gst_cents))
    if facts.note:
        sheet.ln(6)
        sheet.write_line(facts.note, 9.5, INK)
    if facts.transfer_to:
        sheet.ln(8)
        sheet.write_line("HOW TO PAY", 8, SUN, STRONG)
        sheet.write_pairs((*facts.transfer_to, ("Amount", f"{dollars(paper.total_cents)} AUD")), MARGIN, WIDTH)
        sheet.set_xy(MARGIN, sheet.get_y() + 2)
        # The file never changes: whether it has been paid since is not in it.
        sheet.write_line(
            "Or by card in the client portal, which also says whether it has been paid meanwhile. Please use exactly "
            "this reference for a transfer.",
            9,
        )
    return bytes(sheet.output())
