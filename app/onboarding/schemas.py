"""The contract of onboarding."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, ConfigDict, model_validator
from pydantic_core import PydanticCustomError

from app import checked
from app.accounts.rules import EnquiryType
from app.catalogue.rules import ServiceType
from app.documents.rules import DocumentType
from app.documents.schemas import Upload
from app.http import RowId, Schema
from app.onboarding.rules import NOT_YOURS, TEXT_RULES
from app.projects.rules import ProjectStatus


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


class ProjectIn(Asked):
    """Step 2: the service. A new project is always an inquiry.

    `replace_transfer`: the visitor gives up the bank transfer that was chosen at another service's price.
    """

    client_id: RowId
    service_type: Annotated[ServiceType, checked.choice(list(ServiceType), "Please select a service")] = (
        checked.demanded()
    )
    status: Literal["inquiry"] = "inquiry"
    replace_transfer: bool = False


class ProjectMade(Schema):
    """The project that was made; `client_id` is the submission that it came from, None for a booking's."""

    id: int
    client_id: int | None
    service_type: ServiceType
    status: ProjectStatus


class ProjectPatch(Asked):
    """The appointment that was just booked; nothing else can be changed by a visitor."""

    appointment_date: AwareDatetime


class ProjectUpload(Upload):
    """A file for a project, and what it is to it."""

    project_id: RowId
    document_type: DocumentType = DocumentType.OTHER


class SlotBooking(Schema):
    """For which project; without it, the one this browser submitted last."""

    project_id: RowId | None = None


class SlotBooked(Schema):
    """The time is kept for the project."""

    id: int
    date: datetime
    is_booked: bool
    project_id: int
    expires_at: datetime | None
