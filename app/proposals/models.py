"""The proposals of a next service."""

from datetime import datetime
from typing import Any

import peewee

from app.accounts.models import Admin
from app.projects.models import Project
from app.proposals.rules import ProposalState, stands_as
from app.rows import BaseModel, UtcDateTimeField


class Proposal(BaseModel):
    """A service that staff propose to the client of a project, whose consultation was held.

    `title`, `price_cents`: the catalogue's when it was proposed; they hold until it ends. `credit_cents`: what of the
    booking fee could be deducted then. `message`: a personal line of staff, may be empty. `propose_key` names the one
    act of proposing. `reason`: of the client who declined. `begun`: the project that its
    acceptance began, null again once that was erased unpaid.
    """

    id = peewee.AutoField()
    project: Any = peewee.ForeignKeyField(Project, backref="proposals", column_name="project_id")
    project_id: Any
    admin: Any = peewee.ForeignKeyField(Admin, column_name="admin_id")
    admin_id: Any
    propose_key = peewee.TextField()
    service: Any = peewee.TextField()
    package: Any = peewee.TextField(null=True)
    title = peewee.TextField()
    price_cents = peewee.IntegerField()
    credit_cents = peewee.IntegerField()
    message = peewee.TextField(default="")
    proposed_at = UtcDateTimeField()
    expires_at: Any = UtcDateTimeField()
    state: Any = peewee.TextField(default=ProposalState.OPEN)
    ended_at = UtcDateTimeField(null=True)
    reason = peewee.TextField(default="")
    begun: Any = peewee.ForeignKeyField(Project, column_name="begun_id", null=True, unique=True)
    begun_id: Any

    class Meta:
        table_name = "proposals"

    def stands_as(self, now: datetime) -> ProposalState:
        """What it is at that moment."""
        return stands_as(ProposalState(self.state), self.expires_at, now)

    def end(self, state: ProposalState, now: datetime, **more: Any) -> bool:
        """Let it end where it is still open; whether this call ended it. Joins the caller's `write()`."""
        mine = Proposal.id == self.id, Proposal.state == ProposalState.OPEN
        return bool(Proposal.update(state=state, ended_at=now, **more).where(*mine).execute())

    @classmethod
    def open_of(cls, project_id: int) -> "Proposal | None":
        """The one proposal of a project that has not ended."""
        return cls.one("project_id = ? AND state = ?", project_id, ProposalState.OPEN)

    @classmethod
    def due(cls, now: datetime) -> "list[Proposal]":
        """Those that are open and past their time."""
        return list(cls.select().where(cls.state == ProposalState.OPEN, cls.expires_at <= now).order_by(cls.id))
