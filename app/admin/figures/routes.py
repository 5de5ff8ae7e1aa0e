"""The dashboard's figures, and those of their lists that no other page has, over HTTP."""

from collections import Counter

from flask import Blueprint

from app import clock
from app.admin import unfinished
from app.admin.figures import money, promises
from app.admin.figures.rules import Kept, Promise, months, weeks
from app.admin.figures.schemas import (
    Figures,
    MoneyPage,
    MoneyQuery,
    MonthFigure,
    PromiseFigure,
    PromisesPage,
    PromisesQuery,
    StatusFigure,
    StepFigure,
    WeekFigure,
)
from app.admin.projects import listing
from app.admin.projects.schemas import PaidHow, ProjectsQuery, Way
from app.http import Who, route
from app.projects.rules import ProjectStatus

figures = Blueprint("admin_figures", __name__)


@route(figures, "GET", "/api/admin/figures", who=Who.STAFF, answer=Figures)
def show_figures() -> Figures:
    """Every figure is the length or the sum of a list."""
    now = clock.now()
    stand = Counter((each.kind, each.stands(now)) for each in promises.promised(now))

    def came(**filters: object) -> int:
        return listing.total(ProjectsQuery.model_validate(filters), now)

    return Figures(
        money=[
            MonthFigure(month=month, came_cents=sums[0], given_cents=sums[1])
            for month in months(now)
            for sums in (money.sums(month),)
        ],
        came=[WeekFigure(week=week, **{way: came(week=str(week), way=way) for way in Way}) for week in weeks(now)],
        stopped=[StepFigure(step=step, count=unfinished.count(step=step)) for step in unfinished.STEPS],
        booked=came(since="month", way=Way.BOOKING, payment=PaidHow.PAID),
        statuses=[StatusFigure(status=status, count=came(status=status)) for status in ProjectStatus],
        promises=[
            PromiseFigure(
                kind=kind,
                in_time=stand[kind, Kept.IN_TIME],
                late=stand[kind, Kept.LATE],
                open=stand[kind, Kept.OPEN],
            )
            for kind in Promise
        ],
    )


@route(figures, "GET", "/api/admin/money", who=Who.STAFF, query=MoneyQuery, answer=MoneyPage)
def list_money(query: MoneyQuery) -> MoneyPage:
    """What came and was given back, the newest first."""
    return money.page_of(query)


@route(figures, "GET", "/api/admin/promises", who=Who.STAFF, query=PromisesQuery, answer=PromisesPage)
def list_promises(query: PromisesQuery) -> PromisesPage:
    """What was promised in the last 30 days, and whether it was kept."""
    return promises.page_of(query, clock.now())
