"""Builds dist/helios/, the program as one folder that needs no Python, and tries it out (`make package`)."""

import os
import shutil
import sys
import tempfile
from pathlib import Path

from PyInstaller.__main__ import run as build
from running import ROOT, Running, book, fetch, free_port

DIST = ROOT / "dist"
PROGRAM = DIST / "helios" / "helios"
# Read as files at run time, so PyInstaller's analysis does not see them.
DATA = {
    "ui/dist": "ui/dist",
    "app/migrations": "app/migrations",
    "app/payments/sandbox/card_form.js": "app/payments/sandbox",
    "app/payments/sandbox/stripe_stand_in.js": "app/payments/sandbox",
    "app/payments/sandbox/stripe_stand_in.css": "app/payments/sandbox",
}
PACKAGE_DATA = ("tzdata", "zxcvbn")
# Found by name at run time: the scheduler's parts, and the two that the API's description picks.
HIDDEN = (
    "apscheduler.triggers.interval",
    "apscheduler.executors.pool",
    "apscheduler.jobstores.memory",
    "spectree.model_adapter.pydantic_adapter",
    "spectree.plugins.flask_plugin",
)
# Optional companions of dependencies that this program never calls.
LEFT_OUT = ("tkinter", "pytest", "IPython", "_pytest", "setuptools", "pip", "lib2to3", "pydoc_data", "mypy")


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
    for module in HIDDEN:
        made += ["--hidden-import", module]
    for module in LEFT_OUT:
        made += ["--exclude-module", module]
    return [*made, str(ROOT / "app" / "__main__.py")]


def size_of(folder: Path) -> int:
    """Bytes of every file below a folder, links not counted twice."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def try_out() -> float:
    """Start the packaged demo on an empty folder, read a page, book once, stop; the seconds to the first answer.

    The first start fills the folder; the figure is the second start's. RuntimeError with what went wrong.
    """
    with tempfile.TemporaryDirectory() as folder:
        # Away from the source tree: nothing may be found there by accident.
        demo = Running([str(PROGRAM), "demo"], Path(folder), free_port(), cwd=Path(folder))
        demo.start()
        try:
            status, _, body = fetch(demo.port, "/contact")
            if status != 200 or b"{{" in body or b"<main" not in body:
                raise RuntimeError(f"/contact is not the finished page (status {status})")
            status, _, script = fetch(demo.port, "/sandbox/stripe.js")
            if status != 200 or b"use strict" not in script:
                raise RuntimeError(f"the sandbox's script is missing (status {status})")
            if book(demo.port, "packaged@example.com") != "paid":
                raise RuntimeError("the booking was not paid")
        finally:
            demo.stop()
        took = demo.start()
        demo.stop()
    return took


def main() -> int:
    """Build, try out, report."""
    build(options())
    took = try_out()
    print(f"dist/helios   {size_of(PROGRAM.parent) / 1e6:.1f} MB")
    print(f"first answer  {took:.2f} s after the start")
    print("tried out     health, a page, a paid booking with a document, an orderly stop, a second start")
    return 0


if __name__ == "__main__":
    sys.exit(main())
