"""How staff's pages call a status: as the client reads it (`app.projects.rules.status_label`)."""

from pathlib import Path

from node_script import run

from app.orders.rules import IS_PAID, OrderState
from app.projects.rules import STATUS_LABELS, ProjectStatus, status_label

WORDS = """
import { readFileSync } from "node:fs";
import { statusWord } from "./ui/src/features/admin/labels/money";
const told = JSON.parse(readFileSync(0, "utf8"));
const words = told.map(([status, money, awaited]) => statusWord(status, money, awaited).label ?? null);
process.stdout.write(JSON.stringify(words));
"""


def test_staff_and_clients_read_the_same_status(tmp_path: Path) -> None:
    cases = [(status, money, awaited) for status in ProjectStatus for money in OrderState for awaited in (True, False)]
    for (status, money, awaited), word in zip(cases, run(WORDS, tmp_path, cases), strict=True):
        is_asked = money is OrderState.PART_PAID or (money is OrderState.UNPAID and awaited)
        said = status_label(status, money in IS_PAID, is_asked)
        assert (word or STATUS_LABELS[status][0]) == said, (status, money, awaited)
