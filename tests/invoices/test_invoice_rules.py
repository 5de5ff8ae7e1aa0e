"""The GST inside lines and totals, and what the documents of an order come to."""

from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.amounts import gst_part
from app.invoices.rules import Entry, Facts, Kind, Paper, number_text, stays_cents
from app.orders.rules import Standing

NOBODY = Facts("Helios", "", (), (), ())


@pytest.mark.parametrize(
    ("total", "tax"),
    [(0, 0), (5, 0), (6, 1), (25_000, 2_273), (-25_000, -2_273), (30_000, 2_727), (-30_000, -2_727), (80_000, 7_273)],
)
def test_the_tax_of_a_total_is_one_eleventh_of_it_also_where_it_goes_back(total: int, tax: int) -> None:
    assert gst_part(total) == tax


@given(st.integers(-10_000_000, 10_000_000))
@settings(max_examples=1_000, deadline=None)
def test_what_goes_back_has_the_tax_of_what_came(cents: int) -> None:
    assert gst_part(-cents) == -gst_part(cents)
    assert gst_part(cents) == int((Decimal(cents) / 11).quantize(Decimal(1), ROUND_HALF_UP))


@pytest.mark.parametrize(
    ("sums", "withdrawn", "stays"),
    [
        (Standing(150_000, 0, 150_000, 0, became_paid=True), False, 150_000),
        (Standing(150_000, 25_000, 125_000, 0, became_paid=True), False, 125_000),
        (Standing(25_000, 25_000, 0, 0, became_paid=True), False, 0),
        (Standing(150_000, 0, 155_000, 0, became_paid=True), False, 150_000),  # too much
        (Standing(150_000, 0, 155_000, 5_000, became_paid=True), False, 150_000),  # and that went back
        (Standing(150_000, 0, 155_000, 15_000, became_paid=True), False, 140_000),
        (Standing(150_000, 0, 150_000, 150_000, became_paid=True), False, 0),
        (Standing(150_000, 0, 300_000, 150_000, became_paid=True), False, 150_000),  # paid again
        (Standing(150_000, 0, 125_000, 125_000, became_paid=True), False, 0),  # its credit is another order's now
        (Standing(40_000, 0, 0, 0), False, 40_000),  # a bill
        (Standing(40_000, 0, 10_000, 0), False, 40_000),
        (Standing(40_000, 0, 0, 0), True, 0),
    ],
)
def test_what_stays_of_a_price(sums: Standing, withdrawn: bool, stays: int) -> None:
    assert stays_cents(sums, withdrawn) == stays


def test_documents_are_numbered_by_their_kind() -> None:
    assert number_text(Kind.INVOICE, 123) == "INV-000123"
    assert number_text(Kind.ADJUSTMENT_NOTE, 1_000_000) == "ADJ-1000000"


@pytest.mark.parametrize(("abn", "title"), [("51 824 753 556", "Tax invoice"), ("", "Invoice")])
def test_without_an_abn_it_is_no_tax_invoice(abn: str, title: str) -> None:
    facts = Facts("Helios", abn, (), (), ())
    paper = Paper(Kind.INVOICE, "INV-000001", "12 May 2026", facts, (Entry("Review", 1100),), 1100, 100)
    assert (paper.title, paper.file_name) == (title, f"{title} INV-000001.pdf")
