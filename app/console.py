"""What the commands share: how they end, the database that they open, the password that they ask for."""

import getpass
import sys

import click
import peewee

from app import db, folder, generations, schema
from app.config import ConfigError, data_folder
from app.durable import FolderError
from app.errors import AppError


class Commands(click.Group):
    """Commands that end in one sentence and a status when the owner has something to do, never in a traceback."""

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; ClickException for what the owner can mend."""
        try:
            return super().invoke(ctx)
        except ConfigError as error:
            raise click.ClickException(f"The configuration cannot be used: {error}") from None
        except FolderError as error:
            raise click.ClickException(str(error)) from None
        except AppError as error:
            raise click.ClickException(error.message) from None
        except (OSError, peewee.DatabaseError) as error:
            raise click.ClickException(folder.told(error, data_folder())) from None


def open_database(read_only: bool = False) -> None:
    """Open the database that a server made, as it is; none is made and none is migrated, whether or not one runs."""
    place = data_folder()
    folder.check(place)
    if made := generations.listed(place):
        db.connect(place, read_only)
    if not made or not schema.applied():
        raise FolderError(f"There is no database in {place} yet. Start the server once, then run this again.")
    if schema.pending():
        raise FolderError(
            f"The database in {place} was written by an earlier version of Helios. Start the server of this version "
            "once, which brings it up to date, then run this again."
        )


def ask_password() -> str:
    """A password: asked for twice at a terminal, one line of standard input otherwise."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    password = getpass.getpass("Password: ")
    if password != getpass.getpass("Password again: "):
        raise click.ClickException("The passwords do not match.")
    return password
