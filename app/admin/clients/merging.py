"""Merging a client with a double over HTTP: who may be one, what it would do, doing it and undoing it."""

from datetime import datetime

from flask import Blueprint
from flask_login import current_user

from app import clock
from app.accounts.finding import find_client
from app.accounts.models import Admin, Client
from app.admin.clients import lines
from app.admin.clients.merging_schemas import (
    DoubleOut,
    DoublesOut,
    MergedPerson,
    MergeIn,
    MergeOut,
    MergePreview,
    MergesOut,
    MovingOut,
)
from app.admin.clients.page import sign_in
from app.audit import actions as audit
from app.http import Ok, Who, demanded_key, route
from app.merging import actions, obstacles
from app.merging.doubles import doubles
from app.merging.looking import given_since, look
from app.merging.models import Merge
from app.merging.rules import UNDO_DAYS

merging = Blueprint("admin_merging", __name__)
ADDRESS = "/api/admin/clients/<int:client_id>"


@route(merging, "GET", f"{ADDRESS}/doubles", who=Who.STAFF, answer=DoublesOut, refusals=(404,))
def list_doubles(client_id: int) -> DoublesOut:
    """Who may be the same person as this client, and why."""
    now = clock.now()
    found = dict(doubles(find_client(client_id)))
    audit.look(current_user.actor(), f"client:{client_id}", now)
    shown = lines.of(list(found), now, [], [])
    return DoublesOut(items=[DoubleOut(client=line, likenesses=list(found[line.id])) for line in shown])


@route(merging, "GET", f"{ADDRESS}/merge/<int:other_id>", who=Who.STAFF, answer=MergePreview, refusals=(404,))
def preview_merge(client_id: int, other_id: int) -> MergePreview:
    """What merging the other into this client would do; nothing is changed."""
    now = clock.now()
    shown = look(client_id, other_id, now)
    audit.look(current_user.actor(), f"client:{client_id}", now)
    return MergePreview(
        kept=_person(shown.kept),
        other=_person(shown.other),
        moving=[MovingOut(what=what, count=count) for what, count in shown.moving.items()],
        sessions=shown.sessions,
        undo_days=UNDO_DAYS,
        obstacle=shown.obstacle,
    )


@route(
    merging,
    "POST",
    f"{ADDRESS}/merge",
    who=Who.STAFF,
    body=MergeIn,
    answer=MergeOut,
    refusals=(404, 409),
    keyed=True,
)
def merge_clients(client_id: int, body: MergeIn) -> MergeOut:
    """Move everything of the other to this client, once for each Idempotency-Key; it can be undone for 30 days."""
    now = clock.now()
    choice = {detail: getattr(body, detail) for detail in actions.DETAILS}
    versions = body.version, body.other_version
    by = current_user.actor()
    return _shown(actions.merge(client_id, body.other_id, versions, choice, demanded_key(), by, now), now)


@route(merging, "GET", f"{ADDRESS}/merges", who=Who.STAFF, answer=MergesOut, refusals=(404,))
def list_merges(client_id: int) -> MergesOut:
    """What was merged into this client, and whether it can still be undone."""
    now = clock.now()
    find_client(client_id)
    audit.look(current_user.actor(), f"client:{client_id}", now)
    return MergesOut(items=[_shown(each, now) for each in Merge.into(client_id)])


@route(
    merging,
    "POST",
    f"{ADDRESS}/merges/<int:merge_id>/undo",
    who=Who.STAFF,
    answer=Ok,
    refusals=(404, 409),
)
def undo_merge(client_id: int, merge_id: int) -> Ok:
    """Give back to the other client what moved and still stands."""
    actions.undo(client_id, merge_id, current_user.actor(), clock.now())
    return Ok()


def _person(client: Client) -> MergedPerson:
    return MergedPerson(
        id=client.id,
        version=client.version,
        name=client.name,
        email=client.email,
        phone=client.phone,
        company=client.company or "",
        address=lines.address_of(client),
        proved=client.proved_at is not None,
        sign_in=sign_in(client),
    )


def _shown(merge: Merge, now: datetime) -> MergeOut:
    names = Admin.names([merge.merged_by, merge.undone_by])
    return MergeOut(
        id=merge.id,
        other_name=merge.other_name,
        other_email=merge.other_email,
        merged_at=merge.merged_at,
        merged_by=names.get(merge.merged_by, merge.merged_by),
        undo_until=merge.undo_until,
        undone_at=merge.undone_at,
        undone_by=names.get(merge.undone_by, merge.undone_by) if merge.undone_by else "",
        refusal=obstacles.of_undoing(merge, now),
        **given_since(merge),
    )
