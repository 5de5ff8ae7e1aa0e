"""Each night's backup: when it is due, which stay, what it shares with the one before, and what staff hear of it."""

import json
import os
import re
import shutil
import threading
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from app import clock, db, generations
from app.__main__ import main
from app.accounts.models import Client
from app.alerts.models import Alert, open_alerts
from app.alerts.trouble import FAILING_AFTER, watch_job
from app.attention.listing import waiting
from app.attention.rules import Matter
from app.backups import copying, nightly, shelf
from app.backups.actions import back_up, proved
from app.backups.rules import STALE_AFTER, gone_after, is_due, kept, moment_of, name_of
from app.config import Config, ConfigError
from app.doctor.finding import Finding
from app.documents.models import Document
from app.factory import House
from tests.conftest import Configured
from tests.people import People
from tests.watch import Watch

NOW = datetime(2027, 5, 12, 1, 30, 5, tzinfo=UTC)
DAY = timedelta(days=1)


def backed_up(folder: Path, place: Path, now: datetime) -> tuple[Path, list[Finding]]:
    """A backup, made as the command makes it, and what disagrees in it."""
    db.close()
    made = back_up(folder, place, now, lambda line: None)
    db.connect(folder)
    return made


def found_in(copy: Path, folder: Path) -> list[Finding]:
    """What disagrees in a copy of that folder."""
    db.close()
    found = proved(copy, NOW)
    db.connect(folder)
    return found


@pytest.fixture
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the backups go."""
    return tmp_path_factory.mktemp("backups")


@pytest.fixture
def served(folder: Path, place: Path, people: People, house: House, configured: Configured) -> Config:
    """A public server's configuration in force, on the folder of somebody with two documents."""
    people.client(files=2)
    house.jobs.run("invoices")
    (folder / "config.toml").write_text(f'[backups]\nfolder = "{place}"\n', encoding="utf-8")
    return configured("serve", {"backups": {"folder": str(place)}})


def upload(people: People, configured: Configured) -> None:
    """One document more."""
    configured()
    people.visitor().fill_wizard(files=1)


def files_of(copy: Path) -> list[Path]:
    """The documents' files in a copy."""
    return sorted(path for path in (copy / "documents").rglob("*") if path.is_file())


@pytest.mark.parametrize(
    ("name", "moment"),
    [
        ("helios-2027-05-12T013005Z", NOW),
        ("helios-2027-13-12T013005Z", None),
        ("helios-2027-05-12T013005Z.tar.gz", None),
        ("other", None),
    ],
)
def test_a_backup_is_named_by_its_moment(name: str, moment: datetime | None) -> None:
    assert moment_of(name) == moment
    assert moment is None or name_of(moment) == name


@pytest.mark.parametrize(
    ("newest", "due"),
    [(None, True), (timedelta(hours=7, minutes=29), False), (timedelta(hours=7, minutes=31), True)],
)
def test_one_is_due_when_a_night_has_begun_since(newest: timedelta | None, due: bool) -> None:
    # 11:30 in the morning: 4 o'clock was seven hours and a half ago.
    assert is_due(NOW - newest if newest is not None else None, clock.last_night(NOW)) is due


def test_days_and_weeks_that_are_kept_over_two_years() -> None:
    lying: set[datetime] = set()
    for night in range(730):
        # Some nights have two, every tenth has none.
        now = NOW + night * DAY
        lying |= {now, now - timedelta(hours=3)} if night % 3 == 0 else {now} if night % 10 else set()
        lying = kept(lying, now, days=7, weeks=4)
        ages = sorted(now - each for each in lying)
        assert len(lying) <= 7 + 4
        assert ages[-1] < gone_after(7, 4) * DAY
        assert night < 2 or ages[0] < 2 * DAY
        assert night < 10 or sum(age < 7 * DAY for age in ages) >= 6
        # There is no longer gap than from one week's newest to the next's.
        gaps = [later - earlier for earlier, later in pairwise(ages)]
        assert night < 40 or (max(gaps) <= 9 * DAY and ages[-1] > 19 * DAY)


def test_the_newest_stays_however_old_it_is() -> None:
    assert kept({NOW - 900 * DAY, NOW - 901 * DAY}, NOW, 7, 4) == {NOW - 900 * DAY}
    assert kept([], NOW, 7, 4) == set()


def test_what_has_not_changed_is_kept_once(
    served: Config, folder: Path, place: Path, people: People, configured: Configured
) -> None:
    first, _ = backed_up(folder, place, NOW)
    upload(people, configured)
    second, found = backed_up(folder, place, NOW + DAY)
    assert found == []
    same = {path.name for path in files_of(second)} & {path.name for path in files_of(first)}
    assert len(same) == 2 and len(files_of(second)) == 3
    for path in files_of(second):
        assert path.stat().st_nlink == (2 if path.name in same else 1)
    # Each is whole by itself.
    shutil.rmtree(first)
    assert found_in(second, folder) == []
    note = json.loads((second / shelf.NOTE).read_text(encoding="utf-8"))
    assert note["files"] == len([path for path in second.rglob("*") if path.is_file()]) - 1


def test_what_has_rotten_in_the_one_before_is_copied_anew(served: Config, folder: Path, place: Path) -> None:
    first, _ = backed_up(folder, place, NOW)
    rotten = files_of(first)[0]
    times = rotten.stat().st_atime_ns, rotten.stat().st_mtime_ns
    rotten.write_bytes(b"\x00" * rotten.stat().st_size)
    os.utime(rotten, ns=times)
    assert [each.kind for each in found_in(first, folder)] == ["document"]
    second, found = backed_up(folder, place, NOW + DAY)
    assert (found, found_in(second, folder)) == ([], [])


def test_a_document_that_came_while_the_database_was_copied_is_there(
    served: Config,
    folder: Path,
    place: Path,
    people: People,
    configured: Configured,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    copied, came = copying._copy_file, False

    def copy(path: Path, there: Path, rest: copying.Rest) -> None:
        nonlocal came
        if path.parent.name == generations.FOLDER and not came:
            came = True
            db.connect(folder)
            upload(people, configured)
        copied(path, there, rest)

    monkeypatch.setattr(copying, "_copy_file", copy)
    backup, found = backed_up(folder, place, NOW)
    assert (found, len(files_of(backup)), Document.select().count()) == ([], 3, 3)


def test_old_ones_go_and_nothing_else_does(served: Config, folder: Path, place: Path) -> None:
    for age in (400, 20, 19, 2, 0):
        backed_up(folder, place, NOW - age * DAY)
    unproved = place / name_of(NOW - 300 * DAY)
    unproved.mkdir()
    (place / "letters to the bank").mkdir()
    killed, at_work = place / ".helios-1234", place / ".helios-5678"
    for scratch in (killed, at_work):
        (scratch / "copy").mkdir(parents=True)
    long_ago = (NOW - 2 * DAY).timestamp()
    os.utime(killed, (long_ago, long_ago))
    os.utime(at_work, (NOW.timestamp(), NOW.timestamp()))
    assert shelf.clear(place, NOW, days=7, weeks=4) == 2
    assert [NOW - each.made_at for each in shelf.on(place)] == [0 * DAY, 2 * DAY, 19 * DAY]
    assert unproved.exists() and at_work.exists() and (place / "letters to the bank").exists()
    assert not killed.exists()


@pytest.mark.parametrize("within", ["", "/backups", "/database/../x"])
def test_backups_do_not_lie_in_what_they_copy(folder: Path, configured: Configured, within: str) -> None:
    with pytest.raises(ConfigError, match=re.escape("backups.folder: must lie outside of the data folder")):
        configured("serve", {"backups": {"folder": f"{folder}{within}"}})


def test_one_is_made_by_a_process_of_its_own(served: Config, place: Path) -> None:
    assert nightly.attempt(served, threading.Event())
    (made,) = shelf.on(place)
    assert (made.disagreeing, open_alerts()) == ((), [])
    assert found_in(made.path, served.folder) == []
    assert made.bytes == sum(
        path.stat().st_size for path in made.path.rglob("*") if path.is_file() and path.name != shelf.NOTE
    )


def test_staff_hear_of_one_that_cannot_be_made_until_one_is(served: Config, place: Path) -> None:
    # As where another disk was to be there: nothing is made in its place.
    place.rmdir()
    assert not nightly.attempt(served, threading.Event())
    (told,) = open_alerts()
    assert told.kind == "backup_failed"
    assert told.message.startswith("A backup could not be made: ") and f"there is no folder {place}." in told.message
    assert told.message.endswith(" It is tried again every hour.")
    Alert.update(resolved_at=NOW).execute()
    # What was said is not said again each hour.
    assert not nightly.attempt(served, threading.Event())
    assert open_alerts() == []
    assert not place.exists()
    place.mkdir()
    assert nightly.attempt(served, threading.Event())
    assert Alert.select().count() == 0


@pytest.mark.parametrize("nightly_option", [True, False])
def test_at_night_the_disk_is_left_to_others_as_long_as_each_file_took(
    served: Config, folder: Path, place: Path, monkeypatch: pytest.MonkeyPatch, nightly_option: bool
) -> None:
    rested: list[float] = []
    copied: list[Path] = []
    keep = copying.sync_file
    monkeypatch.setattr(copying, "sync_file", lambda path: copied.append(path) or keep(path))
    monkeypatch.setenv("HELIOS_DATA_DIR", str(folder))
    monkeypatch.setattr("app.upkeep.time.sleep", rested.append)
    monkeypatch.setattr("app.upkeep.os.nice", lambda more: None)
    db.close()
    done = CliRunner().invoke(main, ["backup", "--to", str(place), *(["--nightly"] if nightly_option else [])])
    db.connect(folder)
    assert done.exit_code == 0, done.output
    assert len(copied) > 5 and len(rested) == (len(copied) if nightly_option else 0)
    assert all(seconds > 0 for seconds in rested)


def test_staff_hear_what_disagrees_in_it(served: Config, folder: Path, place: Path) -> None:
    document = Document.get()
    path = folder / "documents" / document.stored_name
    path.rename(folder / "aside")
    assert nightly.attempt(served, threading.Event())
    (told,) = open_alerts()
    assert told.kind == "backup_disagrees" and f"(document {document.id} of " in told.message
    assert len(shelf.on(place)[0].disagreeing) == 1
    (folder / "aside").rename(path)
    shutil.rmtree(shelf.on(place)[0].path)
    assert nightly.attempt(served, threading.Event())
    assert open_alerts() == []


def test_one_under_way_ends_with_the_server(served: Config, place: Path) -> None:
    stop = threading.Event()
    stop.set()
    assert not nightly.attempt(served, stop)
    assert (shelf.on(place), open_alerts()) == ([], [])


def test_one_is_made_when_it_is_due_and_not_before(
    served: Config, place: Path, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks, made = iter([NOW, NOW + DAY / 2, NOW + DAY, NOW + DAY + timedelta(minutes=30), NOW + 2 * DAY]), []

    class Stop(threading.Event):
        """Not set before the moments have run out."""

        def wait(self, timeout: float | None = None) -> bool:
            watch.now = next(looks, NOW)
            return watch.now == NOW and bool(made)

    def attempt(config: Config, stop: threading.Event) -> bool:
        made.append(watch.now)
        # The one of the second day fails.
        if watch.now != NOW + DAY:
            backup = place / name_of(watch.now)
            backup.mkdir()
            (backup / shelf.NOTE).write_text('{"bytes": 1, "files": 1, "disagreeing": []}', encoding="utf-8")
        return True

    monkeypatch.setattr(nightly, "attempt", attempt)
    nightly.keep(served, Stop())
    assert made == [NOW, NOW + DAY, NOW + 2 * DAY]


def test_the_age_of_the_newest_is_a_line_that_waits(
    served: Config, folder: Path, place: Path, watch: Watch, configured: Configured
) -> None:
    def lines() -> list[str]:
        return [each.line.what for each in waiting(watch.now).open if each.line.kind is Matter.BACKUP]

    watch.now = NOW
    # At the very beginning there is none; the first is made a minute later, or an alert says why not.
    assert lines() == []
    backed_up(folder, place, NOW)
    watch.now = NOW + STALE_AFTER - timedelta(minutes=1)
    assert lines() == []
    watch.now = NOW + STALE_AFTER
    said = "is of Wed 12 May, 11:30 am. One is to be made each night: the log says why not."
    assert lines() == [f"The newest backup in {place} {said}"]
    backed_up(folder, place, watch.now)
    assert lines() == []
    watch.now += 3 * DAY
    assert len(lines()) == 1
    configured("serve", {"backups": {"folder": str(place), "nightly": False}})
    assert lines() == []
    configured("demo", {"backups": {"folder": str(place)}})
    assert lines() == []


def test_staff_see_what_the_newest_is(
    served: Config, folder: Path, place: Path, people: People, configured: Configured
) -> None:
    staff = people.staff()

    def shown() -> dict[str, Any]:
        return dict(staff.get("/api/admin/system").get_json())

    assert (shown()["backups"], shown()["backup"]) == (True, None)
    backed_up(folder, place, NOW)
    newest = shown()["backup"]
    assert (newest["madeAt"], newest["disagreeing"]) == ("2027-05-12T01:30:05Z", 0)
    assert newest["files"] > 2 and newest["bytes"] > 100_000
    watch_job("retention", FAILING_AFTER)
    assert shown()["failing"] == ["retention"]
    assert 0 < shown()["freeBytes"] < shown()["totalBytes"]
    configured()
    assert (shown()["isDemo"], shown()["backups"], shown()["backup"]) == (True, False, None)


def test_who_erases_somebody_reads_when_the_last_backup_of_them_goes(
    served: Config, people: People, configured: Configured
) -> None:
    staff, address = people.staff(), f"/api/admin/clients/{Client.get().id}/erasure"
    assert "the last that holds it, after 29 days." in staff.get(address).get_json()["elsewhere"]
    configured()
    assert "after" not in staff.get(address).get_json()["elsewhere"]
