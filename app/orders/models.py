"""Orders and their lines: what somebody is to pay, and for what."""

from collections.abc import Collection
from typing import Any

import peewee
from peewee import fn

from app.access import Caller
from app.db import BaseModel, UtcDateTimeField
from app.orders.rules import OrderState
from app.projects.models import Project


class Order(BaseModel):
    """What somebody is to pay for a booking or a project.

    A booking's order gets its project once there is one. `state` is what the lines, payments and refunds come to (see
    `rules.Standing`); `paid_at`: when it first was paid, which has its consequences once (`fulfil`).
    """

    id = peewee.AutoField()
    booking_id = peewee.IntegerField(null=True, unique=True)
    project: Any = peewee.ForeignKeyField(Project, backref="orders", column_name="project_id", null=True)
    project_id: Any
    payments: Any  # what Payment's key to its order brings
    visitor_id = peewee.TextField(null=True)
    state: Any = peewee.TextField(default=OrderState.UNPAID)
    terms_version = peewee.TextField(null=True)
    terms_accepted_at = UtcDateTimeField(null=True)
    paid_at = UtcDateTimeField(null=True)
    created_at = UtcDateTimeField()
    updated_at = UtcDateTimeField()

    class Meta:
        table_name = "orders"

    @classmethod
    def of_project(cls, project_id: int) -> "Order":
        """The order of a project; peewee's DoesNotExist where there is none."""
        found: Order = cls.get(cls.project == project_id)
        return found

    @classmethod
    def state_of(cls, project_id: int) -> OrderState:
        """How the money of a project stands; unpaid where nothing was ordered."""
        row = cls.select(cls.state).where(cls.project == project_id).first()
        return OrderState(row.state) if row else OrderState.UNPAID

    @classmethod
    def is_one_of(cls, states: Collection[OrderState], project_id: Any) -> Any:
        """Of a project, by its id or its column: its money stands in one of these ways."""
        return fn.EXISTS(cls.select().where(cls.project == project_id, cls.state.in_(list(states))))

    @classmethod
    def owned_by(cls, caller: Caller) -> Any:
        """The ids of the orders of the caller's projects, and of those that the caller's browser began, as a query."""
        mine = cls.project.in_(Project.owned_by(caller))
        return cls.select(cls.id).where(mine | (cls.visitor_id == caller.visitor) if caller.visitor else mine)

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


class Line(BaseModel):
    """One position of an order, at the price that was shown; cents.

    A credit is a negative line that names the order whose booking fee it is (`credit_of`); a fee is deducted once.
    """

    id = peewee.AutoField()
    order: Any = peewee.ForeignKeyField(Order, backref="lines", column_name="order_id")
    order_id: Any
    description = peewee.TextField()
    cents = peewee.IntegerField()
    credit_of: Any = peewee.ForeignKeyField(Order, backref="credits", column_name="credit_of", null=True, unique=True)
    credit_of_id: Any

    class Meta:
        table_name = "order_lines"
