"""Builds dist/helios/, the program as one folder that needs no Python, and tries it out (`make package`)."""

import os
import shutil
import sys
from pathlib import Path

from package_trial import try_out
from PyInstaller.__main__ import run as build
from running import ROOT

DIST = ROOT / "dist"
PROGRAM = DIST / "helios" / "helios"
# Read as files at run time, so PyInstaller's analysis does not see them.
DATA = {
    "ui/dist": "ui/dist",
    "app/migrations": "app/migrations",
    "app/invoices/fonts": "app/invoices/fonts",
    "app/sandbox/card_form.js": "app/sandbox",
    "app/sandbox/stripe_stand_in.js": "app/sandbox",
    "app/sandbox/stripe_stand_in.css": "app/sandbox",
}
PACKAGE_DATA = ("tzdata", "zxcvbn")
# Optional companions of dependencies that this program never calls.
LEFT_OUT = (
    "tkinter",
    "pytest",
    "IPython",
    "_pytest",
    "setuptools",
    "pip",
    "lib2to3",
    "pydoc_data",
    "mypy",
    "hypothesis",
)


def options() -> list[str]:
    """PyInstaller's command line."""
    made = ["--noconfirm", "--clean", "--onedir", "--name", "helios", "--log-level", "WARN"]
    made += [
        "--paths",
        str(ROOT),
        "--distpath",
        str(DIST),
        "--workpath",
        str(ROOT / "build"),
        "--specpath",
        str(ROOT / "build"),
    ]
    if shutil.which("strip"):
        made.append("--strip")
    for source, target in DATA.items():
        made += ["--add-data", f"{ROOT / source}{os.pathsep}{target}"]
    for package in PACKAGE_DATA:
        made += ["--collect-data", package]
    for module in LEFT_OUT:
        made += ["--exclude-module", module]
    return [*made, str(ROOT / "app" / "__main__.py")]


def size_of(folder: Path) -> int:
    """Bytes of every file below a folder, links not counted twice."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def main() -> int:
    """Build, try out, report."""
    build(options())
    took = try_out([str(PROGRAM), "demo"])
    print(f"dist/helios   {size_of(PROGRAM.parent) / 1e6:.1f} MB")
    print(f"first answer  {took:.2f} s after the start")
    print("tried out     every page and its files, a paid booking and a paid consultation with documents and letters,")
    print("              an orderly stop and a second start on the same folder; without Python or Node")
    return 0


if __name__ == "__main__":
    sys.exit(main())
