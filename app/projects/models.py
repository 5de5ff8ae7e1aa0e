"""Projects and their history."""

import operator
from collections.abc import Collection, Iterable
from functools import reduce
from typing import Any

import peewee

from app.access import Caller
from app.accounts.models import Admin, Client
from app.alerts.links import record_path
from app.config import in_force
from app.meeting import Meeting, Way, meeting
from app.projects.rules import (
    CLOSED,
    PaymentStatus,
    ProjectStatus,
    Proof,
    Reach,
    browser_reach,
    portal_path,
    success_path,
)
from app.rows import BaseModel, Prepared, UtcDateTimeField, these


class Project(BaseModel):
    """A client's project.

    `payment_amount` (cents), `payment_status` and `stripe_payment_id` show how its order stands, and are read by no
    rule: `orders.actions.reckon` alone writes them.
    A project whose `proved_at` is null was typed by somebody who may be anybody: it belongs to the browser that made
    it and to staff, not to the client of its address. `disowned_at`: when whoever reads that address, or staff, said
    that it is not theirs.
    `intake_id` is the online submission it came from: what its browser knows as its client's number.
    `client_moved_at`: when its client moved its consultation, which they may once.
    `meeting_way`: how its consultation happens; null until a time is taken for it or its client chooses.
    `taken_over_at`: since when others than the browser that made it have acted on its consultation.
    `contacted_at`: when staff last noted that they were in touch about the consultation, `contacted_by`: who.
    `erased_at`: nothing but what its payments need is left of it. `adviser`: who of the staff looks after it.
    `consultation_of`: the project in whose consultation it is talked about, so that it needs no time of its own.
    `opened_by`: who of the staff began it for its client, null where a visitor did; `open_key` names that act.
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
    meeting_way: Any = peewee.TextField(null=True)
    client_moved_at = UtcDateTimeField(null=True)
    taken_over_at = UtcDateTimeField(null=True)
    calendar_sequence = peewee.IntegerField(default=0)
    consultation_of: Any = peewee.ForeignKeyField("self", column_name="consultation_of", null=True, backref="goes_on")
    consultation_of_id: Any
    created_at = UtcDateTimeField()
    updated_at = UtcDateTimeField()
    contacted_at = UtcDateTimeField(null=True)
    contacted_by = peewee.TextField(null=True)
    erased_at = UtcDateTimeField(null=True)
    adviser: Any = peewee.ForeignKeyField(Admin, column_name="adviser_id", null=True, backref="projects")
    adviser_id: Any
    opened_by: Any = peewee.ForeignKeyField(Admin, column_name="opened_by", null=True, backref="opened")
    opened_by_id: Any
    open_key: Any = peewee.TextField(null=True, unique=True)

    class Meta:
        table_name = "projects"

    @property
    def staff_page(self) -> str:
        """The path of its record in the back office."""
        return record_path(self.id)

    @property
    def way_to_meet(self) -> Way:
        """How its consultation happens: the firm's first way until another one is chosen."""
        way: Way = self.meeting_way or in_force().consultations.ways[0]
        return way

    def how_to_meet(self, phone: str, is_confirmed: bool = True, typed: bool = False) -> Meeting:
        """How its consultation happens, in words. phone: the number that we call, '' where the reader must not see it.

        typed: the number was typed with its address, of which we may keep another one.
        The link of a video call is told of a confirmed time only.
        """
        own = in_force().consultations
        return meeting(self.way_to_meet, phone, own.place, own.video if is_confirmed else "", typed)

    @property
    def is_disowned(self) -> bool:
        """Whether whoever reads its address said that it is not theirs, and nothing has proved otherwise since.

        Not one letter about it may go to that address.
        """
        return self.disowned_at is not None and self.proved_at is None

    @property
    def is_beside_client(self) -> bool:
        """Whether it was typed with the address of a client whom we know, and nothing proves that it is theirs."""
        return self.proved_at is None and self.client.proved_at is not None

    @property
    def is_by_money_alone(self) -> bool:
        """Whether it is with a client whom we knew before, and nothing but its payment shows that it is theirs."""
        return self.proved_by == Proof.PAYMENT and self.client.proved_at != self.proved_at

    @property
    def shares_consultation(self) -> bool:
        """Whether it goes on from another project, and needs no time of its own."""
        return self.consultation_of_id is not None

    @property
    def is_in_portal(self) -> bool:
        """Whether its client finds it in the portal, with the sign-in that they have or that is on its way."""
        return self.proved_at is not None and bool(self.client.has_sign_in)

    @property
    def client_page(self) -> str:
        """Where a letter leads its client: the portal's page, or else that of the browser that made it."""
        return portal_path(self.id) if self.is_in_portal else success_path(self.id)

    @property
    def money_page(self) -> str:
        """Where a letter about money leads its client: to the invoices, where it can."""
        return f"{self.client_page}#money" if self.is_in_portal else self.client_page

    @classmethod
    def of_client(cls, client_id: int | None) -> Any:
        """What is proved to be a client's, nothing for None: the condition that every look through a client carries."""
        return (cls.client == client_id) & cls.proved_at.is_null(False)

    @classmethod
    def with_clients(cls, project_ids: Iterable[int]) -> "list[Project]":
        """These projects with their clients, in one query."""
        return _WITH_CLIENTS.rows(project_ids)

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

    @property
    def browser_reach(self) -> Reach:
        """How far the browser reaches that made it, while its client is not signed in there."""
        return browser_reach(self.proved_by, self.client.has_sign_in)

    def reach(self, caller: Caller) -> Reach:
        """How far the caller reaches who may read the project: the one answer to whose acts show in a portal."""
        if self.proved_at is not None and caller.client_id is not None and self.client_id == caller.client_id:
            return Reach.ALL
        made = caller.visitor is not None and self.visitor_id == caller.visitor
        return self.browser_reach if made else Reach.LOOK

    def may_be_changed_by(self, caller: Caller) -> bool:
        """Whether the caller, who may read the project, may change it, too."""
        return self.reach(caller) is Reach.ALL


_WITH_CLIENTS = Prepared(lambda ids: Project.select(Project, Client).join(Client).where(Project.id.in_(these(ids))))


class HistoryLine(BaseModel):
    """One change of a project: who, when, from what to what.

    `undo_until`: until when who made it may undo it, null where they may not; `undone_at`: when they did.
    """

    id = peewee.AutoField()
    project: Any = peewee.ForeignKeyField(Project, backref="history", column_name="project_id")
    project_id: Any
    actor = peewee.TextField()
    from_status: Any = peewee.TextField(null=True)
    to_status: Any = peewee.TextField(null=True)
    note = peewee.TextField(default="")
    created_at: Any = UtcDateTimeField()
    undo_until: Any = UtcDateTimeField(null=True)
    undone_at: Any = UtcDateTimeField(null=True)

    class Meta:
        table_name = "project_history"

    @classmethod
    def last_change_of(cls, project_id: int) -> "HistoryLine":
        """How a project came to its status; who undid that is who did it."""
        changes = cls.select().where(cls.project == project_id, cls.to_status.is_null(False))
        last: HistoryLine = changes.order_by(cls.id.desc()).get()
        return last

    @classmethod
    def reopened_among(cls, project_ids: Collection[int]) -> set[int]:
        """Those of these projects that were closed once, and opened again: what was promised before is over."""
        became = cls.project.in_(list(project_ids)), cls.from_status.in_(CLOSED), cls.to_status.not_in(CLOSED)
        found: Any = cls.select(cls.project).where(*became, cls.undone_at.is_null()).distinct().tuples()
        return {number for (number,) in found}
