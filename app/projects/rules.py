"""The status machine of projects and what a payment can be."""

from enum import StrEnum

from app.amounts import plain


class ProjectStatus(StrEnum):
    """Where a project stands (second document, section 3.2)."""

    INQUIRY = "inquiry"
    PENDING_DOCUMENTS = "pending_documents"
    PENDING_PAYMENT = "pending_payment"
    SCHEDULED = "scheduled"
    IN_PROGRESS = "in_progress"
    COMPLETED = "completed"
    CANCELLED = "cancelled"


CLOSED = (ProjectStatus.CANCELLED, ProjectStatus.COMPLETED)


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


# Proofs that the very browser gave that made the project: it paid, or its client was signed in there.
OF_ITS_BROWSER = (Proof.PAYMENT, Proof.CLIENT)
SIGN_IN_TO_CHANGE = (
    "This project is in the client portal now, and is changed there only. "
    "Please sign in to the client portal, or call us."
)


def browser_may_change(proved_by: str | None, client_has_sign_in: bool) -> bool:
    """Whether the browser that made a project, without its client being signed in, may still change it.

    Not once it shows in a portal on the word of somebody else: whoever typed the address may be anybody. It goes on
    where it gave the proof itself, and where the client has no sign-in yet and so no other way.
    """
    return proved_by is None or proved_by in OF_ITS_BROWSER or not client_has_sign_in


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


def checkout_path(project_id: int, price_cents: int) -> str:
    """The page on which an unpaid project is paid for, and its time chosen anew; `amount` in dollars."""
    return f"/checkout?projectId={project_id}&amount={plain(price_cents).removesuffix('.00')}"


def success_path(project_id: int) -> str:
    """The page of a project that is paid, or waits for its transfer: there its time is chosen anew."""
    return f"/success?projectId={project_id}"


def whom_to_ask(is_disowned: bool, name: str, phone: str) -> str:
    """How an alert names whom staff turn to: the client, or whoever typed the address of somebody else."""
    return f"{name}, {phone}," if is_disowned else "the client"


def status_of_new_booking(paid: bool, has_documents: bool) -> ProjectStatus:
    """A paid booking without documents waits for them; an unpaid one for its payment (decisions, project status)."""
    if not paid:
        return ProjectStatus.PENDING_PAYMENT
    return ProjectStatus.INQUIRY if has_documents else ProjectStatus.PENDING_DOCUMENTS
