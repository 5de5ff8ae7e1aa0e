"""Documents against their files, and the files that no document names."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from app.doctor.finding import Finding, document_name
from app.documents.actions import faults
from app.documents.aside import KEPT_ASIDE
from app.documents.disk import SET_ASIDE, UNFINISHED
from app.documents.models import Document
from app.documents.sweeping import left_over


def examine(folder: Path, now: datetime, thorough: bool) -> Iterator[Finding]:
    """Every document and every file in the documents folder; thorough: each file is read through."""
    for document, what in faults(folder, thorough):
        # One that was removed after the list was read has no record any more.
        if Document.select().where(Document.id == document.id).exists():
            yield Finding("document", document_name(document), what)
    left = left_over(folder, now)
    becomes = f"the next sweep moves it to {SET_ASIDE} and keeps it {KEPT_ASIDE.days} days"
    if left.newer_than_database:
        becomes = "files came later than all records, so this database is not the newest, and nothing is swept"
    for name in left.unowned:
        yield Finding("leftover", f"documents/{name}", f"has no record; {becomes}")
    for name in left.unfinished:
        yield Finding("leftover", f"documents/{name}{UNFINISHED}", "was cut off; the next sweep removes it")
