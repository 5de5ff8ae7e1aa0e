"""How long and how often somebody is asked whether a submission with their address is theirs."""

from datetime import timedelta
from enum import StrEnum

QUESTION_LASTS = timedelta(days=7)  # as long as any secret in a letter may live
ONE_LETTER_EACH = timedelta(days=1)
LONGEST_TOKEN = 100
PAGE = "/client-portal/confirm"

GONE = "This link is no longer valid. If you have a question about it, please call us or reply to our email."


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


def state(answer: str | None, proved: bool, disowned: bool) -> QuestionState:
    """What the page shows: the link's own answer, else what became of the project meanwhile."""
    if answer is not None:
        return QuestionState(answer)
    if proved:
        return QuestionState.SETTLED
    return QuestionState.NO if disowned else QuestionState.OPEN
