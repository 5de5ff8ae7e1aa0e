"""The question to whoever reads an address: is this submission yours? Ask it, take the answer."""

from datetime import datetime

from app.access import Caller
from app.accounts import links
from app.db import write
from app.errors import not_found
from app.mail import letters
from app.mail.actions import post
from app.mail.content import Firm
from app.projects.models import Project
from app.projects.naming import name_of
from app.projects.rules import Proof
from app.proofs.models import Question
from app.proofs.ownership import disown, object_to, prove, prove_by_sign_in
from app.proofs.rules import GONE, ONE_LETTER_EACH, PAGE, QUESTION_LASTS, Answer, QuestionState


def prove_or_ask(project: Project, caller: Caller, now: datetime) -> None:
    """A submission without a payment came from this caller: its client's sign-in proves it, else ask; repeatable."""
    with write():
        prove_by_sign_in(project, caller, now)
        ask(Project.get_by_id(project.id), now)


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
            service=name_of(project),
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
    return project.is_beside_client and project.disowned_at is None


def _link(project: Project, now: datetime) -> str:
    drawn = links.draw(PAGE)
    with write():
        Question.create(
            project=project.id,
            address=project.client.email,
            token_hash=drawn.token_hash,
            created_at=now,
            expires_at=now + QUESTION_LASTS,
        )
    return drawn.address


def look(token: str, now: datetime) -> Question:
    """The question of a link. AppError 404 for a link that is unknown, expired or about another address by now."""
    found = Question.of_token(token, now)
    if found is None:
        raise not_found(GONE)
    return found


def answer(token: str, says: Answer, now: datetime) -> Question:
    """Take the answer to a question; a "no" after "yes" takes that back as long as the project is not paid.

    A "no" to what the money alone has proved meanwhile goes to staff, and the project stays where it is.

    Any other later answer changes nothing. AppError 404 as in `look`.
    """
    with write():
        question = look(token, now)
        if question.state is QuestionState.OPEN:
            _keep(question, says, now)
            if says is Answer.YES:
                prove(question.project_id, Proof.LINK, "client", now)
            else:
                disown(question.project, "client", "Said that it is not theirs", now)
        elif says is Answer.NO and question.may_be_taken_back:
            _keep(question, says, now)
            disown(question.project, "client", "Said that it is not theirs after all", now)
        elif says is Answer.NO and question.state is QuestionState.PAID:
            _keep(question, says, now)
            object_to(question.project, now)
        return Question.get_by_id(question.id)


def _keep(question: Question, says: Answer, now: datetime) -> None:
    Question.update(answer=says, answered_at=now).where(Question.id == question.id).execute()
