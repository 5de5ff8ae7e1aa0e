"""What comes next for a client, in the portal."""

from datetime import datetime

from flask import Blueprint

from app import clock
from app.accounts.models import Client
from app.http import Bare, Schema, Who, caller, route
from app.portal.facts import facts
from app.portal.steps import StepKind, next_steps
from app.projects.models import Project

steps = Blueprint("portal_steps", __name__)


class StepOut(Schema):
    """One thing that comes next, with its one button.

    `at`: the moment that it is about, `until`: when it is too late. `href`: an address of this site.
    """

    kind: StepKind
    project_id: int
    reference: str
    service_title: str
    title: str
    note: str
    label: str
    href: str
    at: datetime | None
    until: datetime | None


class StepList(Bare[list[StepOut]]):
    """What comes next, the most urgent first."""


@route(steps, "GET", "/api/client/steps", who=Who.CLIENT, answer=StepList)
def client_steps() -> StepList:
    """What comes next for the client, and what is asked of them."""
    now = clock.now()
    mine = list(Project.select(Project, Client).join(Client).where(Project.of_client(caller().client_id)))
    return StepList(
        [
            StepOut(
                kind=step.kind,
                project_id=step.facts.project_id,
                reference=step.facts.reference,
                service_title=step.facts.service,
                title=step.title,
                note=step.note,
                label=step.label,
                href=step.href,
                at=step.at,
                until=step.until,
            )
            for step in next_steps(facts(mine, now).values(), now)
        ]
    )
