"""Backups: what is copied is proved, what is damaged is refused by name, and nothing is overwritten."""

import gzip
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from app import db, generations, holding
from app.__main__ import main
from app.accounts.models import Client
from app.backups import copying
from app.documents.models import Document
from tests import databases
from tests.people import People


@pytest.fixture
def used(folder: Path, people: People) -> Path:
    """The folder of a firm at work, which is being served."""
    people.client(files=2)
    people.visitor().fill_wizard(files=1)
    (folder / "letters").mkdir(exist_ok=True)
    (folder / "letters" / "000001-booking.eml").write_text("Dear Amelia", encoding="utf-8")
    (folder / "config.toml").write_text('[business]\nname = "Ours"\n', encoding="utf-8")
    return folder


@pytest.fixture
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the backups go."""
    return tmp_path_factory.mktemp("backups")


@pytest.fixture
def run(used: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """`helios ...` on that folder; whoever served it has stopped."""
    monkeypatch.setenv("HELIOS_DATA_DIR", str(used))

    def command(*arguments: object) -> Result:
        if arguments == ("backup",):
            arguments = ("backup", "--to", place)
        db.close()
        result = CliRunner().invoke(main, [str(each) for each in arguments])
        db.connect(used)
        return result

    return command


def contents(folder: Path) -> dict[str, bytes]:
    """Every file beside the database and the lock, and the rows of every table."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.parent.name != generations.FOLDER]
    found = {str(path.relative_to(folder)): path.read_bytes() for path in files if path.name != "helios.lock"}
    connection = databases.raw(folder)
    tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'search_index%' ORDER BY name"
    for (table,) in connection.execute(tables).fetchall():
        found[f"table {table}"] = repr(connection.execute(f'SELECT * FROM "{table}" ORDER BY 1').fetchall()).encode()
    connection.close()
    return found


def made(result: Result) -> Path:
    """The backup that the command tells of."""
    assert result.exit_code == 0, result.output
    found = re.search(r"^(/\S+) is whole\.$", result.output, re.MULTILINE)
    assert found, result.output
    return Path(found[1])


@pytest.mark.parametrize("name", ["copies", "one.tar.gz"])
def test_a_backup_is_put_back_row_by_row_and_file_by_file(
    run: Callable[..., Result], used: Path, place: Path, name: str
) -> None:
    before = contents(used)
    kept = made(run("backup", "--to", place / name))
    assert kept.name == name or kept.parent.name == name
    assert kept.stat().st_mode & 0o077 == 0
    with db.write():
        Client.update(name="Somebody else").execute()
    later = contents(used)
    assert later != before
    result = run("restore", kept)
    assert result.exit_code == 0, result.output
    assert contents(used) == before
    (aside,) = used.parent.glob(f"{used.name}-before-*")
    assert contents(aside) == later
    assert f"What was there is in {aside}." in result.output
    assert not [path for path in (*place.iterdir(), *used.parent.iterdir()) if path.name.startswith(".helios-")]
    assert made(run("backup", "--to", place / "again"))


def test_a_backup_goes_beside_the_folder_and_never_over_another(
    run: Callable[..., Result], place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = place / "a.tar.gz"
    made(run("backup", "--to", archive))
    first = archive.read_bytes()
    result = run("backup", "--to", archive)
    assert (result.exit_code, result.output) == (1, f"Error: {archive} is there already. Nothing was written.\n")
    assert archive.read_bytes() == first
    monkeypatch.setenv("HELIOS_DATA_DIR", str(place / "new" / "site"))
    assert run("restore", archive).exit_code == 0
    db.close()
    assert made(CliRunner().invoke(main, ["backup"])).parent == place / "new" / "helios-backups"


def test_a_document_without_its_file_is_named_and_the_rest_is_kept(run: Callable[..., Result], used: Path) -> None:
    (used / "documents" / Document.get().stored_name).unlink()
    result = run("backup")
    assert result.exit_code == 1
    assert f"(document {Document.get().id} of " in result.output and " is whole.\n" in result.output


def cut_off(kept: Path) -> None:
    os.truncate(kept, kept.stat().st_size // 2)


def scribbled(kept: Path) -> None:
    with open(kept, "r+b") as file:
        file.seek(kept.stat().st_size // 2)
        file.write(b"\x00" * 64)


def anothers(kept: Path) -> None:
    kept.write_bytes(gzip.compress(b"a letter to the tax office " * 100))


def empty(kept: Path) -> None:
    kept.write_bytes(b"")


def a_letter_changed(kept: Path) -> None:
    """Packed whole again but for the checksum of the archive: no part that is read has one of its own."""
    plain = gzip.decompress(kept.read_bytes())
    at = plain.index(b".eml")
    body = plain.index(b"\x1f\x8b", at) if b"\x1f\x8b" in plain[at:] else at + 1024
    changed = plain[: body + 12] + bytes([plain[body + 12] ^ 1]) + plain[body + 13 :]
    packed = gzip.compress(changed)
    kept.write_bytes(packed[:-8] + gzip.compress(plain)[-8:-4] + packed[-4:])


@pytest.mark.parametrize(
    "damage", [cut_off, scribbled, a_letter_changed, anothers, empty], ids=lambda each: each.__name__
)
def test_a_damaged_archive_is_refused_by_name(
    run: Callable[..., Result], used: Path, place: Path, damage: Callable[[Path], None]
) -> None:
    kept, before = made(run("backup", "--to", place / "one.tar.gz")), contents(used)
    damage(kept)
    result = run("restore", kept)
    assert result.exit_code == 1
    assert result.output.splitlines()[-1].startswith(f"Error: {kept} ")
    assert contents(used) == before
    assert list(used.parent.glob(f"{used.name}-before-*")) == []


def without_base(kept: Path) -> None:
    databases.base(kept).unlink()


def base_changed(kept: Path) -> None:
    with open(databases.base(kept), "r+b") as file:
        file.seek(9000)
        file.write(b"\x07\x07")


def document_changed(kept: Path) -> None:
    (path, *_) = sorted((kept / "documents").glob("*/*.pdf"))
    path.write_bytes(path.read_bytes()[:-1] + b"!")


def document_lost(kept: Path) -> None:
    (path, *_) = sorted((kept / "documents").glob("*/*.pdf"))
    path.unlink()


def database_lost(kept: Path) -> None:
    shutil.rmtree(kept / generations.FOLDER)


DAMAGES = [without_base, base_changed, document_changed, document_lost, database_lost]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda each: each.__name__)
def test_a_damaged_folder_is_refused(run: Callable[..., Result], used: Path, damage: Callable[[Path], None]) -> None:
    kept, before = made(run("backup")), contents(used)
    damage(kept)
    result = run("restore", kept)
    assert result.exit_code == 1
    assert "Error: " in result.output and "Traceback" not in result.output
    assert contents(used) == before


def test_nothing_is_put_back_under_a_server(run: Callable[..., Result], used: Path) -> None:
    kept = made(run("backup"))
    with holding.lock_folder(used):
        result = run("restore", kept)
    assert result.exit_code == 1
    assert result.output == f"Error: Another Helios server (process {os.getpid()}) already uses {used}.\n"


def test_a_full_disk_leaves_nothing(run: Callable[..., Result], place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copying, "SPARE_BYTES", 2**60)
    result = run("backup")
    assert result.exit_code == 1 and " are needed. Nothing was written." in result.output
    assert list(place.iterdir()) == []


def test_it_is_put_where_nothing_was(run: Callable[..., Result], used: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, before = made(run("backup")), contents(used)
    monkeypatch.setenv("HELIOS_DATA_DIR", str(used / "new" / "data"))
    assert run("restore", kept).exit_code == 0
    assert contents(used / "new" / "data") == before
