"""The contract of the page that asks: is this yours?"""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from app import checked
from app.booking.rules import TEXT_RULES
from app.http import Schema
from app.proofs.rules import LONGEST_TOKEN, Answer, QuestionState

Token = Annotated[str, Field(min_length=1, max_length=LONGEST_TOKEN)]


class QuestionIn(Schema):
    """The link's token; sent as a body, so that no log of addresses keeps it."""

    token: Token


class AnswerIn(QuestionIn):
    """What whoever reads the address says."""

    answer: Answer


class CorrectEmail(Schema):
    """The address that was meant."""

    email: Annotated[str, checked.text(TEXT_RULES["email"])] = checked.demanded()


class QuestionOut(Schema):
    """What is asked about, in our own words: nothing that was typed is shown to whoever has the link.

    `may_be_taken_back`: the answer was yes, and may still become no. `has_sign_in`: whether the client of the address
    has one for the portal.
    """

    service_title: str
    made_at: datetime
    state: QuestionState
    may_be_taken_back: bool
    has_sign_in: bool
