"""Which file is refused for its name or size, and with which words: the same in the browser and on the server."""

from pathlib import Path

import pytest
from node_script import run

from app.documents.rules import BOOKING_EXTENSIONS, MAX_FILE_BYTES, size_problem, type_problem

pytestmark = pytest.mark.spec("B-04")

FILES = [
    ("Plan.pdf", 1),
    ("Plan.pdf", MAX_FILE_BYTES),
    ("Plan.pdf", MAX_FILE_BYTES + 1),
    ("Plan.pdf", 0),
    ("PLAN.PDF", 20),
    ("plan.v2.docx", 20),
    ("tool.exe", 20),
    ("tool.exe", 0),
    ("plan", 20),
    (".pdf", 20),
    ("plan.", 20),
    ("Plan {list} $& of {name}.exe", 20),
]
REFUSE = """
import { readFileSync } from "node:fs";
import { BOOKING_FILES } from "./ui/src/api/rules.gen";
import { refusal } from "./ui/src/components/fileRules";
const rules = { accept: BOOKING_FILES.extensions, maxBytes: BOOKING_FILES.maxFileBytes };
const files = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(files.map(([name, size]) => refusal({ name, size }, rules))));
"""


def test_both_ends_refuse_a_file_for_its_name_or_size_with_the_same_words(tmp_path: Path) -> None:
    said = [type_problem(name, BOOKING_EXTENSIONS) or size_problem(name, size) for name, size in FILES]
    assert said.count(None) == 4
    assert run(REFUSE, tmp_path, FILES) == said
