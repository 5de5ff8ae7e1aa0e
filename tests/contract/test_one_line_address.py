"""A booking takes an address in one line, the onboarding form in four parts: a line that is one is taken apart."""

from pathlib import Path

import node_script
import pytest

READ = """
import { readFileSync } from "node:fs";
import { inParts } from "./ui/src/api/addressParts.ts";
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(inParts)));
"""
WHOLE = {
    "8 Woniora Road, Hurstville NSW 2220": ("8 Woniora Road", "Hurstville", "NSW", "2220"),
    " Unit 3, 12 Forest Rd, Rockdale, nsw, 2216 ": ("Unit 3, 12 Forest Rd", "Rockdale", "NSW", "2216"),
    "1 London Circuit,Canberra ACT 2601": ("1 London Circuit", "Canberra", "ACT", "2601"),
}
NOT_WHOLE = ["", "8 Woniora Road", "8 Woniora Road Hurstville NSW 2220", "8 Woniora Road, Hurstville 2220", "NSW 2220"]


@pytest.mark.spec("B-13")
def test_a_line_is_taken_apart_where_it_is_a_whole_address(tmp_path: Path) -> None:
    found = node_script.run(READ, tmp_path, [*WHOLE, *NOT_WHOLE])
    names = ("addressStreet", "addressCity", "addressState", "addressZip")
    assert found == [dict(zip(names, parts, strict=True)) for parts in WHOLE.values()] + [{}] * len(NOT_WHOLE)
