"""What follows for a project's consultation once it is paid: its time, the client's sign-in, the letters."""

from datetime import datetime

from app.accounts.actions import Details
from app.accounts.opening import grant_access
from app.alerts.actions import tell_staff
from app.amounts import dollars
from app.consultations.letterhead import Paid
from app.consultations.notices import Notices
from app.consultations.shared import has_lost, tell_of_lost
from app.consultations.staff_notices import StaffNotices
from app.orders.deciding import DONE_KEEPS
from app.orders.keys import accepted_key, paid_closed_key
from app.orders.models import Order
from app.orders.rules import OrderState
from app.orders.sums import is_being_decided
from app.projects import actions as projects
from app.projects.models import Project
from app.projects.rules import BEFORE_WORK, CLOSED, ProjectStatus, reference, whom_to_ask
from app.slots import actions as slots
from app.slots.models import Hold
from app.slots.rules import HoldKind, LostTime
from app.slots.transfers import keep_for_transfer

WITHOUT_TIME = "Paid, but without a time"
PAID = "Paid"


def paid(project: Project, who: Details, money: Paid, now: datetime) -> None:
    """The consultation is paid: its time is the client's for good, or the client is asked to choose another.

    Runs inside the settlement's transaction, once per payment. A closed project gets no time any more.
    who: whom staff deal with in it, its client or whoever typed that client's address.
    """
    if project.status in CLOSED:
        if project.erased_at is None:
            _grant_access(Notices(project, now))
        came_after_closing(project, who, money.came_cents, now)
        return
    if project.shares_consultation and Hold.of_project(project.id) is None:
        _begin_work(project, who, money, now)
        return
    time = slots.keep_for_good(project.id, now)
    start = None if isinstance(time, LostTime) else time
    projects.set_appointment(project.id, start, now)
    if start is not None:
        projects.schedule(project, "payment", PAID, now)
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
    else:
        notices.confirmed(time, money, created)
    if money.method == "bank transfer":
        notices.transfer_arrived(money)
    StaffNotices(project, now).consultation("New consultation", who, start, money)


def _begin_work(project: Project, who: Details, money: Paid, now: datetime) -> None:
    """What shares the consultation of another project needs none of its own: it is in progress, and staff are told.

    Where that was cancelled meanwhile, staff agree with its client on what it needs.
    """
    lost = has_lost(project, now)
    shared = PAID if lost else f"Paid: it shares the consultation of {reference(project.consultation_of_id)}"
    if not projects.change_status(project.id, project.status, ProjectStatus.IN_PROGRESS, "payment", shared, now):
        projects.record(project.id, "payment", shared, now)
    project = Project.get_by_id(project.id)
    Notices(project, now).service_paid(money)
    StaffNotices(project, now).service_paid(who, money)
    goes_on = f"{reference(project.id)}, which goes on from {reference(project.consultation_of_id)}"
    said = f"{goes_on}, is paid: please go on with it."
    tell_staff("proposal_accepted", accepted_key(project.id), said, project.staff_page, now=now)
    if lost:
        tell_of_lost(project, now)


def keep_meanwhile(project: Project, now: datetime) -> None:
    """A part of the price is there, and staff agree on the rest; joins the caller's `write()`.

    The time of what is proved to be its client's stays theirs, or it would expire with a letter that nothing was paid.
    Else anybody had a time for a cent: it ends when a transfer's does, unless staff set one, and does so again where
    the proof is taken back (`keep_no_longer`).
    """
    keep_for_transfer(project.id, now)
    if project.proved_at is None:
        return
    time = None if project.status in CLOSED else slots.keep_for_good(project.id, now, for_part=True)
    projects.set_appointment(project.id, None if isinstance(time, LostTime) else time, now)


def keep_no_longer(project: Project, now: datetime) -> None:
    """A project is not its client's after all; joins the caller's `write()`.

    The time that was theirs for a part of the price ends as if nobody had said so, unless staff went on with it.
    """
    went_on = project.status not in BEFORE_WORK or project.status == ProjectStatus.SCHEDULED
    if not went_on and slots.ends_again(project.id, now):
        projects.back_to_inquiry(project.id, "The time held has expired", now)


def let_go_of_earlier_tries(paid_: Project, now: datetime) -> None:
    """Free the times that the same person keeps to pay by card for the same service, without a letter.

    Who lost the form and began anew has what they wanted. A time that waits for a transfer or a bank stays.
    """
    for project in earlier_tries(paid_):
        hold = Hold.of_project(project.id)
        if hold is not None and hold.kind == HoldKind.CARD and slots.let_go(hold, now):
            said = f"Its time was freed: {reference(paid_.id)} has one instead"
            projects.back_to_inquiry(project.id, said, now)


def earlier_tries(project: Project) -> list[Project]:
    """The unpaid projects that the same person began for the same service before.

    That is what the same browser began for the same client, and what is proved to be that client's: a browser may hold
    times for two clients at once, and anybody may have typed their address in another one.
    """
    person = (Project.visitor_id == project.visitor_id) | Project.proved_at.is_null(False)
    same = (Project.client == project.client_id) & (Project.service_type == project.service_type)
    before = Project.select().where(Project.id < project.id, same, person)
    unpaid = before.where(Order.is_one_of((OrderState.UNPAID,)))
    return [earlier for earlier in unpaid if not is_being_decided(earlier.id)]


def came_after_closing(project: Project, who: Details, came_cents: int, now: datetime) -> None:
    """Money came for what is cancelled or completed: staff agree with the client how to go on, or give it back.

    One truth for any sum, and whatever came or went back before: it is with us, and undecided (`orders.unsettled`).
    """
    if project.erased_at is not None:
        # Nobody is left to write to: who paid is known to the bank alone.
        projects.record(project.id, "payment", "Paid after its details were erased", now)
        tell_staff(
            "paid_erased",
            f"paid-erased-{project.id}",
            f"{dollars(came_cents)} came for {reference(project.id)}, whose details are erased: please ask your bank "
            "who sent it, and return it.",
            now=now,
        )
        return
    tells = project.status == ProjectStatus.CANCELLED and not project.is_disowned
    projects.record(project.id, "payment", f"{dollars(came_cents)} came although it is {project.status}", now)
    Notices(project, now).paid_after_closing(came_cents)
    tell_staff(
        "paid_cancelled",
        paid_closed_key(project.id),
        f"{reference(project.id)} is {project.status}, but {dollars(came_cents)} came for it: please agree with "
        f"{whom_to_ask(project.is_disowned, who.name, who.phone)} how to go on, or give the money back."
        f"{f' {DONE_KEEPS}' if tells else ''}",
        link=project.staff_page,
        now=now,
    )


def _grant_access(notices: Notices) -> bool:
    """Let the client have a sign-in if there is none; returns whether its letter is to come."""
    project = notices.project
    return not project.is_disowned and grant_access(notices.client, project.visitor_id, notices.now, project.id)
