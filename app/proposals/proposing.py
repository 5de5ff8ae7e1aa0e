"""Proposing a next service after a consultation, and why that may be refused."""

from dataclasses import dataclass
from datetime import datetime

from app.accounts.models import Admin
from app.audit.actions import note
from app.audit.models import Act
from app.catalogue.actions import bought_as, bought_outright, packages, services
from app.catalogue.rules import Package, ServiceType
from app.db import write
from app.documents.sharing import require_portal
from app.errors import AppError
from app.orders.credit import left_for_bill
from app.projects import actions as projects
from app.projects.finding import find_for_staff
from app.projects.models import Project
from app.projects.rules import ProjectStatus
from app.proposals.actions import end_due
from app.proposals.models import Proposal
from app.proposals.notices import post_proposed
from app.proposals.rules import OPEN_FOR, ProposalState, sums
from app.slots.models import Hold
from app.slots.rules import Attendance

NOT_HELD = "Please note first that the consultation was held."
NOT_COME = (
    "The client did not come to the consultation. Once it is held at another time and noted so, a service can be "
    "proposed."
)
NONE_OF_ITS_OWN = (
    "It has no consultation of its own after which something could be proposed. Please bill further work here."
)
IS_CANCELLED = "This project is cancelled. Please open it again first."
OPEN_ALREADY = "A proposal is open for this project already. Please withdraw it first."
OTHER = "Another proposal was made with this key."
NO_NEXT = "A consultation is no next service. Please choose another one."
NO_PACKAGE = "Only a contract review has packages."


@dataclass(frozen=True)
class Wish:
    """What is proposed: a service, of the contract review also a package, and a personal line that may be empty."""

    service: ServiceType
    package: Package | None = None
    message: str = ""


def propose(project_id: int, wish: Wish, key: str, by: Admin, now: datetime) -> Proposal:
    """Propose a next service to the client of a project; the same `key` again answers with what it made.

    The price is the catalogue's of now and holds for `rules.OPEN_FOR`. AppError 404 where there is no such project,
    409 where it is cancelled, its consultation is not noted as held, no portal shows it, or a proposal is open; 422 for
    a consultation.
    """
    with write():
        project = find_for_staff(project_id)
        known: Proposal | None = Proposal.get_or_none(Proposal.admin == by.id, Proposal.propose_key == key)
        if known is not None:
            if (known.project_id, _wish(known)) != (project_id, wish):
                raise AppError("other_proposal", 409, OTHER)
            return known
        title, cents = _offered(wish)
        require_portal(project)
        if project.status == ProjectStatus.CANCELLED:
            raise AppError("cancelled", 409, IS_CANCELLED)
        if not _is_held(project_id):
            raise AppError("not_held", 409, _not_held(project))
        end_due(project_id, now)
        if Proposal.open_of(project_id) is not None:
            raise AppError("open", 409, OPEN_ALREADY)
        told = sums(cents, left_for_bill(project.client_id, now))
        made: Proposal = Proposal.create(
            project=project_id,
            admin=by.id,
            propose_key=key,
            service=wish.service,
            package=wish.package,
            title=title,
            price_cents=told.price_cents,
            credit_cents=told.credit_cents,
            message=wish.message,
            proposed_at=now,
            expires_at=now + OPEN_FOR,
        )
        post_proposed(project, made, now)
        projects.record(project_id, by.username, f"Proposed to the client: {title}", now)
        note(by.actor(), Act.PROPOSE, f"project:{project_id}", now, title)
    return made


def refusal(project: Project, now: datetime) -> str:
    """Why nothing can be proposed after a project's consultation at `now`, '' where it can: as `propose` refuses it."""
    if project.erased_at is not None or not _is_held(project.id):
        return _not_held(project)
    if project.status == ProjectStatus.CANCELLED:
        return IS_CANCELLED
    try:
        require_portal(project)
    except AppError as refused:
        return refused.message
    open_one = Proposal.open_of(project.id)
    return OPEN_ALREADY if open_one and open_one.stands_as(now) is ProposalState.OPEN else ""


def _is_held(project_id: int) -> bool:
    return Hold.one("project_id = ? AND outcome = ?", project_id, Attendance.HELD) is not None


def _not_held(project: Project) -> str:
    """What to do first; a project that goes on from another has no consultation that could be noted as held."""
    own = Hold.of_project(project.id)
    if own is not None and own.outcome == Attendance.NO_SHOW:
        return NOT_COME
    return NONE_OF_ITS_OWN if project.shares_consultation and own is None else NOT_HELD


def _wish(proposal: Proposal) -> Wish:
    package = Package(proposal.package) if proposal.package else None
    return Wish(ServiceType(proposal.service), package, proposal.message)


def _offered(wish: Wish) -> tuple[str, int]:
    """The title and the price in cents, as the catalogue has them now."""
    if wish.service is ServiceType.CONSULTATION:
        raise AppError("invalid", 422, NO_NEXT, {"service": NO_NEXT})
    if wish.package is None:
        return bought_outright(wish.service), services()[wish.service].cents
    if wish.service is not ServiceType.CONTRACT_REVIEW:
        raise AppError("invalid", 422, NO_PACKAGE, {"package": NO_PACKAGE})
    return bought_as(wish.service, wish.package), packages()[wish.package].cents
