"""The question of a letter's link over HTTP. Whoever has the link may answer; it signs nobody in."""

from flask import Blueprint

from app import clock
from app.catalogue.actions import services
from app.catalogue.rules import ServiceType
from app.http import route
from app.limits import per_address
from app.proofs import questions
from app.proofs.models import Question
from app.proofs.schemas import AnswerIn, QuestionIn, QuestionOut

proofs = Blueprint("proofs", __name__)


def _shown(question: Question) -> QuestionOut:
    titles = services()
    project = question.project
    title = titles[ServiceType(project.service_type)].title
    return QuestionOut(
        service_title=title,
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
