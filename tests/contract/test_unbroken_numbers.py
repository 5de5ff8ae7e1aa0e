"""Telephone numbers are kept together on one line; amounts and dates are left to break."""

from pathlib import Path

from node_script import run

READ = """
import { readFileSync } from "node:fs";
import { aroundNumbers } from "./ui/src/components/phoneNumbers";
process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(aroundNumbers)));
"""
CUT = {
    "We call you on 0400 333 444.": ["We call you on ", "0400 333 444", "."],
    "Call (02) 5550 0134 today": ["Call ", "(02) 5550 0134", " today"],
    "+61 400 333 444": ["", "+61 400 333 444", ""],
    "Wednesday 9 December 2026 at 4:00 pm": ["Wednesday 9 December 2026 at 4:00 pm"],
    "$1,500.00 by 9 May": ["$1,500.00 by 9 May"],
}


def test_only_telephone_numbers_are_kept_together(tmp_path: Path) -> None:
    assert run(READ, tmp_path, list(CUT)) == list(CUT.values())
