"""The question of a letter's link over HTTP. Whoever has the link may answer; it signs nobody in."""

from flask import Blueprint

from app import clock
from app.http import Ok, caller, route
from app.limits import per_address, per_caller
from app.projects.finding import find
from app.projects.naming import name_of
from app.proofs import correcting, questions
from app.proofs.models import Question
from app.proofs.schemas import AnswerIn, CorrectEmail, QuestionIn, QuestionOut

proofs = Blueprint("proofs", __name__)


def _shown(question: Question) -> QuestionOut:
    project = question.project
    return QuestionOut(
        service_title=name_of(project),
        made_at=project.created_at,
        state=question.state,
        may_be_taken_back=question.may_be_taken_back,
        has_sign_in=project.client.has_sign_in,
    )


@route(
    proofs,
    "POST",
    "/api/ownership/question",
    body=QuestionIn,
    answer=QuestionOut,
    refusals=(404,),
    limits=(per_address("60/hour"),),
)
def show_question(body: QuestionIn) -> QuestionOut:
    """What the link asks about. It changes nothing: programs open links, too."""
    return _shown(questions.look(body.token, clock.now()))


@route(
    proofs,
    "POST",
    "/api/ownership/answer",
    body=AnswerIn,
    answer=QuestionOut,
    refusals=(404,),
    limits=(per_address("60/hour"),),
)
def answer_question(body: AnswerIn) -> QuestionOut:
    """Take the answer. A yes may be taken back while nothing was paid; any other repetition is shown the first."""
    return _shown(questions.answer(body.token, body.answer, clock.now()))


@route(
    proofs,
    "POST",
    "/api/projects/<int:project_id>/email",
    body=CorrectEmail,
    answer=Ok,
    refusals=(403, 404),
    limits=(per_address("30/day"), per_caller("10/day")),
)
def correct_email(project_id: int, body: CorrectEmail) -> Ok:
    """The address of this browser's booking was mistyped: both are written to. The same one again is refused."""
    correcting.correct_email(find(project_id, caller()), body.email, caller(), clock.now())
    return Ok()
