"""The cookies of a browser's session, unguessable, and the session that Flask keeps for them in the table."""

import secrets
from datetime import datetime
from typing import Any

from flask import Flask, Request, Response, request
from flask.sessions import SessionInterface, SessionMixin
from werkzeug.datastructures import CallbackDict

from app import clock
from app.accounts import browsers
from app.accounts.finding import account
from app.accounts.models import Admin, Client
from app.accounts.rules import KNOWN_BROWSER_LASTS, SESSION_LASTS, VISITOR_KEEPS, digest
from app.accounts.session_rows import SessionRow, end
from app.audit.actions import note
from app.audit.models import Act
from app.db import write
from app.rows import stored

COOKIE = "helios_session"
# Lets a page's script see whether asking who is signed in is worth a request. It proves nothing and opens nothing.
HINT = "helios_signed_in"
# Says that its account has signed in from this browser before. It opens nothing either: see attempts.py.
BROWSER = "helios_browser"


def cookie_name(name: str, secure: bool) -> str:
    """A cookie's name. Behind TLS it has the prefix with which browsers take it from this host alone, over TLS."""
    return f"__Host-{name}" if secure else name


class ServerSession(CallbackDict[str, Any], SessionMixin):
    """One browser's session. `key` is the cookie's value; the table holds only its hash."""

    # Who has just signed in, and whether that is news (it is not after a change of password).
    entering: Client | Admin | None = None
    entering_anew = False

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

    def enter(self, browser: str | None, now: datetime) -> str | None:
        """Write down who has just signed in and keep their browser; its cookie's value from now on, if there is one.

        browser: that value as it came. Joins the `write()` that saves the session.
        """
        who, self.entering = self.entering, None
        if who is None:
            return None
        if self.entering_anew:
            note(who.actor(), Act.SIGN_IN, who.get_id(), now)
        present = account(who.get_id())
        if present is None or self.get("stamp") != present.password_stamp():
            return None  # another password was set meanwhile: this session is dead already
        return browsers.remember(who, browser, now)


class TableSessions(SessionInterface):
    """Flask's session, kept in the table."""

    def __init__(self, secure: bool) -> None:
        self.secure = secure
        self.cookie, self.hint, self.browser = (cookie_name(name, secure) for name in (COOKIE, HINT, BROWSER))

    def open_session(self, app: Flask, incoming: Request) -> ServerSession:
        """The session of the request's cookie, or an empty one that is saved when something is put in."""
        key = incoming.cookies.get(self.cookie)
        if key and len(key) <= 64:
            row = SessionRow.one("sid = ? AND expire > ?", digest(key), stored(clock.now()))
            if row is not None:
                return ServerSession(row.sess, key, row.expire)
        return ServerSession()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Store what changed and send the cookie when its value or its end is new."""
        assert isinstance(session, ServerSession)
        # Whatever a visitor does is kept for a while, and the session has to last as long.
        acts = "visitor" in session and request.method not in ("GET", "HEAD", "OPTIONS")
        ends_before = session.expire is not None and session.expire < clock.now() + VISITOR_KEEPS
        if session.modified or (acts and ends_before and "_user_id" not in session):
            self._save(session, response)
        if self.hint in request.cookies and "_user_id" not in session:
            response.delete_cookie(self.hint, path="/", secure=self.secure, samesite="Lax")

    def _save(self, session: ServerSession, response: Response) -> None:
        session.modified = False  # when saving fails, the answer that says so does not try again
        if not session:
            if session.key is not None:
                end(session.key)
            response.delete_cookie(self.cookie, path="/", secure=self.secure, httponly=True, samesite="Lax")
            return
        subject, now = session.get("_user_id"), clock.now()
        lasts = SESSION_LASTS[str(subject).split(":")[0] if subject else "visitor"]
        values: dict[str, Any] = {"sess": dict(session), "subject": subject, "expire": now + lasts}
        with write():
            browser_key = session.enter(request.cookies.get(self.browser), now)
            if session.key is not None:
                # Never inserts: a session that was ended meanwhile stays dead.
                SessionRow.update(**values).where(SessionRow.sid == digest(session.key)).execute()
            else:
                session.key = secrets.token_urlsafe(32)
                SessionRow.insert(sid=digest(session.key), **values).execute()
        kept: dict[str, Any] = {"path": "/", "secure": self.secure, "samesite": "Lax"}
        response.set_cookie(self.cookie, session.key, max_age=lasts, httponly=True, **kept)
        if subject:
            response.set_cookie(self.hint, "1", max_age=lasts, **kept)
        if browser_key is not None:
            response.set_cookie(self.browser, browser_key, max_age=KNOWN_BROWSER_LASTS, httponly=True, **kept)
