"""Hashing and judging passwords."""

from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from app.accounts.rules import without_blanks

COMMON_PASSWORDS = 3_000

# OWASP's smaller Argon2id profile: 19 MiB each keeps several sign-ins at once within a modest server's memory.
ROUNDS, MEMORY_KIB = 2, 19_456
hasher = PasswordHasher(time_cost=ROUNDS, memory_cost=MEMORY_KIB, parallelism=1)


def hash_password(password: str) -> str:
    """The Argon2id hash; takes some 20 ms, so call it outside transactions."""
    return hasher.hash(password)


@cache
def _nobodys(hasher: PasswordHasher) -> str:
    return hasher.hash("nobody has this password")


def verify(stored: str | None, password: str) -> bool:
    """Whether `password` made `stored`, as typed or without the blanks that copying put around it.

    Without a stored hash it takes as long and is False.
    """
    return any(_made(stored, each) for each in {password, without_blanks(password)})


def _made(stored: str | None, password: str) -> bool:
    try:
        return hasher.verify(stored or _nobodys(hasher), password) and bool(stored)
    except (VerificationError, InvalidHashError):
        return False


def is_common(password: str) -> bool:
    """Whether it is among the most common 3,000, whatever its case."""
    from zxcvbn.frequency_lists import FREQUENCY_LISTS  # large: loaded when the first password is changed

    return password.lower() in FREQUENCY_LISTS["passwords"][:COMMON_PASSWORDS]
