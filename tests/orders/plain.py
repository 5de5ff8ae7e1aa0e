"""A plain model of orders: what somebody with paper and pencil would say of the money, and where the program differs.

It adds up the rows one by one, knows none of the program's rules, and is compared with everything that is derived from
those rows: an order's state, what its project shows, the letters and the tasks.
"""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from peewee import fn

from app import clock
from app.alerts.models import Alert
from app.attention.listing import all_of
from app.attention.rules import Matter
from app.invoices.models import Invoice
from app.mail.models import Letter
from app.orders.models import Line, Order
from app.orders.money import Payment, Refund
from app.projects.models import Project


@dataclass(frozen=True)
class Paper:
    """One order on paper; cents. `arrivals`: how many payments came; `paid_once`: be it by a credit alone.

    `anew`: what came since nothing was left.
    """

    due: int
    came: int
    back: int
    arrivals: int
    paid_once: bool
    anew: int

    @property
    def state(self) -> str:
        """In the words of orders."""
        if self.arrivals == 0:
            return "paid" if self.paid_once else "unpaid"
        if self.back == self.came:
            return "refunded"
        if self.anew < self.due or (self.came - self.back < self.due and not self.paid_once):
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
    back = [row for row in Refund.select().where(Refund.payment.in_(payments or [0])) if row.failed_at is None]
    moves = [(row.learned_at, row.amount_cents) for row in payments] + [(row.learned_at, -row.cents) for row in back]
    here = anew = 0
    for _, cents in sorted(moves):
        here += cents
        anew = 0 if here <= 0 else anew + max(0, cents)
    came, given = sum(row.amount_cents for row in payments), sum(row.cents for row in back)
    return Paper(sum(lines), came, given, len(payments), order.paid_at is not None, anew)


def differences(order: Order) -> list[str]:
    """Everything in which the program says something else of an order than paper does."""
    order = Order.get_by_id(order.id)
    says, found = paper(order), []
    if order.state != says.state:
        found.append(f"{order.project_id or 'A draft'} is {order.state}, on paper {says.state}")
    project = Project.get_or_none(Project.id == order.project_id)
    if project is None:
        return found + ([f"order {order.id} has money and no project"] if says.arrivals else [])
    is_first, name = order.number == 1, order.reference.removeprefix("HPM-")
    if is_first and project.payment_status not in says.shown:
        found.append(f"{project.id} shows {project.payment_status}, on paper {says.state}")
    price = sum(line.cents for line in Line.select().where(Line.order == order, Line.cents >= 0))
    if is_first and project.payment_amount != price:
        found.append(f"{project.id} shows {project.payment_amount}, its lines are {price}")
    kept = says.came - says.back
    # Of what was withdrawn nothing is to be paid, so that all of it is to be agreed on.
    if order.withdrawn_at and kept and not task(name, "paid_withdrawn"):
        found.append(f"{name} was withdrawn and has got money, and nobody knows")
    due_back = max(0, kept if order.withdrawn_at else kept - says.due)
    if order.due_back_cents != due_back:
        found.append(f"{name} counts {order.due_back_cents} to give back, on paper {due_back}")
    if not order.withdrawn_at and kept > says.due and not task(name, "paid_twice"):
        found.append(f"{name} has got more than its price, and nobody knows")
    if not order.withdrawn_at and kept and says.came < says.due and not waits(project.id, Matter.PART_PAID):
        found.append(f"{name} has got less than its price, and nobody knows")
    told = Letter.select().where(Letter.project_id == project.id, Letter.kind == "payment_refunded").count()
    given = Refund.select().join(Payment).join(Order).where(Order.project == project).count()
    if told != given and not project.is_disowned:
        found.append(f"of {given} refunds of {project.id} {told} were told")
    return found + invoiced(order, says)


def invoiced(order: Order, says: Paper) -> list[str]:
    """Where what was invoiced of an order is not what stays of its price, with the tax in it and its number."""
    papers, found = list(Invoice.select().where(Invoice.order == order)), []
    noted = Payment.select().where(Payment.order == order, Payment.mistaken_at.is_null(False)).exists()
    invoices, is_invoiced = [row.kind for row in papers].count("invoice"), says.paid_once or order.number > 1
    # What is paid by mistake keeps its document, with a note that takes it back.
    if invoices != is_invoiced and not (noted and invoices == 1):
        found.append(f"{order.reference} has {len(papers)} documents")
    stays = min(says.due, says.came - says.back)
    if not says.paid_once and not order.withdrawn_at:
        stays = says.due if order.number > 1 else 0
    if sum(row.total_cents for row in papers) != stays:
        found.append(f"{order.reference} is invoiced {sum(row.total_cents for row in papers)}, on paper {stays}")
    for row in papers:
        tax = int((Decimal(row.total_cents) / 11).quantize(Decimal(1), ROUND_HALF_UP))
        if (sum(line.cents for line in row.lines), tax) != (row.total_cents, row.gst_cents):
            found.append(f"{row.name} is not what its lines are, or has other tax than {tax}")
    numbered: Any = Invoice.select(Invoice.kind, fn.COUNT(Invoice.number.distinct()), fn.MAX(Invoice.number))
    for kind, count, last in numbered.group_by(Invoice.kind).tuples():
        if count != last:
            found.append(f"the numbers of {kind} are {count} up to {last}")
    return found


def task(project: int | str, *kinds: str) -> bool:
    """Whether staff have one of these tasks about a project."""
    return bool(Alert.select().where(Alert.kind.in_(kinds), Alert.message.startswith(f"HPM-{project} ")).exists())


def waits(project_id: int, *kinds: Matter) -> bool:
    """Whether staff have one of these lines about a project on their list."""
    return any(line.project_id == project_id for line in all_of(kinds, clock.now()).values())
