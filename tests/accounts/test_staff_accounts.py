"""Staff accounts: added, reset, removed, and their owners' own passwords."""

import os
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner, Result

from app import clock, db
from app.__main__ import main
from app.accounts.credentials import check_staff
from app.accounts.models import Admin
from app.accounts.rules import Role, new_password_problem
from app.accounts.session_rows import SessionRow
from app.accounts.staff import add_staff, remove_staff, reset_staff
from app.audit.models import AuditLine
from app.errors import AppError
from app.factory import House
from tests.people import PASSWORD, People, Person

NEW = "quite another phrase"


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


WEAK = {
    "short": "Password must be at least 8 characters",
    "x" * 201: "Password must be at most 200 characters",
    "password1": "This password is too common. Please choose another.",
    "helenam.arsh": "Please choose a password that differs from your name and sign-in",
    "Helenam.Arsh": "Please choose a password that differs from your name and sign-in",
    "HELENA MARSH": "Please choose a password that differs from your name and sign-in",
    "marsh2024": "Please choose a password that differs from your name and sign-in",
    "helenamarsh": "Please choose a password that differs from your name and sign-in",
}


@pytest.mark.spec("A-01")
@pytest.mark.parametrize("typed", WEAK)
def test_a_weak_password_is_refused_when_staff_are_added_or_reset(command: Any, typed: str) -> None:
    named = ("helenam.arsh", "--name", "Helena Marsh")
    refused = command("add", *named, typed=f"{typed}\n")
    assert (refused.exit_code, refused.output) == (1, f"Error: {WEAK[typed]}\n")
    assert Admin.select().count() == 0
    assert command("add", *named, typed=f"{PASSWORD}\n").exit_code == 0
    refused = command("reset", named[0], typed=f"{typed}\n")
    assert (refused.exit_code, refused.output) == (1, f"Error: {WEAK[typed]}\n")
    assert check_staff(named[0], PASSWORD, clock.now())


def test_a_name_within_a_longer_password_is_nobodys_name() -> None:
    assert new_password_problem("helena on a sloping block", False, ("helena",)) is None


@pytest.mark.parametrize("name", ["", " ", "a b", "<b>", "client:7", "a" * 61, "-x", "é"])
def test_a_user_name_is_one_that_can_be_typed_anywhere(command: Any, name: str) -> None:
    refused = command("add", "--name", "Helena Marsh", "--", name, typed=f"{PASSWORD}\n")
    assert (refused.exit_code, refused.output[:21]) == (1, "Error: A user name be")


def test_removed_staff_are_out_at_once_and_their_name_stays(command: Any, people: People) -> None:
    people.staff("olivia", Role.OWNER)
    helena = people.staff("helena")
    assert helena.get("/api/admin/dashboard").status_code == 200
    assert command("remove", "Helena").output == "Helena cannot sign in any more.\n"
    assert helena.get("/api/admin/dashboard").status_code == 401
    for password in (PASSWORD, "", "nobody has this password"):
        with pytest.raises(AppError):
            check_staff("helena", password, clock.now())
    assert command("list").output == "olivia\towner\tHelena Marsh\n"
    assert SessionRow.select().where(SessionRow.subject == "staff:2").count() == 0
    assert AuditLine.select().where(AuditLine.actor == "helena").count() > 0
    # Nobody else gets the name under which she is in the history.
    again = command("add", "helena", "--name", "Helena Weiss", typed=f"{PASSWORD}\n")
    assert again.exit_code == 1
    assert "helena was the user name of Helena Marsh, who left" in again.output
    for arguments in (("reset", "helena"), ("remove", "helena")):
        refused = command(*arguments, typed=f"{PASSWORD}\n")
        assert (refused.exit_code, refused.output) == (1, "Error: There is no staff account called helena.\n")


def test_the_last_owner_cannot_be_removed(command: Any, people: People) -> None:
    owner = people.staff("olivia", Role.OWNER)
    people.staff("helena")
    refused = command("remove", "olivia")
    assert (refused.exit_code, refused.output) == (1, "Error: olivia is the only owner. Add another owner first.\n")
    assert owner.get("/api/admin/dashboard").status_code == 200
    add_staff("second", "Second", Role.OWNER, PASSWORD)
    assert command("remove", "olivia").exit_code == 0


def test_of_two_owners_who_are_removed_at_once_one_stays(people: People) -> None:
    for name in ("olivia", "second"):
        add_staff(name, "Somebody", Role.OWNER, PASSWORD)
    begin, outcomes = threading.Barrier(2), []

    def race(name: str) -> None:
        begin.wait()
        try:
            remove_staff(name)
            outcomes.append("removed")
        except AppError as error:
            outcomes.append(error.code)
        db.database.close()

    racers = [threading.Thread(target=race, args=(name,)) for name in ("olivia", "second")]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert sorted(outcomes) == ["last_owner", "removed"]


def change(person: Person, current: str, new: str, confirm: str | None = None) -> Any:
    """Change one's own password."""
    told = {"currentPassword": current, "newPassword": new, "confirmPassword": new if confirm is None else confirm}
    return person.post("/api/admin/password", told)


@pytest.mark.spec("A-01")
def test_staff_change_their_own_password_and_every_other_session_ends(people: People) -> None:
    here, there, other = people.staff(), people.staff(), people.staff("olivia")
    assert change(here, PASSWORD, NEW).get_json() == {"ok": True}
    statuses = [person.get("/api/admin/dashboard").status_code for person in (here, there, other)]
    assert statuses == [200, 401, 200]
    assert check_staff("helena", NEW, clock.now())
    with pytest.raises(AppError):
        check_staff("helena", PASSWORD, clock.now())


@pytest.mark.parametrize(
    ("told", "status", "field"),
    [
        ((PASSWORD, "short", "short"), 422, "newPassword"),
        ((PASSWORD, PASSWORD, PASSWORD), 422, "newPassword"),
        ((PASSWORD, "Helena Marsh", "Helena Marsh"), 422, "newPassword"),
        ((PASSWORD, NEW, "something else"), 422, "confirmPassword"),
        (("", NEW, NEW), 422, "currentPassword"),
        (("not mine", NEW, NEW), 403, "currentPassword"),
    ],
)
def test_a_change_that_is_refused_changes_nothing(
    people: People, told: tuple[str, str, str], status: int, field: str
) -> None:
    here, there = people.staff(), people.staff()
    refused = change(here, *told)
    assert (refused.status_code, list(refused.get_json()["fields"])) == (status, [field])
    assert "temporary" not in refused.get_data(as_text=True)
    assert there.get("/api/admin/dashboard").status_code == 200
    assert check_staff("helena", PASSWORD, clock.now())


@pytest.mark.usefixtures("house")
def test_each_act_leaves_a_line_that_says_from_where() -> None:
    add_staff("olivia", "Olivia", Role.OWNER, PASSWORD)
    add_staff("helena", "Helena", Role.STAFF, PASSWORD)
    reset_staff("helena", NEW)
    remove_staff("helena")
    lines = [(line.actor_kind, line.action, line.subject, line.detail) for line in AuditLine.select()]
    assert lines == [
        ("command", "staff-added", "staff:1", "olivia (owner)"),
        ("command", "staff-added", "staff:2", "helena (staff)"),
        ("command", "staff-reset", "staff:2", "helena"),
        ("command", "staff-removed", "staff:2", "helena"),
    ]
