"""What only a consultation was bought for: the service that it is about, with what that would come to."""

from dataclasses import dataclass
from datetime import datetime

from app.amounts import dollars
from app.catalogue.actions import packages, services
from app.catalogue.reviews import is_priced
from app.catalogue.rules import Package, ServiceType
from app.catalogue.works import ProjectValue
from app.orders.credit import left_of
from app.orders.models import Order
from app.orders.rules import IS_PAID, credit_for
from app.orders.sums import standing
from app.projects.models import Project
from app.projects.rules import BEFORE_WORK, ProjectStatus
from app.proposals.beginning import goes_on_as


@dataclass(frozen=True)
class Offer:
    """The service that a booked consultation is about, and what it would cost; cents.

    `left_cents`: what is to pay after `credit_cents` of the booking fee; `can_start`: it can be begun online, once the
    booking itself is paid.
    """

    price_cents: int
    credit_cents: int
    left_cents: int
    can_start: bool


def fee_of(project: Project) -> int | None:
    """The cents of the consultation that was booked; None where the service itself was bought, or work on it has begun.

    Without a further bill it is a consultation and no more, whatever status staff have set.
    """
    booked = Order.begins(project.id) & Order.booking_id.is_null(False)
    is_shown = project.status in (*BEFORE_WORK, ProjectStatus.CANCELLED) or Order.is_consultation_alone(project.id)
    order = Order.get_or_none(booked) if is_shown else None
    return standing(order.id).price_cents if order else None


def offer_of(project: Project, package: Package | None, value: ProjectValue | None, now: datetime) -> Offer | None:
    """The service that a booked consultation of `project` is about; None where there is none to go on with, or where
    its price is not known yet, or was billed."""
    service = ServiceType(project.service_type)
    if service is ServiceType.CONSULTATION or project.status == ProjectStatus.CANCELLED:
        return None
    if not is_priced(service, package, value):
        return None
    if _bills(project) or goes_on_as(project):
        return None
    fee, price_cents = Order.of_project(project.id), (packages()[package] if package else services()[service]).cents
    credit_cents = credit_for(price_cents, left_of([(fee.id, 0)], now)[fee.id, 0])
    return Offer(
        price_cents=price_cents,
        credit_cents=credit_cents,
        left_cents=price_cents - credit_cents,
        can_start=package is None and fee.state in IS_PAID,
    )


def missing_of(project: Project, offer: Offer | None) -> str:
    """What has not been paid of the service that a booked consultation is about, in words; '' where nothing is."""
    if offer is not None:
        return f"the remaining {dollars(offer.left_cents)}" if offer.left_cents else ""
    return "" if any(order.state in IS_PAID for order in _bills(project)) else "your payment of its invoice"


def _bills(project: Project) -> list[Order]:
    return [order for order in Order.all_of(project.id) if order.is_bill and order.withdrawn_at is None]
