"""The verbs of staff accounts: add, reset, remove. Each leaves a line with who did it."""

from app import clock
from app.accounts import passwords
from app.accounts.models import Admin
from app.accounts.rules import USERNAME, USERNAME_INVALID, Role, new_password_problem
from app.accounts.session_rows import shut_out
from app.audit.actions import COMMAND, Actor, note
from app.audit.models import Act
from app.db import write
from app.errors import AppError, invalid

TAKEN = "There is already a staff account called {username}."
LEFT = "{username} was the user name of {name}, who left; what they did stays under it. Please choose another."


def judge_password(password: str, *names: str) -> None:
    """Refuse a password that breaks the rules for everybody's, or is one of `names`; AppError 422 under `password`."""
    problem = new_password_problem(password, passwords.is_common(password), names)
    if problem:
        raise invalid({"password": problem}, problem)


def add_staff(username: str, name: str, role: Role, password: str, by: Actor = COMMAND) -> Admin:
    """Make a staff account. AppError 409 when the user name is or was somebody's, 422 by field."""
    if not USERNAME.fullmatch(username):
        raise invalid({"username": USERNAME_INVALID}, USERNAME_INVALID)
    judge_password(password, username, name)
    hashed, now = passwords.hash_password(password), clock.now()
    with write():
        taken: Admin | None = Admin.get_or_none(Admin.username == username.lower())
        if taken is not None:
            text = TAKEN if taken.removed_at is None else LEFT
            raise AppError("taken", 409, text.format(username=taken.username, name=taken.name))
        admin: Admin = Admin.create(username=username.lower(), name=name, role=role, password=hashed, created_at=now)
        note(by, Act.STAFF_ADDED, admin.get_id(), now, f"{admin.username} ({role})")
    return admin


def reset_staff(username: str, password: str, by: Actor = COMMAND) -> None:
    """Give a staff account another password and end its sessions; AppError 404 when there is none, 422 by field."""
    known = _called(username)
    judge_password(password, *known.own_names())
    hashed, now = passwords.hash_password(password), clock.now()
    with write():
        admin = _called(username)
        Admin.update(password=hashed).where(Admin.id == admin.id).execute()
        shut_out(admin)
        note(by, Act.STAFF_RESET, admin.get_id(), now, admin.username)


def remove_staff(username: str, by: Actor = COMMAND) -> None:
    """End a staff account and its sessions. What its owner did stays under their name, which nobody gets again.

    AppError 404 when there is none, 409 for the last owner.
    """
    now = clock.now()
    with write():
        admin = _called(username)
        others = Admin.select().where(Admin.role == Role.OWNER, Admin.removed_at.is_null(), Admin.id != admin.id)
        if admin.role == Role.OWNER and not others.exists():
            raise AppError("last_owner", 409, f"{admin.username} is the only owner. Add another owner first.")
        Admin.update(removed_at=now, password="").where(Admin.id == admin.id).execute()
        shut_out(admin)
        note(by, Act.STAFF_REMOVED, admin.get_id(), now, admin.username)


def _called(username: str) -> Admin:
    admin = Admin.called(username)
    if admin is None:
        raise AppError("not_found", 404, f"There is no staff account called {username}.")
    return admin
