"""What the specification's columns of projects show of their orders."""

from collections.abc import Iterator

from app.amounts import aud
from app.doctor.finding import Finding
from app.doctor.orders import recomputed
from app.orders.actions import shown
from app.orders.models import Order
from app.orders.rules import Standing
from app.projects.models import Project
from app.projects.rules import reference


def examine() -> Iterator[Finding]:
    """Every project with an order, and those without any."""
    for order, sums in recomputed(Order.select(Order, Project).join(Project).order_by(Order.id)):
        for what in _columns(order.project, order, sums):
            yield Finding("project", reference(order.project_id), what)
    ordered = Order.select(Order.project).where(Order.project.is_null(False))
    for project in Project.select().where(Project.id.not_in(ordered)):
        # A booking's project is the matter of the booking.
        if not project.bookings.exists():
            yield Finding("project", reference(project.id), "has no order, and so no price")


def _columns(project: Project, order: Order, sums: Standing) -> Iterator[str]:
    status, number = shown(order, sums)
    if project.payment_amount != sums.price_cents:
        price = "nothing" if project.payment_amount is None else aud(project.payment_amount)
        yield f"shows a price of {price}, but its order's lines are {aud(sums.price_cents)}"
    if project.payment_status != status:
        yield f"shows '{project.payment_status}', but its payments say '{status}'"
    if project.stripe_payment_id != number:
        yield f"names the payment {project.stripe_payment_id or 'none'}, but it should be {number or 'none'}"
