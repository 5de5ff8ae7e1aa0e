"""The contract of sign-in and profiles."""

from typing import Literal

from app.http import Schema


class Credentials(Schema):
    """A client's sign-in."""

    email: str = ""
    password: str = ""


class StaffCredentials(Schema):
    """A staff member's sign-in."""

    username: str = ""
    password: str = ""


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
    """A change of password."""

    current_password: str = ""
    new_password: str = ""
    confirm_password: str = ""


class StaffMember(Schema):
    """A signed-in member of staff."""

    name: str
    username: str
    role: Literal["owner", "staff"]
