"""The list of clients: whom it holds, in which order, and how many."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from peewee import fn

from app.accounts.models import Client
from app.admin.clients import lines
from app.admin.clients.schemas import ClientSort, ClientsPage, ClientsQuery
from app.admin.lists import MOST_COUNTED, PAGE_SIZE, counted
from app.projects.models import Project
from app.projects.rules import ProjectStatus
from app.rows import these
from app.search.models import find
from app.search.rules import wanted


def page_of(query: ClientsQuery, now: datetime) -> ClientsPage:
    """A page of the list."""
    looked_for = wanted(query.q)
    hits, more = find(looked_for) if query.q.strip() else ({}, False)
    among = list(hits) if query.q.strip() else _few_with(query.status)
    listed = _listed(query.status, among)
    if among is None:
        # Where a status is asked for, so many have it that they were not listed.
        total, more = (MOST_COUNTED, True) if query.status else counted(listed)
        rows = list(listed.order_by(*_order(query.sort)).paginate(query.page, PAGE_SIZE))
    else:
        ids = [number for (number,) in listed.order_by(*_order(query.sort)).tuples()]
        if hits and query.sort is ClientSort.BEST:
            present = set(ids)
            ids = [number for number in hits if number in present]
        total, start = len(ids), (query.page - 1) * PAGE_SIZE
        rows = [(number,) for number in ids[start : start + PAGE_SIZE]]
    shown = [number for (number,) in rows]
    return ClientsPage(
        items=lines.of(shown, now, [hits[number] for number in shown] if hits else [], looked_for.shown),
        total=total,
        more=more,
        page=query.page,
        page_size=PAGE_SIZE,
    )


def _few_with(status: ProjectStatus | str) -> list[int] | None:
    """The clients with a project of that status; None where they are too many to be put in order at once."""
    if not status:
        return None
    with_one: Any = Project.select(Project.client).where(Project.status == status, Project.erased_at.is_null())
    ids = [number for (number,) in with_one.distinct().limit(MOST_COUNTED + 1).tuples()]
    return ids if len(ids) <= MOST_COUNTED else None


def _listed(status: ProjectStatus | str, among: Collection[int] | None) -> Any:
    listed: Any = Client.select(Client.id).where(Client.erased_at.is_null())
    if among is not None:
        listed = listed.where(Client.id.in_(these(among)))
    if status:
        one = Project.select().where(Project.client == Client.id, Project.status == status, Project.erased_at.is_null())
        listed = listed.where(fn.EXISTS(one))
    return listed.tuples()


def _order(sort: ClientSort) -> tuple[Any, ...]:
    newest = (Client.created_at.desc(), Client.id.desc())
    return {
        ClientSort.OLDEST: (Client.created_at, Client.id),
        ClientSort.NAME: (Client.name.collate("NOCASE"), Client.id),
    }.get(sort, newest)
