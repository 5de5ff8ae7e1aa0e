"""What lies in the shelves of the documents folder."""

import math
import os
from dataclasses import dataclass
from pathlib import Path

from app.documents.disk import UNFINISHED, is_ours


@dataclass(frozen=True)
class Lying:
    """Stored names of the whole files, and of the files whose unfinished twin is there; every name is one of ours."""

    whole: frozenset[str]
    unfinished: frozenset[str]


def lying(folder: Path) -> Lying:
    """What lies in the shelves of the documents folder, each read once; nothing when there is no folder yet."""
    whole, unfinished = set(), set()
    for shelf in folder.glob("[0-9a-f][0-9a-f]"):
        for file in os.listdir(shelf):
            name = f"{shelf.name}/{file}"
            if is_ours(name):
                whole.add(name)
            elif is_ours(name.removesuffix(UNFINISHED)):
                unfinished.add(name.removesuffix(UNFINISHED))
    return Lying(frozenset(whole), frozenset(unfinished))


def written(folder: Path, name: str) -> float:
    """When a file was last written, in seconds since 1970; now at the earliest for one that is gone already."""
    try:
        return (folder / name).lstat().st_mtime
    except FileNotFoundError:
        return math.inf
