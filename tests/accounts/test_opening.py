"""A payment makes a client's sign-in due; the password and its letter follow, once, whatever happens in between."""

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from app import db
from app.access import Caller
from app.accounts import opening, passwords
from app.accounts.models import Client
from app.accounts.rules import LOGIN_FAILED
from app.alerts.models import Alert
from app.audit.models import AuditLine
from app.booking.models import Booking
from app.mail.models import Letter
from app.orders import fulfil
from app.payments import settle as settling
from app.projects.models import Project
from app.projects.rules import Proof
from tests.people import VISA, People, Person

AMELIA = "amelia@example.com"
SEPARATE = "Your sign-in for the client portal is on its way in a separate email."


def credentials() -> list[Letter]:
    return list(Letter.select().where(Letter.kind == "credentials").order_by(Letter.id))


def opens(people: People) -> list[bool]:
    """Of each letter with a password, whether that password signs Amelia in."""
    found = [re.search(r"\b\w{4}-\w{4}-\w{4}\b", letter.text) for letter in credentials()]
    tries = [{"email": AMELIA, "password": each[0] if each else "-"} for each in found]
    return [people.visitor().post("/api/client/login", each).status_code == 200 for each in tries]


def confirmations() -> list[str]:
    rows = Letter.select().where(Letter.kind == "booking_confirmed").order_by(Letter.id)
    return [" ".join(letter.text.split()) for letter in rows]


def came_back(person: Person, intent: str) -> Any:
    return person.post("/api/payments/settle", {"paymentIntent": intent}).get_json()


@pytest.fixture
def broken(people: People, monkeypatch: pytest.MonkeyPatch) -> tuple[Person, str]:
    """Amelia has paid, and all ended between the commit and the password."""
    with monkeypatch.context() as patched:
        patched.setattr(passwords, "hash_password", lambda _: 1 // 0)
        amelia = people.visitor()
        return amelia, amelia.book()


@pytest.mark.spec("B-08", "L-02")
def test_what_broke_off_between_the_payment_and_the_password_is_made_up_for_once(
    people: People, broken: tuple[Person, str]
) -> None:
    assert credentials() == []
    assert came_back(*broken) == {"status": "paid", "accountCreated": True}
    assert SEPARATE in confirmations()[0]
    for _ in range(2):
        people.house.jobs.run("sign-ins")
    (letter,) = credentials()
    booking = Booking.get()
    assert (letter.client_id, letter.booking_id, letter.project_id) == (1, booking.id, booking.project_id)
    assert opens(people) == [True]
    assert came_back(*broken) == {"status": "paid", "accountCreated": True}
    assert AuditLine.select().where(AuditLine.action == "sign-in-sent").count() == 1


def test_a_second_payment_meanwhile_speaks_of_the_letter_to_come_and_brings_none_of_its_own(
    people: People, broken: tuple[Person, str]
) -> None:
    second = people.visitor()
    assert came_back(second, second.book()) == {"status": "paid", "accountCreated": True}
    assert SEPARATE in confirmations()[1]
    people.house.jobs.run("sign-ins")
    assert [letter.booking_id for letter in credentials()] == [1]
    assert opens(people) == [True]


def test_a_sign_in_that_is_due_counts_in_what_is_said_of_it_and_opens_nothing_yet(
    people: People, broken: tuple[Person, str]
) -> None:
    with db.write():
        Project.update(proved_by=Proof.LINK).execute()
    # As with a sign-in that was given: the browser that only typed the address changes nothing any more.
    assert not Project.get().may_be_changed_by(Caller(Project.get().visitor_id))
    tried = people.visitor().post("/api/client/login", {"email": AMELIA, "password": "whatever it is"})
    assert (tried.status_code, tried.get_json()["message"]) == (401, LOGIN_FAILED)
    with db.write():
        Client.update(access_due_at=None).execute()
    assert Project.get().may_be_changed_by(Caller(Project.get().visitor_id))


def test_a_sign_in_that_staff_give_meanwhile_is_the_only_one(people: People, broken: tuple[Person, str]) -> None:
    assert people.staff().post("/api/admin/clients/1/sign-in").status_code == 200
    people.house.jobs.run("sign-ins")
    assert opens(people) == [True]


def test_one_client_whose_sign_in_fails_holds_up_no_other(
    people: People, broken: tuple[Person, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = opening.post
    with monkeypatch.context() as patched:
        patched.setattr(passwords, "hash_password", lambda _: 1 // 0)
        people.visitor().book(email="bea@example.com")

    def fails_for_amelia(draft: Any, *rest: Any, **more: Any) -> Letter:
        return real(draft, *rest, **more) if draft.recipient != AMELIA else 1 // 0

    monkeypatch.setattr(opening, "post", fails_for_amelia)
    people.house.jobs.run("sign-ins")
    assert [letter.recipient for letter in credentials()] == ["bea@example.com"]
    assert Alert.get(Alert.kind == "row_sign-ins").message.startswith("Client 1: sending the sign-in")
    monkeypatch.setattr(opening, "post", real)
    people.house.jobs.run("sign-ins")
    assert not Alert.select().where(Alert.kind == "row_sign-ins").exists()
    assert Client.get_by_id(1).password_hash is not None


def test_a_payment_that_is_not_written_down_brings_no_sign_in(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    amelia = people.visitor()
    amelia.fill_wizard(files=0)
    intent = amelia.start_payment()
    people.house.sandbox.confirm(intent, card=VISA)
    monkeypatch.setattr(fulfil, "prove_by_payment", lambda *_, **__: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        settling.settle(people.house.gateway, intent)
    assert (Client.select().count(), Project.select().count(), credentials()) == (0, 0, [])


def open_twice_at_once(people: People, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Two runs, neither of which writes before both have hashed a password; returns how many each says it gave."""
    both, real = threading.Barrier(2, timeout=60), passwords.hash_password

    def together(password: str) -> str:
        hashed = real(password)
        both.wait()
        return hashed

    def run(_: int) -> int:
        try:
            return opening.open_due()
        finally:
            db.close()

    with monkeypatch.context() as patched, ThreadPoolExecutor(2) as pool:
        patched.setattr(passwords, "hash_password", together)
        return sorted(pool.map(run, range(2)))


def test_two_at_once_make_one_letter_whose_password_is_the_one_that_is_kept(
    people: People, broken: tuple[Person, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert open_twice_at_once(people, monkeypatch) == [0, 1]
    assert opens(people) == [True]
    assert AuditLine.select().where(AuditLine.action == "sign-in-sent").count() == 1


def test_two_at_once_lock_the_client_out_when_the_guard_is_off(
    people: People, broken: tuple[Person, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: who believes what was read before the lock overwrites the hash of the letter's password."""
    due = Client.get()
    monkeypatch.setattr(opening, "_due", lambda _: due)
    assert open_twice_at_once(people, monkeypatch) == [1, 1]
    assert opens(people) == [False]
