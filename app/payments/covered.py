"""Paying with the booking fee's credit alone: nothing is charged, everything else is as after a payment."""

from app import clock
from app.access import Caller
from app.db import write
from app.errors import AppError
from app.orders import credit, fulfil
from app.orders.actions import accept_terms, changed
from app.orders.models import Order
from app.orders.money import Payment
from app.payments.begin import of_project
from app.payments.gateway import Gateway
from app.payments.void import free_credit, void
from app.projects.models import Project
from app.proofs.ownership import prove_by_sign_in

TO_PAY = "There is something to pay for this project. Please look at the total again."


def confirm(gateway: Gateway | None, project: Project, caller: Caller) -> None:
    """The client accepts the terms of a project whose credit covers its price; repeating it changes nothing.

    AppError 409 when it cannot be paid now, something is to pay or it was changed meanwhile, GatewayError when a
    payment that was begun at another price cannot be voided right now.
    """
    now = clock.now()
    order = Order.of_project(project.id)
    if order.paid_at is not None and not order.payments.where(Payment.has_come()).exists():
        return
    due = of_project(project, caller, now, anew=True)
    if due.total_cents > 0:
        raise AppError("to_pay", 409, TO_PAY)
    begun = Payment.begun(order.id)
    if begun is not None:
        void(gateway, begun)
    free_credit(gateway, due, now)
    with write():
        project = Project.get_by_id(project.id)
        of_project(project, caller, now, anew=True)
        if Payment.begun(order.id) is not None:
            raise changed()
        credit.agree(due, now)
        accept_terms(order.id, now)
        prove_by_sign_in(project, caller, now)
        fulfil.cover(Order.get_by_id(order.id), caller.acts_as(project.client_id), now)
