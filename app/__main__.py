"""The command line: `helios serve`, `helios demo`, `helios staff ...`, `helios client ...`."""

import getpass
import json
import os
import sys
from dataclasses import asdict

import click
import peewee

from app import __version__, folder
from app.config import ConfigError, Mode, data_folder, load, put_in_force
from app.db import FolderError
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


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="helios")
def main() -> None:
    """Website, paid booking, client portal and back office."""
    os.umask(0o077)  # what the program writes is nobody else's to read


_accepting = click.option(
    folder.ACCEPT,
    is_flag=True,
    help="Go on with the database as it is although it is missing, empty or older than the documents;"
    " those that it does not know are set aside for 30 days.",
)


@main.command()
@_accepting
def serve(accept_database: bool) -> None:
    """Run the site for the public."""
    _run("serve", accept_database)


@main.command()
@_accepting
def demo(accept_database: bool) -> None:
    """Run the site with sample data and the payment sandbox, marked TEST."""
    _run("demo", accept_database)


def _run(mode: Mode, accept_database: bool) -> None:
    place = data_folder()
    folder.check(place)
    config = load(place, mode)
    from app import server

    server.run(config, click.echo, accept_database)


@main.group()
def staff() -> None:
    """Add, reset, remove and list staff accounts."""


def _open(read_only: bool = False) -> None:
    """Open the database that a server made, as it is; none is made and none is migrated, whether or not one runs."""
    from app import db, schema

    place = data_folder()
    folder.check(place)
    made = folder.has_content(place / db.FILE_NAME)
    if made:
        db.connect(place, read_only)
    if not made or not schema.applied():
        raise FolderError(f"There is no database in {place} yet. Start the server once, then run this again.")
    if schema.pending():
        raise FolderError(
            f"The database in {place} was written by an earlier version of Helios. Start the server of this version "
            "once, which brings it up to date, then run this again."
        )


def _ask_password() -> str:
    """A password: asked for twice at a terminal, one line of standard input otherwise."""
    if sys.stdin.isatty():
        password = getpass.getpass("Password: ")
        if password != getpass.getpass("Password again: "):
            raise click.ClickException("The passwords do not match.")
    else:
        password = sys.stdin.readline().rstrip("\n")
    return password


@staff.command("add")
@click.argument("username")
@click.option("--name", prompt="Full name")
@click.option("--role", type=click.Choice(["owner", "staff"]), default="staff", show_default=True)
def staff_add(username: str, name: str, role: str) -> None:
    """Add a staff account; the password is asked for, or read from standard input."""
    from app.accounts.rules import Role
    from app.accounts.staff import add_staff

    _open()
    add_staff(username, name, Role(role), _ask_password())
    click.echo(f"{username} can sign in at /admin/login.")


@staff.command("reset")
@click.argument("username")
def staff_reset(username: str) -> None:
    """Give a staff account another password and end its sessions."""
    from app.accounts.staff import reset_staff

    _open()
    reset_staff(username, _ask_password())
    click.echo(f"{username} has a new password.")


@staff.command("remove")
@click.argument("username")
def staff_remove(username: str) -> None:
    """End a staff account and its sessions. What its owner did stays under their name."""
    from app.accounts.staff import remove_staff

    _open()
    remove_staff(username)
    click.echo(f"{username} cannot sign in any more.")


@staff.command("list")
def staff_list() -> None:
    """List the staff accounts."""
    from app.accounts.models import Admin

    _open()
    for admin in Admin.present():
        click.echo(f"{admin.username}\t{admin.role}\t{admin.name}")


@main.command()
@click.option("--thorough", is_flag=True, help="Read every document through, too, however long that takes.")
@click.option("--json", "as_json", is_flag=True, help='For monitoring: {"found": [{"kind", "where", "what"}]}.')
def doctor(thorough: bool, as_json: bool) -> None:
    """Name what disagrees among payments, times, bookings and documents, and change nothing. Status 1 if anything."""
    from app import clock
    from app.doctor.examination import examine

    _open(read_only=True)
    found = examine(data_folder(), clock.now(), thorough)
    if as_json:
        click.echo(json.dumps({"found": [asdict(each) for each in found]}))
    else:
        click.echo("\n".join(map(str, found)) or "Nothing disagrees.")
    sys.exit(bool(found))


@main.group()
def client() -> None:
    """Help a client who cannot sign in."""


@client.command("reset")
@click.argument("email")
def client_reset(email: str) -> None:
    """Send a client a new temporary password; the old one and every session end at once."""
    from app.accounts.models import Client
    from app.accounts.opening import send_sign_in
    from app.accounts.rules import email_key
    from app.audit.actions import COMMAND

    _open()
    known = Client.with_email(email_key(email))
    if known is None:
        raise click.ClickException(f"There is no client with the address {email}.")
    # As the public server is configured: the letter names the site as visitors know it.
    put_in_force(load(data_folder(), "serve"))
    send_sign_in(known.id, COMMAND)
    click.echo(f"A letter with a new temporary password is in the outbox for {known.email}.")


if __name__ == "__main__":
    main(prog_name="helios")
