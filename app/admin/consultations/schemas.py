"""Consultation times, and the transfers that they wait for, as staff see them."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from app import checked
from app.admin.ownership import Ownership, UnprovedLine
from app.admin.project_money import ProjectMoney
from app.consultations.rules import CANCEL_REASON
from app.http import RowId, Schema, SentId
from app.meeting import Way
from app.projects.rules import ProjectStatus


class ConsultationQuery(Schema):
    """Which consultations: a page of all, or of those that wait for a transfer; `project` names one to be shown."""

    waiting: Literal["", "transfers"] = ""
    project: RowId | None = None
    page: Annotated[int, Field(ge=1, le=100_000)] = 1
    given_up_page: Annotated[int, Field(ge=1, le=100_000)] = 1


class TransferLine(Schema):
    """A bank transfer that has not arrived yet; cents. `number`: of its order in the project, above 1 for a bill."""

    payment_id: int
    number: int
    reference: str
    amount_cents: int
    asked_at: datetime


class GivenUpTransfer(Schema):
    """A transfer that is not awaited any more: another way to pay was chosen, or the project is closed.

    Its money may come all the same.
    """

    project_id: int
    reference: str
    name: str
    transfer: TransferLine
    money: ProjectMoney


class ConsultationLine(Schema):
    """A project with its consultation time: held for a card payment or a transfer, or paid; none when it has no time.

    `expires_at`: until when an unpaid time is kept; `takes_place`: it is its client's for good, and what was paid for
    it did not all go back, or staff and client agree first; `lacks_time`: it is paid, and its client is to choose one.
    `meeting`: how it happens, and on which number.
    """

    project_id: int
    reference: str
    name: str
    email: str
    phone: str
    service_title: str
    status: ProjectStatus
    start: datetime | None
    kind: Literal["card", "transfer", "paid", "none"]
    expires_at: datetime | None
    takes_place: bool
    lacks_time: bool
    meeting: str
    transfers: list[TransferLine]
    money: ProjectMoney
    ownership: Ownership


class Consultations(Schema):
    """Every time that is held or booked from now on, and every project that waits for money or for a time.

    Among the latter are those that are paid in part, and those of whose money some is to be given back.

    `unproved`: the latest submissions with known clients' addresses that are not proved.
    """

    items: list[ConsultationLine]
    unproved: list[UnprovedLine]
    total: int
    page: int
    page_size: int
    given_up: list[GivenUpTransfer]
    given_up_total: int


class TimeGiven(Schema):
    """A time that staff give a project: any that is free, however near. `seen`: the one that it had on their page."""

    slot_id: SentId
    seen: checked.Moment | None


class WayGiven(Schema):
    """How a consultation happens from now on."""

    way: Way


class CancelProject(Schema):
    """`reason`: in words that the client reads; may be empty. `seen`: as in `TimeGiven`."""

    seen: checked.Moment | None
    reason: Annotated[str, checked.text(CANCEL_REASON)] = ""
