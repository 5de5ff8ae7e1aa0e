"""What staff begin for somebody, mostly on the phone: a project with its order, its time, and what it is paid by."""

from dataclasses import dataclass
from datetime import datetime

from app import clock
from app.access import Caller
from app.accounts import actions as accounts
from app.accounts.actions import Details
from app.accounts.finding import find_client
from app.accounts.models import Admin, Client
from app.accounts.opening import grant_access
from app.accounts.rules import email_key
from app.audit.actions import Actor, note
from app.audit.models import Act
from app.catalogue.actions import bought_outright, services
from app.catalogue.rules import ServiceType
from app.config import in_force
from app.consultations.actions import move
from app.db import write
from app.errors import AppError
from app.orders import credit, fulfil
from app.orders.actions import open_order, reckon
from app.payments.begin import by_transfer, make
from app.payments.choosing import write_details
from app.projects import actions as projects
from app.projects.models import Project
from app.projects.rules import ProjectStatus, Proof
from app.proofs.ownership import prove
from app.ways import NO_TRANSFER

NO_ACCOUNT = f"{NO_TRANSFER} Without an account there is nothing to pay to: please set bank.* in config.toml first."
KNOWN = "{name} is a client with this email address. Please open their page, and start the project there."
OTHER = "Another project was begun with this key."
OPENED = "Arranged with our office"


@dataclass(frozen=True)
class Wish:
    """What somebody wants: a service at the catalogue's price, and the time of the consultation, None for later."""

    service: ServiceType
    slot_id: int | None


def begin_for(client_id: int, wish: Wish, key: str, by: Admin) -> Project:
    """Begin a project for a client whom staff know; `key` names this one act, so that it is done once.

    The time is held as long as a transfer may take; a letter says what is to be paid and how, another brings a sign-in
    to whoever has none. What is left of a booking fee is deducted; where that is enough, the project is paid.
    By this staff say that the address is the client's. AppError 404; 409 where the time is taken, no transfer can be
    made, or the key was another project's.
    """
    with write():
        find_client(client_id)
        return _once(client_id, wish, key, by) or _begin(client_id, wish, key, by, clock.now())


def book_for(details: Details, wish: Wish, key: str, by: Admin) -> Project:
    """As `begin_for`, for somebody new; AppError 409 also where a client whom we know has the address."""
    with write():
        client, now = Client.with_email(email_key(details.email)), clock.now()
        if (known := _once(client.id if client else None, wish, key, by)) is not None:
            return known
        if client is not None and not client.is_only_typed:
            said = KNOWN.format(name=client.name)
            raise AppError("known", 409, said, {"email": said})
        client = accounts.attach(details, now).client
        accounts.believe(client.id, details, now)
        return _begin(client.id, wish, key, by, now)


def _once(client_id: int | None, wish: Wish, key: str, by: Admin) -> Project | None:
    known: Project | None = Project.get_or_none(Project.open_key == _named(key, by))
    if known is not None and (known.client_id, known.service_type) != (client_id, wish.service):
        raise AppError("other_project", 409, OTHER)
    return known


def _named(key: str, by: Admin) -> str:
    return f"{by.id}-{key}"


def _begin(client_id: int, wish: Wish, key: str, by: Admin, now: datetime) -> Project:
    if not in_force().ways_to_pay.transfer:
        raise AppError("no_transfer", 409, NO_ACCOUNT)
    offer, actor = services()[wish.service], by.username
    opening = projects.Opening(
        client_id, wish.service, ProjectStatus.INQUIRY, None, opened_by=by.id, open_key=_named(key, by)
    )
    made = projects.open_project(opening, actor, OPENED, now)
    prove(made.id, Proof.STAFF, actor, now)
    order = open_order(bought_outright(wish.service), offer.cents, None, now, project_id=made.id)
    credit.deduct_unused(order, Caller(client_id=client_id), now)
    due_cents = reckon(order.id, now).total_cents
    payment = make(order.id, due_cents, by_transfer(), now) if due_cents else None
    reckon(order.id, now)
    if wish.slot_id is not None:
        move(made.id, wish.slot_id, actor, now)
    grant_access(Client.get_by_id(client_id), None, now, made.id)
    if payment is None:
        fulfil.cover(order, actor, now)
    else:
        write_details(made.id, payment, offer.title, now)
    note(Actor.staff(actor), Act.OPEN_PROJECT, f"project:{made.id}", now, offer.title)
    return Project.get_by_id(made.id)
