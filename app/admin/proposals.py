"""The next service that staff propose after a consultation, in the back office."""

from datetime import datetime
from typing import Annotated

from flask import Blueprint

from app import checked, clock
from app.accounts.sessions import present_staff
from app.booking.models import Booking
from app.booking.promised import choice_of
from app.catalogue.actions import packages, services
from app.catalogue.reviews import on_packages
from app.catalogue.rules import Package, ServiceType, bought
from app.catalogue.works import ProjectValue
from app.consultations.shared import shared_for_staff
from app.http import Ok, Schema, Who, demanded_key, route
from app.projects.models import Project
from app.projects.rules import reference
from app.proposals import actions, proposing
from app.proposals.beginning import goes_on_as
from app.proposals.models import Proposal
from app.proposals.rules import DAYS_OPEN, MESSAGE, ProposalState

proposals = Blueprint("admin_proposals", __name__)


class ProposalIn(Schema):
    """What is proposed: a service, of a contract review maybe a package, and a line to the client that may be empty."""

    service: ServiceType
    package: Package | None = None
    message: Annotated[str, checked.text(MESSAGE)] = ""


class ProposalMade(Schema):
    """What was proposed; cents."""

    id: int
    title: str
    price_cents: int
    credit_cents: int
    expires_at: datetime


class ProposalLine(ProposalMade):
    """A proposal in the record of its project. `reason`: of the client who declined, '' for none.

    `begun_id`: the project that its acceptance began, `begun` its reference, None for none.
    """

    state: ProposalState
    message: str
    by: str
    proposed_at: datetime
    ended_at: datetime | None
    reason: str
    begun_id: int | None
    begun: str | None


class Proposable(Schema):
    """A service that can be proposed, at what it costs now; cents. `package`: of a contract review."""

    service: ServiceType
    package: Package | None
    title: str
    price_cents: int


class RecordProposals(Schema):
    """What was proposed, the newest first, and what can be. `refusal`: why nothing can now, '' where it can.

    `days`: for how long a proposal is open. `came_from`: what this one goes on from and how the consultation stands
    that they share, a sentence; '' for nothing; `goes_on`: those by which its own service is had, the newest first.
    `on_packages`: what staff should know before they propose a package, '' where nothing.
    """

    lines: list[ProposalLine]
    choices: list[Proposable]
    refusal: str
    days: int
    came_from: str
    goes_on: list[str]
    on_packages: str


@route(
    proposals,
    "POST",
    "/api/admin/projects/<int:project_id>/proposals",
    who=Who.STAFF,
    body=ProposalIn,
    answer=ProposalMade,
    status=201,
    refusals=(404, 409),
    keyed=True,
)
def propose_service(project_id: int, body: ProposalIn) -> ProposalMade:
    """Propose a next service to the client by letter; once for each Idempotency-Key."""
    wish = proposing.Wish(body.service, body.package, body.message)
    made = proposing.propose(project_id, wish, demanded_key(), present_staff(), clock.now())
    return ProposalMade.model_validate(made)


@route(
    proposals,
    "POST",
    "/api/admin/proposals/<int:proposal_id>/withdraw",
    who=Who.STAFF,
    answer=Ok,
    refusals=(404, 409),
)
def withdraw_proposal(proposal_id: int) -> Ok:
    """Take a proposal back that nobody has answered; repeating it changes nothing. No letter is written."""
    actions.withdraw(proposal_id, present_staff(), clock.now())
    return Ok()


def proposals_of(project: Project, now: datetime) -> RecordProposals:
    """What was and can be proposed to the client of a project."""
    rows = Proposal.rows("project_id = ? ORDER BY id DESC", project.id)
    return RecordProposals(
        lines=[_line(row, now) for row in rows],
        choices=_choices(),
        refusal=proposing.refusal(project, now),
        days=DAYS_OPEN,
        came_from=shared_for_staff(project, now),
        goes_on=[reference(each.id) for each in goes_on_as(project)],
        on_packages=on_packages(_value_of(project)),
    )


def _value_of(project: Project) -> ProjectValue | None:
    booking = Booking.one("project_id = ?", project.id)
    return choice_of(booking)[1] if booking else None


def _line(row: Proposal, now: datetime) -> ProposalLine:
    state = row.stands_as(now)
    return ProposalLine(
        id=row.id,
        title=row.title,
        price_cents=row.price_cents,
        credit_cents=row.credit_cents,
        expires_at=row.expires_at,
        state=state,
        message=row.message,
        by=row.admin.name,
        proposed_at=row.proposed_at,
        ended_at=row.ended_at or (row.expires_at if state is ProposalState.RUN_OUT else None),
        reason=row.reason,
        begun_id=row.begun_id,
        begun=reference(row.begun_id) if row.begun_id else None,
    )


def _choices() -> list[Proposable]:
    """Every service but the consultation, and of the contract review its packages."""
    found = []
    for kind, service in services().items():
        if kind is ServiceType.CONSULTATION:
            continue
        if kind is ServiceType.CONTRACT_REVIEW:
            found += [
                Proposable(service=kind, package=each, title=bought(service, package), price_cents=package.cents)
                for each, package in packages().items()
            ]
        else:
            found.append(Proposable(service=kind, package=None, title=service.title, price_cents=service.cents))
    return found
