"""A client as one line: the newest project, what is owed, what comes next and when anybody last had to do with them."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime
from functools import partial
from itertools import chain
from typing import Any

from peewee import SQL, fn

from app.accounts.details import DetailChange
from app.accounts.models import Client
from app.accounts.rules import email_key
from app.admin.clients.found_by import matches
from app.admin.clients.schemas import ClientLine, ProjectOfClient
from app.admin.projects.listing import awaited_of, awaits_begun
from app.mail.models import Letter
from app.messages.models import Message, Reader
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
from app.slots.models import Hold

WRITTEN_BY_HAND = ("from_us", "enquiry_answered")


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
    heard = _last_contacts(projects)
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


def _last_contacts(projects: dict[int, list[ProjectOfClient]]) -> dict[int, list[datetime]]:
    """When people last had to do with each of these clients, of every kind: a letter that somebody wrote, a message, a
    contact that staff noted, a consultation that was held. What is written by itself is no contact.
    """
    clients = {project.project_id: number for number, mine in projects.items() for project in mine}
    found = defaultdict[int, list[datetime]](list)
    for number, at in _WRITTEN.rows(projects):
        found[number].append(at)
    about = (_POSTED.rows(clients), _SAID.rows(clients), _NOTED.rows(clients), Hold.held_among(clients).items())
    for project_id, at in chain(*about):
        found[clients[project_id]].append(at)
    return found


def _newest_letters(about: Any, ids: SQL) -> Any:
    by_hand: Any = Letter.select(about, fn.MAX(Letter.created_at)).where(Letter.kind.in_(WRITTEN_BY_HAND))
    return by_hand.where(about.in_(these(ids))).group_by(about).tuples()


def _newest_messages(project_ids: SQL) -> Any:
    said: Any = Message.select(Message.project, fn.MAX(Message.sent_at)).where(Message.project.in_(these(project_ids)))
    return said.group_by(Message.project).tuples()


def _noted_contacts(project_ids: SQL) -> Any:
    noted: Any = Project.select(Project.id, Project.contacted_at).where(Project.id.in_(these(project_ids)))
    return noted.where(Project.contacted_at.is_null(False)).tuples()


_WRITTEN = Prepared(partial(_newest_letters, Letter.client_id))
_POSTED = Prepared(partial(_newest_letters, Letter.project_id))
_SAID, _NOTED = Prepared(_newest_messages), Prepared(_noted_contacts)


def _times(projects: Collection[ProjectOfClient]) -> list[datetime]:
    held = (project for project in projects if project.status is not ProjectStatus.CANCELLED)
    return [project.start for project in held if project.start is not None]


def address_of(row: Client | Onboarding) -> str:
    """The postal address that somebody typed, in one line."""
    place = " ".join(filter(None, (row.address_city, row.address_state, row.address_zip)))
    return ", ".join(filter(None, (row.address_street, place)))
