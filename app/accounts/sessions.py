"""Whose a browser's session is: its visitor's, and who signs in and out in it."""

import secrets

from flask import Flask, current_app, request
from flask import session as flask_session
from flask.sessions import SessionMixin
from flask_login import LoginManager, current_user, login_user, logout_user

from app import clock
from app.accounts import browsers
from app.accounts.cookies import ServerSession, TableSessions
from app.accounts.finding import account
from app.accounts.models import Account, Admin, Client
from app.accounts.rules import browser_words, digest
from app.accounts.session_rows import end, is_open
from app.audit.actions import note
from app.audit.models import Act
from app.config import in_force
from app.db import write
from app.errors import AppError


def visitor_id(session: SessionMixin) -> str:
    """The owner's name for what this browser makes; drawn and kept on first use."""
    if "visitor" not in session:
        session["visitor"] = secrets.token_urlsafe(24)
    return str(session["visitor"])


def known_browser(session: SessionMixin, who: Account | None) -> str | None:
    """What stands for the caller's browser if `who` has signed in from it before, or was opened by its payment."""
    store = current_app.session_interface
    assert isinstance(store, TableSessions)
    return browsers.known(who, request.cookies.get(store.browser), session.get("visitor"))


def session_hash(session: SessionMixin) -> str:
    """What stands for the caller's session where its key must not be kept."""
    assert isinstance(session, ServerSession)
    return digest(session.key or "")


def sign_in(session: SessionMixin, who: Client | Admin, anew: bool = True) -> None:
    """Sign the browser in under a new cookie value (no session fixation).

    anew: False where it goes on after a change of password. What is kept of it is written with the session itself.
    """
    assert isinstance(session, ServerSession)
    session.rotate()
    login_user(who)
    session["stamp"] = who.password_stamp()
    if anew or "began" not in session:
        session["began"] = clock.now().isoformat()
    session["browser"] = browser_words(request.user_agent.string)
    session.entering, session.entering_anew = who, anew


def present_client() -> Client:
    """The client who makes the present request, of a route that admits none but clients."""
    client: Client = current_user._get_current_object()
    return client


def present_staff() -> Admin:
    """The member of staff who makes the present request, of a route that admits none but staff."""
    admin: Admin = current_user._get_current_object()
    return admin


def require_still_signed_in() -> None:
    """Refuse what a slow step came before, inside its `write()`: AppError 401 where who makes the request is not signed
    in any more: erased, merged or removed, at another password, or signed out from elsewhere.

    For whoever is not signed in there is nothing to refuse.
    """
    if not current_user.is_authenticated:
        return
    assert isinstance(flask_session, ServerSession)
    who: Client | Admin = current_user._get_current_object()
    present = account(who.get_id())
    same = present is not None and present.password_stamp() == who.password_stamp()
    if not (same and is_open(flask_session.key or "", who)):
        raise AppError("not_signed_in", 401, "Please sign in to continue.")


def sign_out(session: SessionMixin, kind: type[Account]) -> None:
    """End the browser's session; its cookie's value is worth nothing afterwards.

    kind: whose sign-out was asked for; a session of another kind of account goes on.
    """
    assert isinstance(session, ServerSession)
    who = current_user._get_current_object() if current_user.is_authenticated else None
    if who is not None and not isinstance(who, kind):
        return
    with write():
        ended = session.key is not None and end(session.key)
        if ended and who is not None:
            note(who.actor(), Act.SIGN_OUT, who.get_id(), clock.now())
    logout_user()
    session.clear()


def install(app: Flask) -> None:
    """Give `app` the sessions and flask-login its account loader."""
    app.session_interface = TableSessions(in_force().server.secure)
    # There is no such cookie: flask-login would need a key to read the one that anybody may send under its name.
    app.config["REMEMBER_COOKIE_NAME"] = None
    manager = LoginManager(app)
    manager.session_protection = None  # phones change their network address; the cookie is what counts

    def load(subject: str) -> Client | Admin | None:
        # A sign-in that was under way during a password change may be saved after the sessions were deleted.
        who = account(subject)
        return who if who is not None and flask_session.get("stamp") == who.password_stamp() else None

    manager.user_loader(load)
