"""What the process takes: little is loaded beforehand, large blocks go back, what stays is not gone through."""

import gc
import json
import subprocess
import sys

import pytest

from app import footprint

# What one request in a thousand needs; each takes megabytes and a good part of the start.
LATE = ["PIL", "fontTools", "fpdf", "icalendar", "peewee_migrate", "stripe", "zxcvbn"]
LOADED = "import json, sys; import app.server, app.factory, app.connections; print(json.dumps([*sys.modules]))"
# A password's hash takes 19 MB, in whichever thread.
HASHING = """
import os, sys, threading
from pathlib import Path
from app import footprint
from app.accounts.passwords import hasher

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

def hash_twice():
    hasher.hash("a"), hasher.hash("b")
    done.wait()
    done.wait()

if sys.argv[1] == "give back":
    footprint.give_back_large_blocks()
before, done = resident(), threading.Barrier(5)
threads = [threading.Thread(target=hash_twice) for _ in range(4)]
for each in threads:
    each.start()
done.wait()
print(resident() - before)
done.wait()
"""


def told(program: str, *words: str) -> str:
    return subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=True).stdout


def test_what_is_seldom_needed_is_not_loaded_with_the_program() -> None:
    loaded = json.loads(told(LOADED))
    assert "app.factory" in loaded
    assert [name for name in LATE if name in loaded] == []


@pytest.mark.parametrize(("how", "kept"), [("give back", False), ("as it was", True)])
def test_the_memory_of_hashes_goes_back_to_the_system(how: str, kept: bool) -> None:
    assert (int(told(HASHING, how)) > 19_000_000) is kept


def test_what_is_made_for_good_is_not_gone_through_for_garbage() -> None:
    before = gc.get_freeze_count()
    try:
        with footprint.for_good():
            made = [[number] for number in range(1000)]
            assert not gc.isenabled()
        assert gc.isenabled() and len(made) == 1000
        assert gc.get_freeze_count() >= before + 1000
    finally:
        gc.unfreeze()
