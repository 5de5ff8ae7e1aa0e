"""The one list of money that came and was given back, and the sums of it by which every figure is made."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, Literal

from peewee import Value, fn

from app.admin.figures.periods import by_period
from app.admin.figures.rules import Moved, month_of, surplus_of
from app.admin.figures.schemas import MoneyPage, MoneyQuery, Movement
from app.admin.lists import PAGE_SIZE
from app.orders.models import Order
from app.orders.money import Payment, Refund
from app.orders.sums import refunded_of
from app.projects.models import Project
from app.projects.rules import PaymentStatus
from app.proofs.persons import Persons
from app.totals.models import Of, Sum, total

# Of the totals, the payments that have come, and the refunds that were given.
CAME, GIVEN = (Of.PAYMENTS, PaymentStatus.COMPLETED), (Of.REFUNDS, "given")


def page_of(query: MoneyQuery) -> MoneyPage:
    """A page of what moved in a month, or ever, the newest first."""
    came, given = _came(query.month), _given(query.month)
    payments = came.select(Value("payment").alias("kind"), Payment.id, Payment.paid_at.alias("at"))
    refunds = given.select(Value("refund"), Refund.id, Refund.refunded_at)
    both = payments.union_all(refunds)
    rows = list(both.order_by(both.c.at.desc(), both.c.id.desc()).paginate(query.page, PAGE_SIZE).tuples())
    (summed,) = sums(query.month)
    moved = came.count() + given.count() if query.month else _ever(CAME).count + _ever(GIVEN).count
    return MoneyPage(
        items=_lines([(kind, number) for kind, number, _ in rows]),
        total=moved,
        page=query.page,
        page_size=PAGE_SIZE,
        came_cents=summed.came_cents,
        given_cents=summed.given_cents,
        due_back_cents=summed.due_back_cents,
    )


def sums(*months: date | None) -> list[Moved]:
    """The money of each of these months, or with None of ever."""
    surplus = _surplus()
    return [_sum(month, surplus) for month in months]


def _sum(month: date | None, surplus: Sequence[tuple[datetime, int]]) -> Moved:
    due_back_cents = sum(cents for at, cents in surplus if month is None or _is_of(at, month))
    if month is None:
        return Moved(_ever(CAME).cents, _ever(GIVEN).cents, due_back_cents)
    came = _came(month).select(fn.COALESCE(fn.SUM(Payment.amount_cents), 0)).scalar()
    given = _given(month).select(fn.COALESCE(fn.SUM(Refund.cents), 0)).scalar()
    return Moved(int(came), int(given), due_back_cents)


def _surplus() -> list[tuple[datetime, int]]:
    """What came too much and is still here, in cents, each with when its payment came; of a few orders at any time."""
    orders = {order.id: order for order in Order.unsettled() if order.due_back_cents}
    came = Payment.select().where(Payment.order.in_(list(orders)), Payment.has_come())
    payments = list(came.order_by(Payment.learned_at, Payment.id))
    given, found = refunded_of([row.id for row in payments]), list[tuple[datetime, int]]()
    for order in orders.values():
        theirs = {row.id: row for row in payments if row.order_id == order.id}
        left = [(row.id, row.amount_cents - given.get(row.id, 0)) for row in theirs.values()]
        found += [(theirs[each].paid_at, cents) for each, cents in surplus_of(left, order.due_back_cents).items()]
    return found


def _is_of(at: datetime, month: date) -> bool:
    begins, ends = month_of(month)
    return begins <= at < ends


def _ever(moved: tuple[Of, str]) -> Sum:
    of, part = moved
    return total(of, [part])


def sums_by_month(months: Sequence[date]) -> dict[date, Moved]:
    """`sums` of each of these months, in as many statements as of one."""
    periods = [month_of(month) for month in months]
    came = by_period(_came(None).select(fn.SUM(Payment.amount_cents)), Payment.paid_at, periods)
    given = by_period(_given(None).select(fn.SUM(Refund.cents)), Refund.refunded_at, periods)
    surplus = _surplus()
    return {
        month: Moved(came[place], given[place], sum(cents for at, cents in surplus if _is_of(at, month)))
        for place, month in enumerate(months)
    }


def _came(month: date | None) -> Any:
    return Payment.select().where(Payment.has_come(), *_within(Payment.paid_at, month))


def _given(month: date | None) -> Any:
    return Refund.select().where(Refund.is_given(), *_within(Refund.refunded_at, month))


def _within(column: Any, month: date | None) -> list[Any]:
    if month is None:
        return []
    begins, ends = month_of(month)
    return [column >= begins, column < ends]


def _lines(wanted: list[tuple[Literal["payment", "refund"], int]]) -> list[Movement]:
    payments = Payment.select(Payment, Order).join(Order)
    refunds = Refund.select(Refund, Payment, Order).join(Payment).join(Order)
    rows: dict[tuple[str, int], Payment | Refund] = {
        (kind, row.id): row
        for kind, found in (("payment", payments), ("refund", refunds))
        for row in found.where(found.model.id.in_([number for each, number in wanted if each == kind]))
    }
    moved = [rows[each] for each in wanted]
    of = [row.payment if isinstance(row, Refund) else row for row in moved]
    ids = {payment.order.project_id for payment in of if payment.order.project_id}
    projects = Project.with_clients(ids)
    persons, known = Persons(projects), {project.id: project for project in projects}
    return [
        Movement(
            kind="refund" if isinstance(row, Refund) else "payment",
            id=row.id,
            at=_at(row),
            cents=-row.cents if isinstance(row, Refund) else row.amount_cents,
            method=payment.method,
            reference=payment.order.reference,
            project_id=payment.order.project_id,
            name=persons.of(known[payment.order.project_id]).name if payment.order.project_id in known else "",
        )
        for row, payment in zip(moved, of, strict=True)
    ]


def _at(row: Payment | Refund) -> datetime:
    at: Any = row.refunded_at if isinstance(row, Refund) else row.paid_at
    moment: datetime = at
    return moment
