"""Staff have decided to keep what was paid for a cancelled project: its client learns it, once."""

from datetime import datetime

from app.amounts import dollars
from app.consultations.letterhead import occasion
from app.consultations.notices import Notices
from app.mail.actions import take_back
from app.orders.deciding import AGAIN_NOTE, COUNTS_NOTE, KEPT_NOTE, never_decided, told_kept
from app.orders.ended import cancelled, cancelled_by_client
from app.orders.keys import kept_key
from app.orders.unsettled import settled
from app.projects import actions as projects
from app.projects.models import Project
from app.undoing import undo_until


def keep(project_id: int, asked_at: datetime, username: str, now: datetime) -> None:
    """Tell what is kept, where staff are asked about it no more; joins the caller's `write()`.

    asked_at: since when they were. Nothing where all went back, where they are asked by another line still, and where
    nobody is left to tell. The letter waits as long as the decision can be undone.
    """
    project, cents = Project.get_by_id(project_id), settled([project_id]).get(project_id)
    if not cents or project.erased_at is not None:
        return
    projects.record(project_id, username, f"{KEPT_NOTE}{dollars(cents)}", now)
    by_client = cancelled_by_client(cancelled([project_id]).get(project_id))
    Notices(project, now).money_kept(kept_key(asked_at, cents), cents, by_client, undo_until(now))


def keep_no_more(project_id: int, asked_at: datetime, username: str, now: datetime) -> None:
    """They decide again; joins the caller's `write()`, before the question is open again.

    Whoever has not been told that it is kept never is; else the history says that it is decided about again.
    """
    cents = settled([project_id]).get(project_id)
    if not cents:
        return
    if take_back(occasion(kept_key(asked_at, cents), project_id)):
        never_decided(project_id, now)
    else:
        projects.record(project_id, username, AGAIN_NOTE, now)


def counts_again(project_id: int, username: str, now: datetime) -> str:
    """A cancelled project is open again; joins the caller's `write()`. Returns what its client was told that we keep.

    In words, '' where that is nothing; the history says that it holds no more.
    """
    kept = told_kept(project_id)
    if kept:
        projects.record(project_id, username, f"{COUNTS_NOTE}{kept}", now)
    return kept
