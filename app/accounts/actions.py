"""The verbs of clients: making one of what somebody told about themselves, believing it, doubting it."""

from dataclasses import asdict, dataclass, fields
from datetime import datetime
from typing import Any

from app.accounts.models import Client
from app.accounts.rules import EnquiryType, email_key, same_address, same_name, same_phone
from app.db import write


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
        return cls(**{name: getattr(client, name) for name in cls.__dataclass_fields__})

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
        return cls(client, client.proved_at is None, differences(client, details))


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


def differences(client: Client, details: Details) -> tuple[str, ...]:
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
        return () if made else differences(Client.get_by_id(client_id), details)


def doubt(client_id: int, now: datetime) -> None:
    """What proved these details was taken back, and nothing else did: the next proof says who the client is.

    Joins the caller's `write()`. A client with a sign-in stays who they are.
    """
    with write():
        Client.update(proved_at=None, updated_at=now).where(
            Client.id == client_id, Client.password_hash.is_null(), Client.access_due_at.is_null()
        ).execute()
