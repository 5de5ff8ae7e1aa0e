"""Accounts at whose passwords somebody guesses: staff learn of them."""

from datetime import datetime, timedelta

from app.accounts import attempts
from app.accounts.finding import account
from app.accounts.models import Client
from app.alerts.actions import raise_alert
from app.audit.models import AuditLine

WITHIN = timedelta(days=1)


def tell_staff_of_attacks(now: datetime) -> int:
    """Raise one alert per day for each account that is slow because of wrong passwords; returns how many are.

    A job, and not the sign-in that is one too many: how long that takes would tell which names there are.
    """
    attacked = AuditLine.sign_ins_failed(now - WITHIN, attempts.PER_ACCOUNT.amount)
    for subject, count in attacked:
        who = account(subject)
        if who is None:
            continue
        name = f"{who.name} ({who.email})" if isinstance(who, Client) else f"the staff account {who.username}"
        networks = max(1, attempts.networks_of(subject))
        raise_alert(
            "sign_in_attack",
            f"sign-in-attack-{subject}-{now:%Y%m%d}",
            f"Somebody guesses at the password of {name}: {count} wrong ones within a day, from at least {networks} "
            f"network{'s'[: networks != 1]}. Further tries are slowed down; browsers that signed in there before are "
            "not affected. A long password that is used nowhere else holds; another one should be changed.",
            now=now,
        )
    return len(attacked)
