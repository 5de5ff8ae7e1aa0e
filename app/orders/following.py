"""What becomes of money and prices with another status of a project, in words for staff and for its client."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from app.amounts import dollars
from app.orders.models import Line, Order
from app.orders.money import Payment
from app.orders.offered import offered
from app.orders.rules import KEPT, OrderState, worth_of
from app.orders.sums import standings
from app.projects.models import Project
from app.projects.naming import name_of
from app.projects.rules import CLOSED, ProjectStatus


class Taken(NamedTuple):
    """A service that has had a booking fee's credit since. `is_paid`: so that the fee is deducted twice; cents."""

    what: str
    cents: int
    is_paid: bool


def taken_back(order: Order, now: datetime) -> list[Taken]:
    """What loses the booking fee's credit, or has it as well, once the cancelled project of this order is open again.

    order: what it was begun with. Nothing where that keeps no credit, or enough of the fee is left for both.
    """
    credit = order.credit
    if credit is None or order.state not in KEPT:
        return []
    client, fee_id = order.project.client_id, credit.credit_of_id
    others = list(Order.select(Order, Project).join(Project).where(Project.client == client, Order.id != order.id))
    lines = Line.select().where(Line.credit_of == fee_id, Line.order != order.id)
    cents = {line.order_id: -line.cents for line in lines}
    offers = offered([each.id for each in others], now)
    cents |= {number: each.credit_cents for number, each in offers.items() if each.credit_of == fee_id}
    stand = [each for each in others if each.id in cents and each.withdrawn_at is None and _goes_on(each)]
    left = worth_of(standings([fee_id])[fee_id]) - sum(cents[each.id] for each in stand)
    lacking, found = -credit.cents - max(0, left), list[Taken]()
    for each in sorted(stand, key=lambda row: -int(row.id)):
        lost = min(lacking, cents[each.id])
        if lost > 0:
            found.append(Taken(f"{each.reference} ({name_of(each.project)})", lost, each.state in KEPT or each.is_bill))
        lacking -= lost
    return found


def _goes_on(order: Order) -> bool:
    closed = (ProjectStatus.CANCELLED,) if order.state in KEPT else CLOSED
    return order.project.status not in closed


def taken_said(taken: Collection[Taken], for_staff: bool = False) -> str:
    """The same in sentences; '' where nothing does. for_staff: before they open it again, else its client after it."""
    return " ".join(_taken_said(each, for_staff) for each in taken)


def _taken_said(taken: Taken, for_staff: bool) -> str:
    fee = dollars(taken.cents)
    if for_staff and taken.is_paid:
        return (
            f"{fee} of the booking fee counts for it again, but {taken.what} has it as its credit and is settled with "
            f"it: please agree with the client on the {fee}."
        )
    if for_staff:
        return f"It takes the booking fee's credit of {fee} back from {taken.what}, which then costs {fee} more."
    if taken.is_paid:
        return f"{fee} of the booking fee was deducted from {taken.what} meanwhile: our team agrees with you on it."
    return (
        f"{fee} of the booking fee counts for it again, and is not deducted from {taken.what}: that costs {fee} more."
    )


def given_up_by_completing(orders: Collection[Order]) -> list[tuple[str, int]]:
    """What a project was begun with and is still owed or awaited, which completing it gives up, with its cents."""
    begun = [order for order in orders if not order.is_bill and order.withdrawn_at is None]
    sums = standings([order.id for order in begun])
    awaited = {row.order_id for row in Payment.awaited_for(sums)}
    owed = [
        (each, sums[each.id].balance_cents)
        for each in begun
        if each.id in awaited or each.state == OrderState.PART_PAID
    ]
    return [(each.reference, cents) for each, cents in owed if cents > 0]


def owed_bills(orders: Collection[Order]) -> list[tuple[str, int]]:
    """The bills of a project that are still owed, with their cents: they outlive it."""
    bills = [order for order in orders if order.is_bill and order.withdrawn_at is None]
    sums = standings([order.id for order in bills])
    return [(each.reference, sums[each.id].owed_cents) for each in bills if sums[each.id].owed_cents]


def completed_said(was: ProjectStatus, orders: Collection[Order], for_staff: bool = False) -> str:
    """What completing a project with these orders makes of what is owed: see `completing_said`.

    was: its status before; a cancelled one has given up its own price already.
    """
    given_up = given_up_by_completing(orders) if was is not ProjectStatus.CANCELLED else []
    return completing_said(given_up, owed_bills(orders), for_staff)


def completing_said(
    given_up: Collection[tuple[str, int]], bills: Collection[tuple[str, int]], for_staff: bool = False
) -> str:
    """What becomes of what is still owed once a project is completed, in sentences; '' where nothing is.

    given_up, bills: by reference, in cents. for_staff: before they complete it, else its client after it.
    """
    said = []
    for name, cents in given_up:
        if for_staff:
            said.append(
                f"{dollars(cents)} for {name} is still awaited: completing gives it up, and its client is asked not to "
                "pay it. If it comes all the same, mark it as received under Money."
            )
        else:
            said.append(
                f"The {dollars(cents)} for {name} that was still open is not asked for any more: please do not pay it."
            )
    said += [f"{name} stays to be paid: {dollars(cents)}." for name, cents in bills]
    return " ".join(said)
