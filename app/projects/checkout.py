"""What the checkout shows of a project, found through the browser or client that owns it."""

from datetime import datetime

from app import clock
from app.access import Caller
from app.config import in_force
from app.consultations.confirmed import has_had_time, is_confirmed
from app.consultations.keeping import transfer_note
from app.consultations.left import has_gone_on
from app.mail.models import is_on_its_way
from app.meeting import Meeting, meeting
from app.orders.actions import counting
from app.orders.credit import elsewhere, quote
from app.orders.models import Order
from app.orders.money import Payment
from app.orders.rules import CAME, TERMS_VERSION
from app.orders.schemas import arrived
from app.orders.sums import standing
from app.projects.models import Project
from app.projects.naming import name_of
from app.projects.rules import PaymentStatus, ProjectStatus, Reach, reference
from app.projects.schemas import BankDetails, Checkout, MeetingOut, Method, Sums
from app.proofs.persons import submitter
from app.slots.availability import Availability
from app.slots.models import Hold
from app.slots.rules import HoldKind

OPEN = (ProjectStatus.INQUIRY, ProjectStatus.PENDING_DOCUMENTS, ProjectStatus.PENDING_PAYMENT)


def checkout(project: Project, caller: Caller) -> Checkout:
    """A project as its checkout shows it."""
    now, order, config = clock.now(), Order.of_project(project.id), in_force()
    if has_gone_on(project, order, caller):
        return _only_made(project, order, now)
    due, anew = quote(order, caller, now), quote(order, caller, now, anew=True)
    hold, method = Hold.of_project(project.id), method_of(order, payment_of(order))
    held = hold is not None and (hold.expires_at is None or hold.expires_at > now)
    changed = anew.total_cents != due.total_cents
    # Money that came but did not cover the price must not be asked for a second time.
    unpaid = order.state not in CAME and order.booking_id is None
    return Checkout(
        id=project.id,
        client_id=project.intake_id,
        is_own=_is_own(project, caller),
        paid_with_booking=order.booking_id is not None,
        shares_consultation=project.shares_consultation,
        reference=reference(project.id),
        service_type=project.service_type,
        service_title=name_of(project),
        status=project.status,
        payment_status=project.payment_status,
        arrived=arrived([project]).get(project.id),
        appointment_date=project.appointment_date,
        minutes=Hold.minutes_among([project.id])[project.id],
        meeting=MeetingOut.model_validate(meeting_of(project, caller)),
        fee_cents=due.price_cents,
        credit_cents=due.credit_cents,
        total_cents=due.total_cents,
        fee_elsewhere=elsewhere(order, caller, now),
        anew=Sums(credit_cents=anew.credit_cents, total_cents=anew.total_cents) if changed else None,
        method=method,
        has_had_time=has_had_time(project),
        can_pay=(held or project.shares_consultation) and unpaid and project.status in OPEN,
        card_available=config.ways_to_pay.card,
        transfer_available=config.ways_to_pay.transfer,
        hold_expires_at=hold.expires_at if hold else None,
        kept_for_transfer=hold is not None and hold.kind == HoldKind.TRANSFER,
        transfer_note=transfer_note(project.id, now, offered=True),
        now=now,
        terms_version=TERMS_VERSION,
        bank=bank_details(project, due.total_cents) if method == "bank" and unpaid else None,
        is_disowned=project.is_disowned,
        may_change=project.reach(caller) is not Reach.LOOK,
        has_gone_on=False,
    )


def _only_made(project: Project, order: Order, now: datetime) -> Checkout:
    """What the browser that made a project knows by itself, and that it goes on in its client's portal."""
    cents, offered = standing(order.id).price_cents, in_force().ways_to_pay
    return Checkout(
        id=project.id,
        client_id=project.intake_id,
        is_own=False,
        paid_with_booking=order.booking_id is not None,
        shares_consultation=False,
        reference=reference(project.id),
        service_type=project.service_type,
        service_title=name_of(project),
        status=ProjectStatus.INQUIRY,
        payment_status=PaymentStatus.PENDING,
        arrived=None,
        appointment_date=None,
        minutes=Availability.numbers().minutes,
        meeting=MeetingOut.model_validate(meeting(in_force().consultations.ways[0])),
        fee_cents=cents,
        credit_cents=0,
        total_cents=cents,
        fee_elsewhere="",
        anew=None,
        method=None,
        has_had_time=True,
        can_pay=False,
        card_available=offered.card,
        transfer_available=offered.transfer,
        hold_expires_at=None,
        kept_for_transfer=False,
        transfer_note=None,
        now=now,
        terms_version=TERMS_VERSION,
        bank=None,
        is_disowned=False,
        may_change=False,
        has_gone_on=True,
    )


def meeting_of(project: Project, caller: Caller) -> Meeting:
    """How a project's consultation happens, as this browser or client may read it on a page or in a calendar.

    The number that we call is shown to its client. The browser that made it reads the one that was typed there, in the
    same words before it is paid and after, and whether or not somebody had the address before. The link of a video call
    is shown with a confirmed time only.
    """
    if _is_own(project, caller):
        return project.how_to_meet(project.client.phone, is_confirmed(project))
    return project.how_to_meet(submitter(project).phone, is_confirmed(project), typed=True)


def _is_own(project: Project, caller: Caller) -> bool:
    return project.proved_at is not None and project.client_id == caller.client_id


def payment_of(order: Order) -> Payment | None:
    """The payment that says how an order is paid: the one that counts of those that came, else the one begun."""
    return counting(order.id) or Payment.begun(order.id)


def method_of(order: Order, payment: Payment | None) -> Method | None:
    """How an order is paid, or is going to be; None before anything was chosen. payment: its `payment_of`."""
    if payment is None:
        return "credit" if order.paid_at else None
    return "bank" if payment.is_transfer else "card"


WITH_ACCOUNT = ("transfer_details", "email_corrected")  # the letters that say where a transfer goes


def bank_details(project: Project, cents: int) -> BankDetails | None:
    """Where to send a transfer; None while the account is the fictional one, also for a transfer chosen before."""
    config = in_force()
    if not config.ways_to_pay.transfer:
        return None
    return BankDetails(
        account_name=config.bank.account_name,
        bsb=config.bank.bsb,
        account=config.bank.account,
        amount_cents=cents,
        reference=reference(project.id),
        by_email=not project.is_disowned and any(is_on_its_way(project.id, kind) for kind in WITH_ACCOUNT),
    )
