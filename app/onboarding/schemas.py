"""The contract of onboarding, and of the details that are kept of a client."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import ConfigDict, model_validator

from app import checked
from app.accounts.email_change_rows import EmailChange
from app.accounts.models import Client
from app.accounts.rules import EnquiryType
from app.accounts.schemas import EmailChangeOut
from app.http import Schema
from app.onboarding.rules import NOT_YOURS, PROFILE_RULES, TEXT_RULES


class Asked(Schema):
    """What a visitor is asked for: a member that is not among it is refused rather than ignored."""

    model_config = ConfigDict(json_schema_extra={"additionalProperties": False})

    @model_validator(mode="before")
    @classmethod
    def _refuse_the_rest(cls, values: Any) -> Any:
        if isinstance(values, dict) and set(values) - {field.alias for field in cls.model_fields.values()}:
            raise checked.wrong(NOT_YOURS)
        return values


class ClientIn(Asked):
    """Step 1: client information."""

    name: Annotated[str, checked.text(TEXT_RULES["name"])] = checked.demanded()
    email: Annotated[str, checked.text(TEXT_RULES["email"])] = checked.demanded()
    phone: Annotated[str, checked.text(TEXT_RULES["phone"])] = checked.demanded()
    company: Annotated[str, checked.text(TEXT_RULES["company"])] = ""
    address_street: Annotated[str, checked.text(TEXT_RULES["addressStreet"])] = checked.demanded()
    address_city: Annotated[str, checked.text(TEXT_RULES["addressCity"])] = checked.demanded()
    address_state: Annotated[str, checked.text(TEXT_RULES["addressState"])] = checked.demanded()
    address_zip: Annotated[str, checked.text(TEXT_RULES["addressZip"])] = checked.demanded()
    enquiry_type: EnquiryType = EnquiryType.NEW_PROJECT


class ClientOut(Schema):
    """What this browser told about its client; `id` is good in this browser only."""

    id: int
    name: str
    email: str
    phone: str
    company: str | None
    address_street: str
    address_city: str
    address_state: str
    address_zip: str
    enquiry_type: EnquiryType


class DetailsIn(Asked):
    """What of a client's details is corrected; what is left out stays as it is."""

    name: Annotated[str, checked.text(PROFILE_RULES["name"])] = ""
    phone: Annotated[str, checked.text(PROFILE_RULES["phone"])] = ""
    company: Annotated[str, checked.text(PROFILE_RULES["company"])] = ""
    address_street: Annotated[str, checked.text(PROFILE_RULES["addressStreet"])] = ""
    address_city: Annotated[str, checked.text(PROFILE_RULES["addressCity"])] = ""
    address_state: Annotated[str, checked.text(PROFILE_RULES["addressState"])] = ""
    address_zip: Annotated[str, checked.text(PROFILE_RULES["addressZip"])] = ""


class DetailsOut(Schema):
    """What we know of a client. `deletion_asked_at`: since when they want to be deleted."""

    name: str
    email: str
    phone: str
    company: str
    address_street: str
    address_city: str
    address_state: str
    address_zip: str
    deletion_asked_at: datetime | None
    email_change: EmailChangeOut | None

    @classmethod
    def of(cls, client: Client, now: datetime) -> "DetailsOut":
        """What a client's row says at `now`."""
        return cls(
            **{name: getattr(client, name) or "" for name in DetailsIn.model_fields},
            email=client.email,
            deletion_asked_at=client.deletion_asked_at,
            email_change=EmailChangeOut.shown(EmailChange.of_client(client.id, now)),
        )
