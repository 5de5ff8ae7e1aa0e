"""The page of one client."""

from datetime import datetime

from app.accounts.details import DetailChange
from app.accounts.finding import find_client
from app.accounts.models import Client
from app.admin.clients import lines
from app.admin.clients.schemas import ClientPage, DetailChangeOut
from app.onboarding.schemas import DetailsOut


def sign_in(client: Client) -> str:
    """How it stands with the client's sign-in: 'none', 'temporary' while it is the letter's, else 'own'."""
    if not client.has_sign_in:
        return "none"
    return "temporary" if client.password_change_required else "own"


def of_client(client_id: int, now: datetime) -> ClientPage:
    """Everything about a client but what happened; AppError 404."""
    client = find_client(client_id)
    (line,) = lines.of([client_id], now, [], [])
    return ClientPage(
        line=line,
        version=client.version,
        sign_in=sign_in(client),
        details=DetailsOut.of(client, now),
        changes=[DetailChangeOut.model_validate(row) for row in DetailChange.of_client(client_id)],
        projects=lines.projects_of([client_id])[client_id],
    )
