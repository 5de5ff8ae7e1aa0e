"""Compares the promises of tests/spec.csv with the tests that name them in `@pytest.mark.spec(...)`.

Prints the promises that no test names yet. Exits 1 when a test names a promise that does not exist.
"""

import ast
import csv
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SPEC = ROOT / "tests" / "spec.csv"
WIDTH = 100


def promises(path: Path = SPEC) -> dict[str, str]:
    """Every promise: id -> requirement. ValueError when an id stands there twice."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = [(row["id"], row["requirement"]) for row in csv.DictReader(file)]
    if len({name for name, _ in rows}) != len(rows):
        raise ValueError(f"{path.name} holds an id twice")
    return dict(rows)


def named(source: str) -> Iterator[tuple[str, int]]:
    """The ids that a test module names, each with its line; in decorators and in `pytestmark` alike."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.spec":
            for argument in node.args:
                if isinstance(argument, ast.Constant):
                    yield str(argument.value), argument.lineno


def main() -> int:
    """Print the comparison; the exit code."""
    known, shown, unknown = promises(), dict.fromkeys(promises(), 0), list[str]()
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for name, line in named(path.read_text(encoding="utf-8")):
            if name in known:
                shown[name] += 1
            else:
                unknown.append(f"{path.relative_to(ROOT)}:{line} names {name}, which tests/spec.csv does not have")
    missing = [name for name, times in shown.items() if not times]
    for name in missing:
        text = known[name]
        print(f"  {name}  {text if len(text) <= WIDTH else text[: WIDTH - 1] + '…'}")
    print(f"{len(known) - len(missing)} of {len(known)} promises are named by a test, {len(missing)} are not yet.")
    for problem in unknown:
        print(problem, file=sys.stderr)
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main())
