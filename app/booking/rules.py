"""The booking wizard's fields (second document, section 5) and steps."""

from enum import StrEnum

from app import fields
from app.catalogue.rules import WIZARD_SERVICES, Package, ServiceType
from app.catalogue.works import ProjectType, ProjectValue


class PreferredContact(StrEnum):
    """How the visitor wants to hear from us."""

    EMAIL = "email"
    PHONE = "phone"
    EITHER = "either"


class BookingStatus(StrEnum):
    """A draft belongs to a browser session; awaiting waits for a transfer; confirmed is paid."""

    DRAFT = "draft"
    AWAITING = "awaiting"
    CONFIRMED = "confirmed"


CONTACT_LABELS = {
    PreferredContact.EMAIL: "Email",
    PreferredContact.PHONE: "Phone",
    PreferredContact.EITHER: "Either",
}

STEPS = 4

TEXT_RULES: dict[str, fields.TextRule] = {
    "fullName": fields.name("Full name must be at least 2 characters", "Full name"),
    "email": fields.email("Please enter a valid email address"),
    "phone": fields.phone(8, "Please enter a valid phone number"),
    "address": fields.text(5, 300, "Address must be at least 5 characters", "Address"),
    "message": fields.text(0, 5000, "", "Additional information", lines=True),
}

CHOICE_MESSAGES = {
    "serviceType": "Please select a service",
    "projectType": "Please select a project type",
    "projectValue": "Please select an approximate project value",
}

SERVICE_CHOICES: tuple[ServiceType, ...] = WIZARD_SERVICES
PROJECT_TYPE_CHOICES: tuple[ProjectType, ...] = tuple(ProjectType)
PROJECT_VALUE_CHOICES: tuple[ProjectValue, ...] = tuple(ProjectValue)


def package_for(service: ServiceType, package: Package | None) -> Package | None:
    """A package goes with the contract review only."""
    return package if service is ServiceType.CONTRACT_REVIEW else None


def step_after(saved: int, furthest: int) -> int:
    """The step that a draft stands at once step `saved` is stored; going back never loses ground."""
    return min(STEPS, max(furthest, saved + 1))
