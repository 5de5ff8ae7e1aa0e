"""The verbs of a proposal: propose, withdraw, accept, decline, run out."""

from dataclasses import dataclass
from datetime import datetime

from app.accounts.models import Admin
from app.audit.actions import HELIOS, Actor, note
from app.audit.models import Act, ActorKind
from app.catalogue.actions import packages, services
from app.catalogue.rules import Package, ServiceType
from app.db import write
from app.documents.sharing import require_portal
from app.errors import AppError, not_found
from app.orders.actions import open_order
from app.orders.credit import left_for_bill
from app.projects import actions as projects
from app.projects.finding import find_for_staff, find_of_client
from app.projects.models import Project
from app.projects.rules import ProjectStatus, Proof, reference
from app.proofs.ownership import prove
from app.proposals.models import Proposal
from app.proposals.notices import post_proposed
from app.proposals.rules import ENDED, OPEN_FOR, ProposalState, sums
from app.slots.models import Hold
from app.slots.rules import Attendance

NO_PROPOSAL = "We could not find that proposal."
NOT_HELD = "Please note first that the consultation was held."
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
    409 where its consultation is not noted as held, no portal shows it, or a proposal is open; 422 for a consultation.
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
        held = Hold.select().where(Hold.project_id == project_id, Hold.outcome == Attendance.HELD)
        if not held.exists():
            raise AppError("not_held", 409, NOT_HELD)
        _end_due(project_id, now)
        if Proposal.select().where(Proposal.project == project_id, Proposal.state == ProposalState.OPEN).exists():
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


def withdraw(proposal_id: int, by: Admin, now: datetime) -> None:
    """Staff take a proposal back; repeatable. AppError 404 where there is none, 409 where it ended otherwise."""
    with write():
        proposal = _find(proposal_id)
        find_for_staff(proposal.project_id)
        if not _end(proposal, ProposalState.WITHDRAWN, now):
            return
        projects.record(proposal.project_id, by.username, f"Proposal withdrawn: {proposal.title}", now)
        note(by.actor(), Act.WITHDRAW_PROPOSAL, f"project:{proposal.project_id}", now, proposal.title)


def accept(proposal_id: int, client_id: int, now: datetime) -> Project:
    """The client accepts: a project with its order, at the price that was proposed, which they then pay as any other.

    The fee is deducted when they choose how to pay. Repeating it answers with the same project. AppError 404 for
    anybody else's proposal, 409 where it ended otherwise.
    """
    with write():
        proposal = _find(proposal_id)
        before = find_of_client(proposal.project_id, client_id)
        if proposal.state == ProposalState.ACCEPTED:
            begun: Project = Project.get_by_id(proposal.begun_id)
            return begun
        _require_open(proposal, now)
        opening = projects.Opening(
            client_id,
            proposal.service,
            ProjectStatus.INQUIRY,
            None,
            opened_by=proposal.admin_id,
            open_key=f"proposal-{proposal.id}",
            consulted_before=True,
        )
        made = projects.open_project(opening, "client", f"Accepted our proposal of {reference(before.id)}", now)
        prove(made.id, Proof.CLIENT, "client", now)
        open_order(proposal.title, proposal.price_cents, None, now, project_id=made.id)
        proposal.end(ProposalState.ACCEPTED, now, begun=made.id)
        projects.record(before.id, "client", f"Accepted {proposal.title}: {reference(made.id)}", now)
        note(_client(client_id), Act.ACCEPT_PROPOSAL, f"project:{before.id}", now, proposal.title)
    accepted: Project = Project.get_by_id(made.id)
    return accepted


def decline(proposal_id: int, client_id: int, reason: str, now: datetime) -> None:
    """The client does not want it; reason: may be empty. Repeatable. AppError as `accept`."""
    with write():
        proposal = _find(proposal_id)
        find_of_client(proposal.project_id, client_id)
        if not _end(proposal, ProposalState.DECLINED, now, reason):
            return
        projects.record(proposal.project_id, "client", f"Declined {proposal.title}", now)
        note(_client(client_id), Act.DECLINE_PROPOSAL, f"project:{proposal.project_id}", now, proposal.title)


def run_out(now: datetime) -> int:
    """End what nobody has answered in time; how many."""
    return sum(_run_out(proposal.id, now) for proposal in Proposal.due(now))


def _run_out(proposal_id: int, now: datetime) -> bool:
    with write():
        proposal = _find(proposal_id)
        if not proposal.end(ProposalState.RUN_OUT, now):
            return False
        projects.record(proposal.project_id, "helios", f"Proposal has run out: {proposal.title}", now)
        note(HELIOS, Act.PROPOSAL_RUN_OUT, f"project:{proposal.project_id}", now, proposal.title)
    return True


def _end_due(project_id: int, now: datetime) -> None:
    for proposal in Proposal.due(now):
        if proposal.project_id == project_id:
            _run_out(proposal.id, now)


def _end(proposal: Proposal, state: ProposalState, now: datetime, reason: str = "") -> bool:
    """Whether this call ended it, False where it had ended so before; AppError 409 where it ended otherwise."""
    if proposal.state == state:
        return False
    _require_open(proposal, now)
    return proposal.end(state, now, reason=reason)


def _require_open(proposal: Proposal, now: datetime) -> None:
    stands = proposal.stands_as(now)
    if stands is not ProposalState.OPEN:
        raise AppError(stands, 409, ENDED[stands])


def _find(proposal_id: int) -> Proposal:
    found: Proposal | None = Proposal.get_or_none(Proposal.id == proposal_id)
    if found is None:
        raise not_found(NO_PROPOSAL)
    return found


def _wish(proposal: Proposal) -> Wish:
    package = Package(proposal.package) if proposal.package else None
    return Wish(ServiceType(proposal.service), package, proposal.message)


def _offered(wish: Wish) -> tuple[str, int]:
    """The title and the price in cents, as the catalogue has them now."""
    if wish.service is ServiceType.CONSULTATION:
        raise AppError("invalid", 422, NO_NEXT, {"service": NO_NEXT})
    if wish.package is None:
        service = services()[wish.service]
        return service.title, service.cents
    if wish.service is not ServiceType.CONTRACT_REVIEW:
        raise AppError("invalid", 422, NO_PACKAGE, {"package": NO_PACKAGE})
    package = packages()[wish.package]
    return package.title, package.cents


def _client(client_id: int) -> Actor:
    return Actor(ActorKind.CLIENT, str(client_id))
