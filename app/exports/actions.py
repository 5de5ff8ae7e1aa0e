"""A firm's data in forms that other programs read: tables for spreadsheets, each document and invoice as a file."""

import csv
import os
import secrets
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from pathlib import Path

from app.clock import in_sydney, sydney_text
from app.documents import disk
from app.documents.models import Document
from app.documents.rules import unique_names
from app.durable import FolderError, sync_file, sync_folder
from app.exports.sheets import SHEETS, Sheet
from app.invoices.models import Invoice, InvoiceFile
from app.projects.rules import reference

SPARE_BYTES = 64 * 1024 * 1024
README = """\
Everything that the firm kept in Helios, as of {when}.\r
\r
Tables for spreadsheets (commas between columns, UTF-8; times are Sydney's, amounts dollars including GST):\r
{about}\r
documents/   each project's documents, under the names that they were given\r
invoices/    tax invoices and adjustment notes\r
\r
A text that begins with a sign which spreadsheets calculate with has an apostrophe before it; so has such a sign at\r
the beginning of a line, or after a semicolon or a tab, where a spreadsheet may begin a cell.\r
Passwords, sessions and the links of letters are not in it. To go on with Helios elsewhere, restore a backup instead.\r
"""
Say = Callable[[str], None]
# Walks along something that has a length, and shows how far it has come.
Along = Callable[[Iterable[Document], int, str], Iterator[Document]]


def export(folder: Path, place: Path, now: datetime, say: Say, along: Along) -> tuple[Path, list[str]]:
    """Write everything into a new folder in `place`; its path, and the documents whose file is missing or damaged.

    folder: of the documents. It has its name once it is whole. Raises FolderError without room; OSError as the disk
    says.
    """
    rows = list(Document.select().where(Document.project_id.is_null(False), Document.is_kept()).order_by(Document.id))
    needed, free = sum(row.file_size for row in rows) + SPARE_BYTES, shutil.disk_usage(place).free
    if free < needed:
        raise FolderError(f"{place} has {free:,} bytes of room; {needed:,} are needed. Nothing was written.")
    target = place / f"helios-export-{in_sydney(now):%Y-%m-%d-%H%M%S}"
    if target.exists():
        raise FolderError(f"{target} is there already. Nothing was written.")
    building = place / f".{target.name}.{secrets.token_hex(4)}"
    building.mkdir(mode=0o700)
    try:
        for sheet in SHEETS:
            say(f"{sheet.name}: {_write(sheet, building / f'{sheet.name}.csv')}")
        say(f"invoices as files: {_write_invoices(building / 'invoices')}")
        missing = _copy_documents(folder, building / "documents", rows, along)
        about = "".join(f"{sheet.name}.csv\r\n" for sheet in SHEETS)
        (building / "Read me.txt").write_text(README.format(when=sydney_text(now), about=about), encoding="utf-8-sig")
        os.rename(building, target)
        sync_folder(place)
    except BaseException:
        shutil.rmtree(building, ignore_errors=True)
        raise
    return target, missing


def _write(sheet: Sheet, path: Path) -> int:
    count = 0
    # Excel takes a file without the mark for one in the machine's own old alphabet.
    with open(path, "w", encoding="utf-8-sig", newline="") as file:
        lines = csv.writer(file)
        lines.writerow([name for name, _ in sheet.columns])
        for row in sheet.rows():
            lines.writerow(row)
            count += 1
    sync_file(path)
    return count


def _write_invoices(folder: Path) -> int:
    folder.mkdir(mode=0o700)
    made = InvoiceFile.select(InvoiceFile, Invoice).join(Invoice).order_by(Invoice.id)
    count = 0
    for row in made.iterator():
        (folder / f"{row.invoice.name}.pdf").write_bytes(bytes(row.content))
        count += 1
    return count


def _copy_documents(folder: Path, target: Path, rows: list[Document], along: Along) -> list[str]:
    """Each project's documents in a folder of its own, under the names that people gave them."""
    by_project = defaultdict[int, list[Document]](list)
    for row in rows:
        by_project[row.project_id].append(row)
    names: dict[int, str] = {}
    target.mkdir(mode=0o700)
    for number, papers in by_project.items():
        (target / reference(number)).mkdir(mode=0o700)
        names |= zip([row.id for row in papers], unique_names([row.file_name for row in papers]), strict=True)
    missing: list[str] = []
    for row in along(rows, len(rows), "Documents"):
        project = reference(row.project_id)
        if fault := disk.fault(folder, row.stored_name, row.file_size, None):
            missing.append(f"{project}, {row.file_name}: {fault}")
        else:
            shutil.copyfile(disk.path_of(folder, row.stored_name), target / project / names[row.id])
    return missing
