"""How often a password may be guessed, and by whom.

Failures are counted per account and network: strangers elsewhere keep nobody out. Above that stands a slow cap per
account for guessers with many networks. Both leave out the browsers that the account has signed in from before: each of
these has a count of its own, so that nobody else's failures reach it.
"""

from contextlib import AbstractContextManager

from limits import parse

from app.accounts import browsers
from app.accounts.models import Account
from app.limits import Count, address_limits_lifted, caller_network, counting_failures

PER_NETWORK = parse("60/15 minutes")
PER_ACCOUNT_AND_NETWORK = parse("10/15 minutes")
PER_ACCOUNT = parse("100/day")
PER_BROWSER = (parse("10/15 minutes"), parse("50/day"))
PER_SESSION = (parse("10/15 minutes"), parse("30/day"))
# Names that nobody has share this many counts, so that no number of invented ones fills the memory.
NOBODYS_COUNTS = 65_536


def sign_in(kind: str, name: str, who: Account | None, browser_key: str | None) -> AbstractContextManager[None]:
    """Count one try to sign in as `name` ('client' or 'staff'), of which `who` is the account if there is one.

    browser_key: the value of the caller's cookie for browsers. AppError 429 at a limit, whether `who` is somebody or
    nobody.
    """
    browser = browsers.known(who, browser_key)
    if browser is not None:
        return counting_failures(Count(limit, f"browser:{browser}") for limit in PER_BROWSER)
    # The hash of a text differs with every start of the program, so nobody can choose names that share a count.
    account = who.get_id() if who else f"{kind}:nobody-{hash(name) % NOBODYS_COUNTS}"
    counts = [
        Count(PER_ACCOUNT_AND_NETWORK, f"sign-in:{account}:{caller_network()}"),
        Count(PER_ACCOUNT, f"sign-in:{account}"),
    ]
    if not address_limits_lifted():
        counts.append(Count(PER_NETWORK, f"sign-in:{caller_network()}"))
    return counting_failures(counts)


def current_password(session_hash: str) -> AbstractContextManager[None]:
    """Count one try at the current password from a session: a stolen one is no way to guess it.

    Counted per session, so that its thief cannot keep its owner out. AppError 429 at a limit.
    """
    return counting_failures(Count(limit, f"session:{session_hash}") for limit in PER_SESSION)
