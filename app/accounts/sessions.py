"""Sessions in the `sessions` table behind an unguessable cookie."""

import hashlib
import secrets
from datetime import datetime
from typing import Any

from flask import Flask, Request, Response, request
from flask import session as flask_session
from flask.sessions import SessionInterface, SessionMixin
from flask_login import LoginManager, login_user, logout_user
from werkzeug.datastructures import CallbackDict

from app import clock
from app.accounts.models import Admin, Client, SessionRow, account
from app.accounts.rules import SESSION_LASTS, VISITOR_KEEPS
from app.config import Config
from app.db import write

COOKIE = "helios_session"
# Lets a page's script see whether asking who is signed in is worth a request. It proves nothing and opens nothing.
HINT = "helios_signed_in"
SWEPT_AT_ONCE = 1000


class ServerSession(CallbackDict[str, Any], SessionMixin):
    """One browser's session. `key` is the cookie's value; the table holds only its hash."""

    def __init__(self, values: dict[str, Any] | None = None, key: str | None = None, expire: datetime | None = None):
        def changed(_: Any) -> None:
            self.modified = True

        super().__init__(values or {}, changed)
        self.key, self.expire = key, expire
        self.modified = False

    def rotate(self) -> None:
        """Give up the cookie's value; the next save makes a new one and the old one is dead at once."""
        if self.key is not None:
            end(self.key)
        self.key = None
        self.modified = True


def digest(key: str) -> str:
    """What the table keeps of a cookie's value, so that a copy of it signs nobody in."""
    return hashlib.sha256(key.encode()).hexdigest()


def end(key: str) -> None:
    """Kill one session."""
    with write():
        SessionRow.delete().where(SessionRow.sid == digest(key)).execute()


def end_all(subject: str) -> None:
    """Kill every session of an account ('client:7')."""
    with write():
        SessionRow.delete().where(SessionRow.subject == subject).execute()


def sweep() -> int:
    """Delete expired sessions, so many at a time that nobody waits long for the write lock; returns how many."""
    expired = SessionRow.select(SessionRow.sid).where(SessionRow.expire < clock.now()).limit(SWEPT_AT_ONCE)
    swept = 0
    while True:
        with write():
            ended = int(SessionRow.delete().where(SessionRow.sid.in_(expired)).execute())
        swept += ended
        if ended < SWEPT_AT_ONCE:
            return swept


class TableSessions(SessionInterface):
    """Flask's session, kept in the table."""

    def __init__(self, secure: bool) -> None:
        self.secure = secure

    def open_session(self, app: Flask, incoming: Request) -> ServerSession:
        """The session of the request's cookie, or an empty one that is saved when something is put in."""
        key = incoming.cookies.get(COOKIE)
        if key and len(key) <= 64:
            row = SessionRow.get_or_none(SessionRow.sid == digest(key), SessionRow.expire > clock.now())
            if row is not None:
                return ServerSession(row.sess, key, row.expire)
        return ServerSession()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Store what changed and send the cookie when its value or its end is new."""
        assert isinstance(session, ServerSession)
        if session.modified or _is_to_be_renewed(session):
            self._save(session, response)
        if HINT in request.cookies and "_user_id" not in session:
            response.delete_cookie(HINT, path="/", secure=self.secure, samesite="Lax")

    def _save(self, session: ServerSession, response: Response) -> None:
        session.modified = False  # when saving fails, the answer that says so does not try again
        if not session:
            if session.key is not None:
                end(session.key)
            response.delete_cookie(COOKIE, path="/", secure=self.secure, httponly=True, samesite="Lax")
            return
        subject = session.get("_user_id")
        lasts = SESSION_LASTS[str(subject).split(":")[0] if subject else "visitor"]
        values: dict[str, Any] = {"sess": dict(session), "subject": subject, "expire": clock.now() + lasts}
        with write():
            if session.key is not None:
                # Never inserts: a session that was ended meanwhile stays dead.
                SessionRow.update(**values).where(SessionRow.sid == digest(session.key)).execute()
            else:
                session.key = secrets.token_urlsafe(32)
                SessionRow.insert(sid=digest(session.key), **values).execute()
        response.set_cookie(
            COOKIE, session.key, max_age=lasts, path="/", secure=self.secure, httponly=True, samesite="Lax"
        )
        if subject:
            response.set_cookie(HINT, "1", max_age=lasts, path="/", secure=self.secure, samesite="Lax")


def _is_to_be_renewed(session: ServerSession) -> bool:
    """Whether a visitor has done something and the session would not last as long as that is kept."""
    if "visitor" not in session or "_user_id" in session or session.expire is None:
        return False
    return request.method not in ("GET", "HEAD", "OPTIONS") and session.expire < clock.now() + VISITOR_KEEPS


def visitor_id(session: SessionMixin) -> str:
    """The owner's name for what this browser makes; drawn and kept on first use."""
    if "visitor" not in session:
        session["visitor"] = secrets.token_urlsafe(24)
    return str(session["visitor"])


def sign_in(session: SessionMixin, who: Client | Admin) -> None:
    """Sign the browser in under a new cookie value (no session fixation)."""
    assert isinstance(session, ServerSession)
    session.rotate()
    login_user(who)
    session["stamp"] = who.password_stamp()


def sign_out(session: SessionMixin) -> None:
    """End the browser's session; its cookie's value is worth nothing afterwards."""
    assert isinstance(session, ServerSession)
    logout_user()
    key = session.key
    if key is not None:
        end(key)
    session.clear()


def install(app: Flask, config: Config) -> None:
    """Give `app` the sessions and flask-login its account loader."""
    app.session_interface = TableSessions(config.server.secure)
    manager = LoginManager(app)
    manager.session_protection = None  # phones change their network address; the cookie is what counts
    manager.user_loader(_load)


def _load(subject: str) -> Client | Admin | None:
    # A sign-in that was under way during a password change may be saved after the sessions were deleted.
    who = account(subject)
    return who if who is not None and flask_session.get("stamp") == who.password_stamp() else None
