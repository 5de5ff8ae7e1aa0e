"""Projects as staff see them in the list."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from app import checked
from app.http import Schema
from app.orders.rules import OrderState
from app.projects.models import Project
from app.projects.rules import PaymentStatus, ProjectStatus


class Way(StrEnum):
    """Which way a project came."""

    BOOKING = "booking"
    ONBOARDING = "onboarding"
    STAFF = "staff"  # who began it for its client
    PORTAL = "portal"  # where its client started or accepted it, after the consultation of another

    @classmethod
    def of(cls, project: Project, is_booked: bool) -> "Way":
        """The way that it came. is_booked: its order is a booking's, which erasing leaves as it is."""
        if project.shares_consultation:
            return cls.PORTAL
        if project.opened_by_id is not None:
            return cls.STAFF
        return cls.BOOKING if is_booked else cls.ONBOARDING


class PaidHow(StrEnum):
    """How the money stands for what a project was begun with. 'awaited': a transfer for it was announced.

    'to_chase': nothing was paid, and it is not cancelled.
    """

    UNPAID = "unpaid"
    TO_CHASE = "to_chase"
    AWAITED = "awaited"
    PART_PAID = "part_paid"
    PAID = "paid"
    REFUNDED = "refunded"


class Sort(StrEnum):
    """By what the list goes; 'consultation': the earliest first."""

    NEWEST = "newest"
    OLDEST = "oldest"
    NAME = "name"
    CONSULTATION = "consultation"
    STATUS = "status"


class ProjectsQuery(Schema):
    """Search, filters, order and page of the list; '' and None filter nothing.

    `status`: 'to_be_scheduled' are the enquiries that are paid, as every page calls them.
    `since`: for those since Monday in Sydney, or of the last 30 days; `week`: for those of the
    week of that day in Sydney.
    """

    search: Annotated[str, Field(max_length=200)] = ""
    status: ProjectStatus | Literal["", "to_be_scheduled"] = ""
    way: Way | Literal[""] = ""
    payment: PaidHow | Literal[""] = ""
    since: Literal["", "week", "month"] = ""
    week: checked.Day | None = None
    sort: Sort = Sort.NEWEST
    page: Annotated[int, Field(ge=1, le=100_000)] = 1


class ProjectLine(Schema):
    """A project in the list; cents. `start`: of its consultation; `unread`: messages that nobody here has read.

    `amount_cents`: what is awaited for what it was begun with, else what that costs; `bills_cents`: what is owed of
    its bills; `due_back_cents`: what came too much for it and them. `is_asked`: as `orders.sums.asked_for`;
    `is_awaited`: as `listing.awaits_begun`.
    """

    project_id: int
    reference: str
    way: Way
    name: str
    email: str
    phone: str
    service_title: str
    status: ProjectStatus
    money: OrderState
    payment_status: PaymentStatus
    is_awaited: bool
    is_asked: bool
    amount_cents: int | None
    bills_cents: int
    due_back_cents: int
    start: datetime | None
    documents: int
    unread: int
    proved: bool
    created_at: datetime


class ProjectsPage(Schema):
    """One page of the list. `more`: the search finds more than `total`, which is where counting ends."""

    items: list[ProjectLine]
    total: int
    more: bool
    page: int
    page_size: int
