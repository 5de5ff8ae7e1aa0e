"""The verbs of accounts: sign-in, passwords and clients. Those of staff accounts are in staff.py."""

from dataclasses import asdict, dataclass, fields
from datetime import datetime
from typing import Any

from app import clock
from app.accounts import passwords
from app.accounts.models import Admin, Client
from app.accounts.new_password import tell_of_new_password
from app.accounts.rules import (
    LOGIN_FAILED,
    EnquiryType,
    email_key,
    password_problems,
    same_address,
    same_name,
    same_phone,
)
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


def change_password(who: Client | Admin, current: str, new: str, confirm: str) -> None:
    """Replace the account's own password; all its sessions end. AppError 422 by field, 403 when `current` is wrong."""
    judge_change(who, current, new, confirm)
    now = clock.now()
    check_current(who, current, _wrong_password(), now)
    hashed, was_own = passwords.hash_password(new), isinstance(who, Client) and who.has_signed_in
    with write():
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


@dataclass(frozen=True)
class Details:
    """What somebody told us about themselves."""

    name: str
    email: str
    phone: str
    address_street: str = ""
    address_city: str = ""
    address_state: str = ""
    address_zip: str = ""
    company: str | None = None
    enquiry_type: str = EnquiryType.NEW_PROJECT

    @classmethod
    def kept(cls, client: Client) -> "Details":
        """What a client's own record says."""
        return cls(**{field.name: getattr(client, field.name) for field in fields(cls)})

    @classmethod
    def kept_in(cls) -> list[Any]:
        """The columns of a client's row that `kept` reads."""
        return [getattr(Client, field.name) for field in fields(cls)]

    def columns(self) -> dict[str, str | None]:
        """What a client's row keeps of it; its address is kept in the form under which it is compared."""
        return {name: value for name, value in asdict(self).items() if name != "email"}


@dataclass(frozen=True)
class Attached:
    """The client of an address, whether nobody has proved it yet, and how the told details differ from the kept."""

    client: Client
    is_new: bool
    differences: tuple[str, ...]

    @classmethod
    def to(cls, client: Client, details: Details) -> "Attached":
        """What was told beside a client who exists."""
        return cls(client, client.proved_at is None, _differences(client, details))


def attach(details: Details, now: datetime) -> Attached:
    """Find the client of this e-mail address or make one, still without a sign-in. Joins the caller's `write()`.

    A client who exists is never changed: a stranger can type anybody's address.
    """
    address = email_key(details.email)
    client = Client.with_email(address)
    if client is not None:
        return Attached.to(client, details)
    with write():
        client = Client.create(
            email=address,
            **details.columns(),
            password_hash=None,
            password_change_required=True,
            created_at=now,
            updated_at=now,
        )
    return Attached(client, True, ())


def _differences(client: Client, details: Details) -> tuple[str, ...]:
    """How `details` differ from what is kept of a proved client."""
    if client.proved_at is None:
        return ()
    compared = (
        ("name", details.name, client.name, same_name),
        ("phone", details.phone, client.phone, same_phone),
        ("address", _whole_address(details), _whole_address(client), same_address),
    )
    return tuple(f"{field}: {told}" for field, told, kept, is_same in compared if told and not is_same(told, kept))


def _whole_address(of: Details | Client) -> str:
    parts = (of.address_street, of.address_city, " ".join(filter(None, (of.address_state, of.address_zip))))
    return ", ".join(filter(None, parts))


def believe(client_id: int, details: Details, now: datetime) -> tuple[str, ...]:
    """These details are proved to come from whoever has the address. Joins the caller's `write()`.

    The first proved ones make the client who they are, whatever strangers typed before; later ones change nothing.
    Returns how they differ from what is kept, for staff.
    """
    with write():
        unproved = Client.id == client_id, Client.proved_at.is_null()
        made = Client.update(**details.columns(), proved_at=now, updated_at=now).where(*unproved).execute()
        return () if made else _differences(Client.get_by_id(client_id), details)


def doubt(client_id: int, now: datetime) -> None:
    """What proved these details was taken back, and nothing else did: the next proof says who the client is.

    Joins the caller's `write()`. A client with a sign-in stays who they are.
    """
    with write():
        Client.update(proved_at=None, updated_at=now).where(
            Client.id == client_id, Client.password_hash.is_null(), Client.access_due_at.is_null()
        ).execute()


def set_client_password(email: str, password: str) -> None:
    """Give a client a lasting password (the demo's sign-in)."""
    hashed = passwords.hash_password(password)
    with write():
        Client.update(
            password_hash=hashed, password_change_required=False, temporary_password_expires=None, access_due_at=None
        ).where(Client.email == email_key(email)).execute()
