"""Letters as files, for as long as no mail server is set."""

import os
from pathlib import Path

from app.config import Config
from app.db import sync_folder
from app.mail.message import message
from app.mail.models import Letter


def path_of(config: Config, letter_id: int, kind: str) -> Path:
    """Where a letter's file is, if there is one."""
    return config.letters_folder / f"{letter_id:06d}-{kind}.eml"


def filed(config: Config) -> set[int]:
    """The numbers of the letters that have a file."""
    names = (path.name.partition("-")[0] for path in config.letters_folder.glob("*.eml"))
    return {int(number) for number in names if number.isdecimal()}


def remove(config: Config, letter_id: int, kind: str) -> None:
    """Remove a letter's file, if there is one."""
    path_of(config, letter_id, kind).unlink(missing_ok=True)


def file_letter(config: Config, letter: Letter) -> Path:
    """Write the letter to the letters folder as .eml, readable by the owner only and durable on return.

    The name is the letter's, so that a repeated try replaces the file. Raises Unwritable; OSError for a full disk or
    one that is read-only.
    """
    folder = config.letters_folder
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    target = path_of(config, letter.id, letter.kind)
    building = target.with_suffix(".building")
    try:
        with open(os.open(building, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(message(config, letter))
            file.flush()
            os.fsync(file.fileno())
        os.replace(building, target)
    except OSError:
        building.unlink(missing_ok=True)
        raise
    sync_folder(folder)
    return target
