"""What was answered in the form that a project came by."""

from app.admin.clients.lines import address_of
from app.admin.projects.record_schemas import FormAnswer
from app.booking.models import Booking
from app.booking.rules import CONTACT_LABELS, PreferredContact
from app.catalogue.actions import packages, services
from app.catalogue.rules import Package, ServiceType
from app.catalogue.works import PROJECT_TYPE_LABELS, PROJECT_VALUE_LABELS, ProjectType, ProjectValue
from app.onboarding.models import Onboarding
from app.onboarding.rules import ENQUIRY_TYPE_LABELS


def of_booking(row: Booking) -> list[FormAnswer]:
    """The wizard's."""
    told = {
        "Name": row.full_name,
        "Email": row.email,
        "Phone": row.phone,
        "Prefers": CONTACT_LABELS[PreferredContact(row.preferred_contact)],
        "Project address": row.address,
        "Service": services()[ServiceType(row.service_type)].title if row.service_type else "",
        "Project type": PROJECT_TYPE_LABELS[ProjectType(row.project_type)] if row.project_type else "",
        "Approximate value": PROJECT_VALUE_LABELS[ProjectValue(row.project_value)] if row.project_value else "",
        "In their words": row.message,
    }
    if row.package:
        told["Package"] = packages()[Package(row.package)].title
    return _answers(told)


def of_onboarding(row: Onboarding) -> list[FormAnswer]:
    """The onboarding's."""
    return _answers(
        {
            "Name": row.name,
            "Email": row.email,
            "Phone": row.phone,
            "Company": row.company or "",
            "Address": address_of(row),
            "Asked about": ENQUIRY_TYPE_LABELS[row.enquiry_type],
        }
    )


def of_project(project_id: int) -> list[FormAnswer]:
    """Those of the form that a project came by; none where it came by neither."""
    booked = Booking.one("project_id = ?", project_id)
    if booked is not None:
        return of_booking(booked) if booked.erased_at is None else []
    onboarded = Onboarding.one("project_id = ?", project_id)
    return of_onboarding(onboarded) if onboarded is not None else []


def _answers(told: dict[str, str]) -> list[FormAnswer]:
    return [FormAnswer(question=question, answer=answer) for question, answer in told.items()]
