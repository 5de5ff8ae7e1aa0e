"""Who signs in with what: the password of an account, checked and replaced. Staff accounts are made in staff.py."""

from collections.abc import Callable
from datetime import datetime

from app import clock
from app.accounts import passwords
from app.accounts.models import Admin, Client
from app.accounts.new_password import tell_of_new_password
from app.accounts.rules import LOGIN_FAILED, email_key, password_problems
from app.accounts.session_rows import shut_out
from app.audit.actions import VISITOR, note
from app.audit.models import Act
from app.db import write
from app.errors import AppError, invalid
from app.mail import secrets

STAFF_LOGIN_FAILED = "Invalid username or password."
INCORRECT = "Failed to update password. Please check your current password and try again."


def check_client(email: str, password: str, now: datetime) -> Client:
    """The client of these credentials; AppError 401 with the same text and effort for every failure."""
    client = Client.with_email(email_key(email))
    right = passwords.verify(client.password_hash if client else None, password)
    if client is None or not right or client.needs_password(now):
        raise _sign_in_failed(client, LOGIN_FAILED, now)
    return client


def check_staff(username: str, password: str, now: datetime) -> Admin:
    """The staff member of these credentials; AppError 401 with the same text and effort for every failure."""
    admin = Admin.called(username.strip())
    if not passwords.verify(admin.password if admin else None, password) or admin is None:
        raise _sign_in_failed(admin, STAFF_LOGIN_FAILED, now)
    return admin


def _sign_in_failed(who: Client | Admin | None, text: str, now: datetime) -> AppError:
    """Write the failure down and return its refusal. A line about nobody costs what one about somebody does."""
    note(VISITOR, Act.SIGN_IN_FAILED, who.get_id() if who else "", now)
    return AppError("login_failed", 401, text)


def judge_change(who: Client | Admin, current: str, new: str, confirm: str) -> None:
    """Refuse a change of password that breaks a rule, before the current one is looked at. AppError 422 by field."""
    common = passwords.is_common(new)
    problems = password_problems(current, new, confirm, common, who.own_names(), bool(who.password_change_required))
    if problems:
        raise invalid(problems)


def change_password(
    who: Client | Admin, current: str, new: str, confirm: str, within: Callable[[], object] | None = None
) -> None:
    """Replace the account's own password; all its sessions end. AppError 422 by field, 403 when `current` is wrong.

    within: runs first in the transaction, and may refuse: hashing takes its time.
    """
    judge_change(who, current, new, confirm)
    now = clock.now()
    check_current(who, current, _wrong_password(), now)
    hashed, was_own = passwords.hash_password(new), isinstance(who, Client) and who.has_signed_in
    with write():
        if within is not None:
            within()
        # Two changes at once: the one that read the older password is refused.
        if not who.replace_password(hashed, now):
            raise _wrong_password()
        shut_out(who)
        if isinstance(who, Client):
            secrets.forget_of_client(who.id)  # the temporary password is used
            if was_own:
                tell_of_new_password(who, now)
        note(who.actor(), Act.PASSWORD_CHANGED, who.get_id(), now)


def check_current(who: Client | Admin, current: str, refusal: AppError, now: datetime) -> None:
    """Raise `refusal`, and write it down, unless `current` is the account's password."""
    if not passwords.verify(who.kept_password() or None, current):
        note(who.actor(), Act.PASSWORD_REFUSED, who.get_id(), now)
        raise refusal


def _wrong_password() -> AppError:
    return AppError("wrong_password", 403, INCORRECT, {"currentPassword": INCORRECT})


def set_client_password(email: str, password: str) -> None:
    """Give a client a lasting password (the demo's sign-in)."""
    hashed = passwords.hash_password(password)
    with write():
        Client.update(
            password_hash=hashed, password_change_required=False, temporary_password_expires=None, access_due_at=None
        ).where(Client.email == email_key(email)).execute()
