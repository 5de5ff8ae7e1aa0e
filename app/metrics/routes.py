"""The figures over HTTP: for this machine's own monitor, or for whoever has the token."""

import hmac

from flask import Blueprint, Response, request

from app.config import in_force
from app.errors import not_found
from app.http import route
from app.metrics.tally import requests

metrics = Blueprint("metrics", __name__)
LOOPBACK = {"127.0.0.1", "::1"}
# A proxy on this machine that the configuration does not know of would make every visitor come from here.
PASSED_ON = ("X-Forwarded-For", "X-Forwarded-Host", "Forwarded", "Via")


@route(metrics, "GET", "/metrics", refusals=(404,))
def show_metrics() -> Response:
    """Requests, letters, jobs, the newest backup, room on the disk: for a monitor of Prometheus's kind."""
    config = in_force()
    if not may_read(config.server.metrics_token):
        raise not_found()
    # Loaded for whoever has a monitor; others do without.
    from app.metrics.collector import told

    return Response(told(config, requests), content_type="text/plain; version=0.0.4; charset=utf-8")


def may_read(token: str) -> bool:
    """Whether the request comes from this machine itself, or has the token, where one is set."""
    kind, _, given = request.headers.get("Authorization", "").partition(" ")
    if token and kind.lower() == "bearer" and hmac.compare_digest(given.strip().encode(), token.encode()):
        return True
    return request.remote_addr in LOOPBACK and not any(name in request.headers for name in PASSED_ON)
