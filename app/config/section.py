"""What every table of the owner's file is made of: the forms that a text may have to have, and the frozen table."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, StringConstraints

# The forms that a text may have to have, each with what the owner is told who wrote another.
LINE, EMAIL = r"^[^\r\n]*$", r"^[^@\s<>]+@[^@\s<>]+$"
BSB, ACCOUNT = r"^\d{3}-\d{3}$", r"^\d{5,9}$"
ADDRESS, LINK = r"^https?://[^/\s]+$", r"^(https://[^\s<>\"]+)?$"
PLACE = r"^(/[^\r\n]*)?$"
TOKEN = r"^([A-Za-z0-9._~+/-]{16,200}=*)?$"
GOOGLE, PIXEL = r"^([A-Z]{1,3}-[A-Z0-9-]{4,20})?$", r"^\d{0,20}$"
FORMS = {
    LINE: "must stand on one line",
    EMAIL: "must be one e-mail address, such as hello@example.com",
    BSB: "must be six digits with a dash, such as 062-001",
    ACCOUNT: "must be the account's 5 to 9 digits, without spaces",
    ADDRESS: "must begin with https:// (or http:// on this machine) and end with the name or port, without a path",
    LINK: "must be a link that begins with https://, or empty",
    PLACE: "must be a folder's whole path, which begins with /, or empty",
    TOKEN: "must be 16 or more letters, digits and . _ ~ + / -, or empty",
    GOOGLE: "must be a measurement id such as G-ABC1234567, or empty",
    PIXEL: "must be the pixel's digits, or empty",
}

Line = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=200, pattern=LINE),
]
Email = Annotated[str, StringConstraints(strip_whitespace=True, max_length=254, pattern=EMAIL)]


class ConfigError(Exception):
    """The configuration cannot be used; the message begins with the key."""


class Section(BaseModel):
    """A frozen table of the file; an unknown key is an error, since it is a typing slip."""

    model_config = ConfigDict(frozen=True, extra="forbid")
