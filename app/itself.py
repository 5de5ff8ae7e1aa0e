"""The program's own command line, for work that a process of its own does."""

import sys
from pathlib import Path

# Where its modules are found, whatever folder it was started in.
ROOT = Path(__file__).resolve().parents[1]
PROGRAM = (sys.executable,) if getattr(sys, "frozen", False) else (sys.executable, "-m", "app")
