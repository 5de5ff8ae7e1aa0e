"""What a client's projects were sent with that differs from what we keep of them: one line for staff of each client."""

from datetime import datetime

from app.accounts.actions import differences
from app.accounts.details import DetailChange
from app.accounts.models import Client
from app.alerts.actions import tell_staff, withdraw
from app.alerts.links import client_path
from app.alerts.models import Alert, is_open
from app.projects.models import Project
from app.projects.rules import reference
from app.proofs.persons import submitted


def tell_of_differences(client_id: int, now: datetime) -> None:
    """A project of a client was sent with other details than we keep; joins the caller's `write()`.

    Staff are told of it with all others since they last saw to it, or the client's details were changed.
    """
    if told := _told(client_id):
        tell_staff("client_differs", differs_key(client_id), *told, now=now)


def differs_no_more(project: Project) -> None:
    """A project is not its client's after all, or goes: staff read of the others. Joins the caller's `write()`."""
    key = differs_key(project.client_id)
    withdraw(f"client-differs-project-{project.id}")  # as it was told before clients had one line each
    if not is_open(key):
        return
    if told := _told(project.client_id, without=project.id):
        message, link = told
        Alert.update(message=message, link=link).where(Alert.dedupe_key == key).execute()
    else:
        withdraw(key)


def differs_key(client_id: int) -> str:
    """The dedupe key of the alert about details that differ from the client's."""
    return f"client-differs-{client_id}"


def _told(client_id: int, without: int | None = None) -> tuple[str, str] | None:
    """What staff read, and where it leads; None where nothing differs."""
    client, seen = Client.get_by_id(client_id), Alert.get_or_none(Alert.dedupe_key == differs_key(client_id))
    changed = DetailChange.of_client(client_id).first()
    since = [at for at in (seen and seen.resolved_at, changed and changed.changed_at) if at is not None]
    mine = Project.of_client(client_id), Project.erased_at.is_null(), Project.id != (without or 0)
    rows = list(Project.select().where(*mine, *(Project.proved_at >= at for at in since)).order_by(Project.id))
    typed = submitted(rows)
    found = [(row, told) for row in rows if row.id in typed and (told := differences(client, typed[row.id]))]
    if not found:
        return None
    parts = [f"{reference(row.id)} ({'; '.join(told)})" for row, told in found]
    if len(found) == 1:
        ((row, told),) = found
        return f"{reference(row.id)}: it was sent with other details than we keep ({'; '.join(told)}).", row.staff_page
    *most, last = parts
    return f"{', '.join(most)} and {last} were sent with other details than we keep.", client_path(client_id)
