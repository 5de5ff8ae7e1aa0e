"""The command line: `helios serve`, `helios demo`, `helios staff ...`."""

import getpass
import os
import sys

import click

from app import __version__
from app.config import Config, ConfigError, Mode, data_folder, load
from app.db import FolderError


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="helios")
def main() -> None:
    """Website, paid booking, client portal and back office."""
    os.umask(0o077)  # what the program writes is nobody else's to read


def _configured(mode: Mode) -> Config:
    try:
        return load(data_folder(), mode)
    except ConfigError as error:
        raise click.ClickException(f"The configuration cannot be used: {error}") from None


@main.command()
def serve() -> None:
    """Run the site for the public."""
    _run(_configured("serve"))


@main.command()
def demo() -> None:
    """Run the site with sample data and the payment sandbox, marked TEST."""
    _run(_configured("demo"))


def _run(config: Config) -> None:
    from app import server

    try:
        server.run(config, click.echo)
    except (ConfigError, FolderError, server.CannotStart) as error:
        raise click.ClickException(str(error)) from None


@main.group()
def staff() -> None:
    """Add, reset and list staff accounts."""


def _open() -> None:
    from app import db

    config = _configured("demo")
    db.connect(config.folder)
    try:
        db.migrate(config.folder)
    except FolderError as error:
        raise click.ClickException(str(error)) from None


def _ask_password() -> str:
    """A password: asked for twice at a terminal, one line of standard input otherwise."""
    from app.accounts.rules import LEAST_PASSWORD

    if sys.stdin.isatty():
        password = getpass.getpass("Password: ")
        if password != getpass.getpass("Password again: "):
            raise click.ClickException("The passwords do not match.")
    else:
        password = sys.stdin.readline().rstrip("\n")
    if len(password) < LEAST_PASSWORD:
        raise click.ClickException(f"The password must be at least {LEAST_PASSWORD} characters long.")
    return password


@staff.command("add")
@click.argument("username")
@click.option("--name", prompt="Full name")
@click.option("--role", type=click.Choice(["owner", "staff"]), default="staff", show_default=True)
def staff_add(username: str, name: str, role: str) -> None:
    """Add a staff account; the password is asked for, or read from standard input."""
    from app.accounts.actions import add_staff
    from app.accounts.rules import Role
    from app.errors import AppError

    password = _ask_password()
    _open()
    try:
        add_staff(username, name, Role(role), password)
    except AppError as error:
        raise click.ClickException(error.message) from None
    click.echo(f"{username} can sign in at /admin/login.")


@staff.command("reset")
@click.argument("username")
def staff_reset(username: str) -> None:
    """Give a staff account another password and end its sessions."""
    from app.accounts.actions import reset_staff
    from app.errors import AppError

    password = _ask_password()
    _open()
    try:
        reset_staff(username, password)
    except AppError as error:
        raise click.ClickException(error.message) from None
    click.echo(f"{username} has a new password.")


@staff.command("list")
def staff_list() -> None:
    """List the staff accounts."""
    from app.accounts.models import Admin

    _open()
    for admin in Admin.select().order_by(Admin.username):
        click.echo(f"{admin.username}\t{admin.role}\t{admin.name}")


if __name__ == "__main__":
    main(prog_name="helios")
