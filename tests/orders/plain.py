"""A plain model of orders: what somebody with paper and pencil would say of the money, and where the program differs.

It adds up the rows one by one, knows none of the program's rules, and is compared with everything that is derived from
those rows: an order's state, what its project shows, the letters and the tasks.
"""

from dataclasses import dataclass

from app.alerts.models import Alert
from app.mail.models import Letter
from app.orders.models import Line, Order
from app.orders.money import Payment, Refund
from app.projects.models import Project


@dataclass(frozen=True)
class Paper:
    """One order on paper; cents. `arrivals`: how many payments came; `paid_once`: be it by a credit alone."""

    due: int
    came: int
    back: int
    arrivals: int
    paid_once: bool

    @property
    def state(self) -> str:
        """In the words of orders."""
        if self.arrivals == 0:
            return "paid" if self.paid_once else "unpaid"
        if self.back == self.came:
            return "refunded"
        if self.came < self.due or (self.came - self.back < self.due and not self.paid_once):
            return "part_paid"
        # What came too much and went back is no refund of what was bought.
        return "part_refunded" if self.back > self.came - self.due else "paid"

    @property
    def shown(self) -> tuple[str, ...]:
        """What a project may show of it."""
        match self.state:
            case "unpaid":
                return ("pending", "processing", "failed")
            case "part_paid":
                return ("pending",)
            case "refunded":
                return ("refunded",)
        return ("completed",)


def paper(order: Order) -> Paper:
    """Add an order's rows up."""
    lines = [line.cents for line in Line.select().where(Line.order == order)]
    payments = list(Payment.select().where(Payment.order == order, Payment.status == "completed"))
    given = [row.cents for row in Refund.select().where(Refund.payment.in_(payments or [0])) if row.failed_at is None]
    return Paper(
        sum(lines), sum(row.amount_cents for row in payments), sum(given), len(payments), order.paid_at is not None
    )


def differences(order: Order) -> list[str]:
    """Everything in which the program says something else of an order than paper does."""
    order = Order.get_by_id(order.id)
    says, found = paper(order), []
    if order.state != says.state:
        found.append(f"{order.project_id or 'A draft'} is {order.state}, on paper {says.state}")
    project = Project.get_or_none(Project.id == order.project_id)
    if project is None:
        return found + ([f"order {order.id} has money and no project"] if says.arrivals else [])
    if project.payment_status not in says.shown:
        found.append(f"{project.id} shows {project.payment_status}, on paper {says.state}")
    price = sum(line.cents for line in Line.select().where(Line.order == order, Line.cents >= 0))
    if project.payment_amount != price:
        found.append(f"{project.id} shows {project.payment_amount}, its lines are {price}")
    kept = says.came - says.back
    if kept > says.due and not task(project.id, "paid_twice"):
        found.append(f"{project.id} has got more than its price, and nobody knows")
    if kept and says.came < says.due and not task(project.id, "paid_other_price"):
        found.append(f"{project.id} has got less than its price, and nobody knows")
    told = Letter.select().where(Letter.project_id == project.id, Letter.kind == "payment_refunded").count()
    given = Refund.select().join(Payment).where(Payment.order == order).count()
    if told != given and not project.is_disowned:
        found.append(f"of {given} refunds of {project.id} {told} were told")
    return found


def task(project: int, *kinds: str) -> bool:
    """Whether staff have one of these tasks about a project."""
    return bool(Alert.select().where(Alert.kind.in_(kinds), Alert.message.startswith(f"HPM-{project} ")).exists())
