"""What a client's projects still need, in the portal."""

from typing import Any

from flask import Blueprint

from app import clock
from app.checklist import actions
from app.checklist.models import Need, states
from app.checklist.rules import NeedState
from app.consultations.rules import is_off
from app.http import Bare, Ok, Schema, SentId, Who, caller, route
from app.limits import per_address
from app.orders.models import Order
from app.orders.rules import OrderState
from app.projects.models import Project
from app.projects.rules import ProjectStatus

checklist = Blueprint("portal_checklist", __name__)


class NeedOut(Schema):
    """A document that a project needs, and how that stands."""

    id: int
    project_id: int
    title: str
    state: NeedState


class NeedList(Bare[list[NeedOut]]):
    """What the client's projects that go on need or needed, as it was asked."""


class Sent(Schema):
    """Which of the client's documents is what a line asks for."""

    document_id: SentId


@route(checklist, "GET", "/api/client/needs", who=Who.CLIENT, answer=NeedList)
def client_needs() -> NeedList:
    """The client's checklists."""
    return needs_of(caller().client_id)


def needs_of(client_id: int | None) -> NeedList:
    """The checklists of a client's projects that go on, without what staff need no longer."""
    mine: Any = Project.select(Project.id, Project.status, Order.state).join(Order, on=Order.begins(Project.id))
    asked = mine.where(Project.of_client(client_id)).tuples()
    open_ = [number for number, status, money in asked if not is_off(ProjectStatus(status), OrderState(money))]
    rows = list(Need.select().where(Need.project_id.in_(open_)).order_by(Need.project_id, Need.id))
    standing = states(rows)
    return NeedList(
        [
            NeedOut(id=row.id, project_id=row.project_id, title=row.title, state=standing[row.id])
            for row in rows
            if standing[row.id] is not NeedState.WITHDRAWN
        ]
    )


@route(
    checklist,
    "POST",
    "/api/client/needs/<int:need_id>/decline",
    who=Who.CLIENT,
    answer=Ok,
    refusals=(404, 409),
    limits=(per_address("60/hour"),),
)
def decline_need(need_id: int) -> Ok:
    """The client does not have this document; repeating it changes nothing."""
    actions.decline(need_id, caller().client_id, clock.now())
    return Ok()


@route(
    checklist,
    "DELETE",
    "/api/client/needs/<int:need_id>/decline",
    who=Who.CLIENT,
    answer=Ok,
    refusals=(404, 409),
    limits=(per_address("60/hour"),),
)
def take_back_declined_need(need_id: int) -> Ok:
    """The client has this document after all; repeating it changes nothing."""
    actions.take_back_decline(need_id, caller().client_id, clock.now())
    return Ok()


@route(
    checklist,
    "POST",
    "/api/client/needs/<int:need_id>/document",
    who=Who.CLIENT,
    body=Sent,
    answer=Ok,
    refusals=(404, 409),
    limits=(per_address("60/hour"),),
)
def tick_need(need_id: int, body: Sent) -> Ok:
    """A document that the client sent before is what this line asks for; repeating it changes nothing."""
    actions.tick(need_id, body.document_id, caller().client_id, clock.now())
    return Ok()
