"""What becomes of a proposal: staff withdraw it, the client accepts or declines it, or it runs out."""

from datetime import datetime

from app.accounts.models import Admin
from app.alerts.actions import tell_staff
from app.audit.actions import HELIOS, Actor, note
from app.audit.models import Act, ActorKind
from app.db import write
from app.errors import AppError, not_found
from app.orders.keys import accepted_key
from app.projects import actions as projects
from app.projects.finding import find_for_staff
from app.projects.models import Project
from app.projects.rules import reference
from app.proposals.beginning import begin_after
from app.proposals.models import Proposal
from app.proposals.rules import ENDED, ProposalState

NO_PROPOSAL = "We could not find that proposal."


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
        proposal = _find_of_client(proposal_id, client_id)
        before = proposal.project
        if proposal.state == ProposalState.ACCEPTED and proposal.begun_id is not None:
            begun: Project = Project.get_by_id(proposal.begun_id)
            return begun
        _require_open(proposal, now)
        agreed = f"Accepted our proposal of {reference(before.id)}"
        opened = {"opened_by": proposal.admin_id, "open_key": f"proposal-{proposal.id}"}
        made = begin_after(before, proposal.service, proposal.title, proposal.price_cents, agreed, now, **opened)
        proposal.end(ProposalState.ACCEPTED, now, begun=made.id)
        projects.record(before.id, "client", f"Accepted {proposal.title}: {reference(made.id)}", now)
        said = f"{proposal.title} was accepted ({reference(made.id)}), and is to be paid by the client."
        tell_staff("proposal_accepted", accepted_key(made.id), said, made.staff_page, now=now)
        note(_client(client_id), Act.ACCEPT_PROPOSAL, f"project:{before.id}", now, proposal.title)
    accepted: Project = Project.get_by_id(made.id)
    return accepted


def decline(proposal_id: int, client_id: int, reason: str, now: datetime) -> None:
    """The client does not want it; reason: may be empty. Repeatable. AppError as `accept`."""
    with write():
        proposal = _find_of_client(proposal_id, client_id)
        if not _end(proposal, ProposalState.DECLINED, now, reason):
            return
        projects.record(proposal.project_id, "client", f"Declined {proposal.title}", now)
        said = f"{proposal.title} was declined" + (f": {reason}" if reason else ", without a reason.")
        tell_staff("proposal_declined", f"proposal-declined-{proposal.id}", said, proposal.project.staff_page, now=now)
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


def end_due(project_id: int, now: datetime) -> None:
    """End what has run out of a project."""
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


def _find_of_client(proposal_id: int, client_id: int) -> Proposal:
    """The proposal about a project that is proved to be a client's; anybody else's is told as none."""
    theirs = Project.select(Project.id).where(Project.of_client(client_id))
    found: Proposal | None = Proposal.get_or_none(Proposal.id == proposal_id, Proposal.project.in_(theirs))
    if found is None:
        raise not_found(NO_PROPOSAL)
    return found


def _client(client_id: int) -> Actor:
    return Actor(ActorKind.CLIENT, str(client_id))
