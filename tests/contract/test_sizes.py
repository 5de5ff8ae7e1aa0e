"""Sizes in bytes, as people read them: the same in letters and on pages."""

from pathlib import Path

from node_script import run

from app.amounts import size_text

SIZES = {
    0: "0 bytes",
    1: "1 byte",
    594: "594 bytes",
    1023: "1023 bytes",
    1024: "1 kB",
    1535: "1 kB",
    1536: "2 kB",
    49_152: "48 kB",
    1000 * 1024 - 1: "1000 kB",
    1000 * 1024: "1 MB",
    1_258_291: "1.2 MB",
    10 * 1024**2: "10 MB",
    12_897_484: "12.3 MB",
    2 * 1024**3: "2 GB",
}
SHOW = """
import { readFileSync } from "node:fs";
import { sizeText } from "./ui/src/components/sizeText";
process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(sizeText)));
"""


def test_both_ends_write_sizes_as_people_read_them(tmp_path: Path) -> None:
    assert [size_text(size) for size in SIZES] == list(SIZES.values())
    assert run(SHOW, tmp_path, list(SIZES)) == list(SIZES.values())


def test_no_size_is_ever_nothing_in_a_large_unit() -> None:
    assert not any(
        size_text(size).startswith("0 ") or size_text(size).startswith("0.") for size in range(1, 3_000_000, 997)
    )
