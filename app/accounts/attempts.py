"""How often a password may be guessed, and by whom.

Failures are counted per account and network: strangers elsewhere keep nobody out. The browsers that the account has
signed in from before, or that paid for it, are left out: each of these has a count of its own, so that nobody else's
failures reach it.

Guessers with many networks meet `PER_ACCOUNT`. From there on the account is slow, not shut. A network (a wide one,
since addresses within it cost nothing) that has not failed on it that day has a first try, of which there are `FIRSTS`
an hour: who knows their password needs no other. It has `NEWCOMER` tries in all, the later ones out of the `NEWCOMERS`
of the hour. One that has used them up takes `TURN` in the one try a minute that is open to everybody (`SLOW`). To keep
an owner out who comes from a network of their own, somebody must send 60 others each hour, 1,440 a day, none of them
twice, and go on winning every minute's try. Even then a link by email lets a client in (`resetting`).

All that strangers can try is then 100 + 24 * 60 + 24 * 40 + 24 * 60 = 3,940 passwords a day, 1,438,100 a year. The
temporary password (69 bits) and eight random letters and digits (36^8, 41 bits) fall in a year of that with a chance of
1 in 10^14 and 1 in 1,900,000. A password that stands among the first million of the lists does not hold for so long:
staff learn of an attack on its first day (`attacks`).
"""

from contextlib import AbstractContextManager

from limits import parse

from app.accounts.models import Account
from app.limits import (
    Count,
    First,
    Tally,
    address_limits_lifted,
    caller_network,
    caller_wide_network,
    counted,
    counting_failures,
)

PER_NETWORK = parse("60/15 minutes")
PER_ACCOUNT_AND_NETWORK = parse("10/15 minutes")
PER_ACCOUNT = parse("100/day")
NEWCOMER, FIRSTS, NEWCOMERS = parse("3/day"), parse("60/hour"), parse("40/hour")
TURN, SLOW = parse("1/15 minutes"), parse("1/minute")
PER_BROWSER = (parse("10/15 minutes"), parse("50/day"))
PER_SESSION = (parse("10/15 minutes"), parse("30/day"))
# Names that nobody has share this many counts, and as many of the wide networks that try them: no number of invented
# names and of networks fills the memory. An account itself lets in some 2,500 networks a day (100, then 60 and 40 an
# hour). The counts per name and network last a quarter of an hour: there are two at most for each try in that time.
NOBODYS_COUNTS = 65_536


def sign_in(kind: str, name: str, who: Account | None, browser: str | None) -> AbstractContextManager[None]:
    """Count one try to sign in as `name` ('client' or 'staff'), of which `who` is the account if there is one.

    browser: what stands for the caller's browser if the account knows it (`browsers.known`). AppError 429 at a limit,
    whether `who` is somebody or nobody.
    """
    if browser is not None:
        return counting_failures([Count(limit, f"browser:{browser}") for limit in PER_BROWSER])
    account = who.get_id() if who else f"{kind}:{_nobodys(name)}"
    always = [Count(PER_ACCOUNT_AND_NETWORK, f"sign-in:{account}:{caller_network()}")]
    if not address_limits_lifted():
        always.append(Count(PER_NETWORK, f"sign-in:{caller_network()}"))
    wide = caller_wide_network()
    near = f"{_near(account)}{wide}" if who else _near(_nobodys(account, wide))
    return counting_failures(
        [*always, Count(PER_ACCOUNT, f"sign-in:{account}"), Tally(NEWCOMER, near)],
        # In this order: a network that comes when the hour's tries are used up leaves no count for a day behind.
        [*always, Count(FIRSTS, f"sign-in-firsts:{account}"), First(NEWCOMER, near)],
        [*always, Count(NEWCOMERS, f"sign-in-newcomers:{account}"), Count(NEWCOMER, near)],
        [
            *always,
            Count(TURN, f"sign-in-turn:{account}:{wide}"),
            Count(SLOW, f"sign-in-slow:{account}"),
        ],
    )


def _nobodys(*what: str) -> str:
    # The hash of a text differs with every start of the program, so nobody can choose names that share a count.
    return f"nobody-{hash(what) % NOBODYS_COUNTS}"


def _near(account: str) -> str:
    return f"sign-in-near:{account}:"


def networks_of(account: str) -> int:
    """From how many wide networks a wrong password for `account` ('client:7') was tried today, as far as is known."""
    return counted(f"/{_near(account)}")


def current_password(session_hash: str) -> AbstractContextManager[None]:
    """Count one try at the current password from a session: a stolen one is no way to guess it.

    Counted per session, so that its thief cannot keep its owner out. AppError 429 at a limit.
    """
    return counting_failures([Count(limit, f"session:{session_hash}") for limit in PER_SESSION])
