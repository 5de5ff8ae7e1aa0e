"""What has come for projects and what of it went back, in the one form in which every page shows it."""

from collections.abc import Sequence

from app.mail.models import written_at
from app.payments.models import Payment
from app.payments.rules import arrived_state
from app.payments.schemas import Arrived
from app.projects.models import Project
from app.projects.rules import PaymentStatus


def arrived(projects: Sequence[Project]) -> dict[int, Arrived]:
    """What came for each of these projects for which anything did; in as many queries for many as for one."""
    counting = Payment.that_counts([project.id for project in projects])
    told = written_at({payment.refund_key for payment in counting.values() if payment.refunded_cents})
    return {
        project.id: Arrived(
            state=arrived_state(
                PaymentStatus(payment.status), PaymentStatus(project.payment_status), payment.refunded_cents
            ),
            amount=payment.amount_cents / 100,
            price=((project.payment_amount or 0) - payment.credit_cents) / 100,
            refunded=payment.refunded_cents / 100,
            refunded_at=told.get(payment.refund_key),
        )
        for project in projects
        if (payment := counting.get(project.id)) is not None
    }
