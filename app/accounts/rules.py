"""Rules for clients, staff and passwords."""

import re
import secrets
from collections.abc import Iterable
from datetime import timedelta
from enum import StrEnum

from app import fields


class EnquiryType(StrEnum):
    """Why a client came (second document, section 3.2)."""

    NEW_PROJECT = "new_project"
    CONSULTATION = "consultation"
    EXISTING_PROJECT = "existing_project"
    OTHER = "other"


class Role(StrEnum):
    """What a staff member may do; the owner may also manage staff."""

    OWNER = "owner"
    STAFF = "staff"


TEMPORARY_PASSWORD_LASTS = timedelta(days=7)
# A visitor's session outlives what its browser left unfinished (app.retention): whatever the browser does renews it.
VISITOR_KEEPS = timedelta(days=30)
SESSION_LASTS = {
    "visitor": VISITOR_KEEPS + timedelta(days=1),
    "client": timedelta(days=7),
    "staff": timedelta(hours=12),
}
LEAST_PASSWORD = 8
MOST_PASSWORD = 200  # hashing has a cost; nobody types more

CURRENT_REQUIRED = "Current password is required"
PASSWORD_SHORT = "Password must be at least 8 characters"
PASSWORD_CONTROL = "Password must not contain control characters"
PASSWORD_LONG = "Password must be at most 200 characters"
CONFIRM_REQUIRED = "Please confirm your password"
PASSWORDS_DIFFER = "Passwords don't match"
PASSWORD_TEMPORARY = "Please choose a password that differs from the temporary one"
PASSWORD_SAME = "Please choose a password that differs from your present one"
PASSWORD_OWN_NAME = "Please choose a password that differs from your name and sign-in"
PASSWORD_COMMON = "This password is too common. Please choose another."

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")

USERNAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@-]{0,59}")
USERNAME_INVALID = "A user name begins with a letter or digit and has up to 60 letters, digits and . _ @ -"

# A browser that an account has signed in from: how long it is remembered unused, and how many of an account.
KNOWN_BROWSER_LASTS = timedelta(days=365)
KNOWN_BROWSERS = 10

LOGIN_FAILED = "Invalid email or password."

# Without the characters that people confuse when they copy from a letter: 0 O 1 l I.
ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789"


def temporary_password() -> str:
    """A password for a letter: 12 characters, about 69 bits, in three groups."""
    drawn = "".join(secrets.choice(ALPHABET) for _ in range(12))
    return "-".join((drawn[:4], drawn[4:8], drawn[8:]))


def new_password_problem(new: str, common: bool, names: Iterable[str]) -> str | None:
    """What is wrong with a password that somebody chooses, for clients and staff alike; None when nothing is.

    `common` tells whether it is among the most common ones; `names` are what anybody may know of its owner.
    """
    if len(fields.seen(new)) < LEAST_PASSWORD:
        return PASSWORD_SHORT
    if _CONTROL.search(new):
        return PASSWORD_CONTROL
    if len(new) > MOST_PASSWORD:
        return PASSWORD_LONG
    if common or not _bare(new):
        return PASSWORD_COMMON
    if _bare(new) in {_bare(name) for name in names}:
        return PASSWORD_OWN_NAME
    return None


def _bare(text: str) -> str:
    """A text without case and without what is not seen, in which passwords made of a name differ from it."""
    return "".join(fields.seen(text).split()).casefold()


def password_problems(
    current: str, new: str, confirm: str, common: bool, names: Iterable[str] = (), temporary: bool = True
) -> dict[str, str]:
    """What is wrong with a change of password, by field (second document, section 5).

    `temporary` tells whether the current one is; the rest is as above.
    """
    problems: dict[str, str] = {}
    if not current:
        problems["currentPassword"] = CURRENT_REQUIRED
    same = PASSWORD_TEMPORARY if temporary else PASSWORD_SAME
    problem = same if new and new == current else new_password_problem(new, common, names)
    if problem:
        problems["newPassword"] = problem
    if not confirm:
        problems["confirmPassword"] = CONFIRM_REQUIRED
    elif new != confirm:
        problems["confirmPassword"] = PASSWORDS_DIFFER
    return problems


def email_key(address: str) -> str:
    """The form under which addresses are compared and kept."""
    return fields.tidy(address).lower()
