"""Real starts on folders that something is wrong with: one sentence with what to do, a status, never a traceback."""

import http.client
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from running import free_port

from app import config as configuration
from app import db
from app.documents import actions as documents
from app.documents.disk import SET_ASIDE
from app.documents.rules import CLIENT_EXTENSIONS, Uploader
from app.generations import FOLDER, FROM_BEFORE
from app.metrics.routes import PASSED_ON
from app.onboarding import actions as _loaded
from tests import databases
from tests.people import People

ROOT = Path(__file__).resolve().parents[2]
assert _loaded  # the models of a whole program


def around(folder: Path, **more: str) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("HELIOS_")}
    return inherited | {"HELIOS_DATA_DIR": str(folder), "PORT": str(free_port()), **more}


def refused(folder: Path, *arguments: str, **more: str) -> str:
    """What a start says that ends by itself, after the "Error: "."""
    ended = subprocess.run(
        [sys.executable, "-m", "app", *(arguments or ("serve",))],
        cwd=ROOT,
        env=around(folder, **more),
        capture_output=True,
        text=True,
        timeout=120,
    )
    said = ended.stderr.removeprefix("Error: ")
    assert ended.returncode == 1, (ended.stdout, ended.stderr)
    assert "Traceback" not in ended.stderr and said.count("\n") == 1 and said != ended.stderr
    assert not re.search(r"should match|pattern|Input should|errno|Errno|pydantic", said), said
    return said.strip()


@contextmanager
def serving(folder: Path, *arguments: str, **more: str) -> Iterator[subprocess.Popen[str]]:
    """A server that has come up."""
    process = subprocess.Popen(
        [sys.executable, "-m", "app", "serve", *arguments],
        cwd=ROOT,
        env=around(folder, **more),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None and process.stderr is not None
    try:
        said = process.stdout.readline()
        assert said.startswith("Helios answers at "), said + process.stderr.read()
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()


@pytest.fixture
def used(folder: Path, people: People) -> Path:
    """The folder of a firm at work: bookings, documents, letters; nobody serves it just now."""
    people.client(files=2)
    people.visitor().fill_wizard(files=2)
    (folder / "letters").mkdir()
    (folder / "letters" / "1.eml").write_text("Dear Amelia", encoding="utf-8")
    move_in(folder)
    return folder


def move_in(folder: Path) -> None:
    """Move in, as a start does, and let go of the database."""
    from app import folder as data_folder

    data_folder.move_in(folder)
    databases.settle()
    db.close()


def whole_files(folder: Path) -> set[str]:
    return {path.name for path in (folder / "documents").glob("[0-9a-f][0-9a-f]/*")}


def aside(folder: Path) -> set[str]:
    return {path.name for path in (folder / "documents" / SET_ASIDE).glob("*/*")}


def rows_of(folder: Path, query: str) -> list[tuple[object, ...]]:
    connection = databases.raw(folder)
    found = connection.execute(query).fetchall()
    connection.close()
    return list(found)


def empty(folder: Path) -> None:
    databases.lose(folder)
    db.connect(folder)
    db.close()


def unmade(folder: Path) -> None:
    empty(folder)
    connection = databases.raw(folder)
    connection.execute("CREATE TABLE migratehistory (id INTEGER PRIMARY KEY, name TEXT)")
    connection.close()


def baseless(folder: Path) -> None:
    databases.base(folder).unlink()


def scribbled(folder: Path) -> None:
    with open(databases.base(folder), "r+b") as file:
        for page in range(2, 60, 3):
            file.seek(page * 4096)
            file.write(os.urandom(2000))


def cut(folder: Path) -> None:
    os.truncate(databases.base(folder), 40_000)


def no_database(folder: Path) -> None:
    databases.base(folder).write_bytes(b"not a database at all, but a letter to the tax office. " * 200)


def anothers(folder: Path) -> None:
    empty(folder)
    connection = databases.raw(folder)
    connection.execute("CREATE TABLE songs (title TEXT)")
    connection.commit()
    connection.close()


LOST = {
    databases.lose: r"/database is missing, but this folder has been in use: it holds 4 documents, 1 letter\. ",
    empty: r"/database is empty, but this folder has been in use: it holds 4 documents, 1 letter\. ",
    unmade: r"/database is empty, but this folder has been in use",
    baseless: r"db-\d+-\w+\.sqlite3 is missing\. Move .+ your last backup",
    scribbled: r"db-\d+-\w+\.sqlite3 is damaged: .+\. Move the folder .+ your last backup",
    cut: r"db-\d+-\w+\.sqlite3 is damaged: .+\. Move .+ your last backup",
    no_database: r"db-\d+-\w+\.sqlite3 is damaged: .+\. Move .+ your last backup",
    anothers: r"/database is another program's\. Move .+ your last backup",
}


@pytest.mark.parametrize("loss", LOST, ids=lambda loss: loss.__name__)
def test_a_lost_or_damaged_database_stops_the_start_and_no_document_is_touched(
    used: Path, loss: Callable[[Path], None]
) -> None:
    before = whole_files(used)
    assert len(before) == 4
    loss(used)
    assert re.search(LOST[loss], refused(used))
    assert whole_files(used) == before and aside(used) == set()
    if loss is databases.lose:
        assert re.search(LOST[loss], refused(used)), "the first try made the second one pass"


def test_the_copy_made_before_an_upgrade_is_named_as_a_way_back(used: Path) -> None:
    (used / "snapshots").mkdir()
    shutil.copy(databases.base(used), used / "snapshots" / "before-009_later.sqlite3")
    databases.lose(used)
    assert "or the newest copy here, " in refused(used)
    shutil.copy(used / "snapshots" / "before-009_later.sqlite3", used / FROM_BEFORE)
    with serving(used):
        assert len(whole_files(used)) == 4


def test_what_a_server_has_written_is_in_a_copy_of_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    rows = "SELECT count(*) FROM available_slots"
    with serving(folder) as process:
        latest = time.monotonic() + 60
        while rows_of(folder, rows) == [(0,)]:  # the first times are made once it has come up
            assert time.monotonic() < latest
            time.sleep(0.05)
        process.terminate()
        process.wait(60)
    databases.put(folder, tmp_path / "copy")
    assert rows_of(tmp_path / "copy", rows) == rows_of(folder, rows) != [(0,)]


def upload(folder: Path, count: int) -> None:
    """Uploads to the client's project, which are in the database that lies there now."""
    import io

    from app.demo.papers import sample_pdf

    db.connect(folder)
    for _ in range(count):
        documents.store(
            folder / "documents",
            io.BytesIO(sample_pdf("Plan")),
            "Plan.pdf",
            project_id=1,
            uploaded_by=Uploader.CLIENT,
            accepted=CLIENT_EXTENSIONS,
            now=datetime.now(UTC),
        )
    db.close()


def test_an_older_database_is_refused_until_it_is_accepted_and_loses_no_file(used: Path) -> None:
    databases.put(used, used / "yesterday")
    upload(used, 4)
    databases.put(used, used / "today")
    known = whole_files(used)
    databases.put(used / "yesterday", used)

    said = refused(used)
    assert "is older than its documents: 4 files came later" in said and "--accept-database" in said
    assert whole_files(used) == known and aside(used) == set()

    with serving(used, "--accept-database"):
        later = aside(used)
        assert len(later) == 4 and whole_files(used) == known - later
        assert len(rows_of(used, "SELECT 1 FROM alerts WHERE kind = 'documents_set_aside'")) == 1
    with serving(used):
        assert aside(used) == later

    databases.put(used / "today", used)
    with serving(used):
        assert whole_files(used) == known and aside(used) == set()


def test_beginning_anew_sets_every_document_aside(used: Path) -> None:
    before = whole_files(used)
    databases.lose(used)
    with serving(used, "--accept-database"):
        assert (whole_files(used), aside(used)) == (set(), before)


def test_one_later_file_is_enough_to_see_that_the_database_is_older(used: Path) -> None:
    databases.put(used, used / "earlier")
    upload(used, 1)
    databases.put(used / "earlier", used)
    assert "1 file came later and has no record" in refused(used)


def test_a_copy_made_while_files_came_in_starts_by_itself_and_keeps_them(used: Path, tmp_path: Path) -> None:
    """The database is copied first and a document arrives before its folder is: nothing is wrong with the backup."""
    backup = tmp_path / "backup"
    backup.mkdir()
    databases.put(used, backup)
    upload(used, 2)
    shutil.copytree(used / "documents", backup / "documents")
    with serving(backup):
        assert len(aside(backup)) == 2 and len(whole_files(backup)) == 4

    days_later = time.time() + 2 * 86_400
    databases.put(used, backup)
    shelf = backup / "documents" / "ab"
    shelf.mkdir(exist_ok=True)
    (shelf / f"{'ab' * 16}.pdf").write_bytes(b"much later")
    os.utime(shelf / f"{'ab' * 16}.pdf", (days_later, days_later))
    assert "1 file came later" in refused(backup)


def test_documents_that_came_while_a_backup_was_made_are_named_when_it_starts(used: Path, tmp_path: Path) -> None:
    """The documents are copied first and the database last: the records are there, and their files are not."""
    backup = tmp_path / "backup"
    backup.mkdir()
    shutil.copytree(used / "documents", backup / "documents")
    upload(used, 2)
    databases.put(used, backup)
    told = "SELECT message FROM alerts WHERE kind = 'documents_missing'"
    for _ in range(2):
        with serving(backup):
            ((message,),) = rows_of(backup, told)
            assert str(message).startswith(
                "2 files of documents cannot be found: “Plan.pdf” (HPM-1), “Plan.pdf” (HPM-1). "
            )
    with serving(used):
        assert rows_of(used, told) == []


CRASHED = """
import io, os, signal, sys
from datetime import UTC, datetime
from pathlib import Path
from app import db
from app.demo.papers import sample_pdf
from app.documents import actions, disk
from app.documents.rules import CLIENT_EXTENSIONS, Uploader

def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

folder = Path(sys.argv[1])
db.connect(folder)
place, name = {"unfinished": (os, "fsync"), "whole": (actions, "write"), "settling": (disk, "settle")}[sys.argv[2]]
setattr(place, name, die)
actions.store(folder / "documents", io.BytesIO(sample_pdf("Plan")), "Plan.pdf", project_id=1,
              uploaded_by=Uploader.CLIENT, accepted=CLIENT_EXTENSIONS, now=datetime.now(UTC))
"""


@pytest.mark.parametrize(("step", "kept", "moved"), [("unfinished", 4, 0), ("whole", 4, 1), ("settling", 5, 0)])
def test_an_ordinary_crash_starts_by_itself(used: Path, step: str, kept: int, moved: int) -> None:
    """An upload cut off, a whole file whose row never came, a row whose file was about to be told so."""
    crash = [sys.executable, "-c", CRASHED, str(used), step]
    assert subprocess.run(crash, cwd=ROOT, check=False).returncode == -signal.SIGKILL
    with serving(used):
        assert (len(whole_files(used)), len(aside(used))) == (kept, moved)
        assert not list((used / "documents").rglob("*.part"))


def test_what_was_set_aside_is_erased_after_thirty_days(used: Path) -> None:
    for days in (29, 31):
        shelf = used / "documents" / SET_ASIDE / (datetime.now(UTC).date() - timedelta(days=days)).isoformat()
        shelf.mkdir(parents=True)
        (shelf / f"{days:032x}.pdf").write_bytes(b"old")
    with serving(used):
        assert aside(used) == {f"{29:032x}.pdf"}


# Places and files


def test_a_new_folder_starts_and_so_does_one_whose_first_start_was_cut_off(tmp_path: Path) -> None:
    here = tmp_path / "deep" / "data"
    with serving(here):
        assert databases.base(here).exists()
    cut_off = tmp_path / "cut"
    cut_off.mkdir()
    (cut_off / FOLDER).mkdir()
    (cut_off / FOLDER / "db-000001-00000000.sqlite3").touch()
    (cut_off / "helios.lock").touch()
    with serving(cut_off):
        assert databases.base(cut_off).exists()


def test_a_lost_database_is_missed_where_it_was_all_that_the_folder_held(tmp_path: Path) -> None:
    here = tmp_path / "data"
    with serving(here):
        assert not list(here.glob("*.key"))
    databases.lose(here)
    assert "/database is missing, but this folder has been in use: it holds documents/. " in refused(here)


def file_in_place(folder: Path) -> str:
    folder.write_text("a file", encoding="utf-8")
    return f"{folder} is no folder, so the data cannot be kept in {folder}. Move it away, or name another folder"


def folder_as_config(folder: Path) -> str:
    (folder / "config.toml").mkdir(parents=True)
    return f"{folder}/config.toml is a folder and must be a file."


def file_as_database(folder: Path) -> str:
    folder.mkdir()
    (folder / FOLDER).touch()
    return f"{folder}/database is a file and must be a folder."


def file_as_documents(folder: Path) -> str:
    folder.mkdir()
    (folder / "documents").touch()
    return f"{folder}/documents is a file and must be a folder."


def wrong(text: str | bytes, said: str) -> Callable[[Path], str]:
    def prepare(folder: Path) -> str:
        folder.mkdir()
        data = text.encode() if isinstance(text, str) else text
        (folder / "config.toml").write_bytes(data)
        return f"The configuration cannot be used: {said}"

    return prepare


KEYS = '[server]\naddress = "https://helios.example"\n[payments]\nsecret_key = "{}"\n'
KEYS += 'publishable_key = "{}"\nwebhook_secret = "{}"\n'
PLACEHOLDER = "is no whole key, as if a placeholder were left standing; copy the key from the card provider's dashboard"
TABLE_FORM = 'cannot be read; a setting is written name = "text", name = 5 or name = true'
STARTS: dict[str, Callable[[Path], str]] = {
    "a file in its place": file_in_place,
    "a folder as config.toml": folder_as_config,
    "a file as database": file_as_database,
    "a file as documents": file_as_documents,
    "another encoding": wrong(
        "[business]\nname = 'Café'\n".encode("latin-1"), "config.toml: line 2 is not UTF-8; save the file"
    ),
    "two bytes a letter": wrong("[business]\n".encode("utf-16"), "config.toml: line 1 is not UTF-8; save the file"),
    "no toml": wrong("[business]\nname Helios\n", f"config.toml: line 2 {TABLE_FORM}"),
    "cut off": wrong("[business", f"config.toml: the last line {TABLE_FORM}"),
    "a wrong host": wrong('[server]\nhost = "not.a.host.invalid"\n', ""),
    "a host elsewhere": wrong('[server]\nhost = "192.0.2.1"\n', ""),
    "a secret's dots": wrong(KEYS.format("sk_live_...", "pk_live_1", "whsec_1"), f"payments.secret_key: {PLACEHOLDER}"),
    "a public key's dots": wrong(
        KEYS.format("sk_live_1", "pk_live_…", "whsec_1"), f"payments.publishable_key: {PLACEHOLDER}"
    ),
    "a webhook's dots": wrong(
        KEYS.format("sk_live_1", "pk_live_1", "whsec_..."), f"payments.webhook_secret: {PLACEHOLDER}"
    ),
    "an address with a path": wrong(
        '[server]\naddress = "https://helios.example/"\n',
        "server.address: must begin with https:// (or http:// on this machine) and end with the name or port",
    ),
    "a number of four digits": wrong('[bank]\nbsb = "0000"\n', "bank.bsb: must be six digits with a dash, such as"),
}
HOSTS = ("a wrong host", "a host elsewhere")


@pytest.mark.parametrize("what", [what for what in STARTS if what not in HOSTS])
def test_a_start_that_cannot_be_says_why_and_what_to_do(tmp_path: Path, what: str) -> None:
    here = tmp_path / "data"
    said = STARTS[what](here)
    assert refused(here).startswith(said)
    assert not (here / "helios.lock").exists()


@pytest.mark.parametrize("what", HOSTS)
def test_a_host_that_is_not_this_machines_is_named(tmp_path: Path, what: str) -> None:
    here = tmp_path / "data"
    STARTS[what](here)
    assert re.match(r"server\.host: \S+ is no address of this machine\. Set 127\.0\.0\.1", refused(here))


def test_a_byte_order_mark_in_the_configuration_is_no_trouble(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('\ufeff[business]\nname = "Ours"\n', encoding="utf-8")
    assert configuration.load(tmp_path, "serve", {}).business.name == "Ours"


def test_a_port_in_use_says_what_to_change(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert refused(tmp_path / "data", PORT=port) == (
            f"Port {port} cannot be used: another program has it. Stop that, or choose another server.port."
        )


def test_a_proxy_that_the_configuration_does_not_know_of_hands_no_figures_on(tmp_path: Path) -> None:
    port = free_port()

    def status(headers: dict[str, str]) -> int:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        line.request("GET", "/metrics", headers=headers)
        found = line.getresponse().status
        line.close()
        return found

    with serving(tmp_path / "data", PORT=str(port)):
        assert status({}) == 200
        assert [status({name: "203.0.113.9"}) for name in PASSED_ON] == [404] * len(PASSED_ON)
