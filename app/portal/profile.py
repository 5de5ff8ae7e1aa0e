"""A client's own details and wish to be deleted, in the portal."""

from flask import Blueprint

from app import clock
from app.accounts import deletion, details
from app.accounts.sessions import present_client
from app.http import Ok, Who, route
from app.limits import per_address
from app.onboarding.schemas import DetailsIn, DetailsOut

profile = Blueprint("portal_profile", __name__)


@route(profile, "GET", "/api/client/details", who=Who.CLIENT, answer=DetailsOut)
def client_details() -> DetailsOut:
    """What we know of the client."""
    return DetailsOut.of(present_client(), clock.now())


@route(
    profile,
    "PATCH",
    "/api/client/details",
    who=Who.CLIENT,
    body=DetailsIn,
    answer=DetailsOut,
    limits=(per_address("60/hour"),),
)
def correct_details(body: DetailsIn) -> DetailsOut:
    """Keep what the client corrects; what was kept before stays on record."""
    told, now = body.model_dump(exclude_unset=True), clock.now()
    return DetailsOut.of(details.correct(present_client().id, told, now), now)


@route(profile, "POST", "/api/client/deletion", who=Who.CLIENT, answer=Ok, limits=(per_address("20/hour"),))
def ask_deletion() -> Ok:
    """The client asks to be deleted, which staff see to; repeating it changes nothing."""
    deletion.ask(present_client().id, clock.now())
    return Ok()


@route(profile, "DELETE", "/api/client/deletion", who=Who.CLIENT, answer=Ok, limits=(per_address("20/hour"),))
def take_back_deletion() -> Ok:
    """The client wants to stay; repeating it changes nothing."""
    deletion.take_back(present_client().id, clock.now())
    return Ok()
