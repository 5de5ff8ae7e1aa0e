"""What the specification's columns of projects show of their orders."""

from collections.abc import Iterator
from functools import partial

from app.amounts import dollars
from app.doctor.finding import Finding
from app.doctor.orders import recomputed
from app.orders.actions import shown
from app.orders.models import Order
from app.projects.models import Project
from app.projects.rules import reference


def examine() -> Iterator[Finding]:
    """Every project with an order, and those without any."""
    begun = Order.select(Order, Project).join(Project).where(Order.number == 1)
    for order, sums in recomputed(begun.order_by(Order.id)):
        project, found = order.project, partial(Finding, "project", reference(order.project_id))
        status, number = shown(order, sums)
        if project.payment_amount != sums.price_cents:
            price = "nothing" if project.payment_amount is None else dollars(project.payment_amount)
            yield found(f"shows a price of {price}, but its order's lines are {dollars(sums.price_cents)}")
        if project.payment_status != status:
            yield found(f"shows '{project.payment_status}', but its payments say '{status}'")
        if project.stripe_payment_id != number:
            named, right = project.stripe_payment_id or "none", number or "none"
            yield found(f"names the payment {named}, but it should be {right}")
    ordered = Order.select(Order.project).where(Order.project.is_null(False))
    for project in Project.select().where(Project.id.not_in(ordered)):
        # A booking's project is the matter of the booking.
        if not project.bookings.exists():
            yield Finding("project", reference(project.id), "has no order, and so no price")
