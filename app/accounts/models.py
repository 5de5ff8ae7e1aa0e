"""Clients and staff."""

import hashlib
from collections.abc import Collection
from datetime import datetime
from typing import Any

import peewee

from app.accounts.rules import EnquiryType
from app.audit.actions import Actor
from app.audit.models import ActorKind
from app.rows import BaseModel, Prepared, UtcDateTimeField, these


class Account:
    """What sign-in asks of an account."""

    id: Any
    kind: str
    password_change_required: Any
    is_authenticated = True
    is_active = True
    is_anonymous = False

    def get_id(self) -> str:
        """The name that a session keeps: 'client:7', 'staff:1'."""
        return f"{self.kind}:{self.id}"

    def kept_password(self) -> str:
        """The password's hash."""
        raise NotImplementedError

    def actor(self) -> Actor:
        """Who acts when this account does, for the audit log."""
        raise NotImplementedError

    def replace_password(self, hashed: str, now: datetime) -> bool:
        """Keep another password that its owner chose; False when it has been replaced since this was read."""
        raise NotImplementedError

    def own_names(self) -> tuple[str, ...]:
        """What anybody may know of it, and what must not be its password."""
        raise NotImplementedError

    def password_stamp(self) -> str:
        """A short digest of the password's hash: a session that began under another password is over."""
        return hashlib.sha256(self.kept_password().encode()).hexdigest()[:16]


class Client(Account, BaseModel):
    """Somebody the firm works for.

    `proved_at`: when it was first proved that the address is theirs. Until then everything else in the row is only what
    somebody typed, and nobody is a client yet.
    `password_reset_token`, `password_reset_expires`: the specification's, and empty, since several links may be good at
    once (see resetting.py).
    `access_due_at`: when it was paid for a sign-in that they are still to be given, as the letter about that project
    and booking (see opening.py).
    `deletion_asked_at`: since when the client wants to be deleted. `version` grows with every change of the details.
    `erased_at`: nothing but what payments need is left of them; `erase_key` names the act of staff that did it.
    """

    id = peewee.AutoField()
    name = peewee.TextField()
    email = peewee.TextField(unique=True)
    phone = peewee.TextField()
    company = peewee.TextField(null=True)
    address_street = peewee.TextField(default="")
    address_city = peewee.TextField(default="")
    address_state = peewee.TextField(default="")
    address_zip = peewee.TextField(default="")
    enquiry_type = peewee.TextField(default=EnquiryType.NEW_PROJECT)
    replit_id = peewee.TextField(null=True, unique=True)
    password_hash = peewee.TextField(null=True)
    password_change_required = peewee.BooleanField(default=True)
    temporary_password_expires = UtcDateTimeField(null=True)
    password_reset_token = peewee.TextField(null=True, unique=True)
    password_reset_expires = UtcDateTimeField(null=True)
    profile_image_url = peewee.TextField(null=True)
    proved_at = UtcDateTimeField(null=True)
    deletion_asked_at = UtcDateTimeField(null=True)
    access_due_at = UtcDateTimeField(null=True)
    access_due_project_id = peewee.IntegerField(null=True)
    access_due_booking_id = peewee.IntegerField(null=True)
    version: Any = peewee.IntegerField(default=1)
    created_at = UtcDateTimeField()
    updated_at = UtcDateTimeField()
    erased_at = UtcDateTimeField(null=True)
    erase_key = peewee.TextField(null=True)

    class Meta:
        table_name = "clients"

    kind = "client"
    role = "client"

    def kept_password(self) -> str:
        return self.password_hash or ""

    def actor(self) -> Actor:
        return Actor(ActorKind.CLIENT, str(self.id))

    def own_names(self) -> tuple[str, ...]:
        return self.name, self.email

    def replace_password(self, hashed: str, now: datetime) -> bool:
        kept: dict[str, Any] = {
            "password_hash": hashed,
            "password_change_required": False,
            "temporary_password_expires": None,
            "access_due_at": None,
            "updated_at": now,
        }
        where = (Client.id == self.id) & (Client.password_hash == self.password_hash)
        replaced = Client.update(**kept).where(where).execute()
        if replaced:
            self.password_change_required, self.password_hash = False, hashed
        return bool(replaced)

    @property
    def has_sign_in(self) -> bool:
        """Whether they have been given a sign-in, or the letter with it is about to be written."""
        return self.password_hash is not None or self.access_due_at is not None

    @property
    def has_signed_in(self) -> bool:
        """Whether they have chosen a password of their own, which the first sign-in asks for."""
        return self.password_hash is not None and not self.password_change_required

    @property
    def is_only_typed(self) -> bool:
        """Whether anybody may have typed the address: it is proved by nothing, and nobody can sign in with it."""
        return self.proved_at is None and not self.has_sign_in

    def needs_password(self, now: datetime) -> bool:
        """Whether there is no sign-in yet, or only one whose temporary password has expired unused."""
        if self.password_hash is None:
            return True
        return bool(self.password_change_required and (self.temporary_password_expires or now) <= now)

    @classmethod
    def with_email(cls, address: str) -> "Client | None":
        """The client of that address, compared without case."""
        found: Client | None = cls.get_or_none(cls.email == address.lower())
        return found


class Admin(Account, BaseModel):
    """A member of staff; `password` is a hash. One who left stays a row, so that nobody else gets their name."""

    id = peewee.AutoField()
    username = peewee.TextField(unique=True)
    password = peewee.TextField()
    name = peewee.TextField()
    role = peewee.TextField()
    created_at = UtcDateTimeField()
    removed_at = UtcDateTimeField(null=True)

    class Meta:
        table_name = "admins"

    kind = "staff"
    password_change_required = False

    @classmethod
    def names(cls, usernames: Collection[str | None]) -> dict[str, str]:
        """What those of these who are or were on the staff are called, by user name."""
        some = [name for name in usernames if name is not None]
        return dict(_NAMES.rows(some)) if some else {}

    def kept_password(self) -> str:
        return str(self.password)

    def actor(self) -> Actor:
        return Actor.staff(self.username)

    def own_names(self) -> tuple[str, ...]:
        return self.name, self.username

    def replace_password(self, hashed: str, now: datetime) -> bool:
        where = (Admin.id == self.id) & (Admin.password == self.password)
        replaced = Admin.update(password=hashed).where(where).execute()
        if replaced:
            self.password = hashed
        return bool(replaced)

    @classmethod
    def called(cls, username: str) -> "Admin | None":
        """The present staff member of that user name, compared without case."""
        found: Admin | None = cls.get_or_none(cls.username == username.lower(), cls.removed_at.is_null())
        return found

    @classmethod
    def present(cls) -> "list[Admin]":
        """The staff who have not left, by user name."""
        return cls.rows("removed_at IS NULL ORDER BY username")


def _names(usernames: peewee.SQL) -> Any:
    return Admin.select(Admin.username, Admin.name).where(Admin.username.in_(these(usernames))).tuples()


_NAMES = Prepared(_names)
