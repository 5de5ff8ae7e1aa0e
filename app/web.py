"""What every request gets: host and origin checks, security headers, error answers, one log line."""

import logging
import secrets
import time

import peewee
from flask import Flask, Response, g, request
from werkzeug.exceptions import HTTPException, InternalServerError, TooManyRequests

from app import http, limits
from app.config import in_force
from app.errors import AppError, by_status, too_many
from app.headers import host_allowed, security_headers
from app.metrics.tally import requests

log = logging.getLogger("helios.request")
SLOW_SECONDS = 1.0
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
# Calls that machines make: they carry no cookie's authority and prove themselves otherwise.
SIGNED_PATHS = {"/api/stripe/webhook"}


def refuse_foreign_writes() -> None:
    """Refuse a write that another site's page makes in a visitor's name.

    Browsers say where a request comes from (Sec-Fetch-Site, Origin, of old ones Referer alone); a caller that says
    nothing is no browser and carries no visitor's cookies against their will.
    """
    if request.method in SAFE_METHODS or request.path in SIGNED_PATHS:
        return
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None and site not in ("same-origin", "none"):
        raise AppError("foreign_origin", 403, "This request came from another site.")
    origin = request.headers.get("Origin")
    if origin is None and site is None and (referrer := request.headers.get("Referer")):
        # Without its path, which is what an Origin would be.
        origin = "/".join(referrer.split("/", 3)[:3])
    if origin is None:
        return
    scheme, _, host = origin.partition("://")
    # What somebody put into an unprotected page is not ours where visitors come over TLS.
    if host != request.host or (in_force().server.secure and scheme != "https"):
        raise AppError("foreign_origin", 403, "This request came from another site.")


def install(app: Flask) -> None:
    """Give `app` its checks, headers, error answers and log."""
    headers = security_headers()

    @app.before_request
    def check() -> Response | None:
        g.started, g.request_id = time.perf_counter(), secrets.token_hex(6)
        if not host_allowed(request.host):
            return http.refuse(AppError("unknown_host", 400, "This site does not answer under that name."))
        refuse_foreign_writes()
        return None

    @app.after_request
    def finish(response: Response) -> Response:
        for name, value in headers.items():
            response.headers.setdefault(name, value)
        response.headers["X-Request-Id"] = g.get("request_id", "")
        response.headers.setdefault("Cache-Control", "no-store")
        if response.headers.get("Content-Type", "").startswith("application/json"):
            response.headers["X-Robots-Tag"] = "noindex"
        # The rule, not the path: paths and query strings can carry names, ids and secrets.
        rule = request.url_rule.rule if request.url_rule else "(no route)"
        took = time.perf_counter() - g.started if "started" in g else 0.0
        requests.add(request.method, rule, response.status_code, took)
        told = g.get("request_id", "-"), request.method, rule, response.status_code, took * 1000
        log.log(logging.WARNING if took > SLOW_SECONDS else logging.INFO, "%s %s %s %d %.1fms", *told)
        return response

    @app.errorhandler(OSError)
    def tell_of_disk(error: OSError) -> Response:
        log.exception("disk")
        return http.refuse(AppError("disk", 507, "We cannot save anything right now. Please try again later."))

    @app.errorhandler(Exception)
    def tell_of_surprise(error: Exception) -> Response:
        log.exception("unexpected error in request %s", g.get("request_id", "-"), exc_info=error)
        return http.refuse(AppError("unexpected", 500, "Something went wrong on our side. Please try again."))

    app.register_error_handler(AppError, http.refuse)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(peewee.OperationalError, _database_error)


def _http_error(error: HTTPException) -> Response:
    status = error.code or 500
    if isinstance(error, InternalServerError) and isinstance(error.original_exception, peewee.OperationalError):
        # Opening or saving the session failed, which happens around a view rather than in it.
        return _database_error(error.original_exception)
    if isinstance(error, TooManyRequests):
        said = limits.refusal_of(error) or limits.TOO_MANY_ATTEMPTS
        return http.refuse(too_many(said, limits.wait_seconds()))
    response = http.refuse(by_status(status))
    response.headers.update({name: text for name, text in error.get_headers() if name in ("Allow", "Content-Range")})
    return response


def _database_error(error: peewee.OperationalError) -> Response:
    text = str(error)
    log.error("database: %s", text)
    if "full" in text or "disk I/O" in text or "readonly" in text or "unable to open" in text:
        return http.refuse(AppError("disk", 507, "We cannot save anything right now. Please try again later."))
    busy = "We are very busy right now. Please try again in a moment."
    return http.refuse(AppError("busy", 503, busy, retry_after=5))
