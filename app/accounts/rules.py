"""Rules for clients, staff and passwords."""

import hashlib
import re
import secrets
from collections.abc import Iterable
from datetime import timedelta
from enum import StrEnum

from app import fields
from app.accounts.own_names import bare, is_of_names


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
# The link that an email brings to whoever forgot their password, and how many of them a mailbox gets in that time.
LINK_LASTS, LINK_LETTERS = timedelta(hours=1), 3
LINK_PAGE = "/client-portal/reset"
LINK_GONE = "This link no longer works: it is good for one hour, and once only. You can ask for a new one."

EMAIL_CHANGE_LASTS, EMAIL_CHANGES_A_DAY = timedelta(hours=24), 5
EMAIL_CHANGE_PAGE = "/client-portal/email"
EMAIL_CHANGE_GONE = (
    "This link no longer works: it is good for 24 hours, and only as long as the change is wanted. You can ask for it "
    "again on your profile."
)
EMAIL_SAME = "This is your email address already"
EMAIL_OTHER = "The change that waits is to another address. Please ask the client which one they want."
EMAIL_ANOTHER = "Another address was asked for under this Idempotency-Key."
EMAIL_TAKEN = "This address is in use with us already, so the change cannot be made here. Please call us."
TOO_MANY_EMAIL_CHANGES = "You have asked for this several times today. Please try again in {wait}."
WRONG_PASSWORD = "This is not your password"

# How a browser is told by what it says of itself: the first that fits, since each also names those it is like.
_BROWSERS = (
    ("Edge", "Edg"),
    ("Opera", "OPR/"),
    ("Samsung Internet", "SamsungBrowser/"),
    ("Firefox", "Firefox/"),
    ("Firefox", "FxiOS/"),
    ("Chrome", "CriOS/"),
    ("Chrome", "Chrome/"),
    ("Safari", "Safari/"),
)
_DEVICES = (
    ("an iPhone", "iPhone"),
    ("an iPad", "iPad"),
    ("an Android device", "Android"),
    ("a Chromebook", "CrOS"),
    ("Windows", "Windows"),
    ("a Mac", "Macintosh"),
    ("Linux", "Linux"),
)


def browser_words(agent: str) -> str:
    """A browser in words of ours, 'Firefox on Windows', by the User-Agent that it sent; no word of that is kept."""
    name = next((name for name, mark in _BROWSERS if mark in agent), "A browser")
    device = next((f" on {name}" for name, mark in _DEVICES if mark in agent), "")
    return name + device


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

INVALID_EMAIL = "Invalid email"
LOGIN_FAILED = "Invalid email or password."

# Without the characters that people confuse when they copy from a letter: 0 O 1 l I.
ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789"


def temporary_password() -> str:
    """A password for a letter: 12 characters, about 69 bits, in three groups."""
    drawn = "".join(secrets.choice(ALPHABET) for _ in range(12))
    return "-".join((drawn[:4], drawn[4:8], drawn[8:]))


def digest(secret: str) -> str:
    """What a table keeps of a cookie's value or a link's token (SHA-256 in hex): a copy of it opens nothing."""
    return hashlib.sha256(secret.encode()).hexdigest()


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
    if common or not bare(new):
        return PASSWORD_COMMON
    if is_of_names(new, tuple(names)):
        return PASSWORD_OWN_NAME
    return None


def chosen_problems(new: str, confirm: str, common: bool, names: Iterable[str]) -> dict[str, str]:
    """What is wrong with a password that somebody chooses, and with its confirmation, by field."""
    problem = new_password_problem(new, common, names)
    problems = {"newPassword": problem} if problem else {}
    if not confirm:
        problems["confirmPassword"] = CONFIRM_REQUIRED
    elif new != confirm:
        problems["confirmPassword"] = PASSWORDS_DIFFER
    return problems


def password_problems(
    current: str, new: str, confirm: str, common: bool, names: Iterable[str] = (), temporary: bool = True
) -> dict[str, str]:
    """What is wrong with a change of password, by field (second document, section 5).

    `temporary` tells whether the current one is; the rest is as above.
    """
    problems = chosen_problems(new, confirm, common, names)
    if not current:
        problems["currentPassword"] = CURRENT_REQUIRED
    if new and without_blanks(new) == without_blanks(current):
        problems["newPassword"] = PASSWORD_TEMPORARY if temporary else PASSWORD_SAME
    return problems


def without_blanks(password: str) -> str:
    """A password without what copying it from a letter may put around it, seen or not."""
    return fields.seen(password).strip()


def email_key(address: str) -> str:
    """The form under which addresses are compared and kept."""
    return fields.tidy(address).lower()


def same_name(one: str, other: str) -> bool:
    """Whether two names are the same but for capitals and blanks."""
    return one.casefold().split() == other.casefold().split()


def same_phone(one: str, other: str) -> bool:
    """Whether two numbers are dialled alike: '+61 400 555 666' and '0400555666'."""
    return fields.tel(one) == fields.tel(other)


def same_address(one: str, other: str) -> bool:
    """Whether one of two addresses says nothing that the other does not: it may be in one line or in several fields."""
    words, others = (set(re.findall(r"\w+", each.casefold())) for each in (one, other))
    return words <= others or others <= words
