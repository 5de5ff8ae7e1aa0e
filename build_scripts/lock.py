"""Pins every Python package that setup.cfg asks for: writes requirements.lock and requirements-dev.lock.

It resolves the ranges in a fresh virtual environment and writes down what came of it (`make lock`).
"""

import configparser
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def ranges(extra: str | None = None) -> list[str]:
    """The requirement lines of setup.cfg: the program's, or an extra's."""
    parsed = configparser.ConfigParser()
    parsed.read(ROOT / "setup.cfg", encoding="utf-8")
    text = parsed["options.extras_require"][extra] if extra else parsed["options"]["install_requires"]
    return [line.strip() for line in text.splitlines() if line.strip()]


def resolve(requirements: list[str]) -> list[str]:
    """Every package with its version, as pip chooses them for `requirements`, sorted by name."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        pip = [f"{folder}/bin/python", "-m", "pip", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "install", *requirements], check=True)
        frozen = subprocess.run([*pip, "freeze"], check=True, capture_output=True, text=True).stdout
    return sorted((line for line in frozen.splitlines() if "==" in line), key=str.lower)


def main() -> None:
    """Write both files; the second holds what development needs on top."""
    program = resolve(ranges())
    (ROOT / "requirements.lock").write_text("\n".join(program) + "\n", encoding="utf-8")
    everything = resolve([*program, *ranges("dev")])
    extra = [line for line in everything if line not in program]
    (ROOT / "requirements-dev.lock").write_text("\n".join(extra) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
