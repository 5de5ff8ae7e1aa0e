"""What staff propose to a client after a consultation, in the portal: seen, accepted, declined."""

from collections.abc import Collection
from datetime import datetime
from typing import Annotated

from flask import Blueprint

from app import checked, clock
from app.accounts.sessions import present_client
from app.catalogue.actions import services
from app.catalogue.included import included
from app.catalogue.rules import Package, ServiceType
from app.http import Bare, Ok, Schema, SeenCents, Who, route
from app.limits import per_caller
from app.orders.credit import left_for_bill
from app.orders.sums import price_of
from app.projects.rules import checkout_path, reference
from app.proposals import actions, starting
from app.proposals.models import Proposal
from app.proposals.rules import REASON, ProposalState, sums

proposals = Blueprint("portal_proposals", __name__)
ADDRESS = "/api/client/proposals/<int:proposal_id>"


class ProposalOut(Schema):
    """What is proposed, and what has become of it; cents.

    `credit_cents`: what of the booking fee would be deducted now, `left_cents`: what is to pay after it. `included`:
    what is done for it, line by line; `message`: a line of staff, '' for none. `expires_at`: until when it can be
    accepted; `begun`: the reference of the project that its acceptance began, None for none.
    """

    id: int
    state: ProposalState
    title: str
    price_cents: int
    credit_cents: int
    left_cents: int
    included: list[str]
    message: str
    proposed_at: datetime
    expires_at: datetime
    ended_at: datetime | None
    begun: str | None


class Accepted(Schema):
    """The project that was begun, and the path at which it is paid for."""

    project_id: int
    reference: str
    pay_at: str


class ServiceSums(Schema):
    """What a service would come to for the client now; cents: see `app.proposals.rules.Sums`."""

    service: ServiceType
    price_cents: int
    credit_cents: int
    left_cents: int


class SumsList(Bare[list[ServiceSums]]):
    """Every service of the catalogue."""


class StartIn(Schema):
    """The price in cents that the client saw: compared, never asked for."""

    price_cents: SeenCents


class DeclineIn(Schema):
    """Why the client does not want it, for staff to read; may be empty."""

    reason: Annotated[str, checked.text(REASON)] = ""


@route(
    proposals,
    "POST",
    f"{ADDRESS}/accept",
    who=Who.CLIENT,
    answer=Accepted,
    refusals=(404, 409),
    limits=(per_caller("30/hour"),),
)
def accept_proposal(proposal_id: int) -> Accepted:
    """Accept what is proposed: it is a project then, to be paid. Repeating it answers with the same project."""
    begun = actions.accept(proposal_id, present_client().id, clock.now())
    price_cents = Proposal.get_by_id(proposal_id).price_cents
    return Accepted(project_id=begun.id, reference=reference(begun.id), pay_at=checkout_path(begun.id, price_cents))


@route(
    proposals,
    "POST",
    f"{ADDRESS}/decline",
    who=Who.CLIENT,
    body=DeclineIn,
    answer=Ok,
    refusals=(404, 409),
    limits=(per_caller("30/hour"),),
)
def decline_proposal(proposal_id: int, body: DeclineIn) -> Ok:
    """Say that what is proposed is not wanted; repeating it changes nothing."""
    actions.decline(proposal_id, present_client().id, body.reason, clock.now())
    return Ok()


@route(proposals, "GET", "/api/client/sums", who=Who.CLIENT, answer=SumsList)
def sums_of_services() -> SumsList:
    """What each service would come to, less what is left of the client's booking fee."""
    left = left_for_bill(present_client().id, clock.now())
    told = {kind: sums(service.cents, left) for kind, service in services().items()}
    return SumsList(
        [
            ServiceSums(
                service=kind, price_cents=each.price_cents, credit_cents=each.credit_cents, left_cents=each.left_cents
            )
            for kind, each in told.items()
        ]
    )


@route(
    proposals,
    "POST",
    "/api/client/projects/<int:project_id>/start",
    who=Who.CLIENT,
    body=StartIn,
    answer=Accepted,
    refusals=(404, 409, 503),
    limits=(per_caller("30/hour"),),
)
def start_service(project_id: int, body: StartIn) -> Accepted:
    """Start the service that a paid consultation is about; repeating it answers with the same project."""
    begun = starting.start(project_id, present_client().id, body.price_cents, clock.now())
    return Accepted(
        project_id=begun.id, reference=reference(begun.id), pay_at=checkout_path(begun.id, price_of(begun.id))
    )


def proposals_of(project_ids: Collection[int], client_id: int, now: datetime) -> dict[int, list[ProposalOut]]:
    """What was proposed to a client after the consultations of these projects of theirs, the newest first."""
    found: dict[int, list[ProposalOut]] = {number: [] for number in project_ids}
    left = left_for_bill(client_id, now)
    rows = Proposal.select().where(Proposal.project.in_(list(project_ids))).order_by(Proposal.id.desc())
    for row in rows:
        found[row.project_id].append(_shown(row, left, now))
    return found


def _shown(row: Proposal, fee_left_cents: int, now: datetime) -> ProposalOut:
    state, told = row.stands_as(now), sums(row.price_cents, fee_left_cents)
    return ProposalOut(
        id=row.id,
        state=state,
        title=row.title,
        price_cents=told.price_cents,
        credit_cents=told.credit_cents,
        left_cents=told.left_cents,
        included=list(included(ServiceType(row.service), Package(row.package) if row.package else None)),
        message=row.message,
        proposed_at=row.proposed_at,
        expires_at=row.expires_at,
        ended_at=row.ended_at or (row.expires_at if state is ProposalState.RUN_OUT else None),
        begun=reference(row.begun_id) if row.begun_id else None,
    )
