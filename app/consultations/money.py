"""What happens to the money of a project with its consultation."""

from app.consultations.rules import money_on_cancelling
from app.orders.kept import Kept


def money_said(money: Kept, by_us: bool = False) -> str:
    """What happens to the money of a project when it is cancelled, in words; by_us: not by its client."""
    is_refunded = money.refunded_cents > 0
    told = (money.free_cents, money.used, money.credit_cents, is_refunded, by_us)
    return money_on_cancelling(*told, credit_ended=money.credit_ended)
