"""Finding a client for staff."""

from app.accounts.models import Client
from app.errors import not_found


def find_client(client_id: int) -> Client:
    """The client whom staff look at or act on; AppError 404 where there is none, or they are erased."""
    client: Client | None = Client.get_or_none(Client.id == client_id, Client.erased_at.is_null())
    if client is None:
        raise not_found("There is no such client.")
    return client
