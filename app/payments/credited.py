"""Paying with the booking fee's credit alone: nothing is charged, everything else is as after a payment."""

import secrets

from app import clock
from app.access import Caller
from app.catalogue.rules import CURRENCY
from app.config import Config
from app.db import write
from app.errors import AppError
from app.payments import credit, received
from app.payments.actions import free_credit, withdraw
from app.payments.gateway import Gateway
from app.payments.models import Payment
from app.payments.payable import changed, of_project, settled_payment
from app.payments.rules import TERMS_VERSION
from app.projects import actions as projects
from app.projects.models import Project
from app.projects.rules import PaymentStatus
from app.proofs import actions as proofs

METHOD = "booking fee credit"
TO_PAY = "There is something to pay for this project. Please look at the total again."


def confirm(gateway: Gateway | None, config: Config, project: Project, caller: Caller) -> None:
    """The client accepts the terms of a project whose credit covers its price; repeating it changes nothing.

    AppError 409 when it cannot be paid now, something is to pay or it was changed meanwhile, GatewayError when a
    payment that was begun at another price cannot be withdrawn right now.
    """
    now = clock.now()
    settled = settled_payment(project.id)
    if settled is not None and settled.provider == "credit":
        return
    due = of_project(config, project, caller, now, anew=True)
    if due.total_cents > 0:
        raise AppError("to_pay", 409, TO_PAY)
    begun = due.payment()
    if begun is not None:
        withdraw(gateway, config, begun)
    free_credit(gateway, config, due, now)
    with write():
        project = Project.get_by_id(project.id)
        if of_project(config, project, caller, now, anew=True) != due or due.payment() is not None:
            raise changed()
        if credit.claim(due.credit_booking_id, project.id) is not None:
            raise changed()
        made: Payment = Payment.create(
            provider="credit",
            project=project.id,
            idempotency_key=secrets.token_urlsafe(24),
            amount_cents=0,
            credit_booking=due.credit_booking_id,
            credit_cents=due.credit_cents,
            currency=CURRENCY,
            livemode=config.mode == "serve",
            status=PaymentStatus.COMPLETED,
            terms_version=TERMS_VERSION,
            terms_accepted_at=now,
            created_at=now,
            updated_at=now,
            paid_at=now,
        )
        proofs.prove_own(project, caller, now)
        projects.record(project.id, "visitor", "Confirmed with the booking fee's credit", now)
        received.for_project(config, made, METHOD, now)
