"""The contract of enquiries."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from app import checked
from app.enquiries.rules import TEXT_RULES
from app.http import Schema


class EnquiryIn(Schema):
    """What the enquiry form sends."""

    name: Annotated[str, checked.text(TEXT_RULES["name"])] = Field(default=None, validate_default=True)
    email: Annotated[str, checked.text(TEXT_RULES["email"])] = Field(default=None, validate_default=True)
    phone: Annotated[str, checked.text(TEXT_RULES["phone"])] = Field(default=None, validate_default=True)
    message: Annotated[str, checked.text(TEXT_RULES["message"])] = Field(default=None, validate_default=True)


class EnquiryOut(Schema):
    """An enquiry as staff read it."""

    id: int
    name: str
    email: str
    phone: str
    message: str
    created_at: datetime
