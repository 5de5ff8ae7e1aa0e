"""What the checkout shows of a project, found through the browser or client that owns it."""

from app import clock
from app.access import Caller
from app.catalogue.actions import services
from app.catalogue.rules import ServiceType
from app.config import in_force
from app.consultations.keeping import transfer_note
from app.mail.models import is_on_its_way
from app.orders.actions import counting
from app.orders.credit import quote
from app.orders.models import Order
from app.orders.money import Payment
from app.orders.rules import CAME, TERMS_VERSION
from app.orders.schemas import arrived
from app.projects.models import Project
from app.projects.rules import ProjectStatus, reference
from app.projects.schemas import BankDetails, Checkout, Method, Sums
from app.slots.models import Hold
from app.slots.rules import HoldKind

OPEN = (ProjectStatus.INQUIRY, ProjectStatus.PENDING_PAYMENT)


def checkout(project: Project, caller: Caller) -> Checkout:
    """A project as its checkout shows it."""
    now, order, config = clock.now(), Order.of_project(project.id), in_force()
    due, anew = quote(order, caller, now), quote(order, caller, now, anew=True)
    hold, method = Hold.of_project(project.id), method_of(order)
    held = hold is not None and (hold.expires_at is None or hold.expires_at > now)
    changed = anew.total_cents != due.total_cents
    # Money that came but did not cover the price must not be asked for a second time.
    unpaid = order.state not in CAME and order.booking_id is None
    return Checkout(
        id=project.id,
        client_id=project.intake_id,
        reference=reference(project.id),
        service_type=project.service_type,
        service_title=services()[ServiceType(project.service_type)].title,
        status=project.status,
        payment_status=project.payment_status,
        arrived=arrived([project]).get(project.id),
        appointment_date=project.appointment_date,
        fee_cents=due.price_cents,
        credit_cents=due.credit_cents,
        total_cents=due.total_cents,
        anew=Sums(credit_cents=anew.credit_cents, total_cents=anew.total_cents) if changed else None,
        method=method,
        can_pay=held and unpaid and project.status in OPEN,
        card_available=config.ways_to_pay.card,
        transfer_available=config.ways_to_pay.transfer,
        hold_expires_at=hold.expires_at if hold else None,
        kept_for_transfer=hold is not None and hold.kind == HoldKind.TRANSFER,
        transfer_note=transfer_note(project.id, now, offered=True),
        now=now,
        terms_version=TERMS_VERSION,
        bank=bank_details(project, due.total_cents) if method == "bank" and unpaid else None,
        is_disowned=project.is_disowned,
        may_change=project.may_be_changed_by(caller),
    )


def payment_of(order: Order) -> Payment | None:
    """The payment that says how an order is paid: the one that counts of those that came, else the one begun."""
    return counting(order.id) or Payment.begun(order.id)


def method_of(order: Order) -> Method | None:
    """How an order is paid, or is going to be; None before anything was chosen."""
    payment = payment_of(order)
    if payment is None:
        return "credit" if order.paid_at else None
    return "bank" if payment.provider == "bank" else "card"


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
        by_email=not project.is_disowned and is_on_its_way(project.id, "transfer_details"),
    )
