"""The row of an address that somebody typed and nobody has: it goes with the last thing that was told with it."""

from datetime import datetime

from app.accounts.emptied import NOBODY, erased_email
from app.accounts.models import Client
from app.db import database, write

# What a client has that was not erased, and what of theirs is still there.
LIVES = (
    "SELECT 1 FROM projects WHERE client_id = :id AND erased_at IS NULL",
    "SELECT 1 FROM bookings WHERE client_id = :id AND erased_at IS NULL",
    "SELECT 1 FROM onboardings WHERE client_id = :id",
    "SELECT 1 FROM letters WHERE client_id = :id",
)
REMAINS = ("SELECT 1 FROM projects WHERE client_id = :id", "SELECT 1 FROM bookings WHERE client_id = :id")


def erase_if_unclaimed(client_id: int, now: datetime) -> None:
    """Erase a client who is only typed and has nothing any more.

    Where payments still name them, only what told who they are. Joins the caller's `write()`; changes nothing about
    anybody else.
    """
    with write():
        client = Client.get_or_none(Client.id == client_id)
        if client is None or not client.is_only_typed or _is_any(LIVES, client_id):
            return
        if _is_any(REMAINS, client_id):
            gone = {"name": "Erased", "email": erased_email(client_id), "updated_at": now, "erased_at": now}
            Client.update(**NOBODY, **gone).where(Client.id == client_id).execute()
        else:
            Client.delete().where(Client.id == client_id).execute()


def _is_any(queries: tuple[str, ...], client_id: int) -> bool:
    return any(database.execute_sql(sql, {"id": client_id}).fetchone() for sql in queries)
