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

figures = Blueprint("admin_figures", __name__)


@route(figures, "GET", "/api/admin/figures", who=Who.STAFF, answer=Figures)
def show_figures() -> Figures:
    """Every figure is the length or the sum of a list."""
    now = clock.now()
    stand = Counter((each.kind, each.stands(now)) for each in promises.promised(now))
    mondays, statuses = weeks(now), listing.totals_by_status(now)
    came = {str(way): listing.totals_by_week(way, mondays, now) for way in Way}
    booked = ProjectsQuery(since="month", way=Way.BOOKING, payment=PaidHow.PAID)
    return Figures(
        money=[
            MonthFigure(month=month, **summed._asdict()) for month, summed in money.sums_by_month(months(now)).items()
        ],
        came=[
            WeekFigure(week=week, **{way: counts[place] for way, counts in came.items()})
            for place, week in enumerate(mondays)
        ],
        stopped=[StepFigure(step=step, count=unfinished.count(step=step)) for step in unfinished.STEPS],
        booked=listing.total(booked, now),
        statuses=[StatusFigure.model_validate({"status": name, "count": count}) for name, count in statuses.items()],
        promises=[
            PromiseFigure(
                kind=kind,
                in_time=stand[kind, Kept.IN_TIME],
                late=stand[kind, Kept.LATE],
                missed=stand[kind, Kept.MISSED],
                open=stand[kind, Kept.OPEN],
                not_needed=stand[kind, Kept.NOT_NEEDED],
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
