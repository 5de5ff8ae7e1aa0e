"""`python -m app serve` whose loading waits for a file beside the data folder: `go`, or `fail`, which says of what."""

import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from app import server  # noqa: E402
from app.__main__ import main  # noqa: E402
from app.config import data_folder  # noqa: E402

build = server.build


def build_when_told(*arguments: Any) -> Any:
    """The program, once it may be."""
    beside = data_folder().parent
    while not (beside / "go").exists():
        if (beside / "fail").exists():
            raise server.CannotStart((beside / "fail").read_text(encoding="utf-8"))
        time.sleep(0.01)
    return build(*arguments)


if __name__ == "__main__":
    server.build = build_when_told
    main(["serve"], prog_name="helios")
