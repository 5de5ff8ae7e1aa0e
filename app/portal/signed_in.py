"""Where a client is signed in, in the portal: every browser can be signed out from any other."""

from datetime import datetime

from flask import Blueprint, session

from app import clock
from app.accounts import session_rows, sessions
from app.http import Bare, Ok, Schema, Who, route
from app.limits import per_address

signed_in = Blueprint("portal_signed_in", __name__)


class SessionOut(Schema):
    """A browser that the client is signed in in. No network address is kept of it.

    `name` finds it and opens nothing; `since` is None where that was not kept yet.
    """

    name: str
    browser: str
    since: datetime | None
    is_this: bool


class SessionList(Bare[list[SessionOut]]):
    """Where the client is signed in, this browser first."""


@route(signed_in, "GET", "/api/client/sessions", who=Who.CLIENT, answer=SessionList)
def client_sessions() -> SessionList:
    """Where the client is signed in."""
    me, present = sessions.present_client(), sessions.session_hash(session)
    found = session_rows.signed_in(me, present, clock.now())
    return SessionList([SessionOut.model_validate(each) for each in found])


@route(signed_in, "DELETE", "/api/client/sessions", who=Who.CLIENT, answer=Ok, limits=(per_address("60/hour"),))
def sign_out_elsewhere() -> Ok:
    """Sign the client out everywhere but here; repeating it changes nothing."""
    _sign_out(None)
    return Ok()


@route(signed_in, "DELETE", "/api/client/sessions/<name>", who=Who.CLIENT, answer=Ok, limits=(per_address("60/hour"),))
def sign_out_there(name: str) -> Ok:
    """Sign the client out in one other browser; repeating it, and any other name, changes nothing."""
    _sign_out(name)
    return Ok()


def _sign_out(name: str | None) -> None:
    me, present = sessions.present_client(), sessions.session_hash(session)
    session_rows.sign_out_others(me, present, name, clock.now())
