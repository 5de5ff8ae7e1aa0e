"""The verbs of accounts: sign-in, passwords, clients and staff."""

from dataclasses import dataclass
from datetime import datetime

from app import clock
from app.accounts import passwords
from app.accounts.models import Admin, Client, SessionRow
from app.accounts.rules import (
    LOGIN_FAILED,
    TEMPORARY_PASSWORD_LASTS,
    EnquiryType,
    Role,
    email_key,
    password_problems,
    temporary_password,
)
from app.db import write
from app.errors import AppError, invalid

INCORRECT = "Failed to update password. Please check your current password and try again."


def check_client(email: str, password: str, now: datetime) -> Client:
    """The client of these credentials; AppError 401 with the same text and effort for every failure."""
    client = Client.with_email(email_key(email))
    right = passwords.verify(client.password_hash if client else None, password)
    if client is None or not right:
        raise AppError("login_failed", 401, LOGIN_FAILED)
    if client.needs_password(now):
        raise AppError("login_failed", 401, LOGIN_FAILED)
    return client


def check_staff(username: str, password: str) -> Admin:
    """The staff member of these credentials; AppError 401 otherwise."""
    admin = Admin.called(username.strip())
    if not passwords.verify(admin.password if admin else None, password) or admin is None:
        raise AppError("login_failed", 401, "Invalid username or password.")
    return admin


def change_password(client: Client, current: str, new: str, confirm: str) -> None:
    """Replace a client's password and end all their sessions. AppError 422 by field, 403 when `current` is wrong."""
    problems = password_problems(current, new, confirm, passwords.is_common(new))
    if problems:
        raise invalid(problems)
    if not passwords.verify(client.password_hash, current):
        raise AppError("wrong_password", 403, INCORRECT, {"currentPassword": INCORRECT})
    hashed, was = passwords.hash_password(new), client.password_hash
    with write():
        changed = (
            Client.update(
                password_hash=hashed,
                password_change_required=False,
                temporary_password_expires=None,
                password_reset_token=None,
                password_reset_expires=None,
                updated_at=clock.now(),
            )
            # Two changes at once: the one that read the older password is refused.
            .where(Client.id == client.id, Client.password_hash == was)
            .execute()
        )
        if not changed:
            raise AppError("wrong_password", 403, INCORRECT, {"currentPassword": INCORRECT})
        SessionRow.delete().where(SessionRow.subject == client.get_id()).execute()
    client.password_change_required, client.password_hash = False, hashed


@dataclass(frozen=True)
class TemporaryPassword:
    """A drawn password with its hash: made before a transaction, since hashing takes time."""

    text: str
    hashed: str

    @classmethod
    def draw(cls) -> "TemporaryPassword":
        """A fresh one."""
        drawn = temporary_password()
        return cls(drawn, passwords.hash_password(drawn))


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


@dataclass(frozen=True)
class Attached:
    """The client of an address, whether nobody has proved it yet, and how the told details differ from the kept."""

    client: Client
    is_new: bool
    differences: tuple[str, ...]


def attach(details: Details, now: datetime) -> Attached:
    """Find the client of this e-mail address or make one, still without a sign-in. Joins the caller's `write()`.

    A client who exists is never changed: a stranger can type anybody's address.
    """
    address = email_key(details.email)
    client = Client.with_email(address)
    if client is not None:
        return Attached(client, client.proved_at is None, _differences(client, details))
    with write():
        client = Client.create(
            name=details.name,
            email=address,
            phone=details.phone,
            company=details.company,
            address_street=details.address_street,
            address_city=details.address_city,
            address_state=details.address_state,
            address_zip=details.address_zip,
            enquiry_type=details.enquiry_type,
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
    told = {"name": details.name, "phone": details.phone, "address": details.address_street}
    kept = {"name": client.name, "phone": client.phone, "address": client.address_street}
    return tuple(f"{key}: {told[key]}" for key in told if told[key] and told[key] != kept[key])


def believe(client_id: int, details: Details, now: datetime) -> tuple[str, ...]:
    """These details are proved to come from whoever has the address. Joins the caller's `write()`.

    The first proved ones make the client who they are, whatever strangers typed before; later ones change nothing.
    Returns how they differ from what is kept, for staff.
    """
    with write():
        made = (
            Client.update(
                name=details.name,
                phone=details.phone,
                company=details.company,
                address_street=details.address_street,
                address_city=details.address_city,
                address_state=details.address_state,
                address_zip=details.address_zip,
                enquiry_type=details.enquiry_type,
                proved_at=now,
                updated_at=now,
            )
            .where(Client.id == client_id, Client.proved_at.is_null())
            .execute()
        )
        return () if made else _differences(Client.get_by_id(client_id), details)


def grant_access(client: Client, temporary: TemporaryPassword | None, now: datetime) -> str | None:
    """Give a client who has no sign-in, or an expired temporary password, a new one; None for one who can sign in.

    Joins the caller's `write()`. temporary: drawn beforehand where the need was foreseen, since hashing takes time.
    Only a verified payment leads here, so that nobody opens an account on a stranger's address for nothing.
    """
    if not client.needs_password(now):
        return None
    drawn = temporary or TemporaryPassword.draw()
    with write():
        granted = (
            Client.update(
                password_hash=drawn.hashed,
                password_change_required=True,
                temporary_password_expires=now + TEMPORARY_PASSWORD_LASTS,
                updated_at=now,
            )
            .where(Client.id == client.id, Client.password_hash == client.password_hash)
            .execute()
        )
    return drawn.text if granted else None


def add_staff(username: str, name: str, role: Role, password: str) -> Admin:
    """Make a staff account; AppError 409 when the user name is taken."""
    hashed = passwords.hash_password(password)
    with write():
        if Admin.called(username) is not None:
            raise AppError("taken", 409, f"There is already a staff account called {username}.")
        admin: Admin = Admin.create(
            username=username.lower(), name=name, role=role, password=hashed, created_at=clock.now()
        )
    return admin


def reset_staff(username: str, password: str) -> None:
    """Give a staff account another password and end its sessions; AppError 404 when there is none."""
    hashed = passwords.hash_password(password)
    with write():
        admin = Admin.called(username)
        if admin is None:
            raise AppError("not_found", 404, f"There is no staff account called {username}.")
        Admin.update(password=hashed).where(Admin.id == admin.id).execute()
        SessionRow.delete().where(SessionRow.subject == admin.get_id()).execute()


def set_client_password(email: str, password: str) -> None:
    """Give a client a lasting password (the demo's sign-in)."""
    hashed = passwords.hash_password(password)
    with write():
        Client.update(password_hash=hashed, password_change_required=False, temporary_password_expires=None).where(
            Client.email == email_key(email)
        ).execute()
