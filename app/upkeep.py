"""The commands that look after a data folder: its settings, its backups, what is taken along from it."""

import os
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import click

from app import folder
from app.config import data_folder, load, put_in_force
from app.console import open_database
from app.durable import FolderError

T = TypeVar("T")


@click.group("config")
def settings() -> None:
    """Look at the settings."""


@settings.command("check")
def config_check() -> None:
    """Say whether config.toml can be used, and what it lacks; it is written, explained, where there is none."""
    place = data_folder()
    folder.check(place)
    config = load(place, "serve")
    from app import welcome
    from app.catalogue.actions import check

    check(config.catalogue)
    click.echo(f"{place / 'config.toml'} can be used.")
    for line in welcome.lines(config, has_staff=True):
        click.echo(line)


@click.command()
@click.option("--to", type=click.Path(path_type=Path), help="A folder to put it into, or a file ending with .tar.gz.")
@click.option("--nightly", is_flag=True, help="Take the time it takes, and let go of old backups, as each night.")
def backup(to: Path | None, nightly: bool) -> None:
    """Copy the data folder, whether or not a server runs, and prove the copy by opening it.

    Without --to it goes where config.toml says (backups.folder). Status 1 if anything disagrees in it.
    """
    from app import clock
    from app.backups.actions import back_up
    from app.backups.copying import without_rest
    from app.backups.shelf import clear

    place, now = data_folder(), clock.now()
    folder.check(place)
    if nightly:
        os.nice(10)
    shelf = to or (config := load(place, "serve")).backups_folder
    if not to and config.backups.folder and not shelf.is_dir():
        raise FolderError(f"backups.folder: there is no folder {shelf}. Is its disk there? Make the folder once it is.")
    # Half of the time the disk is the server's: whoever waits for a page waits for it.
    target, found = back_up(place, shelf, now, click.echo, time.sleep if nightly else without_rest)
    for each in found:
        click.echo(str(each))
    click.echo(f"{target} is whole.")
    if nightly and not to:
        clear(shelf, now, config.backups.days, config.backups.weeks)
    sys.exit(bool(found))


@click.command()
@click.argument("backup", type=click.Path(path_type=Path, exists=True))
def restore(backup: Path) -> None:
    """Put a backup in the place of the data folder; what lies there is kept beside it. No server may run."""
    from app import clock
    from app.backups.actions import restore as put_back

    place = data_folder()
    kept = put_back(backup.resolve(), place, clock.now(), click.echo)
    click.echo(
        f"{place} is as it was when {backup.name} was made." + (f" What was there is in {kept}." if kept else "")
    )


@click.command()
@click.argument("place", type=click.Path(path_type=Path, exists=True, file_okay=False, writable=True))
def export(place: Path) -> None:
    """Write all data into a folder: tables for spreadsheets, documents and invoices as files, whether or not a server
    runs.

    Status 1 if a document's file is missing.
    """
    from app import clock
    from app.exports.actions import export as write_all

    open_database(read_only=True)
    put_in_force(config := load(data_folder(), "serve"))
    target, missing = write_all(config.documents_folder, place.resolve(), clock.now(), click.echo, _along)
    for each in missing:
        click.echo(f"missing: {each}", err=True)
    click.echo(f"{target} holds everything.")
    sys.exit(bool(missing))


def _along(rows: Iterable[T], length: int, label: str) -> Iterator[T]:
    with click.progressbar(rows, length=length, label=label) as bar:
        yield from bar


UPKEEP: tuple[click.Command, ...] = (settings, backup, restore, export)
