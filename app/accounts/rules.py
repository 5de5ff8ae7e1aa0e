"""Rules for clients, staff and passwords."""

import secrets
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
PASSWORD_LONG = "Password must be at most 200 characters"
CONFIRM_REQUIRED = "Please confirm your password"
PASSWORDS_DIFFER = "Passwords don't match"
PASSWORD_TEMPORARY = "Please choose a password that differs from the temporary one"
PASSWORD_COMMON = "This password is too common. Please choose another."

LOGIN_FAILED = "Invalid email or password."

# Without the characters that people confuse when they copy from a letter: 0 O 1 l I.
ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789"


def temporary_password() -> str:
    """A password for a letter: 12 characters, about 69 bits, in three groups."""
    drawn = "".join(secrets.choice(ALPHABET) for _ in range(12))
    return "-".join((drawn[:4], drawn[4:8], drawn[8:]))


def password_problems(current: str, new: str, confirm: str, common: bool) -> dict[str, str]:
    """What is wrong with a change of password, by field (second document, section 5).

    `common` tells whether `new` is among the most common ones.
    """
    problems: dict[str, str] = {}
    if not current:
        problems["currentPassword"] = CURRENT_REQUIRED
    if len(new) < LEAST_PASSWORD:
        problems["newPassword"] = PASSWORD_SHORT
    elif len(new) > MOST_PASSWORD:
        problems["newPassword"] = PASSWORD_LONG
    elif new == current:
        problems["newPassword"] = PASSWORD_TEMPORARY
    elif common:
        problems["newPassword"] = PASSWORD_COMMON
    if not confirm:
        problems["confirmPassword"] = CONFIRM_REQUIRED
    elif new != confirm:
        problems["confirmPassword"] = PASSWORDS_DIFFER
    return problems


def email_key(address: str) -> str:
    """The form under which addresses are compared and kept."""
    return fields.tidy(address).lower()
