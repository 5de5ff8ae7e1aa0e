"""Whether a file's bytes are what its extension says. Nothing is kept unpacked, rendered or run."""

from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from app.documents import images, office, ole, pdfs, rules


def problem(path: Path, name: str) -> str | None:
    """What is wrong with the content of `path` under its clean `name`, in words for the visitor, or None."""
    kind = rules.extension(name)
    with open(path, "rb") as file:
        found = _CHECKS[kind](file)
    return found.format(name=name, kind="JPEG" if kind == "jpg" else kind.upper()) if found else None


_CHECKS: dict[str, Callable[[BinaryIO], str | None]] = {
    "pdf": pdfs.problem,
    "jpg": images.jpeg,
    "jpeg": images.jpeg,
    "png": images.png,
    "doc": ole.check("WordDocument"),
    "xls": ole.check("Workbook", "Book"),
    "docx": office.check("word/", "wordprocessingml"),
    "xlsx": office.check("xl/", "spreadsheetml"),
}
