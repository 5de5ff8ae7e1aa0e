"""What the process takes: little is loaded beforehand, large blocks go back, what stays is not gone through."""

import gc
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from threading import Barrier

import pytest

from app import footprint
from app.http import Schema

# What one request in a thousand needs, or none; each takes megabytes and a good part of the start.
LATE = ["PIL", "fontTools", "fpdf", "icalendar", "peewee_migrate", "stripe", "zxcvbn", "prometheus_client", "requests"]
NEVER = ["unittest", "multiprocessing"]
LOADED = "import json, sys; import app.server, app.factory, app.connections; print(json.dumps([*sys.modules]))"
# What of the contract is put together at once: nearly nothing.
PUT_TOGETHER = """
import app.factory
from app.http import Bare, Schema

def below(kind):
    return {kind}.union(*map(below, kind.__subclasses__()))

every = below(Schema) | below(Bare)
print(len(every), len([each for each in every if each.__pydantic_complete__]))
"""
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
    assert {"app.factory", "limits.strategies", "pydantic"} <= {*loaded}
    assert [name for name in LATE + NEVER if name in loaded] == []


@pytest.mark.parametrize("name", LATE)
def test_what_is_not_loaded_with_the_program_is_there_for_it(name: str) -> None:
    assert find_spec(name) is not None


def test_hardly_an_object_of_the_contract_is_put_together_with_the_program() -> None:
    every, at_once = map(int, told(PUT_TOGETHER).split())
    assert every > 200 and at_once < 5


def test_an_object_of_the_contract_is_put_together_for_the_first_who_need_it() -> None:
    class Part(Schema):
        number: int

    class Heading(Schema):
        parts: list[Part]

    assert not Heading.__pydantic_complete__
    together = Barrier(8)

    def read(number: int) -> int:
        together.wait()
        return Heading.model_validate({"parts": [{"number": number}]}).parts[0].number

    with ThreadPoolExecutor(8) as several:
        assert [*several.map(read, range(8))] == [*range(8)]
    assert Heading.__pydantic_complete__


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
