"""The contract of enquiries."""

from datetime import datetime
from typing import Annotated

from app import checked
from app.enquiries.rules import ANSWER, TEXT_RULES
from app.http import Schema, Seen


class EnquiryIn(Schema):
    """What the enquiry form sends."""

    name: Annotated[str, checked.text(TEXT_RULES["name"])] = checked.demanded()
    email: Annotated[str, checked.text(TEXT_RULES["email"])] = checked.demanded()
    phone: Annotated[str, checked.text(TEXT_RULES["phone"])] = checked.demanded()
    message: Annotated[str, checked.text(TEXT_RULES["message"])] = checked.demanded()


class EnquiryAnswer(Schema):
    """What staff write to whoever sent an enquiry. `seen`: how many answers they had before them."""

    text: Annotated[str, checked.text(ANSWER)] = checked.demanded()
    seen: Seen


class EnquiryOut(Schema):
    """An enquiry as staff read it."""

    id: int
    name: str
    email: str
    phone: str
    message: str
    created_at: datetime
