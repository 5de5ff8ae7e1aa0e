"""Accounts at whose passwords somebody guesses: staff learn of them."""

from datetime import datetime, timedelta
from typing import Any

from peewee import SQL, NodeList, fn

from app.accounts import attempts
from app.accounts.models import Admin, Client, account
from app.alerts.actions import raise_alert
from app.audit.models import Act, AuditLine

WITHIN = timedelta(days=1)


def tell_staff_of_attacks(now: datetime) -> int:
    """Raise one alert per day for each account that is slow because of wrong passwords; returns how many are.

    A job, and not the sign-in that is one too many: how long that takes would tell which names there are.
    """
    failed = (
        (AuditLine.created_at > now - WITHIN) & (AuditLine.action == Act.SIGN_IN_FAILED) & (AuditLine.subject != "")
    )
    # The plus keeps SQLite from going through the whole log in the order of its subjects: the day's lines are few.
    by_subject = NodeList((SQL("+"), AuditLine.subject))
    tries: Any = AuditLine.select(AuditLine.subject, fn.COUNT(AuditLine.id)).where(failed).group_by(by_subject)
    attacked = list(tries.having(fn.COUNT(AuditLine.id) >= attempts.PER_ACCOUNT.amount).tuples())
    for subject, count in attacked:
        who = account(subject)
        if who is not None:
            _tell(who, count, now)
    return len(attacked)


def _tell(who: Client | Admin, count: int, now: datetime) -> None:
    name = f"{who.name} ({who.email})" if isinstance(who, Client) else f"the staff account {who.username}"
    networks = max(1, attempts.networks_of(who.get_id()))
    raise_alert(
        "sign_in_attack",
        f"sign-in-attack-{who.get_id()}-{now:%Y%m%d}",
        f"Somebody guesses at the password of {name}: {count} wrong ones within a day, from at least {networks} "
        f"network{'s'[: networks != 1]}. Further tries are slowed down; browsers that signed in there before are not "
        "affected. A long password that is used nowhere else holds; another one should be changed.",
        now=now,
    )
