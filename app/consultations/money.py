"""What happens to the money of a project with its consultation."""

from collections.abc import Collection

from app.consultations.rules import dearer_on_cancelling, money_on_cancelling, money_on_reopening
from app.orders.kept import Kept, kept_of
from app.orders.models import Order
from app.orders.offered import Dearer
from app.orders.rules import OrderState
from app.orders.sums import standings


def money_said(
    money: Kept, dearer: Collection[Dearer], by_us: bool = False, is_done: bool = False, is_deciding: bool = False
) -> str:
    """What happens to the money of a project when it is cancelled, in words.

    dearer: what costs more then; by_us: not cancelled by its client; is_done: it is cancelled, else it may be;
    is_deciding: a bank decides about a payment for it, which keeps its client from cancelling.
    """
    is_refunded = money.refunded_cents > 0
    told = (money.undeducted_cents, money.used, money.credit_cents, is_refunded, by_us)
    said = money_on_cancelling(
        *told,
        credit_ended=money.credit_ended,
        is_deciding=is_deciding,
        credit_refunded=money.credit_refunded,
        if_refunded=money.if_refunded,
    )
    return f"{said} {dearer_on_cancelling(dearer, is_done)}".strip()


def money_reopened(project_id: int, kept: str) -> str:
    """What holds of the money of a project that is open again, in words. kept: see `orders.deciding.told_kept`."""
    orders = Order.all_of(project_id)
    open_ones = [order.id for order in orders if order.state == OrderState.PART_PAID and order.withdrawn_at is None]
    money = kept_of(orders).get(project_id, Kept())
    owed_cents = sum(each.owed_cents for each in standings(open_ones).values())
    too_much_cents = sum(order.due_back_cents for order in orders)
    return money_on_reopening(money.came_cents, money.refunded_cents, owed_cents, money.used, kept, too_much_cents)
