"""The command line: `helios serve`, `helios demo`, `helios staff ...`, `helios client ...`."""

import json
import os
import sys
from dataclasses import asdict

import click

from app import __version__, folder
from app.config import Mode, data_folder, load, put_in_force
from app.console import Commands, ask_password, open_database
from app.upkeep import UPKEEP


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
@click.option("--at-work", is_flag=True, help="Show a firm at work: some sixty clients over two years, made once.")
def demo(accept_database: bool, at_work: bool) -> None:
    """Run the site with sample data and the payment sandbox, marked TEST."""
    _run("demo", accept_database, at_work)


def _run(mode: Mode, accept_database: bool, at_work: bool = False) -> None:
    place = data_folder()
    folder.check(place)
    config = load(place, mode)
    from app import server

    server.run(config, click.echo, accept_database, at_work)


@main.group()
def staff() -> None:
    """Add, reset, remove and list staff accounts."""


@staff.command("add")
@click.argument("username")
@click.option("--name", prompt="Full name")
@click.option("--role", type=click.Choice(["owner", "staff"]), default="staff", show_default=True)
def staff_add(username: str, name: str, role: str) -> None:
    """Add a staff account; the password is asked for, or read from standard input."""
    from app.accounts.rules import Role
    from app.accounts.staff import add_staff

    open_database()
    add_staff(username, name, Role(role), ask_password())
    click.echo(f"{username} can sign in at /admin/login.")


@staff.command("reset")
@click.argument("username")
def staff_reset(username: str) -> None:
    """Give a staff account another password and end its sessions."""
    from app.accounts.staff import reset_staff

    open_database()
    reset_staff(username, ask_password())
    click.echo(f"{username} has a new password.")


@staff.command("remove")
@click.argument("username")
def staff_remove(username: str) -> None:
    """End a staff account and its sessions. What its owner did stays under their name."""
    from app.accounts.staff import remove_staff

    open_database()
    remove_staff(username)
    click.echo(f"{username} cannot sign in any more.")


@staff.command("list")
def staff_list() -> None:
    """List the staff accounts."""
    from app.accounts.models import Admin

    open_database()
    for admin in Admin.present():
        click.echo(f"{admin.username}\t{admin.role}\t{admin.name}")


@main.command()
@click.option("--thorough", is_flag=True, help="Read every document through, too, however long that takes.")
@click.option("--outside", is_flag=True, help="Ask the site, the mail server and the card provider, too.")
@click.option("--json", "as_json", is_flag=True, help='For monitoring: {"found": [{"kind", "where", "what"}]}.')
def doctor(thorough: bool, outside: bool, as_json: bool) -> None:
    """Name what disagrees among payments, times, bookings and documents, and change nothing. Status 1 if anything."""
    from app import clock
    from app.doctor.examination import examine

    open_database(read_only=True)
    found = examine(data_folder(), clock.now(), thorough)
    if outside:
        from app.doctor import outside as surroundings

        put_in_force(config := load(data_folder(), "serve"))
        found += surroundings.examine(config, clock.now())
    if as_json:
        click.echo(json.dumps({"found": [asdict(each) for each in found]}))
    else:
        click.echo("\n".join(map(str, found)) or "Nothing disagrees.")
    sys.exit(bool(found))


@main.command()
def reindex() -> None:
    """Make the index anew by which the back office finds clients, and count its lists; a server may run meanwhile."""
    from app.search.actions import rebuild
    from app.totals.actions import recount

    open_database()
    rebuild()
    recount()
    click.echo("Clients are found by what is there now, and lists count it.")


@main.command(hidden=True)
def thumbnail() -> None:
    """Make a small picture of the one in standard input: the server's own, for strangers' pictures may harm."""
    from app.documents.shrinking import run

    run()


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

    open_database()
    if (known := Client.with_email(email_key(email))) is None:
        raise click.ClickException(f"There is no client with the address {email}.")
    # As the public server is configured: the letter names the site as visitors know it.
    put_in_force(load(data_folder(), "serve"))
    send_sign_in(known.id, COMMAND)
    click.echo(f"A letter with a new temporary password is in the outbox for {known.email}.")


for command in UPKEEP:
    main.add_command(command)

if __name__ == "__main__":
    main(prog_name="helios")
