"""The dashboard's figures and the lists that they count."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from app import checked
from app.admin.figures.rules import Kept, Promise
from app.admin.unfinished import Step
from app.http import Schema
from app.projects.rules import ProjectStatus

Page = Annotated[int, Field(ge=1, le=100_000)]


class MoneyQuery(Schema):
    """Which money: of the month of a day in Sydney, or all; and which page."""

    month: checked.Day | None = None
    page: Page = 1


class Movement(Schema):
    """Money that came, or was given back and counts below zero; cents. `at`: when, by the bank or card provider."""

    kind: Literal["payment", "refund"]
    id: int
    at: datetime
    cents: int
    method: str
    reference: str
    project_id: int | None
    name: str


class MoneyPage(Schema):
    """One page of the money, and the sums of the whole list in cents; `due_back_cents` of it came too much."""

    items: list[Movement]
    total: int
    page: int
    page_size: int
    came_cents: int
    given_cents: int
    due_back_cents: int


class PromisesQuery(Schema):
    """Which promises of the last 30 days; '' filters nothing."""

    kind: Promise | Literal[""] = ""
    kept: Kept | Literal[""] = ""
    page: Page = 1


class PromiseLine(Schema):
    """A promise: since when, until when, and when it was kept; `project_id`: None for an enquiry.

    `chosen_at`: when the client, whom we promised to call, took a time themselves.
    """

    kind: Promise
    kept: Kept
    name: str
    reference: str
    project_id: int | None
    made_at: datetime
    due_at: datetime
    kept_at: datetime | None
    chosen_at: datetime | None


class PromisesPage(Schema):
    """One page of the promises, the latest first."""

    items: list[PromiseLine]
    total: int
    page: int
    page_size: int


class MonthFigure(Schema):
    """The money of a month, in cents; `month`: its first day; `due_back_cents` of what came in it came too much."""

    month: date
    came_cents: int
    given_cents: int
    due_back_cents: int


class WeekFigure(Schema):
    """How many projects came in a week, by the way they came; `week`: its Monday."""

    week: date
    booking: int
    onboarding: int
    staff: int
    portal: int


class StepFigure(Schema):
    """How many stopped at a step of the wizard after the first; 'onboarding': there, before a service was chosen."""

    step: Step
    count: int


class StatusFigure(Schema):
    """How many projects have a status, as the list names it."""

    status: ProjectStatus | Literal["to_be_scheduled"]
    count: int


class PromiseFigure(Schema):
    """How many promises of a kind were kept in time, afterwards, or not although due; are open, or were not needed."""

    kind: Promise
    in_time: int
    late: int
    missed: int
    open: int
    not_needed: int


class Figures(Schema):
    """The dashboard's figures. `booked`: how many booked by the wizard in the last 30 days and have paid."""

    money: list[MonthFigure]
    came: list[WeekFigure]
    stopped: list[StepFigure]
    booked: int
    statuses: list[StatusFigure]
    promises: list[PromiseFigure]
