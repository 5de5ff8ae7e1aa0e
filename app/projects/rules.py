"""The status machine of projects and what a payment can be."""

from enum import StrEnum

from app import fields
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


class Time(StrEnum):
    """How the time of a project's consultation stands."""

    NONE = "none"
    HELD = "held"  # until it is paid for
    AHEAD = "ahead"  # its client's for good, and not over
    OVER = "over"
    MISSED = "missed"  # over, and staff said that its client did not come


FOR_GOOD = (Time.AHEAD, Time.OVER, Time.MISSED)  # its client's, be it past or not
CLOSED = (ProjectStatus.CANCELLED, ProjectStatus.COMPLETED)
BEFORE_WORK = (
    ProjectStatus.INQUIRY,
    ProjectStatus.PENDING_DOCUMENTS,
    ProjectStatus.PENDING_PAYMENT,
    ProjectStatus.SCHEDULED,
)


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


class Reach(StrEnum):
    """What the browser that made a project may do with it, while its client is not signed in there."""

    ALL = "all"
    TIME = "time"  # see it as the browser left it, pay for it, and choose the time, once
    LOOK = "look"  # see it as the browser left it


def browser_reach(proved_by: str | None, has_sign_in: bool) -> Reach:
    """How far the browser reaches that made a project: whoever typed its address may be anybody.

    has_sign_in: the client of that address has one, or it is on its way; without it they have no other way than this
    browser. Whether they had it before the project asks nobody: what the browser that paid may see and do does not tell
    whoever typed the address whether somebody was known by it.
    """
    if proved_by is None or not has_sign_in:
        return Reach.ALL
    return Reach.TIME if proved_by in OF_ITS_BROWSER else Reach.LOOK


STATUS_LABELS: dict[ProjectStatus, tuple[str, str]] = {
    ProjectStatus.INQUIRY: ("Enquiry", "blue"),
    ProjectStatus.PENDING_DOCUMENTS: ("Pending Documents", "amber"),
    ProjectStatus.PENDING_PAYMENT: ("Pending Payment", "purple"),
    ProjectStatus.SCHEDULED: ("Scheduled", "indigo"),
    ProjectStatus.IN_PROGRESS: ("In Progress", "green"),
    ProjectStatus.COMPLETED: ("Completed", "grey"),
    ProjectStatus.CANCELLED: ("Cancelled", "red"),
}

TO_BE_SCHEDULED = "To be scheduled"  # an inquiry that is paid
REFUNDED = "Refunded"  # all that was paid went back before work began


def status_label(status: ProjectStatus, is_paid: bool, is_asked: bool = False) -> str:
    """A project's status as its client reads it: what is paid, or `is_asked` for, is no mere enquiry any more."""
    if status is ProjectStatus.INQUIRY and is_paid:
        return TO_BE_SCHEDULED
    waits = status is ProjectStatus.INQUIRY and is_asked
    return STATUS_LABELS[ProjectStatus.PENDING_PAYMENT if waits else status][0]


STATUS_REASON = fields.text(3, 200, "Please say why", "The reason")  # of staff, for staff
REFUNDED_NOW = "What was paid for it was refunded."
PAID_BACK = f"{REFUNDED_NOW} If work goes on all the same, please set In Progress first."


def changed_meanwhile(label: str, name: str) -> str:
    """Why staff's page is too old to set another status from it.

    label: of the status that the project has; name: of who on the staff set that, '' where nobody did.
    """
    became = f"{name} has set it to {label} meanwhile" if name else f"It has become {label} meanwhile"
    return f"{became}. Nothing was done here: please look at it again first."


NEVER_TIMED = "No time was ever set for its consultation."


def status_warning(becomes: ProjectStatus, is_consultation: bool, time: Time) -> str:
    """What staff read before they set a status that nothing forbids; '' where there is nothing to say.

    is_consultation: only a consultation about its service was bought, whose time stands as `time`.
    """
    return NEVER_TIMED if is_consultation and becomes is ProjectStatus.COMPLETED and time is Time.NONE else ""


def status_news(was: ProjectStatus, becomes: ProjectStatus, is_consultation: bool, time: Time) -> str:
    """Which news of another status its client gets by letter, '' for none: see mail.letters.project_goes_on.

    is_consultation: only a consultation about its service was bought, whose time stands as `time`.
    """
    if was is becomes:
        return ""
    if is_consultation and becomes is ProjectStatus.COMPLETED:
        return {Time.NONE: "never_timed", Time.MISSED: "missed"}.get(time, "consulted")
    if was is ProjectStatus.COMPLETED:
        return "reopened"  # whatever begins then has begun before
    if is_consultation and becomes is ProjectStatus.IN_PROGRESS and time not in (Time.OVER, Time.MISSED):
        return "consulting"  # once it has taken place, what begins is the service
    if becomes in (ProjectStatus.IN_PROGRESS, ProjectStatus.COMPLETED):
        return str(becomes)
    return "reopened" if was is ProjectStatus.CANCELLED else ""


def may_be_undone(was: ProjectStatus, ended_alert: bool) -> bool:
    """Whether staff may undo, for some seconds, that they set another status.

    ended_alert: what staff were asked to decide about is asked no more. Opening a cancelled project gives up its
    transfer and decides about its fee. Neither comes back with the status.
    """
    return was is not ProjectStatus.CANCELLED and not ended_alert


UNDO_TOO_LATE = "A change of status can be undone for 10 seconds. Please set the right status instead."
CHANGED_SINCE = "Something about this project has changed since. Please look at it, and set the right status instead."
LETTER_GONE = "The letter to the client has left already. Please set the right status instead, and tell the client."

GIVEN_BACK = "The payment for this project was refunded. Please start a new project, or call us."

BANK_REFERENCE_PREFIX = "HPM-"


def reference(project_id: int) -> str:
    """The number that clients quote and write on transfers: HPM-12."""
    return f"{BANK_REFERENCE_PREFIX}{project_id}"


def shared_lost_key(project_id: int) -> str:
    """What names the alert that a project has lost the consultation that it shared, and needs something instead."""
    return f"shared-lost-{project_id}"


def checkout_path(project_id: int, price_cents: int) -> str:
    """The page on which an unpaid project is paid for, and its time chosen anew; `amount` in dollars."""
    return f"/checkout?projectId={project_id}&amount={plain(price_cents).removesuffix('.00')}"


def success_path(project_id: int) -> str:
    """The page of a project that is paid, or waits for its transfer: there its time is chosen anew."""
    return f"/success?projectId={project_id}"


def portal_path(project_id: int) -> str:
    """The project's page in the client portal."""
    return f"/client-portal/projects/{reference(project_id)}"


def whom_to_ask(is_disowned: bool, name: str, phone: str) -> str:
    """How an alert names whom staff turn to: the client, or whoever typed the address of somebody else."""
    return f"{name}, {phone}," if is_disowned else "the client"


def status_of_new_booking(paid: bool, has_documents: bool) -> ProjectStatus:
    """A paid booking without documents waits for them; an unpaid one for its payment (decisions, project status)."""
    if not paid:
        return ProjectStatus.PENDING_PAYMENT
    return ProjectStatus.INQUIRY if has_documents else ProjectStatus.PENDING_DOCUMENTS
