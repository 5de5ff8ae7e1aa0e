"""Whose a submission is: prove it, ask whoever reads the address, take the answer."""

import secrets
from collections.abc import Collection
from datetime import datetime

from app.access import Caller
from app.accounts import actions as accounts
from app.accounts.actions import Details
from app.alerts.actions import tell_staff, withdraw
from app.audit.actions import Actor, note
from app.audit.models import Act
from app.booking import actions as bookings
from app.booking.models import Booking
from app.catalogue.actions import services
from app.catalogue.rules import ServiceType
from app.config import in_force
from app.db import write
from app.errors import AppError, not_found
from app.mail import letters
from app.mail.actions import post
from app.mail.content import Firm
from app.onboarding import actions as onboardings
from app.onboarding.models import Onboarding
from app.orders.money import has_money
from app.projects import actions as projects
from app.projects.models import Project
from app.projects.rules import Proof, reference
from app.projects.rules import whom_to_ask as named
from app.proofs.models import Question, digest
from app.proofs.rules import (
    GONE,
    ONE_LETTER_EACH,
    PAGE,
    QUESTION_LASTS,
    STAFF_TAKE_BACK,
    STAYS,
    Answer,
    QuestionState,
    may_take_back,
)


def told_of(projects_: Collection[Project]) -> dict[int, Details]:
    """What was typed about the client of each project, by its id; nothing of a project that began otherwise."""
    ids = [project.id for project in projects_]
    booked = {row.project_id: bookings.details(row) for row in Booking.select().where(Booking.project.in_(ids))}
    submitted = {
        row.project_id: onboardings.details(row) for row in Onboarding.select().where(Onboarding.project.in_(ids))
    }
    return booked | submitted


def told(project: Project) -> Details:
    """What was typed about the client of this project; the client's own record where nothing was."""
    return told_of([project]).get(project.id) or Details.kept(project.client)


def whom_to_ask(project: Project) -> str:
    """How an alert names whom staff turn to about a project."""
    typed = told(project)
    return named(project.is_disowned, typed.name, typed.phone)


class Persons:
    """Who staff deal with in each project: its client, or whoever typed the address while nothing is proved."""

    def __init__(self, projects_: Collection[Project]) -> None:
        self._typed = told_of([project for project in projects_ if project.proved_at is None])

    def of(self, project: Project) -> Details:
        """Of one of the projects."""
        return self._typed.get(project.id) or Details.kept(project.client)


def prove(project_id: int, by: Proof, actor: str, now: datetime) -> bool:
    """This project is its client's from now on; returns whether this call proved it. Joins the caller's `write()`.

    The client whom nobody had proved before gets the details of this submission. Otherwise differences go to staff.
    Money alone does not outweigh the client's own "no": it is kept, and staff find out whose it is.
    """
    with write():
        if by is Proof.PAYMENT and Project.get_by_id(project_id).is_disowned:
            _tell_paid_by_somebody(project_id, now)
            return False
        if not projects.note_proof(project_id, by, now):
            return False
        project = Project.get_by_id(project_id)
        for resolved in (f"not-theirs-{kind}{project_id}" for kind in ("", "transfer-", "paid-")):
            withdraw(resolved)
        if by is not Proof.PAYMENT:
            projects.record(project_id, actor, "Confirmed as the client's own", now)
        differences = accounts.believe(project.client_id, told(project), now)
        if differences:
            _tell_differences(project, differences, now)
    return True


def confirm(project_id: int, username: str, now: datetime) -> None:
    """A member of staff has made sure that a project is its client's; repeatable. AppError 404 when there is none."""
    with write():
        if Project.get_or_none(Project.id == project_id) is None:
            raise not_found("There is no such project.")
        if prove(project_id, Proof.STAFF, username, now):
            note(Actor.staff(username), Act.CONFIRM_CLIENT, f"project:{project_id}", now)


def prove_own(project: Project, caller: Caller, now: datetime) -> None:
    """Take it for proof where the caller who has made `project` is signed in as its client."""
    if caller.client_id is not None and project.client_id == caller.client_id:
        prove(project.id, Proof.CLIENT, "client", now)


def arrived(project: Project, caller: Caller, now: datetime) -> None:
    """A submission without a payment has arrived from this caller; repeatable."""
    with write():
        prove_own(project, caller, now)
        ask(Project.get_by_id(project.id), now)


def _differs(project_id: int) -> str:
    """The dedupe key of the alert about details that differ from the client's."""
    return f"client-differs-project-{project_id}"


def _tell_differences(project: Project, differences: tuple[str, ...], now: datetime) -> None:
    tell_staff(
        "client_differs",
        _differs(project.id),
        f"{reference(project.id)}: it was sent with other details than we keep ({'; '.join(differences)}).",
        link=project.staff_page,
        now=now,
    )


def _tell_paid_by_somebody(project_id: int, now: datetime) -> None:
    project = Project.get_by_id(project_id)
    typed = told(project)
    tell_staff(
        "not_theirs",
        f"not-theirs-paid-{project_id}",
        f"{reference(project_id)} is paid, although whoever reads its address said that it is not theirs: please ask "
        f"{typed.name}, {typed.phone}, whose it is. Nothing about it is sent to that address.",
        link=project.staff_page,
        now=now,
    )


def ask(project: Project, now: datetime) -> None:
    """Write to a known client whose address was typed for an unproved project: is this yours? Joins `write()`.

    Once per project, and at most one such letter per address and day; none after "no".
    """
    if not _is_open(project):
        return
    mine = Question.address == project.client.email
    asked = mine & ((Question.project == project.id) | (Question.created_at > now - ONE_LETTER_EACH))
    with write():
        if Question.select().where(asked).exists():
            return
        draft = letters.ownership_question(
            Firm.present(),
            to=project.client.email,
            service=services()[ServiceType(project.service_type)].title,
            made_at=project.created_at,
            link=_link(project, now),
            expires_at=now + QUESTION_LASTS,
        )
        key = f"ownership-question-{project.id}-{project.client_id}"
        post(draft, key, now, client_id=project.client_id, project_id=project.id)


def link(project: Project, now: datetime) -> str | None:
    """A fresh link for a letter about `project` that goes out anyway; None where there is nothing to ask."""
    return _link(project, now) if _is_open(project) else None


def _is_open(project: Project) -> bool:
    unanswered = project.proved_at is None and project.disowned_at is None
    return unanswered and project.client.proved_at is not None


def _link(project: Project, now: datetime) -> str:
    token = secrets.token_urlsafe(32)
    with write():
        Question.create(
            project=project.id,
            address=project.client.email,
            token_hash=digest(token),
            created_at=now,
            expires_at=now + QUESTION_LASTS,
        )
    return f"{in_force().server.address.rstrip('/')}{PAGE}?token={token}"


def look(token: str, now: datetime) -> Question:
    """The question of a link. AppError 404 for a link that is unknown, expired or about another address by now."""
    found = Question.of_token(token, now)
    if found is None:
        raise not_found(GONE)
    return found


def answer(token: str, says: Answer, now: datetime) -> Question:
    """Take the answer to a question; a "no" after "yes" takes that back as long as nothing was paid for the project.

    Any other later answer changes nothing. AppError 404 as in `look`.
    """
    with write():
        question = look(token, now)
        if question.state is QuestionState.OPEN:
            _keep(question, says, now)
            if says is Answer.YES:
                prove(question.project_id, Proof.LINK, "client", now)
            else:
                _disown(question.project, "client", "Said that it is not theirs", now)
        elif says is Answer.NO and question.may_be_taken_back:
            _keep(question, says, now)
            _disown(question.project, "client", "Said that it is not theirs after all", now)
        return Question.get_by_id(question.id)


def _keep(question: Question, says: Answer, now: datetime) -> None:
    Question.update(answer=says, answered_at=now).where(Question.id == question.id).execute()


def take_back(project_id: int, username: str, now: datetime) -> None:
    """Staff say that a project is not its client's after all; repeatable.

    AppError 404 when there is none, 409 when something was paid for it or the client was signed in where it was made.
    """
    with write():
        project = Project.get_or_none(Project.id == project_id)
        if project is None:
            raise not_found("There is no such project.")
        if project.proved_at is None:
            return
        if not may_take_back(project.proved_by, STAFF_TAKE_BACK, has_money(project.id)):
            raise AppError("stays", 409, STAYS)
        _disown(project, username, "Said not to be the client's after all", now)
        note(Actor.staff(username), Act.TAKE_BACK_CLIENT, f"project:{project_id}", now)


def _disown(project: Project, actor: str, said: str, now: datetime) -> None:
    projects.disown(project.id, now)
    projects.record(project.id, actor, said, now)
    withdraw(_differs(project.id))
    if not Project.select().where(Project.of_client(project.client_id)).exists():
        accounts.doubt(project.client_id, now)
    by = "that client says" if actor == "client" else f"{actor} says"
    tell_staff(
        "not_theirs",
        f"not-theirs-{project.id}",
        f"{reference(project.id)} is not from the client whose address it names, as {by}.",
        link=project.staff_page,
        now=now,
    )
