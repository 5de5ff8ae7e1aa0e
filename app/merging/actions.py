"""Merging a client with a double, and undoing it.

Who may sign in afterwards: the kept client only, with the address and password that they had. Nobody has shown that the
other's address is the kept client's, so that it opens nothing: its password and sessions end, no letter goes there, and
it belongs to nobody: who writes or books with it begins as a new client. All later letters go to the kept address. A
client whose own address nothing proves never gets what a proved one has.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from app.accounts.details import keep_old
from app.accounts.email_change_rows import EmailChange
from app.accounts.finding import find_client
from app.accounts.models import Client
from app.accounts.session_rows import shut_out
from app.accounts.unclaimed import erase_if_unclaimed
from app.audit.actions import Actor, note
from app.audit.models import Act
from app.db import write
from app.errors import AppError, invalid, not_found
from app.mail import secrets
from app.merging import obstacles, rules, tables
from app.merging.models import Merge
from app.merging.rules import Source
from app.rows import stored

# What is chosen as one, and the columns that it is kept in.
DETAILS = {
    "name": ("name",),
    "phone": ("phone",),
    "company": ("company",),
    "address": ("address_street", "address_city", "address_state", "address_zip"),
}


def pair(kept_id: int, other_id: int) -> tuple[Client, Client]:
    """The two clients; AppError 404 where one is not there (any more)."""
    return find_client(kept_id), find_client(other_id)


def merge(
    kept_id: int,
    other_id: int,
    versions: tuple[int, int],
    choice: Mapping[str, Source],
    key: str,
    by: Actor,
    now: datetime,
) -> Merge:
    """Move all that is the other's to the kept client, and empty the other's record. Once for each `key`.

    versions: of the details of both that staff had before them; choice: whose name, phone, company and address stay.
    AppError 404 where one is not there, 409 with the reason where they have changed or must not be merged, 422 where
    there is nothing to choose.
    """
    with write():
        done: Merge | None = Merge.get_or_none(Merge.merge_key == key)
        if done is not None:
            return done
        kept, other = (_known(number) for number in (kept_id, other_id))
        if problem := obstacles.of_merging(kept, other, now):
            raise AppError("not_merged", 409, problem)
        check_unchanged(kept, other, versions)
        taken = _take(kept, other, choice, by, now)
        shut_out(other)
        secrets.forget_of_client(other.id)
        EmailChange.update(closed_at=now).where(
            EmailChange.client == other.id, EmailChange.closed_at.is_null()
        ).execute()
        moving, former = tables.of(other.id), tables.row(other.id)
        merged = Merge.create(
            kept=kept,
            other=other,
            merge_key=key,
            other_name=other.name,
            other_email=other.email,
            former=json.dumps({column: value for column, value in former.items() if column != "id"}),
            moved=json.dumps(moving),
            taken=json.dumps(taken),
            merged_at=now,
            merged_by=by.name,
        )
        tables.move(other.id, kept.id, moving)
        nobody = {"email": nobodys_email(other.id), "erased_at": stored(now), "updated_at": stored(now)}
        tables.set_row(other.id, {**tables.EMPTY, **nobody})
        tables.set_row(kept.id, {"updated_at": stored(now)})
        note(by, Act.MERGE_CLIENTS, kept.get_id(), now, other.get_id())
    return merged


def nobodys_email(client_id: int) -> str:
    """What stands in place of the address of a client who has none of their own any more."""
    return f"merged-{client_id}@merged.invalid"


def _known(client_id: int) -> Client:
    found: Client | None = Client.get_or_none(Client.id == client_id)
    if found is None:
        raise not_found("There is no such client.")
    return found


def check_unchanged(kept: Client, other: Client, versions: tuple[int, int]) -> None:
    """AppError 409 where one of both is not as staff saw it."""
    if (kept.version, other.version) != versions:
        raise AppError("changed_meanwhile", 409, rules.CHANGED)


def _take(kept: Client, other: Client, choice: Mapping[str, Source], by: Actor, now: datetime) -> dict[str, list[str]]:
    """Give the kept client those of the other's details that staff chose; returns [before, since] by column."""
    chosen = [detail for detail, source in choice.items() if source is Source.OTHER]
    told = {column: getattr(other, column) or "" for detail in chosen for column in DETAILS[detail]}
    if empty := [detail for detail in chosen if not any(told[column] for column in DETAILS[detail])]:
        raise invalid(dict.fromkeys(empty, rules.EMPTY))
    before = {column: getattr(kept, column) or "" for column in told}
    changed = keep_old(kept, told, now, by.name)
    if changed:
        tables.set_row(kept.id, _columns(changed))
    return {column: [before[column], value] for column, value in changed.items()}


def _columns(told: Mapping[str, str]) -> dict[str, str | None]:
    """As the columns keep it: no company is NULL there."""
    return {column: value or None if column == "company" else value for column, value in told.items()}


def undo(kept_id: int, merge_id: int, by: Actor, now: datetime) -> None:
    """Everything that moved and still stands goes back, with what came to its projects since; the rest stays.

    The other may sign in again with the password that they had. A detail that was taken over goes back where nobody
    has changed it since. What somebody has only typed with the other's address since is told to the other.
    AppError 404 where there is no such merge, 409 with the reason where it cannot be undone.
    """
    with write():
        find_client(kept_id)
        found = find(kept_id, merge_id)
        if problem := obstacles.of_undoing(found, now):
            raise AppError("not_undone", 409, problem)
        former: dict[str, Any] = json.loads(found.former)
        version = former.pop("version")
        typed = Client.with_email(found.other_email)
        if typed is not None:
            tables.set_row(typed.id, {"email": nobodys_email(typed.id)})
        tables.set_row(found.other_id, {**former, "updated_at": stored(now)})
        Client.update(version=Client.version + version).where(Client.id == found.other_id).execute()
        if typed is not None:
            tables.move(typed.id, found.other_id, tables.of(typed.id))
            erase_if_unclaimed(typed.id, now)
        theirs = set(tables.of(kept_id)["projects"])
        standing = [number for number in found.moves["projects"] if number in theirs]
        tables.move(kept_id, found.other_id, {**found.moves, "projects": standing})
        kept = Client.get_by_id(kept_id)
        taken: dict[str, list[str]] = json.loads(found.taken)
        back = {column: was for column, (was, since) in taken.items() if (getattr(kept, column) or "") == since}
        keep_old(kept, back, now, by.name)
        tables.set_row(kept_id, {**_columns(back), "updated_at": stored(now)})
        forgotten = {"former": "", "moved": "", "taken": ""}
        Merge.update(undone_at=now, undone_by=by.name, **forgotten).where(Merge.id == found.id).execute()
        note(by, Act.UNDO_MERGE, kept.get_id(), now, f"client:{found.other_id}")


def find(kept_id: int, merge_id: int) -> Merge:
    """A merge into this client; AppError 404 where there is none."""
    found: Merge | None = Merge.get_or_none(Merge.id == merge_id, Merge.kept == kept_id)
    if found is None:
        raise not_found("There is no such merge.")
    return found


def forget(before: datetime, most: int) -> int:
    """Forget what moved in merges that are older than that, so many at once; returns how many."""
    old = Merge.select(Merge.id).where(Merge.merged_at <= before, Merge.former != "").limit(most)
    with write():
        return int(Merge.update(former="", moved="", taken="").where(Merge.id.in_(old)).execute())
