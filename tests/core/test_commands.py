"""The command line: serving, refusing to serve, and staff accounts."""

import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from running import free_port

from app import clock
from app.__main__ import main
from app.accounts.credentials import check_staff
from app.accounts.models import Admin
from app.errors import AppError
from app.factory import House
from app.generations import FOLDER
from tests.people import PASSWORD, People

ROOT = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, "-m", "app")


def environment(folder: Path, more: Mapping[str, str]) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("HELIOS_")}
    return inherited | {"HELIOS_DATA_DIR": str(folder), **more}


@contextmanager
def serving(folder: Path, **more: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A real server, with its address; killed at the end unless it has ended."""
    process = subprocess.Popen(
        [*COMMAND, "serve"],
        cwd=ROOT,
        env=environment(folder, {"PORT": str(free_port()), **more}),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    try:
        said = process.stdout.readline()
        assert said.startswith("Helios answers at "), said
        yield process, said.split()[-1]
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


REFUSED = {
    "payments.secret_key": {
        "HELIOS_PAYMENTS_SECRET_KEY": "sk_test_1",
        "HELIOS_PAYMENTS_PUBLISHABLE_KEY": "pk_test_1",
        "HELIOS_PAYMENTS_WEBHOOK_SECRET": "whsec_1",
    },
    "HELIOS_ADDRESS_LIMITS": {"HELIOS_ADDRESS_LIMITS": "off"},
    "HELIOS_SERVER_PROT": {"HELIOS_SERVER_PROT": "1"},
}


@pytest.mark.parametrize("key", REFUSED)
def test_an_unsafe_or_wrong_configuration_stops_the_start_by_name(tmp_path: Path, key: str) -> None:
    ended = subprocess.run(
        [*COMMAND, "serve"], cwd=ROOT, env=environment(tmp_path, REFUSED[key]), capture_output=True, text=True
    )
    assert ended.returncode != 0
    assert ended.stderr.startswith(f"Error: The configuration cannot be used: {key}: ")
    assert "Traceback" not in ended.stderr
    assert not (tmp_path / FOLDER).exists()


def test_an_override_of_an_unknown_service_stops_the_start_by_name(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[catalogue.services.nothing]\nprice = 1\n", encoding="utf-8")
    ended = subprocess.run(
        [*COMMAND, "serve"],
        cwd=ROOT,
        env=environment(tmp_path, {"PORT": str(free_port())}),
        capture_output=True,
        text=True,
    )
    assert ended.returncode != 0
    assert "catalogue.services.nothing: there is no such entry" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_without_keys_the_site_serves_without_cards_and_keeps_its_files_to_itself(tmp_path: Path) -> None:
    with serving(tmp_path) as (process, address):
        with urllib.request.urlopen(f"{address}/api/health") as answer:
            assert answer.status == 200
        with urllib.request.urlopen(f"{address}/contact") as answer:
            page = answer.read().decode()
        facts = json.loads(page.partition('id="site-facts">')[2].partition("</script>")[0])
        assert (facts["payments.mode"], facts["testMark"]) == ("none", "")
        # Nobody has set the bank account or a mail server: nothing can be paid, and page and terminal say so.
        assert (facts["payments.ways"], facts["bank.bsb"]) == ("", "")
        assert "Online booking is not open" in facts["payments.closed"]
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(5)]
        assert [line.partition(":")[0].partition(".")[0] for line in said] == [
            f"The data are in {tmp_path}, the settings in config",
            "Nobody can sign in at /admin/login yet",
            "Only this machine reaches the site",
            "Nobody can book online",
            "Nobody can pay by card",
        ]

        second = subprocess.run(
            [*COMMAND, "serve"],
            cwd=ROOT,
            env=environment(tmp_path, {"PORT": str(free_port())}),
            capture_output=True,
            text=True,
        )
        assert second.returncode != 0
        assert f"process {process.pid}" in second.stderr

        for path in tmp_path.rglob("*"):
            assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0


ENQUIRY = {"name": "Ann", "email": "ann@example.com", "phone": "0400 000 000", "message": "Could you call me?"}


@pytest.mark.parametrize(("behind_proxy", "last"), [("false", 429), ("true", 201)])
def test_visitors_behind_a_proxy_are_told_apart_and_nobody_else_chooses_an_address(
    tmp_path: Path, behind_proxy: str, last: int
) -> None:
    with serving(tmp_path, HELIOS_SERVER_BEHIND_PROXY=behind_proxy) as (_, address):
        for number in range(11):
            headers = {"Content-Type": "application/json", "X-Forwarded-For": f"192.0.2.{number}"}
            sent = urllib.request.Request(f"{address}/api/enquiries", json.dumps(ENQUIRY).encode(), headers)
            try:
                with urllib.request.urlopen(sent) as answer:
                    status = answer.status
            except urllib.error.HTTPError as refused:
                status = refused.code
                refused.close()
    assert status == last


def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        port = str(listening.getsockname()[1])
        ended = subprocess.run(
            [*COMMAND, "serve"], cwd=ROOT, env=environment(tmp_path, {"PORT": port}), capture_output=True, text=True
        )
    assert ended.returncode != 0
    assert f"Port {port} cannot be used" in ended.stderr


@pytest.fixture
def command(house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Runs `helios staff ...` on the house's folder with a password on standard input."""
    for name in [name for name in os.environ if name.startswith("HELIOS_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HELIOS_DATA_DIR", str(house.config.folder))

    def run(*arguments: str, typed: str = "") -> Result:
        return CliRunner().invoke(main, ["staff", *arguments], input=typed)

    before = os.umask(0)
    os.umask(before)
    yield run
    os.umask(before)


@pytest.mark.spec("A-01")
def test_staff_are_added_with_a_role_and_listed(command: Any) -> None:
    added = command("add", "Helena", "--name", "Helena Marsh", "--role", "owner", typed=f"{PASSWORD}\n")
    assert (added.exit_code, added.output) == (0, "Helena can sign in at /admin/login.\n")
    assert command("add", "bo", "--name", "Bo", typed=f"{PASSWORD}\n").exit_code == 0
    assert command("list").output == "bo\tstaff\tBo\nhelena\towner\tHelena Marsh\n"
    assert check_staff("HELENA", PASSWORD, clock.now()).role == "owner"
    assert PASSWORD not in Admin.called("helena").password


def test_a_user_name_is_taken_once_whatever_its_case(command: Any) -> None:
    command("add", "helena", "--name", "Helena", typed=f"{PASSWORD}\n")
    again = command("add", "HELENA", "--name", "Other", typed="another password\n")
    assert again.exit_code != 0
    assert "already a staff account" in again.output
    assert check_staff("helena", PASSWORD, clock.now()).name == "Helena"


@pytest.mark.parametrize("typed", ["", "short\n", "1234567\n"])
def test_a_short_staff_password_is_refused(command: Any, typed: str) -> None:
    refused = command("add", "helena", "--name", "Helena", typed=typed)
    assert refused.exit_code != 0
    assert "at least 8 characters" in refused.output
    assert Admin.select().count() == 0


def test_a_reset_ends_the_sessions_and_the_old_password(command: Any, people: People) -> None:
    helena = people.staff("helena")
    assert helena.get("/api/admin/dashboard").status_code == 200
    assert command("reset", "helena", typed="another password\n").output == "helena has a new password.\n"
    assert helena.get("/api/admin/dashboard").status_code == 401
    assert check_staff("helena", "another password", clock.now()).name == "Helena Marsh"
    with pytest.raises(AppError):
        check_staff("helena", PASSWORD, clock.now())


def test_resetting_nobody_says_so(command: Any) -> None:
    refused = command("reset", "nobody", typed="another password\n")
    assert refused.exit_code != 0
    assert re.search("no staff account called nobody", refused.output)


FILE = """[server]
address = "https://helios.example"
behind_proxy = true
[payments]
secret_key = "sk_live_1"
publishable_key = "pk_live_1"
webhook_secret = "whsec_1"
"""


def test_the_settings_are_checked_before_a_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HELIOS_DATA_DIR", str(tmp_path))

    def check() -> Result:
        return CliRunner().invoke(main, ["config", "check"])

    first = check()
    assert first.exit_code == 0
    assert first.output.splitlines()[0] == f"{tmp_path / 'config.toml'} can be used."
    assert "Nobody can sign in" not in first.output
    (tmp_path / "config.toml").write_text(FILE, encoding="utf-8")
    assert "Nobody can pay by card" not in check().output and "Only this machine" not in check().output
    (tmp_path / "config.toml").write_text(FILE.replace("pk_live", "pk_test"), encoding="utf-8")
    refused = check()
    assert refused.exit_code == 1
    assert "payments.publishable_key: one key is live and the other is a test key" in refused.output
    (tmp_path / "config.toml").write_text("[catalogue.services.gardening]\nprice = 1\n", encoding="utf-8")
    assert "catalogue.services.gardening: there is no such entry" in check().output
