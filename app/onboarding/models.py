"""Onboardings: what a visitor told us, and the client and project that came of it."""

from typing import Any

import peewee

from app.access import Caller
from app.accounts.models import Client
from app.projects.models import Project
from app.rows import BaseModel, UtcDateTimeField


class Onboarding(BaseModel):
    """One submission of the form. Its id is what the visitor's browser knows as the client's.

    The client behind it may be somebody else's old record with the same address: its own id would tell that.
    """

    id = peewee.AutoField()
    visitor_id = peewee.TextField()
    submit_key = peewee.TextField()
    client: Any = peewee.ForeignKeyField(Client, column_name="client_id")
    client_id: Any
    project: Any = peewee.ForeignKeyField(Project, column_name="project_id", null=True)
    project_id: Any
    name = peewee.TextField()
    email = peewee.TextField()
    phone = peewee.TextField()
    company = peewee.TextField(null=True)
    address_street = peewee.TextField()
    address_city = peewee.TextField()
    address_state = peewee.TextField()
    address_zip = peewee.TextField()
    enquiry_type: Any = peewee.TextField()
    created_at = UtcDateTimeField()
    updated_at = UtcDateTimeField()

    class Meta:
        table_name = "onboardings"

    @classmethod
    def owned(cls, onboarding_id: int, caller: Caller) -> "Onboarding | None":
        """The submission if this browser made it or its project is this client's; else it is not there."""
        mine = cls.project.in_(Project.owned_by(caller))
        found: Onboarding | None = cls.get_or_none(
            cls.id == onboarding_id, mine | (cls.visitor_id == caller.visitor) if caller.visitor else mine
        )
        return found

    @classmethod
    def latest_project_of(cls, visitor: str | None) -> int | None:
        """The id of the project that this browser submitted last."""
        if not visitor:
            return None
        row = (
            cls.select(cls.project)
            .where(cls.visitor_id == visitor, cls.project.is_null(False))
            .order_by(cls.updated_at.desc(), cls.id.desc())
            .first()
        )
        return row.project_id if row else None
