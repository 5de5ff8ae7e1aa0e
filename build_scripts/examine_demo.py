"""Furnishes a demo in a temporary folder and lets `helios doctor --thorough` examine it; ends with its exit status."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from app import clock, config, db, server  # noqa: E402
from app.demo.furniture import furnish  # noqa: E402
from app.factory import create_app  # noqa: E402
from app.invoices.files import make_files  # noqa: E402
from app.slots.actions import generate  # noqa: E402


def main() -> int:
    """Make the folder and ask the command, as its owner would."""
    with tempfile.TemporaryDirectory() as folder:
        made = config.build(Path(folder), "demo", {}, {})
        server.open_folder(made)
        house = create_app(made, bundle=False)
        generate(clock.now())
        furnish(house)
        make_files(clock.now())  # as its job does at the start
        house.sandbox.close()
        db.close()
        command = [sys.executable, "-m", "app", "doctor", "--thorough"]
        return subprocess.run(command, cwd=ROOT, env=os.environ | {"HELIOS_DATA_DIR": folder}).returncode


if __name__ == "__main__":
    sys.exit(main())
