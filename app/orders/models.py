"""Orders and their lines: what somebody is to pay, and for what."""

from collections.abc import Collection
from typing import Any

import peewee
from peewee import SQL, NodeList, fn

from app.access import Caller
from app.catalogue.rules import ServiceType
from app.orders.rules import KEPT, OrderState
from app.projects.models import Project
from app.projects.rules import CLOSED, ProjectStatus, reference
from app.rows import BaseModel, Prepared, UtcDateTimeField


def order_reference(project_id: int | None, number: int) -> str:
    """The number that clients quote and write on transfers: HPM-12, and HPM-12-2 for its second order.

    Empty for a booking's order that has no project yet.
    """
    if project_id is None:
        return ""
    return reference(project_id) + (f"-{number}" if number > 1 else "")


class Order(BaseModel):
    """What somebody is to pay for a booking or a project.

    A booking's order gets its project once there is one. A project's first order is what it was begun with; further
    ones are bills, with the day they are due on (Sydney's, ISO 8601), a note, and the key that names the act of
    billing. One that was withdrawn is owed no more. `state` is what the lines, payments and refunds come to (see
    `rules.Standing`), and `due_back_cents` what came too much of it and is still here; `paid_at`: when it first was
    paid, which has its consequences once (`fulfil`).
    """

    id = peewee.AutoField()
    booking_id = peewee.IntegerField(null=True, unique=True)
    project: Any = peewee.ForeignKeyField(Project, backref="orders", column_name="project_id", null=True)
    project_id: Any
    number = peewee.IntegerField(default=1)
    payments: Any  # what Payment's key to its order brings
    visitor_id = peewee.TextField(null=True)
    state: Any = peewee.TextField(default=OrderState.UNPAID)
    due_back_cents = peewee.IntegerField(default=0)
    terms_version = peewee.TextField(null=True)
    terms_accepted_at = UtcDateTimeField(null=True)
    paid_at = UtcDateTimeField(null=True)
    due_on: Any = peewee.TextField(null=True)
    note = peewee.TextField(default="")
    bill_key: Any = peewee.TextField(null=True, unique=True)
    withdrawn_at = UtcDateTimeField(null=True)
    created_at = UtcDateTimeField()
    updated_at = UtcDateTimeField()

    class Meta:
        table_name = "orders"

    @classmethod
    def begins(cls, project_id: Any) -> Any:
        """The condition that it is what a project, by its id or its column, was begun with, and no bill."""
        return (cls.project == project_id) & (cls.number == 1)

    @classmethod
    def of_project(cls, project_id: int) -> "Order":
        """The order that a project was begun with; peewee's DoesNotExist where there is none."""
        found: Order = cls.get(cls.begins(project_id))
        return found

    @classmethod
    def all_of(cls, project_id: int) -> "list[Order]":
        """The orders of a project: what it was begun with, then its bills, those that were withdrawn too."""
        return cls.rows("project_id = ? ORDER BY number", project_id)

    @classmethod
    def bills(cls) -> Any:
        """The query of what staff have billed, oldest first."""
        return cls.select().where(cls.number > 1).order_by(cls.project, cls.number)

    @classmethod
    def unsettled(cls) -> "list[Order]":
        """Those that are paid in part, and those of whose money some is to be given back."""
        # In the words of the index that holds these alone, which SQLite takes up for no values that it is told later.
        return cls.rows("state = 'part_paid' OR due_back_cents > 0")

    @classmethod
    def is_open_bill(cls) -> Any:
        """The condition that staff have billed it, and that it is neither paid in full nor withdrawn."""
        # In the words of the index that holds these alone, which SQLite takes up for no values that it is told later.
        billed = NodeList((cls.number, SQL("> 1")))
        return billed & cls.withdrawn_at.is_null() & NodeList((cls.state, SQL("IN ('unpaid', 'part_paid')")))

    @property
    def is_bill(self) -> bool:
        """Whether staff have billed it, and nobody ordered it here."""
        return self.number > 1

    @property
    def is_offered(self) -> bool:
        """Whether what is missing of it is no debt: it was not billed, and nobody has begun to pay it."""
        return not self.is_bill and self.state == OrderState.UNPAID

    @property
    def is_closed(self) -> bool:
        """Whether it is what a closed project was begun with: bills are paid all the same."""
        return self.project is not None and not self.is_bill and self.project.status in CLOSED

    @classmethod
    def is_over(cls) -> Any:
        """The condition that nothing more is asked for: withdrawn, or no bill and its project is closed."""
        closed = Project.select().where(Project.id == cls.project, Project.status.in_(CLOSED))
        return cls.withdrawn_at.is_null(False) | ((cls.number == 1) & fn.EXISTS(closed))

    @property
    def reference(self) -> str:
        """The number that clients quote and write on transfers: see `order_reference`."""
        return order_reference(self.project_id, self.number)

    @classmethod
    def state_of(cls, project_id: int) -> OrderState:
        """How the money of a project stands; unpaid where nothing was ordered."""
        row = cls.select(cls.state).where(cls.begins(project_id)).first()
        return OrderState(row.state) if row else OrderState.UNPAID

    @classmethod
    def is_consultation_alone(cls, project_id: int) -> bool:
        """Whether a project was begun by booking a consultation, and nothing further was billed that still counts."""
        return bool(_MERE.rows(project_id))

    @classmethod
    def is_mere_consultation(cls) -> Any:
        """The same as the condition of a query of projects."""
        of_it = cls.select().where(cls.project == Project.id)
        billed = of_it.where(cls.number > 1, cls.withdrawn_at.is_null())
        return fn.EXISTS(of_it.where(cls.booking_id.is_null(False))) & ~fn.EXISTS(billed)

    @classmethod
    def is_fee(cls) -> Any:
        """Of orders joined with their projects: what is paid is a booking fee, which further work deducts.

        That of a booking, or of a consultation that staff booked for its client.
        """
        by_phone = (cls.number == 1) & Project.opened_by.is_null(False)
        return cls.booking_id.is_null(False) | (by_phone & (Project.service_type == ServiceType.CONSULTATION))

    @classmethod
    def is_one_of(cls, states: Collection[OrderState]) -> Any:
        """Of the projects of a query: their money stands in one of these ways."""
        return fn.EXISTS(cls.select().where(cls.begins(Project.id), cls.state.in_(list(states))))

    @classmethod
    def owned_by(cls, caller: Caller) -> Any:
        """The ids of the orders of the caller's projects, and of those that the caller's browser began, as a query."""
        mine = cls.project.in_(Project.owned_by(caller))
        return cls.select(cls.id).where(mine | (cls.visitor_id == caller.visitor) if caller.visitor else mine)

    @classmethod
    def keeps_credit(cls) -> Any:
        """The condition that it deducts its credit for good: it is paid or partly so, or was billed.

        The fee is credited to a service that its client proceeds with, once: a cancelled one leaves it to the next.
        """
        billed = (cls.number > 1) & cls.withdrawn_at.is_null() & (cls.state == OrderState.UNPAID)
        cancelled = Project.select().where(Project.id == cls.project, Project.status == ProjectStatus.CANCELLED)
        return (cls.state.in_(KEPT) & ~((cls.number == 1) & fn.EXISTS(cancelled))) | billed

    @property
    def credit(self) -> "Line | None":
        """The line with the credit of a booking fee, if one is deducted."""
        found: Line | None = Line.get_or_none(Line.order == self.id, Line.credit_of.is_null(False))
        return found

    @property
    def description(self) -> str:
        """What it is for, in one line."""
        found: Line = Line.get(Line.order == self.id, Line.credit_of.is_null())
        return str(found.description)


_MERE = Prepared(lambda number: Project.select(Project.id).where(Project.id == number, Order.is_mere_consultation()))


class Line(BaseModel):
    """One position of an order, at the price that was shown; cents.

    A credit is a negative line that names the order whose booking fee it is (`credit_of`); an order deducts one fee at
    most, a fee is deducted by as many orders as something is left for.
    """

    id = peewee.AutoField()
    order: Any = peewee.ForeignKeyField(Order, backref="lines", column_name="order_id")
    order_id: Any
    description = peewee.TextField()
    cents = peewee.IntegerField()
    credit_of: Any = peewee.ForeignKeyField(Order, backref="credits", column_name="credit_of", null=True)
    credit_of_id: Any

    class Meta:
        table_name = "order_lines"
