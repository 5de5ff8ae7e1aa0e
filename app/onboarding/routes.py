"""Submissions over HTTP: what a visitor tells about themselves before the service is chosen."""

from flask import Blueprint, session

from app.accounts.sessions import visitor_id
from app.catalogue.actions import require_open
from app.http import caller, idempotency_key, route
from app.limits import per_address, per_caller
from app.onboarding import actions
from app.onboarding.schemas import ClientIn, ClientOut

onboarding = Blueprint("onboarding", __name__)


@route(
    onboarding,
    "POST",
    "/api/clients",
    body=ClientIn,
    answer=ClientOut,
    status=201,
    refusals=(409, 503),
    limits=(per_address("60/hour"), per_caller("60/hour")),
)
def submit_client(body: ClientIn) -> ClientOut:
    """Store the visitor's details; repeating it with the same Idempotency-Key corrects the same submission."""
    require_open()
    visitor_id(session)  # drawn now, where the browser has made nothing before
    row = actions.submit_client(caller(), idempotency_key(), body.model_dump())
    return ClientOut.model_validate(row)


@route(onboarding, "GET", "/api/clients/<int:client_id>", answer=ClientOut, refusals=(403, 404))
def show_client(client_id: int) -> ClientOut:
    """The details that this browser submitted, or that the client's project began with."""
    return ClientOut.model_validate(actions.find(client_id, caller()))
