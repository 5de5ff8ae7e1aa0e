"""The contract of sign-in and profiles."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from app import checked, fields
from app.accounts.email_change_rows import EmailChange
from app.accounts.rules import INVALID_EMAIL, LEAST_PASSWORD, MOST_PASSWORD
from app.http import Schema


class Credentials(Schema):
    """A client's sign-in."""

    email: checked.Filled
    password: checked.Filled


class StaffCredentials(Schema):
    """A staff member's sign-in."""

    username: checked.Filled
    password: checked.Filled


class User(Schema):
    """Who is signed in."""

    kind: Literal["client", "staff"]
    name: str
    email: str


class Profile(Schema):
    """A client's own profile."""

    name: str
    email: str
    phone: str
    profile_image_url: str | None
    password_change_required: bool


class PasswordChange(Schema):
    """A change of password. Judged by `rules.password_problems`, which knows whose it is."""

    current_password: Annotated[str, checked.told(1)] = checked.demanded("")
    new_password: Annotated[str, checked.told(LEAST_PASSWORD, MOST_PASSWORD)] = checked.demanded("")
    confirm_password: Annotated[str, checked.told(1)] = checked.demanded("")


class ResetAsked(Schema):
    """Who wants a link to choose a password."""

    email: Annotated[str, checked.text(fields.email(INVALID_EMAIL))] = checked.demanded("")


class ResetLink(Schema):
    """A link's token; sent as a body, so that no log of addresses keeps it."""

    token: Annotated[str, Field(min_length=1, max_length=100)]


class ResetOf(Schema):
    """Whose password a link sets."""

    email: str


class NewPassword(ResetLink):
    """A password that somebody chooses by a link. Judged by `rules.chosen_problems`."""

    new_password: Annotated[str, checked.told(LEAST_PASSWORD, MOST_PASSWORD)] = checked.demanded("")
    confirm_password: Annotated[str, checked.told(1)] = checked.demanded("")


class StaffMember(Schema):
    """A signed-in member of staff."""

    name: str
    username: str
    role: Literal["owner", "staff"]


class EmailChangeOut(Schema):
    """A change of the email address that waits for both addresses to say yes."""

    new_address: str
    old_confirmed: bool
    new_confirmed: bool
    expires_at: datetime

    @classmethod
    def shown(cls, row: EmailChange | None) -> "EmailChangeOut | None":
        """What of a row is shown."""
        if row is None:
            return None
        return cls(
            new_address=row.new_address,
            old_confirmed=row.old_confirmed_at is not None,
            new_confirmed=row.new_confirmed_at is not None,
            expires_at=row.expires_at,
        )
