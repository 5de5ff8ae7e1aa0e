"""The contract of onboarding."""

from typing import Annotated, Any

from pydantic import ConfigDict, model_validator
from pydantic_core import PydanticCustomError

from app import checked
from app.accounts.rules import EnquiryType
from app.http import Schema
from app.onboarding.rules import NOT_YOURS, TEXT_RULES


class Asked(Schema):
    """What a visitor is asked for: a member that is not among it is refused rather than ignored."""

    model_config = ConfigDict(json_schema_extra={"additionalProperties": False})

    @model_validator(mode="before")
    @classmethod
    def _refuse_the_rest(cls, values: Any) -> Any:
        if isinstance(values, dict) and set(values) - {field.alias for field in cls.model_fields.values()}:
            raise PydanticCustomError("rule", "{text}", {"text": NOT_YOURS})
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
