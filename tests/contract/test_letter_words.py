"""How staff's pages call each kind of letter."""

import re
from pathlib import Path

from node_script import ROOT, run

WORDS = """
import { letterKinds } from "./ui/src/features/admin/labels/letters";
process.stdout.write(JSON.stringify(letterKinds));
"""


def test_every_kind_of_letter_has_words(tmp_path: Path) -> None:
    written = "".join(path.read_text() for path in (ROOT / "app/mail/letters").glob("*.py"))
    kinds = set(re.findall(r'\bkind="([a-z_]+)"', written))
    assert len(kinds) > 40 and kinds == set(run(WORDS, tmp_path))
