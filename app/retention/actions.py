"""The job that lets go of what is old: see `rules` for how long each kind is kept."""

import logging
from datetime import datetime

from app.alerts import trouble
from app.payments.gateway import Gateway
from app.payments.provider import ProviderUnavailable
from app.retention import erasing, unpaid, way_back
from app.retention.ages import BATCH, KINDS, TIMELESS
from app.retention.models import look
from app.retention.rules import UNPAID_KEPT, WAY_BACK_AFTER, may_erase
from app.retention.unpaid import Unpaid

log = logging.getLogger("helios.retention")

ERASED_PER_RUN = 200
BATCHES_PER_RUN = 20


def let_go(gateway: Gateway | None, now: datetime) -> int:
    """Erase and forget what is old enough at `now`, a bounded number of each kind; returns how many rows that were.

    Nothing goes by its age while the clock is not to be trusted: after a leap it has to go steadily for a day first.
    """
    write_way_backs(now)
    steady = may_erase(look(now), now)
    # The sweep of files comes last: it takes those of the secrets that have just been forgotten.
    kinds = KINDS | TIMELESS if steady else TIMELESS
    forgotten = 0

    def forget(kind: str) -> bool:
        nonlocal forgotten
        # Each batch is a transaction of its own, so that nobody waits long.
        for _ in range(BATCHES_PER_RUN):
            gone = kinds[kind](now)
            forgotten += gone
            if gone < BATCH:
                break
        return True

    trouble.each("ages", "forgetting what is old", kinds, forget, lambda kind: kind.capitalize())
    return forgotten + (erase_abandoned(gateway, now) if steady else 0)


def write_way_backs(now: datetime) -> int:
    """Write to whoever left something unfinished three days ago; returns how many letters were written."""
    due = [each for each in unpaid.untouched(now - WAY_BACK_AFTER) if now - each.touched < UNPAID_KEPT]
    return trouble.each(
        "way_backs",
        "the letter with a way back",
        due,
        lambda each: way_back.write_way_back(each, now),
        lambda each: each.name,
    )


def erase_abandoned(gateway: Gateway | None, now: datetime) -> int:
    """Erase what nobody has touched for 30 days, at most 200 a run; returns how many."""
    due = unpaid.untouched(now - UNPAID_KEPT)
    asked, left = gateway, ERASED_PER_RUN

    def act(found: Unpaid) -> bool:
        nonlocal asked, left
        if not left:
            return False
        try:
            erased = erasing.erase(asked, found, now)
        except ProviderUnavailable:
            log.warning("the card provider is away; what has a card payment is erased later")
            asked, erased = None, False
        left -= erased
        return erased

    return trouble.each("erasing", "erasing what was left unpaid", due, act, lambda each: each.name)
