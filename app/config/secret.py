"""This installation's own secret, a file in the data folder."""

import os
import re
import secrets
from pathlib import Path

from app.config.values import ConfigError


def secret_of(folder: Path) -> str:
    """This installation's own secret, drawn at first use into a file that only its user may read.

    Raises ConfigError when the file is there and holds no secret, or others may read it; OSError as the disk says.
    """
    path = folder / "secret.key"
    if not path.exists():
        drawn = path.with_suffix(".drawn")
        drawn.unlink(missing_ok=True)
        with open(os.open(drawn, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(secrets.token_hex(32))
            file.flush()
            os.fsync(file.fileno())
        os.replace(drawn, path)  # a process that dies meanwhile leaves no empty secret
    secret = path.read_bytes().strip()
    if path.stat().st_mode & 0o077:
        raise ConfigError(f"secret.key: other users of this machine can read it; run chmod 600 {path}")
    if not re.fullmatch(rb"[0-9a-f]{64}", secret):
        raise ConfigError(
            f"secret.key: {path} does not hold this installation's secret; put it back from your backup, or remove the "
            "file: a new one is drawn and everybody has to sign in again"
        )
    return secret.decode("ascii")
