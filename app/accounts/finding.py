"""Finding accounts: a client for staff, and whoever a session is of."""

from typing import Any

from app.accounts.models import Admin, Client
from app.errors import not_found
from app.fields import row_id


def find_client(client_id: int) -> Client:
    """The client whom staff look at or act on; AppError 404 where there is none, or they are erased."""
    client: Client | None = Client.get_or_none(Client.id == client_id, Client.erased_at.is_null())
    if client is None:
        raise not_found("There is no such client.")
    return client


def account(subject: str) -> Client | Admin | None:
    """The signed-in account that a session names ('client:7', 'staff:1'); None when it is gone."""
    kind, _, number = subject.partition(":")
    model: Any = {"client": Client, "staff": Admin}.get(kind)
    if model is None:
        return None
    found: Client | Admin | None = model.get_or_none(model.id == row_id(number))
    left = found.removed_at if isinstance(found, Admin) else found and found.erased_at
    return None if left else found
