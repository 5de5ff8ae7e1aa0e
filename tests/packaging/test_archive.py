"""The archive as an owner gets it: unpacked elsewhere, run by nobody in particular, without this machine's Python."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from running import ROOT, free_port

from app import __version__
from tests.behind_nginx import Browser, nginx

# An archive to try instead of one made here.
GIVEN = os.environ.get("HELIOS_TEST_ARCHIVE")
NOBODY = 65534
PASSWORD = "Harbour-Lantern-82"
BESIDE = {
    "CHANGELOG.md",
    "Caddyfile",
    "INSTALL",
    "LICENSE",
    "config.toml.sample",
    "helios-offsite.service",
    "helios-offsite.timer",
    "helios.service",
    "nginx.conf",
    "setup",
}
COMMANDS = {"serve", "demo", "staff", "client", "backup", "restore", "doctor", "config", "export", "reindex"}
LONGEST_SECONDS = 120
# Unpacked. What it is made of grows, so a little above what it was last: more than that came in unasked.
LARGEST_BYTES = 48_400_000


@dataclass
class Machine:
    """A server with the archive unpacked at `program`, where nobody but root may write."""

    home: Path
    archive: Path
    program: Path
    port: int

    @property
    def data(self) -> Path:
        """The data folder."""
        return self.home / "data"

    def helios(self, *words: str, said: str = "", status: int = 0) -> str:
        """What a command says, run as somebody without rights; `said`: what it reads."""
        done = subprocess.run([self.program / "helios", *words], input=said, capture_output=True, **self._as_nobody)
        assert done.returncode == status, (words, done.stdout, done.stderr)
        return str(done.stdout)

    @property
    def _as_nobody(self) -> dict[str, object]:
        rights = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        environ = {"HELIOS_DATA_DIR": str(self.data), "PORT": str(self.port), "PATH": str(self.home / "empty")}
        return {"env": environ, "cwd": self.home, "text": True, "timeout": LONGEST_SECONDS} | rights

    @contextmanager
    def serving(self) -> Iterator[None]:
        """While the service runs."""
        how = {key: value for key, value in self._as_nobody.items() if key != "timeout"}
        with open(self.home / "log", "ab") as log:
            process = subprocess.Popen([self.program / "helios", "serve"], stdout=log, stderr=log, **how)
        try:
            until = time.monotonic() + LONGEST_SECONDS
            while not self._answers():
                assert process.poll() is None and time.monotonic() < until, (self.home / "log").read_text()
                time.sleep(0.1)
            yield
        finally:
            process.terminate()
            assert process.wait(LONGEST_SECONDS) == 0

    def _answers(self) -> bool:
        asked = urllib.request.Request(f"http://127.0.0.1:{self.port}/api/health", headers={"Host": "localhost"})
        try:
            with urllib.request.urlopen(asked, timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False


def make(dist: Path) -> Path:
    """As `make package` does, with its trial."""
    building = [sys.executable, ROOT / "build_scripts" / "package.py", dist]
    built = subprocess.run(building, capture_output=True, text=True)
    assert built.returncode == 0, built.stdout + built.stderr
    (archive,) = dist.glob("*.tar.gz")
    return archive


def unpack(archive: Path, opt: Path) -> Path:
    with tarfile.open(archive) as packed:
        packed.extractall(opt, filter="tar")
    return opt / "helios"


@pytest.fixture(scope="module")
def machine() -> Iterator[Machine]:
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        home.chmod(0o755)
        archive = Path(GIVEN) if GIVEN else make(home / "dist")
        for folder in ("opt", "empty", "backups"):
            (home / folder).mkdir()
        if os.geteuid() == 0:
            os.chown(home / "backups", NOBODY, NOBODY)
        # As `setup` does: the data folder's own home is the service's.
        (home / "data").mkdir(mode=0o700)
        if os.geteuid() == 0:
            os.chown(home / "data", NOBODY, NOBODY)
        yield Machine(home, archive, unpack(archive, home / "opt"), free_port())


def test_the_archive_holds_what_a_server_needs_and_nothing_of_where_it_was_made(machine: Machine) -> None:
    with tarfile.open(machine.archive) as packed:
        members = packed.getmembers()
    assert {member.uid for member in members} == {0} and {member.mode & 0o022 for member in members} == {0}
    assert {member.name.split("/")[0] for member in members} == {"helios"}
    assert {path.name for path in machine.program.iterdir()} == BESIDE | {"helios", "_internal"}
    assert f"helios-{__version__}-" in (machine.program / "INSTALL").read_text(encoding="utf-8")
    places = {str(ROOT).encode(), str(machine.home).encode()}
    files = [path for path in machine.program.rglob("*") if path.is_file()]
    assert [path for path in files if any(place in path.read_bytes() for place in places)] == []
    assert not any(path.suffix in (".sqlite3", ".eml", ".key") or path.name == "config.toml" for path in files)


def test_the_program_takes_little_room_and_holds_nothing_twice(machine: Machine) -> None:
    files = [path for path in machine.program.rglob("*") if path.is_file() and not path.is_symlink()]
    assert 30_000_000 < sum(path.stat().st_size for path in files) < LARGEST_BYTES
    compressed = [path for path in files if path.suffix == ".br"]
    assert len(compressed) > 100 and [path for path in compressed if path.with_suffix("").exists()] == []


def test_every_command_explains_itself(machine: Machine) -> None:
    assert machine.helios("--version").split() == ["helios,", "version", __version__]
    listed = machine.helios("--help")
    for command in COMMANDS:
        assert re.search(rf"^  {command} ", listed, re.MULTILINE)
        assert "Usage: helios" in machine.helios(command, "--help")


@pytest.mark.spec("H-02")
def test_from_the_archive_to_a_site_over_tls_a_backup_put_back_and_a_newer_version(machine: Machine) -> None:
    port = free_port()
    # Writes the settings, and says what they lack.
    machine.helios("config", "check")
    settings = machine.data / "config.toml"
    edits = re.findall(r'-e "(s\|.*\|)"', (machine.program / "setup").read_text(encoding="utf-8"))
    assert len(edits) == 2
    for edit in edits:
        before = settings.read_text(encoding="utf-8")
        program = edit.replace("$NAME", f"localhost:{port}").replace(r"\"", '"')
        subprocess.run(["sed", "-i", program, settings], check=True)
        assert settings.read_text(encoding="utf-8") != before, edit
    if os.geteuid() == 0:
        os.chown(settings, NOBODY, NOBODY)
    work, owner = machine.home / "nginx", Browser(port)
    work.mkdir()
    with nginx(work, port, machine.port, machine.program / "nginx.conf"):
        with machine.serving():
            assert {path.stat().st_mode & 0o077 for path in machine.data.iterdir()} == {0}
            machine.helios("staff", "add", "helena", "--name", "Helena Marsh", "--role", "owner", said=f"{PASSWORD}\n")
            assert b"Helios" in owner.ask("/", **{"Accept-Encoding": "identity"}).body
            signed_in = owner.ask("/api/admin/login", "POST", {"username": "helena", "password": PASSWORD})
            assert signed_in.status == 200
            assert owner.ask("/api/admin/system").status == 200
            machine.helios("backup", "--to", str(machine.home / "backups"))
            machine.helios("staff", "add", "nora", "--name", "Nora Quist", said=f"{PASSWORD}\n")
            assert machine.helios("doctor") == "Nothing disagrees.\n"
        # A newer version in the place of this one.
        shutil.move(machine.program, machine.home / "helios-before")
        unpack(machine.archive, machine.home / "opt")
        with machine.serving():
            assert owner.ask("/api/admin/system").status == 200
            assert "nora" in machine.helios("staff", "list")
            (backup,) = (machine.home / "backups").iterdir()
            # Not under a server that writes.
            machine.helios("restore", str(backup), status=1)
        machine.data.parent.chmod(0o777)  # what was there is kept beside it
        machine.helios("restore", str(backup))
        with machine.serving():
            assert owner.ask("/api/admin/system").status == 200
            assert machine.helios("staff", "list").split("\t")[0] == "helena"
            assert "nora" not in machine.helios("staff", "list")
            assert machine.helios("doctor") == "Nothing disagrees.\n"
