"""Projects and their history."""

import operator
from functools import reduce
from typing import Any

import peewee

from app.access import Caller
from app.accounts.models import Client
from app.db import BaseModel, UtcDateTimeField
from app.projects.rules import PaymentStatus, ProjectStatus, browser_may_change


class Project(BaseModel):
    """A client's project.

    `payment_amount` (cents), `payment_status` and `stripe_payment_id` show how its order stands, and are read by no
    rule: `orders.actions.reckon` alone writes them.
    A project whose `proved_at` is null was typed by somebody who may be anybody: it belongs to the browser that made
    it and to staff, not to the client of its address. `disowned_at`: when whoever reads that address, or staff, said
    that it is not theirs.
    `intake_id` is the online submission it came from: what its browser knows as its client's number.
    `erased_at`: nothing but what its payments need is left of it.
    """

    id = peewee.AutoField()
    client: Any = peewee.ForeignKeyField(Client, backref="projects", column_name="client_id")
    client_id: Any
    bookings: Any  # what Booking's key to its project brings
    service_type: Any = peewee.TextField()
    status: Any = peewee.TextField(default=ProjectStatus.INQUIRY)
    appointment_date = UtcDateTimeField(null=True)
    payment_amount = peewee.IntegerField(null=True)
    payment_status: Any = peewee.TextField(default=PaymentStatus.PENDING)
    stripe_payment_id = peewee.TextField(null=True)
    notes = peewee.TextField(null=True)
    visitor_id = peewee.TextField(null=True)
    intake_id = peewee.IntegerField(null=True)
    proved_at = UtcDateTimeField(null=True)
    proved_by: Any = peewee.TextField(null=True)
    disowned_at = UtcDateTimeField(null=True)
    calendar_sequence = peewee.IntegerField(default=0)
    created_at = UtcDateTimeField()
    updated_at = UtcDateTimeField()
    erased_at = UtcDateTimeField(null=True)

    class Meta:
        table_name = "projects"

    @property
    def staff_page(self) -> str:
        """The path where staff find it: in the booking it came from, else in its line among the consultations."""
        booking = self.bookings.first()
        return f"/admin/dashboard?{f'booking={booking.id}' if booking else f'project={self.id}'}"

    @property
    def is_disowned(self) -> bool:
        """Whether whoever reads its address said that it is not theirs, and nothing has proved otherwise since.

        Not one letter about it may go to that address.
        """
        return self.disowned_at is not None and self.proved_at is None

    @classmethod
    def of_client(cls, client_id: int | None) -> Any:
        """What is proved to be a client's, nothing for None: the condition that every look through a client carries."""
        return (cls.client == client_id) & cls.proved_at.is_null(False)

    @classmethod
    def owned_by(cls, caller: Caller) -> Any:
        """The ids of the projects that the caller's browser made or that are the signed-in client's, as a query.

        The one answer to whose a project is, and with it whose its booking, submission and payments are.
        """
        mine = []
        if caller.visitor:
            mine.append(cls.visitor_id == caller.visitor)
        if caller.client_id is not None:
            mine.append(cls.of_client(caller.client_id))
        return cls.select(cls.id).where(reduce(operator.or_, mine) if mine else cls.id.is_null())

    @classmethod
    def owned(cls, project_id: int, caller: Caller) -> "Project | None":
        """The project if it is the caller's; else it is not there."""
        found: Project | None = cls.get_or_none(cls.id == project_id, cls.id.in_(cls.owned_by(caller)))
        return found

    def may_be_changed_by(self, caller: Caller) -> bool:
        """Whether the caller, who may read the project, may change it, too.

        The one answer to whose acts show in a client's portal.
        """
        if self.proved_at is not None and caller.client_id is not None and self.client_id == caller.client_id:
            return True
        made = caller.visitor is not None and self.visitor_id == caller.visitor
        return made and browser_may_change(self.proved_by, self.client.has_sign_in)


class HistoryLine(BaseModel):
    """One change of a project: who, when, from what to what."""

    id = peewee.AutoField()
    project: Any = peewee.ForeignKeyField(Project, backref="history", column_name="project_id")
    actor = peewee.TextField()
    from_status: Any = peewee.TextField(null=True)
    to_status: Any = peewee.TextField(null=True)
    note = peewee.TextField(default="")
    created_at = UtcDateTimeField()

    class Meta:
        table_name = "project_history"
