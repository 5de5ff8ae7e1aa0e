"""Clients in the back office over HTTP: the list, the page of each, and what staff correct and do."""

from typing import Annotated

from flask import Blueprint
from flask_login import current_user

from app import checked, clock
from app.accounts import details, email_change
from app.accounts.finding import find_client
from app.accounts.opening import send_sign_in
from app.admin.clients import listing, page, timeline
from app.admin.clients.schemas import ClientPage, ClientsPage, ClientsQuery, CorrectionIn, Events, EventsQuery
from app.audit import actions as audit
from app.http import Ok, Schema, Who, route
from app.onboarding.rules import TEXT_RULES
from app.onboarding.schemas import DetailsOut

clients = Blueprint("admin_clients", __name__)
ADDRESS = "/api/admin/clients/<int:client_id>"


class Vouching(Schema):
    """The address that the client has told staff they want."""

    new_address: Annotated[str, checked.text(TEXT_RULES["email"])] = checked.demanded()


@route(clients, "GET", "/api/admin/clients", who=Who.STAFF, query=ClientsQuery, answer=ClientsPage)
def list_clients(query: ClientsQuery) -> ClientsPage:
    """The clients who are found, or all of them."""
    return listing.page_of(query, clock.now())


@route(clients, "GET", ADDRESS, who=Who.STAFF, answer=ClientPage, refusals=(404,))
def show_client(client_id: int) -> ClientPage:
    """A client with their projects and what can be said of them in a line."""
    now = clock.now()
    found = page.of_client(client_id, now)
    audit.look(current_user.actor(), f"client:{client_id}", now)
    return found


@route(clients, "GET", f"{ADDRESS}/timeline", who=Who.STAFF, query=EventsQuery, answer=Events, refusals=(404,))
def show_timeline(client_id: int, query: EventsQuery) -> Events:
    """Everything that happened with a client, newest first."""
    find_client(client_id)
    audit.look(current_user.actor(), f"client:{client_id}", clock.now())
    return timeline.events(client_id, query)


@route(clients, "POST", f"{ADDRESS}/sign-in", who=Who.STAFF, answer=Ok, refusals=(404,))
def send_client_sign_in(client_id: int) -> Ok:
    """Give a client a new temporary password, by letter; what they had is worth nothing at once."""
    send_sign_in(client_id, current_user.actor())
    return Ok()


@route(
    clients,
    "PATCH",
    f"{ADDRESS}/details",
    who=Who.STAFF,
    body=CorrectionIn,
    answer=DetailsOut,
    refusals=(404, 409),
)
def correct_client(client_id: int, body: CorrectionIn) -> DetailsOut:
    """Keep what staff correct of a client's details; what was kept before stays on record.

    Refused where somebody has changed them since the version that staff had before them.
    """
    told, now = body.model_dump(exclude_unset=True, exclude={"version"}), clock.now()
    return DetailsOut.of(details.correct(client_id, told, now, current_user.actor(), body.version), now)


@route(
    clients,
    "POST",
    f"{ADDRESS}/email-change/vouch",
    who=Who.STAFF,
    body=Vouching,
    answer=Ok,
    refusals=(404, 409),
)
def vouch_for_email_change(client_id: int, body: Vouching) -> Ok:
    """Say yes for the old address, which the client cannot read any more; the new one has to say yes itself."""
    email_change.vouch(client_id, body.new_address, current_user.actor(), clock.now())
    return Ok()
