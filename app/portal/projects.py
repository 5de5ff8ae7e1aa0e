"""A client's projects in the portal."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime

from flask import Blueprint

from app import clock
from app.accounts.models import Admin, Client
from app.booking.models import Booking
from app.booking.promised import choice_of, promised
from app.booking.reviewing import clock_said, is_delivered, running_of
from app.catalogue.actions import services
from app.catalogue.included import included
from app.catalogue.reviews import FIXED_FIRST, is_ordered
from app.catalogue.rules import ServiceType
from app.consultations.confirmed import is_confirmed
from app.consultations.shared import shared_with
from app.documents.models import Document
from app.http import Bare, Schema, Who, caller, route
from app.orders.schemas import Arrived, arrived
from app.portal.facts import facts
from app.portal.history import events
from app.portal.proposals import ProposalOut, proposals_of
from app.portal.standing import Facts
from app.projects.finding import find_of_client
from app.projects.models import Project
from app.projects.naming import package_of
from app.projects.rules import PaymentStatus, ProjectStatus, reference
from app.projects.schemas import MeetingOut
from app.proposals.beginning import goes_on_as
from app.proposals.models import Proposal
from app.proposals.offers import fee_of, missing_of, offer_of
from app.proposals.rules import ProposalState
from app.slots.models import Hold

projects = Blueprint("portal_projects", __name__)


class HeldTime(Schema):
    """A time that is kept until `until`, and is the client's once it is paid.

    `until` is None while a bank decides about the payment: the time is kept meanwhile.
    `awaits_transfer`: a bank transfer was chosen for it and has not come yet.
    """

    date: datetime
    until: datetime | None
    awaits_transfer: bool


class ProjectOut(Schema):
    """A client's own project; `payment_amount` in cents.

    `arrived` is the money that came, None while none has.
    `appointment_date` is that of a confirmed consultation; a time that is only held until it is paid is in `held`, and
    `missed` whether staff noted that the client did not come to the confirmed one;
    `in_question` one that is still kept although its payment went back.
    `chooses_time`: it is paid and has no time, so that the client chooses one. `unbooked`: nothing is owed
    for it and no time is kept, until the client goes on at its checkout. `moved_before`: its consultation was moved by
    the client, or its time given back, so that the next time cannot be moved online. `unread_messages` are the firm's.
    """

    id: int
    reference: str
    service_type: ServiceType
    service_title: str
    status: ProjectStatus
    status_label: str
    appointment_date: datetime | None
    missed: bool
    in_question: datetime | None
    held: HeldTime | None
    chooses_time: bool
    unbooked: bool
    moved_before: bool
    payment_amount: int | None
    payment_status: PaymentStatus
    arrived: Arrived | None
    notes: str | None
    unread_messages: int
    created_at: datetime


class ProjectList(Bare[list[ProjectOut]]):
    """All of a client's projects, newest first."""


class Happened(Schema):
    """One moment of a project: what happened, by whom and why ('' where there is nothing to say).

    `ahead`: it has not happened yet.
    """

    at: datetime
    ahead: bool
    what: str
    who: str
    why: str


class OfferOut(Schema):
    """The service that a booked consultation is about: see `app.proposals.offers.Offer`; cents."""

    price_cents: int
    credit_cents: int
    left_cents: int
    can_start: bool


class ProjectPage(ProjectOut):
    """A project with what its own page tells of it beside.

    `service_text` says what the service is, `included` what is done for it line by line. `fee_cents`: of a booked
    consultation; None where the service itself was bought.
    `promise`: of its review, and since when its time runs, '' for none; `is_ordered`: whether it chose the review.
    `offer`: that service, None where it is not to be had by this; `goes_on`: the projects by which it is had, newest
    first. `shared_consultation`: how that stands that it shares with the project it goes on from, '' for its own;
    `came_from`: that project, None for none. `adviser`: the name of who looks after it, None while
    nobody was named; `minutes`: how long its consultation is. `proposals` of a next
    service and `history`: newest first.
    """

    service_text: str
    included: list[str]
    fee_cents: int | None
    promise: str
    is_ordered: bool
    offer: OfferOut | None
    goes_on: list[str]
    shared_consultation: str
    came_from: str | None
    adviser: str | None
    minutes: int
    meeting: MeetingOut
    proposals: list[ProposalOut]
    history: list[Happened]


@route(projects, "GET", "/api/client/projects", who=Who.CLIENT, answer=ProjectList)
def client_projects() -> ProjectList:
    """The client's projects."""
    return projects_of(caller().client_id)


def projects_of(client_id: int | None) -> ProjectList:
    """A client's projects, newest first."""
    mine = Project.select(Project, Client).join(Client).where(Project.of_client(client_id))
    return ProjectList(_shown(list(mine.order_by(Project.created_at.desc(), Project.id.desc()))))


@route(projects, "GET", "/api/client/projects/<int:project_id>", who=Who.CLIENT, answer=ProjectPage, refusals=(404,))
def client_project(project_id: int) -> ProjectPage:
    """One of the client's projects."""
    now = clock.now()
    project = find_of_client(project_id, caller().client_id)
    (shown,) = _shown([project])
    booking = Booking.get_or_none(Booking.project == project.id)
    package, value = choice_of(booking) if booking else (None, None)
    fee_cents = fee_of(project)
    runs = running_of(project.id)
    is_booked = fee_cents is not None and project.status != ProjectStatus.CANCELLED
    offer = offer_of(project, package, value, now) if fee_cents is not None else None
    waits = promised(booking, missing_of(project, offer)) if booking and is_booked else ""
    others = goes_on_as(project)
    proposed = Proposal.open_of(project.id)
    is_proposed = proposed is not None and proposed.stands_as(now) is ProposalState.OPEN
    if is_delivered(project.id) or ((others or is_proposed) and waits == FIXED_FIRST):
        waits = ""
    history = events({project.id: shown.appointment_date})
    adviser = Admin.get_or_none(Admin.id == project.adviser_id, Admin.removed_at.is_null())
    return ProjectPage(
        **dict(shown),
        service_text=services()[shown.service_type].text,
        included=list(included(shown.service_type, package_of(project))),
        fee_cents=fee_cents,
        promise=clock_said(runs, now, Document.are_awaited(project.id, project.consultation_of_id)) if runs else waits,
        is_ordered=is_booked and is_ordered(package, value),
        offer=OfferOut.model_validate(offer) if offer else None,
        goes_on=[reference(each.id) for each in others],
        shared_consultation=shared_with(project, now),
        came_from=reference(project.consultation_of_id) if project.consultation_of_id else None,
        adviser=adviser.name if adviser else None,
        minutes=Hold.minutes_among([project.id])[project.id],
        meeting=MeetingOut.model_validate(project.how_to_meet(project.client.phone, is_confirmed(project))),
        proposals=proposals_of([project.id], project.client_id, now)[project.id],
        history=[Happened(**asdict(event), ahead=event.at > now) for event in history[project.id]],
    )


def _shown(rows: Sequence[Project]) -> list[ProjectOut]:
    """These projects, in as many statements for many as for one."""
    came, standing = arrived(rows), facts(rows, clock.now())
    return [
        ProjectOut(
            id=row.id,
            reference=reference(row.id),
            service_type=row.service_type,
            service_title=standing[row.id].service,
            status=row.status,
            status_label=standing[row.id].status_label,
            appointment_date=standing[row.id].consultation,
            missed=standing[row.id].missed != "",
            in_question=standing[row.id].in_question,
            held=_held(standing[row.id]),
            chooses_time=standing[row.id].chooses_time,
            moved_before=row.client_moved_at is not None,
            unbooked=standing[row.id].is_unbooked and (row.intake_id or row.opened_by_id) is not None,
            payment_amount=row.payment_amount,
            payment_status=row.payment_status,
            arrived=came.get(row.id),
            notes=row.notes,
            unread_messages=standing[row.id].messages,
            created_at=row.created_at,
        )
        for row in rows
    ]


def _held(stands: Facts) -> HeldTime | None:
    if stands.held is None:
        return None
    awaits_transfer = stands.transfer_cents is not None and not stands.is_deciding
    return HeldTime(date=stands.held, until=stands.held_until, awaits_transfer=awaits_transfer)
