"""A client as one line: the newest project, what is owed, what comes next and when anybody last had to do with them."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from peewee import SQL

from app.accounts.details import DetailChange
from app.accounts.models import Client
from app.accounts.rules import email_key
from app.admin.clients import contacts
from app.admin.clients.found_by import matches
from app.admin.clients.schemas import ClientLine, ProjectOfClient
from app.admin.projects.listing import awaited_of, awaits_begun
from app.messages.models import Reader
from app.messages.rules import Side
from app.onboarding.models import Onboarding
from app.orders.models import Order
from app.orders.rules import OrderState
from app.orders.sums import asked_for, owed_among
from app.projects.models import Project
from app.projects.naming import names_of
from app.projects.rules import ProjectStatus, reference
from app.proofs.persons import submitted
from app.rows import Prepared, these
from app.search.models import Hit


def of(client_ids: Sequence[int], now: datetime, hits: Collection[Hit], shown: Collection[str]) -> list[ClientLine]:
    """These clients in that order, in as many queries for many as for one. hits, shown: what they were found by."""
    clients = {row.id: row for row in _CLIENTS.rows(client_ids)}
    projects = projects_of(client_ids)
    matched = matches(hits, shown)
    # What a stranger typed with a known client's address is not counted as that client's.
    known = {number for number, client in clients.items() if client.proved_at is not None}
    theirs = {
        number: [each for each in projects[number] if each.proved or each.by_merge or number not in known]
        for number in client_ids
    }
    heard = contacts.of(client_ids, {each.project_id: number for number in client_ids for each in projects[number]})
    awaited = awaited_of([each.project_id for number in client_ids for each in theirs[number]])
    return [
        ClientLine(
            id=number,
            name=client.name,
            email=client.email,
            phone=client.phone,
            company=client.company or "",
            address=address_of(client),
            proved=client.proved_at is not None,
            projects=len(theirs[number]),
            unproved=len(projects[number]) - len(theirs[number]),
            by_merge=sum(each.by_merge for each in theirs[number]),
            newest=theirs[number][0] if theirs[number] else None,
            owed_cents=sum(project.owed_cents for project in theirs[number]),
            awaited_cents=sum(awaited.get(project.project_id, 0) for project in theirs[number]),
            next_at=min((at for at in _times(theirs[number]) if at > now), default=None),
            last_contact_at=max([client.created_at, *heard[number]]),
            unread=sum(project.unread for project in projects[number]),
            matched=matched.get(number),
            created_at=client.created_at,
        )
        for number, client in ((number, clients[number]) for number in client_ids)
    ]


_CLIENTS = Prepared(lambda client_ids: Client.select().where(Client.id.in_(these(client_ids))))


def projects_of(client_ids: Collection[int]) -> dict[int, list[ProjectOfClient]]:
    """The projects of each of these clients, newest first."""
    rows = _PROJECTS.rows(client_ids)
    ids, names = [row.id for row in rows], names_of(rows)
    states, owed, unread = dict(_STATES.rows(ids)), owed_among(ids), Reader.unread_among(ids, Side.STAFF)
    asked, waits, came = asked_for(rows), awaits_begun(ids), _by_merge(rows)
    found = defaultdict[int, list[ProjectOfClient]](list)
    for row in rows:
        found[row.client_id].append(
            ProjectOfClient(
                project_id=row.id,
                reference=reference(row.id),
                service_title=names[row.id],
                status=row.status,
                money=states.get(row.id, OrderState.UNPAID),
                payment_status=row.payment_status,
                is_awaited=row.id in waits,
                is_asked=row.id in asked,
                owed_cents=owed.get(row.id, 0),
                start=row.appointment_date,
                unread=unread.get(row.id, 0),
                proved=row.proved_at is not None,
                by_merge=row.id in came,
                created_at=row.created_at,
            )
        )
    return found


def _projects(client_ids: SQL) -> Any:
    mine = Project.client.in_(these(client_ids)), Project.erased_at.is_null()
    return Project.select().where(*mine).order_by(Project.created_at.desc(), Project.id.desc())


def _states(project_ids: SQL) -> Any:
    begun = Order.project.in_(these(project_ids)), Order.number == 1
    return Order.select(Order.project, Order.state).where(*begun).tuples()


_PROJECTS, _STATES = Prepared(_projects), Prepared(_states)


def _by_merge(rows: Collection[Project]) -> set[int]:
    """Those of these projects that nobody has proved and that were typed with an address that was never their client's:
    nothing but a merge brings such a one to a client."""
    typed = {
        number: email_key(told.email)
        for number, told in submitted([row for row in rows if row.proved_at is None]).items()
    }
    if not typed:
        return set()
    clients = {row.client_id for row in rows if row.id in typed}
    own = {*_PRESENT.rows(clients), *_BEFORE.rows(clients)}
    return {row.id for row in rows if row.id in typed and (row.client_id, typed[row.id]) not in own}


def _present_addresses(client_ids: SQL) -> Any:
    return Client.select(Client.id, Client.email).where(Client.id.in_(these(client_ids))).tuples()


def _earlier_addresses(client_ids: SQL) -> Any:
    before = DetailChange.client.in_(these(client_ids)), DetailChange.field == "email"
    return DetailChange.select(DetailChange.client, DetailChange.old).where(*before).tuples()


_PRESENT, _BEFORE = Prepared(_present_addresses), Prepared(_earlier_addresses)


def _times(projects: Collection[ProjectOfClient]) -> list[datetime]:
    held = (project for project in projects if project.status is not ProjectStatus.CANCELLED)
    return [project.start for project in held if project.start is not None]


def address_of(row: Client | Onboarding) -> str:
    """The postal address that somebody typed, in one line."""
    place = " ".join(filter(None, (row.address_city, row.address_state, row.address_zip)))
    return ", ".join(filter(None, (row.address_street, place)))
