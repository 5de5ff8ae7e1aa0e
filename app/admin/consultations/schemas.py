"""Consultation times, and the transfers that they wait for, as staff see them."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from app.admin.ownership import Ownership, UnprovedLine
from app.http import RowId, Schema
from app.orders.rules import Outcome
from app.projects.rules import ProjectStatus


class ConsultationQuery(Schema):
    """Which consultations: a page of all, or of those that wait for a transfer; `project` names one to be shown."""

    waiting: Literal["", "transfers"] = ""
    project: RowId | None = None
    page: Annotated[int, Field(ge=1, le=100_000)] = 1
    given_up_page: Annotated[int, Field(ge=1, le=100_000)] = 1


class TransferLine(Schema):
    """A bank transfer that has not arrived yet; money in cents. `outcome`: what follows if it does.

    `is_disowned`: its address is said to be somebody else's, so that no letter follows.
    """

    payment_id: int
    amount_cents: int
    asked_at: datetime
    outcome: Outcome
    is_disowned: bool


class GivenUpTransfer(Schema):
    """A transfer that is not awaited any more: another way to pay was chosen, or the project is closed.

    Its money may come all the same.
    """

    project_id: int
    reference: str
    name: str
    transfer: TransferLine


class ConsultationLine(Schema):
    """A project with its consultation time: held for a card payment or a transfer, or paid; none when it has no time.

    `expires_at`: until when an unpaid time is kept.
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
    transfer: TransferLine | None
    ownership: Ownership


class Consultations(Schema):
    """Every time that is held or booked from now on, and every project that waits for money or for a time.

    `unproved`: the latest submissions with known clients' addresses that are not proved.
    """

    items: list[ConsultationLine]
    unproved: list[UnprovedLine]
    total: int
    page: int
    page_size: int
    given_up: list[GivenUpTransfer]
    given_up_total: int
