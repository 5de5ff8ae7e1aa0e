"""Sign-in, sign-out, profile and password over HTTP."""

from flask import Blueprint, session
from flask_login import current_user

from app import clock
from app.accounts import attempts, credentials, resetting, sessions
from app.accounts.models import Admin, Client
from app.accounts.rules import email_key
from app.accounts.schemas import (
    Credentials,
    NewPassword,
    PasswordChange,
    Profile,
    ResetAsked,
    ResetLink,
    ResetOf,
    StaffCredentials,
    StaffMember,
    User,
)
from app.errors import AppError
from app.http import Ok, Who, route
from app.limits import per_address

accounts = Blueprint("accounts", __name__)


def _change_password(body: PasswordChange) -> None:
    who = current_user._get_current_object()
    told = (body.current_password, body.new_password, body.confirm_password)
    credentials.judge_change(who, *told)
    with attempts.current_password(sessions.session_hash(session)):
        credentials.change_password(who, *told, within=sessions.require_still_signed_in)
    sessions.sign_in(session, who, anew=False)


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
    refusals=(401, 429),
)
def client_login(body: Credentials) -> Profile:
    """Sign a client in under a new session id."""
    name = email_key(body.email)
    who = Client.with_email(name)
    with attempts.sign_in("client", name, who, sessions.known_browser(session, who)):
        client = credentials.check_client(name, body.password, clock.now())
    sessions.sign_in(session, client)
    return Profile.model_validate(client)


@route(accounts, "POST", "/api/client/logout", answer=Ok)
def client_logout() -> Ok:
    """End the client's session; without one there is nothing to do."""
    sessions.sign_out(session, Client)
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
    _change_password(body)
    return Ok()


@route(
    accounts,
    "POST",
    "/api/client/reset-link",
    body=ResetAsked,
    answer=Ok,
    limits=(per_address("20/hour"),),
)
def ask_reset_link(body: ResetAsked) -> Ok:
    """Have a link to choose a password sent, if the address is a client's with a sign-in; the answer is always this."""
    resetting.ask(body.email, clock.now())
    return Ok()


@route(
    accounts,
    "POST",
    "/api/client/reset-link/look",
    body=ResetLink,
    answer=ResetOf,
    refusals=(404,),
    limits=(per_address("60/hour"),),
)
def look_at_reset_link(body: ResetLink) -> ResetOf:
    """Whose password the link sets. It changes nothing: programs open links, too."""
    return ResetOf(email=resetting.whose(body.token, clock.now()).email)


@route(
    accounts,
    "POST",
    "/api/client/reset-link/password",
    body=NewPassword,
    answer=Profile,
    refusals=(404,),
    limits=(per_address("60/hour"),),
)
def choose_password(body: NewPassword) -> Profile:
    """Set the password that the link's client chose, and sign them in; every other session of theirs ends."""
    client = resetting.choose_password(body.token, body.new_password, body.confirm_password)
    sessions.sign_in(session, client)
    return Profile.model_validate(client)


@route(
    accounts,
    "POST",
    "/api/admin/login",
    body=StaffCredentials,
    answer=StaffMember,
    refusals=(401, 429),
)
def admin_login(body: StaffCredentials) -> StaffMember:
    """Sign a member of staff in under a new session id."""
    name = body.username.strip().lower()
    who = Admin.called(name)
    with attempts.sign_in("staff", name, who, sessions.known_browser(session, who)):
        admin = credentials.check_staff(name, body.password, clock.now())
    sessions.sign_in(session, admin)
    return StaffMember.model_validate(admin)


@route(
    accounts,
    "POST",
    "/api/admin/password",
    who=Who.STAFF,
    body=PasswordChange,
    answer=Ok,
    limits=(per_address("60/15 minutes"),),
)
def admin_password(body: PasswordChange) -> Ok:
    """Change one's own password; every other session of the account ends, this one goes on under a new id."""
    _change_password(body)
    return Ok()


@route(accounts, "POST", "/api/admin/logout", answer=Ok)
def admin_logout() -> Ok:
    """End the session of staff; without one there is nothing to do."""
    sessions.sign_out(session, Admin)
    return Ok()
