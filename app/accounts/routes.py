"""Sign-in, sign-out, profile and password over HTTP."""

from typing import Any

from flask import Blueprint, session
from flask_login import current_user

from app import clock
from app.accounts import actions, sessions
from app.accounts.rules import email_key
from app.accounts.schemas import Credentials, PasswordChange, Profile, StaffCredentials, StaffMember, User
from app.errors import AppError, invalid
from app.fields import REQUIRED
from app.http import Ok, Who, json_object, route
from app.limits import limiter, per_address

accounts = Blueprint("accounts", __name__)


def _named(field: str) -> Any:
    """Count failed sign-ins per account, from wherever they come."""

    def key() -> str:
        try:
            name = json_object().get(field)
        except AppError:
            return "nobody"
        return f"{field}:{email_key(name)}" if isinstance(name, str) else "nobody"

    return limiter.limit("10/15 minutes", key_func=key, deduct_when=lambda response: response.status_code == 401)


def _require(**values: str) -> None:
    missing = {name: REQUIRED for name, value in values.items() if not value}
    if missing:
        raise invalid(missing)


@route(accounts, "GET", "/api/user", answer=User, refusals=(401,))
def show_user() -> User:
    """Who is signed in; 401 means nobody."""
    if not current_user.is_authenticated:
        raise AppError("not_signed_in", 401, "Nobody is signed in.")
    address = current_user.email if current_user.kind == "client" else current_user.username
    return User(kind=current_user.kind, name=current_user.name, email=address)


@route(
    accounts,
    "POST",
    "/api/client/login",
    body=Credentials,
    answer=Profile,
    refusals=(401,),
    limits=(per_address("60/15 minutes"), _named("email")),
)
def client_login(body: Credentials) -> Profile:
    """Sign a client in under a new session id."""
    _require(email=body.email, password=body.password)
    client = actions.check_client(body.email, body.password, clock.now())
    sessions.sign_in(session, client)
    return Profile.model_validate(client)


@route(accounts, "POST", "/api/client/logout", answer=Ok)
def client_logout() -> Ok:
    """End the session; without one there is nothing to do."""
    sessions.sign_out(session)
    return Ok()


@route(accounts, "GET", "/api/client/profile", who=Who.CLIENT_CHANGING, answer=Profile)
def client_profile() -> Profile:
    """The signed-in client's own profile."""
    return Profile.model_validate(current_user._get_current_object())


@route(
    accounts,
    "POST",
    "/api/client/reset-password",
    who=Who.CLIENT_CHANGING,
    body=PasswordChange,
    answer=Ok,
    limits=(per_address("60/15 minutes"),),
)
def client_reset_password(body: PasswordChange) -> Ok:
    """Change the password; every other session of the client ends, this one goes on under a new id."""
    client = current_user._get_current_object()
    actions.change_password(client, body.current_password, body.new_password, body.confirm_password)
    sessions.sign_in(session, client)
    return Ok()


@route(
    accounts,
    "POST",
    "/api/admin/login",
    body=StaffCredentials,
    answer=StaffMember,
    refusals=(401,),
    limits=(per_address("60/15 minutes"), _named("username")),
)
def admin_login(body: StaffCredentials) -> StaffMember:
    """Sign a member of staff in under a new session id."""
    _require(username=body.username, password=body.password)
    admin = actions.check_staff(body.username, body.password)
    sessions.sign_in(session, admin)
    return StaffMember.model_validate(admin)


@route(accounts, "POST", "/api/admin/logout", answer=Ok)
def admin_logout() -> Ok:
    """End the session."""
    sessions.sign_out(session)
    return Ok()
