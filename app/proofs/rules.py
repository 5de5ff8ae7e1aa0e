"""How long and how often somebody is asked whether a submission with their address is theirs."""

from datetime import datetime, timedelta
from enum import StrEnum

from app.projects.rules import Proof

QUESTION_LASTS = timedelta(days=7)  # as long as any secret in a letter may live
ONE_LETTER_EACH = timedelta(days=1)
LONGEST_TOKEN = 100
PAGE = "/client-portal/confirm"

GONE = "This link is no longer valid. If you have a question about it, please call us or reply to our email."

STAYS = "This project stays its client's: it is paid, or the client has shown that it is theirs."


class Answer(StrEnum):
    """What whoever reads the address says."""

    YES = "yes"
    NO = "no"


class QuestionState(StrEnum):
    """Where a question stands; settled: it was proved in another way, so that nothing is left to ask."""

    OPEN = "open"
    YES = "yes"
    NO = "no"
    SETTLED = "settled"
    PAID = "paid"  # settled by the money alone: a no reaches staff
    OBJECTED = "objected"  # it is, and the link says no all the same


LINK_TAKES_BACK = (Proof.LINK,)
STAFF_TAKE_BACK = (Proof.LINK, Proof.STAFF)


def may_take_back(proved_by: str | None, words: tuple[Proof, ...], paid: bool) -> bool:
    """Whether a project may still be said not to be its client's: on the same word as before, while it is not paid.

    words: the proofs that whoever says so may take back. paid: whether all that it costs came, or a bank is deciding.
    """
    return proved_by in words and not paid


CORRECTED_WITHIN = timedelta(days=7)  # as long as the sign-in that was sent to the wrong address
SAME_ADDRESS = "This is the address that you gave already."
MOST_TO_ONE_ADDRESS = 3  # in 24 hours, from whatever browsers: anybody may type anybody's
TOO_MANY_TO_ONE = (
    f"No more than {MOST_TO_ONE_ADDRESS} bookings a day can be corrected to one email address. Please call us and we "
    "will help, or try again in {wait}."
)
NOT_HERE = "The email address of this booking can no longer be changed on this page. Please call us and we will help."


def may_correct(proved_by: str | None, made_at: datetime, used: bool, now: datetime) -> bool:
    """Whether the browser that made a project may still say that its email address was mistyped.

    proved_by: nothing but money has shown that it is its client's (`OF_ITS_BROWSER` without a sign-in).
    used: whether that client has done anything since, so that somebody reads the address and takes the project for
    theirs. Whether we knew them before asks nobody: else the page would tell whoever typed it.
    """
    return proved_by in (None, Proof.PAYMENT) and now < made_at + CORRECTED_WITHIN and not used


def state(answer: str | None, proved_by: str | None, disowned: bool) -> QuestionState:
    """What the page shows: the link's own answer as far as it holds, else what became of the project meanwhile."""
    if proved_by is None:
        if disowned:
            return QuestionState.NO  # a yes was taken back by staff, or the answer came by another link
        return QuestionState(answer) if answer else QuestionState.OPEN
    if answer == Answer.YES:
        return QuestionState.YES
    if proved_by == Proof.PAYMENT:
        return QuestionState.OBJECTED if answer else QuestionState.PAID
    return QuestionState.SETTLED
