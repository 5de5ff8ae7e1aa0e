"""Whose a project is: prove that it is its client's, or take that back."""

from datetime import datetime

from app.access import Caller
from app.accounts import actions as accounts
from app.alerts.actions import tell_staff, withdraw
from app.amounts import dollars
from app.audit.actions import Actor, note
from app.audit.models import Act
from app.consultations.paid import keep_meanwhile, keep_no_longer
from app.db import write
from app.documents.models import Document
from app.errors import AppError
from app.messages.models import Message
from app.orders.models import Order
from app.orders.rules import OrderState
from app.orders.sums import is_bought, standings
from app.projects import actions as projects
from app.projects.finding import find_for_staff
from app.projects.models import Project
from app.projects.rules import Proof, reference
from app.proofs.differing import differs_no_more, tell_of_differences
from app.proofs.persons import submitter
from app.proofs.rules import STAFF_TAKE_BACK, STAYS, may_take_back


def prove(project_id: int, by: Proof, actor: str, now: datetime) -> bool:
    """This project is its client's from now on; returns whether this call proved it. Joins the caller's `write()`.

    The client whom nobody had proved before gets the details of this submission. Otherwise differences go to staff.
    """
    with write():
        if not projects.note_proof(project_id, by, now):
            return False
        project = Project.get_by_id(project_id)
        for resolved in (f"not-theirs-{kind}{project_id}" for kind in ("", "transfer-", "paid-")):
            withdraw(resolved)
        if by is not Proof.PAYMENT:
            projects.record(project_id, actor, "Confirmed as the client's own", now)
        if Order.state_of(project_id) is OrderState.PART_PAID:
            keep_meanwhile(project, now)
        if accounts.believe(project.client_id, submitter(project), now):
            tell_of_differences(project.client_id, now)
    return True


def prove_by_payment(project_id: int, now: datetime) -> None:
    """All that it costs is there. Joins the caller's `write()`.

    That alone does not outweigh the client's own "no": it is kept, and staff find out whose the project is.
    """
    with write():
        project = Project.get_by_id(project_id)
        if not project.is_disowned:
            prove(project_id, Proof.PAYMENT, "payment", now)
            return
        who = submitter(project)
        tell_staff(
            "not_theirs",
            f"not-theirs-paid-{project_id}",
            f"{reference(project_id)} is paid, although whoever reads its address said that it is not theirs: please "
            f"ask {who.name}, {who.phone}, whose it is. Nothing about it is sent to that address.",
            link=project.staff_page,
            now=now,
        )


def money_did_not_come(project: Project, now: datetime) -> None:
    """What was taken for the money of a project was a mistake: whether it is the known client's is unknown again.

    Joins the caller's `write()`. Who became known by it stays its client, and so does whoever went on with it in the
    portal meanwhile.
    """
    with write():
        shared = Document.of_project(project.id).where(Document.shared_at.is_null(False))
        gone_on = shared.exists() or Message.about(project.id).exists()
        if not project.is_by_money_alone or gone_on or is_bought(project.id):
            return
        if projects.prove_no_more(project.id, Proof.PAYMENT, now):
            differs_no_more(project)


def prove_own_payment(project_id: int, now: datetime) -> None:
    """The client has paid for what they told while they were signed in. Joins the caller's `write()`."""
    prove(project_id, Proof.CLIENT, "client", now)


def prove_by_sign_in(project: Project, caller: Caller, now: datetime) -> None:
    """Take it for proof where the caller who has made `project` is signed in as its client."""
    if caller.client_id is not None and project.client_id == caller.client_id:
        prove(project.id, Proof.CLIENT, "client", now)


def confirm(project_id: int, username: str, now: datetime) -> None:
    """A member of staff has made sure that a project is its client's; repeatable. AppError 404 when there is none."""
    with write():
        find_for_staff(project_id)
        if prove(project_id, Proof.STAFF, username, now):
            note(Actor.staff(username), Act.CONFIRM_CLIENT, f"project:{project_id}", now)


def take_back(project_id: int, username: str, now: datetime) -> None:
    """Staff say that a project is not its client's after all; repeatable.

    AppError 404 when there is none, 409 when it is paid or the client was signed in where it was made.
    """
    with write():
        project = find_for_staff(project_id)
        if project.proved_at is None:
            return
        if not may_take_back(project.proved_by, STAFF_TAKE_BACK, is_bought(project.id)):
            raise AppError("stays", 409, STAYS)
        disown(project, username, "Said not to be the client's after all", now)
        note(Actor.staff(username), Act.TAKE_BACK_CLIENT, f"project:{project_id}", now)


def disown(project: Project, actor: str, said: str, now: datetime) -> None:
    """A project is not its client's: staff, or whoever reads the address ('client'), said so.

    Joins the caller's `write()`. A client of whom nothing else is proved is nobody's again.
    """
    with write():
        projects.disown(project.id, now)
        projects.record(project.id, actor, said, now)
        keep_no_longer(project, now)
        differs_no_more(project)
        if not Project.select().where(Project.of_client(project.client_id)).exists():
            accounts.doubt(project.client_id, now)
        by = "that client says" if actor == "client" else f"{actor} says"
        said = f"{reference(project.id)} is not from the client whose address it names, as {by}."
        sums = standings(order.id for order in Order.all_of(project.id)).values()
        if kept_cents := sum(each.paid_cents - each.refunded_cents for each in sums):
            who = submitter(project)
            said += f" {dollars(kept_cents)} came for it: please ask {who.name}, {who.phone}, or give it back."
        tell_staff(
            "not_theirs",
            f"not-theirs-{project.id}",
            said,
            link=project.staff_page,
            now=now,
        )


def object_to(project: Project, now: datetime) -> None:
    """Whoever reads its address says that a paid project is not theirs: it stays, and staff find out whose it is.

    Joins the caller's `write()`.
    """
    with write():
        projects.record(project.id, "client", "Said that it is not theirs, although it is paid", now)
        who, email = submitter(project), project.client.email
        said = f"{reference(project.id)} is paid and in the portal of the client whose address it names, who says that"
        tell_staff(
            "not_theirs",
            f"not-theirs-objected-{project.id}",
            f"{said} it is not theirs: please ask {who.name}, {who.phone}, whose it is, and tell {email}.",
            link=project.staff_page,
            now=now,
        )
