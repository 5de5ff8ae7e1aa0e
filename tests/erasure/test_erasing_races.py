"""Erasing beside what is under way, and erasing that is stopped in its midst."""

import io
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from erased_person import EMAIL, NAME, TELLTALES, Wilhelmina

from app import clock
from app.accounts.models import Client
from app.audit.models import AuditLine
from app.booking.models import Booking
from app.db import database, write
from app.demo.papers import sample_pdf
from app.doctor.examination import examine
from app.documents import disk, erased, sweeping
from app.documents.erased import ErasedFile
from app.documents.models import Document
from app.erasure import actions, reading, rows
from app.factory import House
from app.mail.models import Letter
from app.projects.models import Project
from app.retention import ages
from tests.audit_breaking import fail_at_the_end, repair
from tests.people import VISA, People, Person
from tests.watch import Watch


@pytest.fixture
def staff(people: People) -> Person:
    """Helena."""
    return people.staff()


@pytest.fixture
def her(people: People, staff: Person, watch: Watch) -> Wilhelmina:
    """A client with something of everything."""
    return Wilhelmina(people, staff)


def files(house: House) -> set[str]:
    folder = house.config.documents_folder
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def at(moment: str, meanwhile: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Let something happen at a moment of the next erasing: `checked`, before its transaction, or `giving_up`."""
    real: Callable[..., Any] = actions._give_up
    seen: list[object] = []

    def then(*given: Any) -> None:
        if moment == "before":
            seen.append(meanwhile())
        real(*given)
        if moment == "after":
            seen.append(meanwhile())

    monkeypatch.setattr(actions, "_give_up", then)
    return seen


def upload(her: Wilhelmina) -> int:
    sent = {"file": (io.BytesIO(sample_pdf("Late")), "Late.pdf")}
    path = f"/api/admin/projects/{her.project.id}/documents"
    return int(her.people.staff().browser.post(path, data=sent).status_code)


def book(her: Wilhelmina) -> int:
    her.people.visitor().book(files=1, email=EMAIL, fullName=NAME)
    return 200


def pay(her: Wilhelmina) -> int:
    intent = her.drafter.start_payment()
    her.people.house.sandbox.confirm(intent, card=VISA)
    her.drafter.settle(intent)
    return 200


def begin(her: Wilhelmina) -> int:
    her.people.visitor().fill_wizard(1, email=EMAIL, fullName=NAME)
    return 200


@pytest.mark.parametrize("meanwhile", [upload, book, pay, begin])
@pytest.mark.parametrize("moment", ["before", "after"])
def test_what_comes_between_the_look_and_the_lock_is_not_erased_unseen(
    her: Wilhelmina, house: House, monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[Wilhelmina], int], moment: str
) -> None:
    seal, lies = her.preview()["seal"], files(house)
    at(moment, lambda: meanwhile(her), monkeypatch)
    refused = her.erase(seal=seal)
    assert refused.status_code == 409, refused.get_json()
    assert Client.get_by_id(her.client.id).erased_at is None
    assert lies < files(house) or meanwhile is pay
    assert examine(house.config.folder, clock.now(), thorough=True) == []


def test_without_the_look_under_the_lock_they_would_be(
    her: Wilhelmina, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: the same race with a guard that only looks once."""
    seal, looks = her.preview()["seal"], list[int]()
    real = actions._check

    def once(*given: Any) -> Any:
        looks.append(1)
        return real(*given) if len(looks) == 1 else actions._preview(given[0], given[3])

    monkeypatch.setattr(actions, "_check", once)
    at("after", lambda: pay(her), monkeypatch)
    assert her.erase(seal=seal).status_code == 200
    running = Project.select().where(Project.status == "cancelled", Project.erased_at.is_null(False))
    assert running.count() >= 1  # what she has just paid for is cancelled and nobody's


@pytest.mark.parametrize("what", ["upload", "pay", "step"])
def test_what_was_begun_before_and_comes_after_finds_nothing_to_join(
    her: Wilhelmina, house: House, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """A file that is being sent, a card form that is open, a step of the wizard: each meets the erased draft."""
    intent = her.drafter.start_payment() if what == "pay" else ""
    if what == "upload":
        real = disk.keep

        def slowly(*given: Any) -> Any:
            kept = real(*given)
            monkeypatch.setattr(disk, "keep", real)
            eraser = threading.Thread(target=lambda: (answers.append(her.erase().status_code), database.close()))
            eraser.start()
            eraser.join()
            return kept

        answers = list[int]()
        monkeypatch.setattr(disk, "keep", slowly)
        assert her.drafter.upload("Late.pdf").status_code in (404, 409)
        assert answers == [200]
    else:
        assert her.erase().status_code == 200
        if what == "pay":
            house.sandbox.confirm(intent, card=VISA)
            assert her.drafter.post("/api/payments/settle", {"paymentIntent": intent}).status_code in (200, 404)
        else:
            assert her.drafter.post("/api/bookings", {"step": 3}).status_code == 409
    assert files(house) == set()
    assert Booking.select().where(Booking.email != "").count() == 0
    assert Client.select().where(Client.erased_at.is_null()).count() == 0
    assert examine(house.config.folder, clock.now(), thorough=True) == []


def test_two_at_once_erase_once(her: Wilhelmina, house: House) -> None:
    seal, ready = her.preview()["seal"], threading.Barrier(2)
    answers = list[int]()

    def one(person: Person) -> None:
        ready.wait()
        body = {"typed": NAME, "reason": "asked", "seal": seal}
        answer = person.post(f"{her.at}/erasure", body, headers={"Idempotency-Key": "both"})
        answers.append(answer.status_code)
        database.close()

    threads = [threading.Thread(target=one, args=(her.people.staff(),)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [200, 200]
    assert AuditLine.select().where(AuditLine.action == "erase").count() == 1
    assert Letter.select().where(Letter.kind == "client_erased").count() == 1


@pytest.mark.parametrize("where", ["rows", "commit"])
def test_a_fault_in_the_midst_leaves_all_as_it_was(
    her: Wilhelmina, house: House, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    seal, lies, letters = her.preview()["seal"], files(house), Letter.select().count()

    def fail(*_: object) -> None:
        raise RuntimeError("the power is gone")

    if where == "rows":
        monkeypatch.setattr(rows, "_blank", fail)
    else:
        fail_at_the_end()
    house.flask.config["PROPAGATE_EXCEPTIONS"] = False
    assert her.erase(seal=seal).status_code == 500
    if where == "commit":
        repair()
    assert (files(house), Letter.select().count(), ErasedFile.select().count()) == (lies, letters, 0)
    assert (Client.get_by_id(her.client.id).name, reading.obstacles_of(her.client.id, clock.now())) == (NAME, [])
    assert examine(house.config.folder, clock.now(), thorough=True) == []
    monkeypatch.undo()
    assert her.erase(seal=seal).status_code == 200


@pytest.mark.parametrize("by", ["job", "start"])
def test_whoever_is_stopped_after_the_commit_leaves_files_that_the_next_sweep_takes(
    her: Wilhelmina, house: House, monkeypatch: pytest.MonkeyPatch, watch: Watch, by: str
) -> None:
    lies = files(house)
    monkeypatch.setattr(actions, "remove_files", lambda folder: 0)  # it died here
    assert her.erase().status_code == 200
    assert files(house) == lies and ErasedFile.select().count()
    folder: Path = house.config.documents_folder
    # Nobody takes them for lost documents, neither beside a server nor at a start.
    swept = [sweeping.sweep(folder, watch.now), sweeping.sweep_at_start(folder, watch.now, sweeping.lying(folder))]
    assert [(each.unowned, each.returned) for each in swept] == [(0, 0)] * 2
    assert not (folder / disk.SET_ASIDE).exists()
    assert examine(house.config.folder, clock.now(), thorough=True) == []
    assert ages.TIMELESS["files of erased clients"](watch.now) > 0
    assert files(house) == set() and ErasedFile.select().count() == 0


def test_a_file_that_the_disk_does_not_let_go_of_is_tried_again(
    her: Wilhelmina, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, first = disk._unlink, next(iter(sorted(files(house))))
    stuck = house.config.documents_folder / Document.select().first().stored_name
    monkeypatch.setattr(disk, "_unlink", lambda path: path != stuck and real(path))
    assert first and her.erase().status_code == 200
    assert files(house) == {str(stuck.relative_to(house.config.documents_folder))}
    assert [row.stored_name for row in ErasedFile.select()] == [str(stuck.relative_to(stuck.parents[1]))]
    monkeypatch.undo()
    assert erased.remove_files(house.config.documents_folder) == 1
    assert files(house) == set()


def test_the_log_lets_its_words_go_and_nothing_else(her: Wilhelmina) -> None:
    line = AuditLine.select().where(AuditLine.detail != "").first()
    for changes in ({"detail": "another"}, {"actor": "olivia"}, {"detail": "(erased)", "actor": "olivia"}):
        with pytest.raises(Exception, match="never changed"), write():
            AuditLine.update(**changes).where(AuditLine.id == line.id).execute()
    empty = AuditLine.select().where(AuditLine.detail == "").first()
    with pytest.raises(Exception, match="never changed"), write():
        AuditLine.update(detail="(erased)").where(AuditLine.id == empty.id).execute()
    assert her.erase().status_code == 200
    said = [line.detail.lower() for line in AuditLine.select()]
    assert not [text for text in said if any(each in text for each in TELLTALES)]
    assert said.count("(erased)") >= 3
