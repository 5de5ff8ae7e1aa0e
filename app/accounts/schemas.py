"""The contract of sign-in and profiles."""

from typing import Annotated, Literal

from app import checked
from app.accounts.rules import LEAST_PASSWORD, MOST_PASSWORD
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
    profile_image_url: str | None
    password_change_required: bool


class PasswordChange(Schema):
    """A change of password. Judged by `rules.password_problems`, which knows whose it is."""

    current_password: Annotated[str, checked.told(1)] = checked.demanded("")
    new_password: Annotated[str, checked.told(LEAST_PASSWORD, MOST_PASSWORD)] = checked.demanded("")
    confirm_password: Annotated[str, checked.told(1)] = checked.demanded("")


class StaffMember(Schema):
    """A signed-in member of staff."""

    name: str
    username: str
    role: Literal["owner", "staff"]
