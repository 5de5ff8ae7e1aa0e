"""What the package leaves out of the card provider's library: what is asked for in types alone, or never."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import stripe
from package_left_out import ITS_OWN, OTHER_SERVICES, SERVICES
from running import ROOT
from stripe._v1_services import _subservices as services

LIBRARY = Path(stripe.__file__).parent
LEFT_OUT = ("stripe.params", "stripe.events")
# Where it asks while it runs: for events of its second interface, which this program neither orders nor reads.
OF_THE_SECOND_INTERFACE = {"_util.py", "v2/core/_event.py"}


def asked_at_run_time(tree: ast.AST) -> Iterator[str]:
    """The modules that a piece of Python imports, other than for its types."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            yield from (name for each in node.orelse for name in asked_at_run_time(ast.Module([each], [])))
            continue
        if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        yield from asked_at_run_time(node)


@pytest.mark.parametrize(
    ("source", "asked"),
    [
        ("if TYPE_CHECKING:\n import a\nelse:\n import b", ["b"]),
        ("def later():\n from a import b", ["a", "a.b"]),
        ("from typing import TYPE_CHECKING", ["typing", "typing.TYPE_CHECKING"]),
    ],
)
def test_imports_for_types_are_told_from_others(source: str, asked: list[str]) -> None:
    assert [*asked_at_run_time(ast.parse(source))] == asked


def test_the_library_asks_for_what_is_left_out_in_types_alone() -> None:
    asking = {
        str(path.relative_to(LIBRARY))
        for path in LIBRARY.rglob("*.py")
        if path.relative_to(LIBRARY).parts[0] not in ("params", "events")
        for name in asked_at_run_time(ast.parse(path.read_text(encoding="utf-8")))
        if name.startswith(LEFT_OUT)
    }
    assert asking == OF_THE_SECOND_INTERFACE


def test_every_service_that_is_called_is_packed_and_no_other_module_needs_one_that_is_not() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "app").rglob("*.py"))
    called = re.findall(r"\bclient\.v1\.(\w+)", source)
    assert len(called) == len(re.findall(r"\.v[12]\b", source))
    assert {services[name][0] for name in called} == {f"stripe.{name}" for name in SERVICES}
    asking = {
        str(path.relative_to(LIBRARY))
        for path in LIBRARY.rglob("*.py")
        if not path.stem.endswith("_service") or path.stem in SERVICES | ITS_OWN
        for name in asked_at_run_time(ast.parse(path.read_text(encoding="utf-8")))
        if name in OTHER_SERVICES
    }
    assert len(OTHER_SERVICES) > 200 and asking == set()
