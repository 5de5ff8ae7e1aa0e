"""What can be paid for: a wizard's booking (the fee), or an onboarding's project (its price less the credit)."""

from dataclasses import dataclass
from datetime import datetime

from app.access import Caller
from app.booking.models import Booking
from app.catalogue.actions import services
from app.catalogue.rules import BOOKING_FEE_CENTS, ServiceType
from app.config import Config
from app.errors import AppError
from app.payments import credit
from app.payments.models import Payment
from app.payments.rules import credit_for
from app.projects.models import Project
from app.projects.rules import GIVEN_BACK, SETTLED, PaymentStatus, ProjectStatus
from app.slots.models import Hold

NOTHING_TO_PAY = "There is nothing to pay for this project. Please confirm it instead."
ALREADY_PAID = "This booking is already paid."
PROJECT_PAID = "This project is already paid."
PAID_WITH_BOOKING = "This project is paid for with its booking."
NO_TIME = "Your time is no longer held. Please choose another."
CHANGED = "This was changed in another window just now. Please look at the total again, then try once more."
CANCELLED = "This project was cancelled. Please start a new one or call us."


@dataclass(frozen=True)
class Payable:
    """Something to pay for; cents. Exactly one of `booking_id` and `project_id` is set."""

    booking_id: int | None
    project_id: int | None
    fee_cents: int
    credit_cents: int
    credit_booking_id: int | None
    description: str

    @property
    def total_cents(self) -> int:
        """What will be charged."""
        return self.fee_cents - self.credit_cents

    def require_charge(self) -> None:
        """Refuse to begin a payment of nothing: AppError 409."""
        if self.total_cents == 0:
            raise AppError("nothing_to_pay", 409, NOTHING_TO_PAY)

    def payment(self) -> Payment | None:
        """The row that counts for it, if one was begun."""
        wanted = (
            Payment.booking == self.booking_id
            if self.booking_id is not None
            else (Payment.project == self.project_id) & Payment.booking.is_null()
        )
        found: Payment | None = Payment.get_or_none(wanted, Payment.superseded == False)
        return found


def changed() -> AppError:
    """What is to be paid is not what this call was about any more; asked again, it may be."""
    return AppError("changed", 409, CHANGED)


def of_draft(visitor: str | None) -> Payable:
    """The visitor's draft. AppError 404 without one, 409 when it is incomplete or paid."""
    booking = Booking.draft_of(visitor)
    if booking is None:
        if Booking.made_by(visitor):
            raise AppError("already_paid", 409, ALREADY_PAID)
        raise AppError("not_found", 404, "There is no booking to pay for yet.")
    if not booking.is_complete:
        raise AppError("out_of_order", 409, "Please complete the earlier steps first.")
    return Payable(booking.id, None, BOOKING_FEE_CENTS, 0, None, "Initial consultation booking")


def priced(config: Config, project: Project, caller: Caller, now: datetime, anew: bool = False) -> Payable:
    """A project with its price and the credit of its owner's paid booking, whether or not it can be paid now.

    Once a transfer was chosen or money came, that payment's own figures stand: what a client has agreed to and was
    written to about never changes under them. A card form is no choice yet; it is opened at the price of now.
    anew: as if no transfer had been chosen, because the client asks for another way to pay in its place.
    """
    service = services()[ServiceType(project.service_type)]
    fee = project.payment_amount or service.cents
    begun = Payable(None, project.id, fee, 0, None, service.title).payment()
    if begun is not None and begun.status in SETTLED:
        return Payable(None, project.id, fee, begun.credit_cents, begun.credit_booking_id, service.title)
    if begun is not None and begun.provider == "bank" and not anew:
        agreed = begun.price_cents, begun.credit_cents, begun.credit_booking_id
        return Payable(None, project.id, *agreed, service.title)
    source = credit.source(project, caller, now)
    deducted = credit_for(fee, credit.worth(source)) if source is not None else 0
    return Payable(None, project.id, fee, deducted, source if deducted else None, service.title)


def of_project(config: Config, project: Project, caller: Caller, now: datetime, anew: bool = False) -> Payable:
    """A project that can be paid now. AppError 409 when it is paid, cancelled, or its time is not held any more.

    A booking's project is not paid for here: AppError 409, too. anew: as in `priced`.
    """
    require_unpaid(project)
    if project.intake_id is None:
        # A booking's project waits for the booking's own payment.
        raise AppError("paid_with_booking", 409, PAID_WITH_BOOKING)
    hold = Hold.of_project(project.id)
    if hold is None or (hold.expires_at is not None and hold.expires_at <= now):
        raise AppError("no_time", 409, NO_TIME)
    return priced(config, project, caller, now, anew)


def require_unpaid(project: Project) -> None:
    """Refuse to begin a payment for a project that is paid, refunded or cancelled: AppError 409."""
    if project.payment_status == PaymentStatus.REFUNDED:
        raise AppError("refunded", 409, GIVEN_BACK)
    if project.payment_status in SETTLED or settled_payment(project.id) is not None:
        raise AppError("already_paid", 409, PROJECT_PAID)
    if project.status == ProjectStatus.CANCELLED:
        raise AppError("cancelled", 409, CANCELLED)


def settled_payment(project_id: int) -> Payment | None:
    """A payment of the project that came, even if it did not cover the price."""
    found: Payment | None = Payment.get_or_none(
        Payment.project == project_id, Payment.booking.is_null(), Payment.status.in_(SETTLED)
    )
    return found
