"""Amounts that staff type: what the browser reads in them, and the server's rules about them."""

import pytest
from node_script import run

from app.orders.outcomes import Outcome, Prospect
from app.payments.rules import MOST_TRANSFER_CENTS, refund_problem, transfer_problem
from tests.payments.banking import owed_after

READ = """
import { readFileSync } from "node:fs";
import { amountProblem, isFarFrom, owedText, parseAmount } from "./ui/src/features/admin/amounts";
import { owedAfter } from "./ui/src/features/admin/consequences";
const { typed, left, owed, far, bills } = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify({
  read: typed.map(parseAmount),
  wrong: left.map(([text, cents]) => amountProblem(text, cents ?? undefined)),
  owed: owed.map(([prospect, came]) => owedAfter(prospect, came)),
  far: far.map(([cents, asked]) => isFarFrom(cents, asked)),
  bills: bills.map(([sum, credit, left]) => owedText(sum, credit, left)),
}));
"""
TYPED = {
    "1500": 150_000,
    "1,500": 150_000,
    "1500.00": 150_000,
    " $1,500.50 ": 150_050,
    "$ 0.5": 50,
    "1,234,567.89": 123_456_789,
    "0": 0,
    "0.29": 29,
    "19.99": 1_999,
    "": None,
    "1,50": None,
    "15,00.00": None,
    "1.500": None,
    "1500.": None,
    ".50": None,
    "-5": None,
    "1e3": None,
    "ten": None,
    "1 500": None,
    "9" * 30: None,
}
LEFT = [("1.50", 150), ("1.51", 150), ("1.00", 150), ("0", 150), ("1", 0), ("1234.57", 123_456), ("0", None)]
LEFT += [("100000", None), ("100000.01", None), ("100,000.00", MOST_TRANSFER_CENTS + 1)]
SUMS = ((1250, 1500), (400, 400), (0, 0), (-50, 200))
OWED = [(Prospect(owed, full, Outcome.PAYS, None), came) for owed, full in SUMS
        for came in (1, 399, 400, 1249, 1250, 1499, 1500, 1600)]  # fmt: skip

# 25,000 for 2,500 is asked about once more, as is 250 for 2,500; a half, or twice as much, is not.
FAR = {(2_500_000, 250_000): True, (25_000, 250_000): True, (500_000, 250_000): False, (125_000, 250_000): False,
       (500_001, 250_000): True, (124_999, 250_000): True, (250_000, 250_000): False}  # fmt: skip

# What is billed, what of the fee is deducted, and what of it was left.
BILLS = {
    (
        25_000,
        25_000,
        25_000,
    ): "Their booking fee is deducted, $250.00 of it, and covers the whole bill: its tax invoice "
    "is of $0.00 and paid at once.",
    (90_000, 25_000, 25_000): "Their booking fee is deducted, $250.00 of it: $650.00 is owed.",
    (0, 0, 25_000): "Of their booking fee, $250.00 is left to be deducted.",
    (90_000, 0, 0): "No booking fee is left to be deducted: $900.00 is owed.",
    (0, 0, 0): "No booking fee is left to be deducted.",
}


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[object]]:
    owed = [({"owedCents": told.owed_cents, "uncreditedCents": told.uncredited_cents}, came) for told, came in OWED]
    told = {"typed": list(TYPED), "left": LEFT, "owed": owed, "far": list(FAR), "bills": list(BILLS)}
    return dict(run(READ, tmp_path_factory.mktemp("amounts"), told))


def test_amounts_are_read_as_people_type_them(judged: dict[str, list[object]]) -> None:
    assert dict(zip(TYPED, judged["read"], strict=True)) == TYPED


def test_both_ends_refuse_the_same_amounts_in_the_same_words(judged: dict[str, list[object]]) -> None:
    cents = [(TYPED.get(text) or round(float(text.replace(",", "")) * 100), left) for text, left in LEFT]
    said = [transfer_problem(sum_) if left is None else refund_problem(sum_, left) for sum_, left in cents]
    assert judged["wrong"] == said


def test_both_ends_say_the_same_of_what_will_be_owed(judged: dict[str, list[object]]) -> None:
    assert judged["owed"] == [owed_after(told, came) for told, came in OWED]


def test_a_sum_far_from_what_is_asked_is_asked_about_once_more(judged: dict[str, list[object]]) -> None:
    assert dict(zip(FAR, judged["far"], strict=True)) == FAR


def test_a_bill_says_what_is_owed_before_it_is_issued(judged: dict[str, list[object]]) -> None:
    assert judged["bills"] == list(BILLS.values())
