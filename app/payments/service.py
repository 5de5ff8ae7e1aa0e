"""Which service an unpaid project is about: what was begun at another price gives way first."""

from app import clock
from app.access import Caller
from app.catalogue.actions import services
from app.catalogue.rules import ServiceType
from app.db import write
from app.errors import AppError
from app.onboarding import actions as onboarding
from app.onboarding.models import Onboarding
from app.orders.actions import PART_PAID, PROJECT_PAID
from app.orders.models import Order
from app.orders.money import Payment
from app.orders.rules import CAME, OrderState
from app.orders.sums import standing
from app.payments.gateway import Gateway
from app.payments.void import require_no_transfer, void
from app.proofs.questions import prove_or_ask


def submit_project(
    gateway: Gateway | None, row: Onboarding, service: ServiceType, caller: Caller, replace_transfer: bool = False
) -> Onboarding:
    """Make a submission's project, or give it another service.

    caller: an address that is not theirs leads to the letter that asks whoever reads it whether it is.
    A card payment that was begun at another price is voided first, so that nobody pays one service's price for
    another. A transfer is voided only where the visitor has said so (replace_transfer).
    AppError 409 as in onboarding, and when something was paid already, a bank is deciding about a payment or a
    transfer at another price was chosen; GatewayError when the provider is away.
    """
    if row.project_id is not None:
        order = Order.of_project(row.project_id)
        if order.state in CAME:
            raise AppError("already_paid", 409, PART_PAID if order.state == OrderState.PART_PAID else PROJECT_PAID)
        begun = Payment.begun(order.id)
        if begun is not None and standing(order.id).price_cents != services()[service].cents:
            if not replace_transfer:
                require_no_transfer(begun)
            void(gateway, begun)
    with write():
        made = onboarding.submit_project(row.id, service)
        prove_or_ask(made.project, caller, clock.now())
    return made
