"""Bookings: drafts of a browser session that become a client's project."""

from typing import Any

import peewee

from app.access import Caller
from app.accounts.models import Client
from app.booking.rules import BookingStatus, PreferredContact
from app.projects.models import Project
from app.rows import BaseModel, UtcDateTimeField


class Booking(BaseModel):
    """One pass through the wizard, owned by the visitor who made it.

    `client`: of a draft, who was signed in with the address that is typed in it; else whose the project is.
    `client_is_new`: nobody had proved the client's address when it was booked. `erased_at`:
    nothing but what its payments need is left of it.
    """

    id = peewee.AutoField()
    visitor_id = peewee.TextField()
    status: Any = peewee.TextField(default=BookingStatus.DRAFT)
    step = peewee.IntegerField(default=1)
    full_name = peewee.TextField(default="")
    email = peewee.TextField(default="")
    phone = peewee.TextField(default="")
    address = peewee.TextField(default="")
    preferred_contact: Any = peewee.TextField(default=PreferredContact.EITHER)
    service_type: Any = peewee.TextField(null=True)
    project_type: Any = peewee.TextField(null=True)
    project_value: Any = peewee.TextField(null=True)
    message = peewee.TextField(default="")
    package: Any = peewee.TextField(null=True)
    client: Any = peewee.ForeignKeyField(Client, backref="bookings", column_name="client_id", null=True)
    project: Any = peewee.ForeignKeyField(Project, backref="bookings", column_name="project_id", null=True)
    client_id: Any
    client_is_new = peewee.BooleanField(default=False)
    project_id: Any
    created_at = UtcDateTimeField()
    updated_at = UtcDateTimeField()
    confirmed_at = UtcDateTimeField(null=True)
    erased_at = UtcDateTimeField(null=True)

    class Meta:
        table_name = "bookings"

    @classmethod
    def draft_of(cls, visitor: str | None) -> "Booking | None":
        """The visitor's one draft."""
        if not visitor:
            return None
        return cls.one("visitor_id = ? AND status = ?", visitor, BookingStatus.DRAFT)

    @classmethod
    def made_by(cls, visitor: str | None) -> list["Booking"]:
        """The visitor's finished bookings, newest first."""
        if not visitor:
            return []
        return list(
            cls.select()
            .where(cls.visitor_id == visitor, cls.status != BookingStatus.DRAFT)
            .order_by(cls.created_at.desc(), cls.id.desc())
        )

    @classmethod
    def owned_by(cls, caller: Caller) -> Any:
        """The ids of the caller's bookings, a draft among them, as a query.

        Those that the browser made, and those whose project is the client's.
        """
        mine = cls.project.in_(Project.owned_by(caller))
        return cls.select(cls.id).where(mine | (cls.visitor_id == caller.visitor) if caller.visitor else mine)

    @property
    def is_complete(self) -> bool:
        """Whether both question steps are answered."""
        return self.step >= 3 and all((self.full_name, self.email, self.service_type, self.project_type))
