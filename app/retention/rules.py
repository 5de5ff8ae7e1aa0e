"""How long things are kept (decisions, "How long things are kept"). The privacy page says it from these constants."""

from datetime import datetime, timedelta

DAY = timedelta(days=1)
UNPAID_DAYS, WAY_BACK_DAYS, ADDRESS_DAYS, SECRET_DAYS = 30, 3, 30, 7
SEEN_YEARS, RECORD_YEARS = 1, 7

UNPAID_KEPT = UNPAID_DAYS * DAY  # drafts and unpaid onboardings, after their last touch
WAY_BACK_AFTER = WAY_BACK_DAYS * DAY
# No server that was off for longer than this writes about what somebody left so long ago.
WAY_BACK_UNTIL = 7 * DAY
# Nobody gets more than one letter about something unfinished in that time, whoever typed their address.
WAY_BACK_ONCE_IN = UNPAID_KEPT
# A transfer that was announced may come late: so long what it is for stays as it is.
TRANSFER_MAY_ARRIVE = 90 * DAY
ADDRESSES_KEPT = ADDRESS_DAYS * DAY  # network addresses
SECRETS_KEPT = SECRET_DAYS * DAY  # passwords in letters
SEEN_KEPT = SEEN_YEARS * 366 * DAY  # resolved alerts, released holds, times that are past
RECORDS_KEPT = RECORD_YEARS * 366 * DAY  # what was written, and enquiries; audit lines have the same years (app.audit)

# A clock that leaps further between two looks is not believed until it has gone steadily for a day.
MOST_BETWEEN_LOOKS = 2 * DAY
STEADY_FOR = DAY


def is_abandoned(touched: datetime, transfer_asked: datetime | None, now: datetime) -> bool:
    """Whether something unpaid is to be erased. transfer_asked: when its last transfer was announced."""
    if transfer_asked is not None and now - transfer_asked < TRANSFER_MAY_ARRIVE:
        return False
    return now - touched >= UNPAID_KEPT


def is_due_way_back(touched: datetime, transfer_asked: datetime | None, now: datetime) -> bool:
    """Whether it is time for the letter with a way back to something unfinished."""
    return transfer_asked is None and WAY_BACK_AFTER <= now - touched < WAY_BACK_UNTIL


def steady_since(looked: datetime, since: datetime, now: datetime) -> datetime:
    """Since when the clock has gone without a leap. looked, since: what the last look found."""
    if not timedelta(0) <= now - looked <= MOST_BETWEEN_LOOKS:
        return now
    return since


def may_erase(since: datetime, now: datetime) -> bool:
    """Whether a clock that has been steady since then is believed."""
    return now - since >= STEADY_FOR
