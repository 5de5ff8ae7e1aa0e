"""Puts the house together: the only file that knows every feature."""

import logging
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from app import __version__, clock, openapi, tending, web
from app.accounts import sessions
from app.accounts.attacks import tell_staff_of_attacks
from app.accounts.opening import open_due
from app.accounts.resetting import answer_asked
from app.accounts.routes import accounts
from app.admin.routes import back_office
from app.alerts.trouble import watch_job
from app.attention import actions as attention
from app.audit import actions as audit
from app.backups import nightly
from app.booking.routes import booking
from app.catalogue import actions as catalogue
from app.checklist import reminded as documents_reminded
from app.config import Config, put_in_force
from app.consultations import expired, reminded
from app.documents import sweeping, thumbnails, unpaid
from app.documents.routes import documents
from app.documents.space import watch_disk
from app.enquiries.routes import enquiries
from app.errors import AppError
from app.front import open_front
from app.health import Health as HealthOf
from app.http import Schema, route
from app.incoming import MostBytes
from app.invoices.files import make_files
from app.jobs import Jobs
from app.limits import limiter
from app.mail import nudge, sender
from app.messages import notices as messages
from app.metrics.routes import metrics
from app.onboarding.routes import onboarding
from app.paths import IdConverter, largest_body
from app.payments import reconcile
from app.payments.gateway import Gateway, stripe_gateway
from app.payments.patience import JOB
from app.payments.routes import payments
from app.phone_calendar.routes import phone_calendar
from app.portal.routes import portal
from app.projects.routes import projects
from app.proofs.routes import proofs
from app.proposals import actions as proposals
from app.retention import actions as retention
from app.site import Site
from app.slots import actions as slot_actions
from app.slots.routes import slots

log = logging.getLogger("helios")


class Health(Schema):
    """That the server can do its work, and which version it is."""

    status: str
    version: str


@dataclass
class House:
    """A finished program: `wsgi` answers requests, `flask` is behind it, `jobs` are not started yet.

    most_bytes: the largest body that the route of a method and a path takes.
    """

    config: Config
    flask: Flask
    wsgi: Any
    jobs: Jobs
    gateway: Gateway | None
    sandbox: Any
    most_bytes: MostBytes


def create_app(config: Config, bundle: bool = True, front: Site | None = None) -> House:
    """Build the program for a configuration whose database is connected and migrated, and put that in force.

    bundle: whether to serve the built pages (tests of the API do without); front: the site, where it is open already
    and passes on what is no page.
    Raises ConfigError and BundleMissing.
    """
    catalogue.check(config.catalogue)
    put_in_force(config)
    app = Flask("helios", static_folder=None)
    app.url_map.converters["int"] = IdConverter
    # Left to itself, "//" in a path is answered with a redirect to whatever host and port the caller has named.
    app.url_map.merge_slashes = False
    app.json.sort_keys = False  # type: ignore[attr-defined]  # of the provider that Flask brings
    gateway, sandbox = gateway_of(config)
    app.config.update(GATEWAY=gateway, RATELIMIT_ENABLED=True)
    sessions.install(app)
    web.install(app)
    limiter.init_app(app)
    features = (accounts, slots, booking, onboarding, projects, documents, payments, enquiries)
    for blueprint in (*features, *portal, proofs, phone_calendar, metrics, *back_office, _health(config)):
        app.register_blueprint(blueprint)
    if sandbox is not None:
        from app.sandbox.routes import make_blueprint

        app.register_blueprint(make_blueprint(sandbox))
    openapi.install(app)
    jobs = _jobs(config, gateway)
    wsgi: Any = app.wsgi_app
    if config.server.behind_proxy:
        wsgi = ProxyFix(wsgi, x_for=1, x_proto=1, x_host=1)
    if front is None and bundle:
        wsgi = front = open_front(config, wsgi)
    if front is not None:
        jobs.every(timedelta(seconds=15), "pages", front.follow)
    return House(config, app, wsgi, jobs, gateway, sandbox, partial(largest_body, app))


def gateway_of(config: Config) -> tuple[Gateway | None, Any]:
    """What charges cards, None where nothing does, and the stand-in that a demo has behind it."""
    keys = config.payments
    if config.mode == "demo":
        from app.sandbox import Sandbox, post_to
        from app.sandbox.client import sandbox_gateway
        from app.sandbox.key import key_of

        secret = f"whsec_{key_of(config.folder)}"
        address = f"http://127.0.0.1:{config.server.port}/api/stripe/webhook"
        books = config.folder / "sandbox.sqlite3"
        sandbox = Sandbox(books, secret, post_to(address), clock=lambda: clock.now().timestamp())
        return sandbox_gateway(sandbox), sandbox
    if keys.secret_key:
        return stripe_gateway(keys.secret_key, keys.publishable_key, keys.webhook_secret), None
    return None, None


def _jobs(config: Config, gateway: Gateway | None) -> Jobs:
    jobs = Jobs(report=watch_job)
    jobs.worker("letters", sender.keep_sending, nudge.wake)
    if config.backs_up:
        jobs.worker("backups", partial(nightly.keep, config), lambda: None)
    patient = gateway.with_patience(JOB) if gateway else None
    jobs.every(timedelta(hours=1), "retention", lambda: retention.let_go(patient, clock.now()))
    jobs.every(timedelta(minutes=10), "disk", lambda: watch_disk(config.folder, clock.now()), at_once=True)
    jobs.every(timedelta(minutes=10), "unpaid files", lambda: unpaid.watch(config.folder, clock.now()), at_once=True)
    jobs.every(timedelta(minutes=5), "attacks", lambda: tell_staff_of_attacks(clock.now()))
    jobs.every(timedelta(minutes=10), "attention", lambda: attention.tidy(clock.now()))
    jobs.every(timedelta(minutes=10), "proposals", lambda: proposals.run_out(clock.now()), at_once=True)
    jobs.every(timedelta(hours=6), "audit", lambda: audit.forget(clock.now()))
    jobs.every(timedelta(minutes=10), "database", lambda: tending.tend(clock.now()))
    jobs.every(timedelta(seconds=5), "thumbnails", lambda: thumbnails.make_due(config.documents_folder), at_once=True)
    jobs.every(timedelta(hours=6), "documents", lambda: sweeping.sweep(config.documents_folder, clock.now()))
    # At once: an empty calendar would tell the first visitor that there is no time free.
    jobs.every(timedelta(hours=6), "times", lambda: slot_actions.generate(clock.now()), at_once=True)
    jobs.every(timedelta(minutes=1), "holds", lambda: expired.expire_holds(clock.now()), at_once=True)
    jobs.every(timedelta(minutes=1), "sign-ins", open_due, at_once=True)
    jobs.every(timedelta(minutes=1), "invoices", lambda: make_files(clock.now()), at_once=True)
    # Often: somebody sits and waits for it.
    jobs.every(timedelta(seconds=5), "reset links", answer_asked, at_once=True)
    jobs.every(timedelta(minutes=10), "reminders", lambda: reminded.remind(clock.now()), at_once=True)
    jobs.every(timedelta(minutes=30), "document reminders", lambda: documents_reminded.remind(clock.now()))
    jobs.every(timedelta(minutes=1), "messages", lambda: messages.tell(clock.now()), at_once=True)
    if patient is not None:
        # At once: what was paid while no server ran is confirmed when one does, not minutes later.
        jobs.every(reconcile.EVERY, "payments", lambda: reconcile.reconcile(patient), at_once=True)
    return jobs


def _health(config: Config) -> Any:
    from flask import Blueprint

    health, state = Blueprint("health", __name__), HealthOf(config.folder)

    @route(health, "GET", "/api/health", answer=Health, refusals=(503,))
    def show_health() -> Health:
        """Whether the server can do its work; 503 when it cannot read its data, write any or find room on the disk."""
        if state.trouble() is not None:
            raise AppError("unwell", 503, "We cannot save anything right now. Please try again later.", retry_after=30)
        return Health(status="ok", version=__version__)

    return health
