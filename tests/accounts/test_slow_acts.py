"""What a client begins, and what ends their sign-in while a slow step of it lasts: nothing is written afterwards."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from app import clock
from app.accounts import passwords
from app.accounts.email_change_rows import EmailChange
from app.accounts.models import Client
from app.accounts.session_rows import SessionRow
from app.db import database, write
from app.documents import disk
from app.documents.models import Document
from app.mail.models import Letter
from app.merging import actions as merging
from app.projects.models import Project
from app.projects.rules import ProjectStatus
from tests.accounts.test_email_change import AMELIA, NEW, ask
from tests.documents.test_client_upload import send
from tests.people import PASSWORD, People, Person

OTHER = "another lasting password"


def change_password(amelia: Person) -> Any:
    body = {"currentPassword": PASSWORD, "newPassword": OTHER, "confirmPassword": OTHER}
    return amelia.post("/api/client/reset-password", body)


def erase(staff: Person, client: Client) -> None:
    """Staff erase her."""
    Project.update(status=ProjectStatus.COMPLETED).where(Project.client == client.id).execute()
    at = f"/api/admin/clients/{client.id}/erasure"
    body = {"typed": client.email, "reason": "asked", "seal": staff.get(at).get_json()["seal"]}
    assert staff.post(at, body, headers={"Idempotency-Key": "erase"}).status_code == 200


def merge(staff: Person, client: Client) -> None:
    """Staff say that she is somebody else, too."""
    now = clock.now()
    kept = Client.create(name="Amy", email="amy@example.com", phone="", proved_at=now, created_at=now, updated_at=now)
    body = {"otherId": client.id, "version": kept.version, "otherVersion": client.version}
    sent = staff.post(f"/api/admin/clients/{kept.id}/merge", body, headers={"Idempotency-Key": "merge"})
    assert sent.status_code == 200, sent.get_json()
    assert merging.nobodys_email(client.id) == Client.get_by_id(client.id).email


def sign_out(staff: Person, client: Client) -> None:
    """She ends the session from elsewhere: it may be a thief's."""
    with write():
        assert SessionRow.delete().where(SessionRow.subject == client.get_id()).execute()


ACTS: dict[str, tuple[Any, str, Callable[[Person], Any]]] = {
    "email change": (passwords, "verify", ask),
    "password": (passwords, "hash_password", change_password),
    "upload": (disk, "keep", send),
}


@pytest.mark.parametrize("ends", [erase, merge, sign_out])
@pytest.mark.parametrize("act", ACTS)
def test_nothing_is_written_for_whoever_is_not_signed_in_any_more_after_a_slow_step(
    people: People, monkeypatch: pytest.MonkeyPatch, act: str, ends: Callable[[Person, Client], None]
) -> None:
    amelia, staff, client = people.client(files=0), people.staff(), Client.get(Client.email == AMELIA)
    module, step, begin = ACTS[act]
    meanwhile_at(module, step, monkeypatch, lambda: ends(staff, client))
    counted = Document.select().count()
    assert begin(amelia).status_code == 401
    assert not Letter.select().where((Letter.recipient == NEW) | (Letter.kind == "password_changed")).exists()
    assert (EmailChange.select().count(), Document.select().count()) == (0, counted)
    assert ends is not sign_out or Client.get_by_id(client.id).password_hash == client.password_hash


def test_staff_send_no_sign_in_to_whoever_is_erased_while_it_is_made(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    people.client(files=0)
    staff, other, client = people.staff(), people.staff(), Client.get(Client.email == AMELIA)
    meanwhile_at(passwords, "hash_password", monkeypatch, lambda: erase(other, client))
    assert staff.post(f"/api/admin/clients/{client.id}/sign-in").status_code == 404
    assert not Letter.select().where(Letter.kind == "credentials").exists()


def meanwhile_at(module: Any, step: str, monkeypatch: pytest.MonkeyPatch, happens: Callable[[], object]) -> None:
    """Let something happen elsewhere while the next such step lasts."""
    real: Callable[..., Any] = getattr(module, step)

    def slowly(*given: Any) -> Any:
        monkeypatch.setattr(module, step, real)
        done = real(*given)
        failed = list[BaseException]()

        def run() -> None:
            try:
                happens()
            except BaseException as error:
                failed.append(error)
            finally:
                database.close()

        beside = threading.Thread(target=run)
        beside.start()
        beside.join()
        assert not failed, failed
        return done

    monkeypatch.setattr(module, step, slowly)
