"""What was typed with an address stays with it, when the client who had it signs in with another one."""

from datetime import datetime

from app.accounts.models import Client
from app.db import database, write

TYPED_WITH = "email = :address COLLATE NOCASE"
PROJECTS = f"""SELECT id FROM projects AS p WHERE client_id = :client AND proved_at IS NULL AND EXISTS (
    SELECT 1 FROM onboardings WHERE project_id = p.id AND {TYPED_WITH}
    UNION ALL SELECT 1 FROM bookings WHERE project_id = p.id AND {TYPED_WITH})"""
BOOKINGS = f"SELECT id FROM bookings WHERE project_id IN ({PROJECTS})"
SUBMISSIONS = f"""SELECT id FROM onboardings WHERE project_id IN ({PROJECTS})
    OR (project_id IS NULL AND client_id = :client AND {TYPED_WITH})"""
TYPED = f"""SELECT name, phone FROM onboardings WHERE id IN ({SUBMISSIONS})
    UNION ALL SELECT full_name, phone FROM bookings WHERE id IN ({BOOKINGS})"""
MOVES = (
    f"UPDATE letters SET client_id = :heir WHERE client_id = :client AND project_id IN ({PROJECTS})",
    f"UPDATE bookings SET client_id = :heir WHERE id IN ({BOOKINGS})",
    f"UPDATE onboardings SET client_id = :heir WHERE id IN ({SUBMISSIONS})",
    f"UPDATE projects SET client_id = :heir WHERE id IN ({PROJECTS})",
)


def leave_behind(client: Client, address: str, now: datetime) -> None:
    """Give what nothing proves to be the client's to whoever reads `address`, with which it was typed.

    That is a client of whom nothing is known but that. The client has another address by now. Joins their `write()`.
    """
    with write():
        asked = {"client": client.id, "address": address}
        typed = database.execute_sql(TYPED, asked).fetchone()
        if typed is None:
            return
        name, phone = typed
        heir = Client.create(email=address, name=name, phone=phone, created_at=now, updated_at=now)
        for move in MOVES:
            database.execute_sql(move, {**asked, "heir": heir.id})
