"""The demonstration's own key, a file in its data folder: it signs the sandbox's webhooks and orders its trouble."""

import os
import re
import secrets
from pathlib import Path

from app.config import ConfigError


def key_of(folder: Path) -> str:
    """The folder's key, 64 hexadecimal digits, drawn at first use into a file that only its user may read.

    Raises ConfigError when the file is there and holds no key, or others may read it; OSError as the disk says.
    """
    path = folder / "sandbox.key"
    if not path.exists():
        drawn = path.with_suffix(".drawn")
        drawn.unlink(missing_ok=True)
        with open(os.open(drawn, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(secrets.token_hex(32))
        os.replace(drawn, path)  # a process that dies meanwhile leaves no empty key
    key = path.read_bytes().strip()
    if path.stat().st_mode & 0o077:
        raise ConfigError(f"sandbox.key: other users of this machine can read it; run chmod 600 {path}")
    if not re.fullmatch(rb"[0-9a-f]{64}", key):
        raise ConfigError(f"sandbox.key: {path} does not hold the demonstration's key; remove it, and one is drawn")
    return key.decode("ascii")
