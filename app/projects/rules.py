"""The status machine of projects and what a payment can be."""

from enum import StrEnum


class ProjectStatus(StrEnum):
    """Where a project stands (second document, section 3.2)."""

    INQUIRY = "inquiry"
    PENDING_DOCUMENTS = "pending_documents"
    PENDING_PAYMENT = "pending_payment"
    SCHEDULED = "scheduled"
    IN_PROGRESS = "in_progress"
    COMPLETED = "completed"
    CANCELLED = "cancelled"


class PaymentStatus(StrEnum):
    """Where a payment stands."""

    PENDING = "pending"
    PROCESSING = "processing"
    COMPLETED = "completed"
    FAILED = "failed"
    REFUNDED = "refunded"


class Proof(StrEnum):
    """What shows that a project is its client's (decisions, what a stranger may put beside a client)."""

    PAYMENT = "payment"  # the money arrived for it
    CLIENT = "client"  # the client was signed in
    STAFF = "staff"  # staff confirmed it
    LINK = "link"  # the client followed the link that was sent to the address


# Paid, whether or not the money was given back since: nothing is left to pay.
SETTLED = (PaymentStatus.COMPLETED, PaymentStatus.REFUNDED)

STATUS_LABELS: dict[ProjectStatus, tuple[str, str]] = {
    ProjectStatus.INQUIRY: ("Enquiry", "blue"),
    ProjectStatus.PENDING_DOCUMENTS: ("Pending Documents", "amber"),
    ProjectStatus.PENDING_PAYMENT: ("Pending Payment", "purple"),
    ProjectStatus.SCHEDULED: ("Scheduled", "indigo"),
    ProjectStatus.IN_PROGRESS: ("In Progress", "green"),
    ProjectStatus.COMPLETED: ("Completed", "grey"),
    ProjectStatus.CANCELLED: ("Cancelled", "red"),
}

GIVEN_BACK = "The payment for this project was given back. Please start a new project, or call us."

BANK_REFERENCE_PREFIX = "HPM-"


def reference(project_id: int) -> str:
    """The number that clients quote and write on transfers: HPM-12."""
    return f"{BANK_REFERENCE_PREFIX}{project_id}"


def status_of_new_booking(paid: bool, has_documents: bool) -> ProjectStatus:
    """A paid booking without documents waits for them; an unpaid one for its payment (decisions, project status)."""
    if not paid:
        return ProjectStatus.PENDING_PAYMENT
    return ProjectStatus.INQUIRY if has_documents else ProjectStatus.PENDING_DOCUMENTS
