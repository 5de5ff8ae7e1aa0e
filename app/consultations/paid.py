"""What follows for a project's consultation once it is paid: its time, the client's sign-in, the letters."""

from datetime import datetime

from app.accounts.actions import Details
from app.accounts.opening import grant_access
from app.alerts.actions import tell_staff
from app.amounts import aud
from app.consultations.notices import Notices, Paid
from app.orders.models import Order
from app.orders.rules import OrderState
from app.orders.sums import is_being_decided
from app.projects import actions as projects
from app.projects.models import Project
from app.projects.rules import CLOSED, ProjectStatus, reference, whom_to_ask
from app.slots import actions as slots
from app.slots.models import Hold
from app.slots.rules import HoldKind, LostTime

WITHOUT_TIME = "Paid, but without a time"


def paid(project: Project, who: Details, money: Paid, now: datetime) -> None:
    """The consultation is paid: its time is the client's for good, or the client is asked to choose another.

    Runs inside the settlement's transaction, once per payment. A closed project gets no time any more.
    who: whom staff deal with in it, its client or whoever typed that client's address.
    """
    if project.status in CLOSED:
        paid_after_closing(project, who, money, now)
        return
    time = slots.keep_for_good(project.id, now)
    start = None if isinstance(time, LostTime) else time
    projects.set_appointment(project.id, start, now)
    if start is not None:
        projects.schedule(project, "payment", "Paid", now)
        let_go_of_earlier_tries(project, now)
    elif not projects.change_status(
        project.id, ProjectStatus.PENDING_PAYMENT, ProjectStatus.INQUIRY, "payment", WITHOUT_TIME, now
    ):
        projects.record(project.id, "payment", WITHOUT_TIME, now)
    project = Project.get_by_id(project.id)
    notices = Notices(project, now)
    created = _grant_access(notices)
    if isinstance(time, LostTime):
        notices.choose_another(money, time, created)
        tell_staff(
            "needs_time",
            f"needs-time-{project.id}",
            f"{reference(project.id)} is paid but has no time: please agree on one with {who.name}, {who.phone}. "
            "It cannot be entered here yet: keep it in your own calendar.",
            link=project.staff_page,
            now=now,
        )
    else:
        notices.confirmed(time, money, created)
    if money.method == "bank transfer":
        notices.transfer_arrived(money)
    notices.staff("New consultation", who, start, money)


def let_go_of_earlier_tries(paid_: Project, now: datetime) -> None:
    """Free the times that the same browser keeps to pay by card for the same client and service, without a letter.

    Who lost the form and began anew has what they wanted. A time that waits for a transfer or a bank stays.
    """
    for project in earlier_tries(paid_):
        hold = Hold.of_project(project.id)
        if hold is not None and hold.kind == HoldKind.CARD and slots.let_go(hold, now):
            projects.back_to_inquiry(project.id, f"Its time was freed: {reference(paid_.id)} was paid instead", now)


def earlier_tries(project: Project) -> list[Project]:
    """The unpaid projects that the same browser began for the same client and service before."""
    same = (Project.visitor_id == project.visitor_id) & (Project.service_type == project.service_type)
    # Somebody may hold times for two clients at once.
    before = Project.select().where(Project.id < project.id, same, Project.client == project.client_id)
    unpaid = before.where(Order.is_one_of((OrderState.UNPAID,), Project.id))
    return [earlier for earlier in unpaid if not is_being_decided(earlier.id)]


def paid_after_closing(project: Project, who: Details, money: Paid, now: datetime) -> None:
    """Money came for what is cancelled or completed: staff agree with the client how to go on, or give it back."""
    if project.erased_at is not None:
        # Nobody is left to write to: who paid is known to the bank alone.
        projects.record(project.id, "payment", "Paid after its details were erased", now)
        tell_staff(
            "paid_erased",
            f"paid-erased-{project.id}",
            f"{aud(money.came_cents)} came for {reference(project.id)}, which was unpaid for so long that its "
            "details were erased: please ask your bank who sent it, and return it.",
            now=now,
        )
        return
    projects.record(project.id, "payment", f"Paid although {project.status}", now)
    notices = Notices(project, now)
    _grant_access(notices)
    notices.paid_after_closing(money)
    tell_staff(
        "paid_cancelled",
        f"paid-cancelled-{project.id}",
        f"{reference(project.id)} was paid although it is {project.status}: please agree with "
        f"{whom_to_ask(project.is_disowned, who.name, who.phone)} how to go on, or give the money back.",
        link=project.staff_page,
        now=now,
    )


def _grant_access(notices: Notices) -> bool:
    """Let the client have a sign-in if there is none; returns whether its letter is to come."""
    project = notices.project
    return not project.is_disowned and grant_access(notices.client, project.visitor_id, notices.now, project.id)
