"""Builds dist/helios/, the program as one folder that needs no Python, tries it out and packs it (`make package`).

package.py [FOLDER]: there instead of dist; what is only needed for the building goes to `build` beside it.
The archive holds what a server needs beside the program: INSTALL, the service, configurations for Caddy and nginx.
"""

import os
import platform
import py_compile
import shutil
import sys
import tarfile
from pathlib import Path

import PIL
import tzdata
from package_left_out import IN_PYTHON_TOO, LEFT_OUT
from package_trial import try_out
from PyInstaller.__main__ import run as build
from running import ROOT

sys.path.insert(0, str(ROOT))

from app import __version__
from app.sample_config import SAMPLE

NAMED = "helios"
# Read as files at run time, so PyInstaller's analysis does not see them.
DATA = {
    "ui/dist": "ui/dist",
    "app/migrations": "app/migrations",
    "app/slots/public_holidays.csv": "app/slots",
    "app/invoices/fonts": "app/invoices/fonts",
    "app/sandbox/card_form.js": "app/sandbox",
    "app/sandbox/stripe_stand_in.js": "app/sandbox",
    "app/sandbox/stripe_stand_in.css": "app/sandbox",
}
PACKAGE_DATA = ("zxcvbn",)
# The firm's time, and nobody else's.
ZONES = ("__init__.py", "zoneinfo/__init__.py", "zoneinfo/Australia", "zoneinfo/UTC", "zoneinfo/Etc/UTC")


def options(dist: Path) -> list[str]:
    """PyInstaller's command line."""
    work = dist.parent / "build"
    made = ["--noconfirm", "--clean", "--onedir", "--name", "helios", "--log-level", "WARN"]
    made += [
        "--paths",
        str(ROOT),
        "--distpath",
        str(dist),
        "--workpath",
        str(work),
        "--specpath",
        str(work),
    ]
    if shutil.which("strip"):
        made.append("--strip")
    for source, target in DATA.items():
        made += ["--add-data", f"{ROOT / source}{os.pathsep}{target}"]
    zones = Path(tzdata.__file__).parent
    for name in ZONES:
        within = Path("tzdata") / name
        made += ["--add-data", f"{zones / name}{os.pathsep}{within if (zones / name).is_dir() else within.parent}"]
    for package in PACKAGE_DATA:
        made += ["--collect-data", package]
    for module in LEFT_OUT:
        made += ["--exclude-module", module]
    return [*made, str(ROOT / "app" / "__main__.py")]


def size_of(folder: Path) -> int:
    """Bytes of every file below a folder, links not counted twice."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def furnish(folder: Path) -> None:
    """Lay what a server needs beside the program, and take out what tells where it was made or is there twice."""
    for packed in list((folder / "_internal" / "ui").rglob("*.br")):
        packed.with_suffix("").unlink()
    for name in IN_PYTHON_TOO:
        _have_in_python(folder / "_internal", name)
    (folder / "_internal" / "dateutil" / "zoneinfo" / "dateutil-zoneinfo.tar.gz").unlink()  # tzdata is there
    for compiled in list(folder.rglob("__pycache__")):
        shutil.rmtree(compiled)
    for path in sorted((ROOT / "deploy").iterdir()):
        shutil.copy2(path, folder / path.name)
    text = (folder / "INSTALL").read_text(encoding="utf-8")
    (folder / "INSTALL").write_text(text.replace(f"{NAMED}-VERSION-", f"{NAMED}-{__version__}-"), encoding="utf-8")
    (folder / "config.toml.sample").write_text(SAMPLE, encoding="utf-8")
    shutil.copy2(ROOT / "LICENSE", folder / "LICENSE")
    shutil.copy2(ROOT / "CHANGELOG.md", folder / "CHANGELOG.md")


def _have_in_python(inside: Path, name: str) -> None:
    """Put a library's module in Python in the place of the same one as machine code."""
    place = inside / name
    (machine_code,) = place.parent.glob(f"{place.name}.*.so")
    source = Path(PIL.__file__).parent.parent / f"{name}.py"
    py_compile.compile(str(source), f"{place}.pyc", f"{name}.py", doraise=True)
    machine_code.unlink()


def pack(folder: Path) -> Path:
    """The archive of a folder, everything in it root's."""

    def owned(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.uid = member.gid = 0
        member.uname = member.gname = "root"
        member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
        return member

    archive = folder.with_name(f"{NAMED}-{__version__}-{platform.system().lower()}-{platform.machine()}.tar.gz")
    with tarfile.open(archive, "w:gz") as made:
        made.add(folder, arcname=folder.name, filter=owned)
    return archive


def main(dist: Path) -> int:
    """Build, try out, pack, report."""
    build(options(dist))
    folder = dist / NAMED
    furnish(folder)
    took = try_out([str(folder / NAMED), "demo"])
    print(f"{folder.name:<14}{size_of(folder) / 1e6:.1f} MB")
    print(f"first answer  {took:.2f} s after the start")
    print("tried out     every page and its files, a paid booking and a paid consultation with documents and letters,")
    print("              an orderly stop and a second start on the same folder; without Python or Node")
    archive = pack(folder)
    print(f"packed        {archive}, {archive.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve() if sys.argv[1:] else ROOT / "dist"))
