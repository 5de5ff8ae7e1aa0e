"""Payments and the provider's events."""

import hashlib
from collections.abc import Iterable
from typing import Any

import peewee

from app.access import Caller
from app.booking.models import Booking
from app.db import BaseModel, UtcDateTimeField
from app.projects.models import Project
from app.projects.rules import SETTLED, PaymentStatus, reference

LONGEST_NUMBER = 19  # digits of the largest id


class Payment(BaseModel):
    """Money asked for; one row per provider intent, amounts in cents.

    `idempotency_key` is stored before the provider hears it, so that a repeated call finds the same intent.
    A `superseded` row's intent was cancelled and replaced. Provider "credit" charged nothing: the booking fee's
    credit paid for everything. `failed_refunds`: how many refunds the client's bank has sent back.
    """

    id = peewee.AutoField()
    provider = peewee.TextField()
    booking: Any = peewee.ForeignKeyField(Booking, backref="payments", column_name="booking_id", null=True)
    project: Any = peewee.ForeignKeyField(Project, backref="payments", column_name="project_id", null=True)
    booking_id: Any
    project_id: Any
    intent_id: Any = peewee.TextField(null=True, unique=True)
    idempotency_key = peewee.TextField(unique=True)
    amount_cents = peewee.IntegerField()
    currency = peewee.TextField()
    livemode = peewee.BooleanField()
    status: Any = peewee.TextField(default=PaymentStatus.PENDING)
    provider_status = peewee.TextField(null=True)
    charge_id = peewee.TextField(null=True)
    refunded_cents = peewee.IntegerField(default=0)
    failed_refunds = peewee.IntegerField(default=0)
    last_error = peewee.TextField(null=True)
    superseded = peewee.BooleanField(default=False)
    credit_booking: Any = peewee.ForeignKeyField(Booking, backref="credits", column_name="credit_booking_id", null=True)
    credit_booking_id: Any
    credit_cents = peewee.IntegerField(default=0)
    terms_version = peewee.TextField(null=True)
    terms_accepted_at = UtcDateTimeField(null=True)
    created_at = UtcDateTimeField()
    updated_at = UtcDateTimeField()
    paid_at = UtcDateTimeField(null=True)

    class Meta:
        table_name = "payments"

    @classmethod
    def of_intent(cls, intent_id: str) -> "Payment | None":
        """The payment of a provider intent."""
        found: Payment | None = cls.get_or_none(cls.intent_id == intent_id)
        return found

    @classmethod
    def current_of(cls, booking: Booking) -> "Payment | None":
        """The booking's payment that counts."""
        found: Payment | None = cls.get_or_none(cls.booking == booking, cls.superseded == False)
        return found

    @classmethod
    def owned(cls, intent_id: str, caller: Caller) -> "Payment | None":
        """A payment found through the browser or client whose booking or project it is for; else it is not there."""
        mine = cls.booking.in_(Booking.owned_by(caller)) | cls.project.in_(Project.owned_by(caller))
        found: Payment | None = cls.get_or_none(cls.intent_id == intent_id, mine)
        return found

    def others_that_paid(self) -> "list[Payment]":
        """The other payments that came for the same project and covered its price, refunded ones included."""
        query = _covering().where(Payment.project == self.project_id, Payment.id != self.id)
        return list(query.order_by(Payment.paid_at, Payment.id))

    @staticmethod
    def that_paid(project_ids: Iterable[int]) -> "dict[int, set[int]]":
        """The ids of the payments that came for each project and covered its price, refunded ones included."""
        found: dict[int, set[int]] = {project_id: set() for project_id in project_ids}
        for payment in _covering().where(Payment.project.in_(list(found))):
            found[payment.project_id].add(payment.id)
        return found

    @classmethod
    def that_counts(cls, project_ids: Iterable[int]) -> "dict[int, Payment]":
        """The payment that came for each project and says how its money stands.

        One that is kept goes before one that was given back, one that covers the price before one that does not.
        """
        rows = cls.select(cls).join(Project).where(cls.project.in_(list(project_ids)), cls.status.in_(SETTLED))
        given_back, other_price = cls.status == PaymentStatus.REFUNDED, _covered() != Project.payment_amount
        found: dict[int, Payment] = {}
        for payment in rows.order_by(given_back, other_price, cls.paid_at, cls.id):
            found.setdefault(payment.project_id, payment)
        return found

    @classmethod
    def awaited_among(cls, project_ids: Iterable[int]) -> set[int]:
        """Those of these projects for which a bank transfer was chosen that has not come yet."""
        bank = cls.provider == "bank", cls.superseded == False, cls.status == PaymentStatus.PENDING
        rows: Any = cls.select(cls.project).where(cls.project.in_(list(project_ids)), *bank).tuples()
        return {project_id for (project_id,) in rows}

    @property
    def marks(self) -> dict[str, str]:
        """What the provider's intent is marked with, by which it is known even if the answer with its id is lost.

        `attempt` comes from the secret key: the numbers alone could be another data folder's at the same provider.
        """
        about = {"booking": str(self.booking_id)} if self.booking_id else {"project": reference(self.project_id)}
        attempt = hashlib.sha256(self.idempotency_key.encode()).hexdigest()[:32]
        return {"payment": str(self.id), "attempt": attempt, **about}

    @classmethod
    def without_intent(cls, provider: str, marks: dict[str, str]) -> "Payment | None":
        """The payment at `provider` that these marks name, while the id of its intent is not known."""
        number = marks.get("payment", "")
        if not (number.isascii() and number.isdecimal() and len(number) < LONGEST_NUMBER):
            return None
        found: Payment | None = cls.get_or_none(
            cls.id == int(number), cls.intent_id.is_null(), cls.provider == provider
        )
        return found if found is not None and found.marks.items() <= marks.items() else None

    @property
    def price_cents(self) -> int:
        """The price that it was begun for: the charge and the credit together."""
        return int(self.amount_cents + self.credit_cents)

    @property
    def refund_key(self) -> str:
        """What the letter about all that was refunded so far is known by; a sum given again is another refund."""
        again = f"-again-{self.failed_refunds}" if self.failed_refunds else ""
        return f"refunded-{self.id}-{self.refunded_cents}{again}"

    @property
    def transaction_id(self) -> str:
        """What receipts call this payment: the provider's id, or the transfer's reference."""
        return self.intent_id or (reference(self.project_id) if self.project_id else "")


def _covered() -> Any:
    return Payment.amount_cents + Payment.credit_cents


def _covering() -> Any:
    covers = _covered() == Project.payment_amount
    return Payment.select(Payment).join(Project).where(Payment.status.in_(SETTLED), covers)


class PaymentEvent(BaseModel):
    """A provider event that was acted on or set aside; its id makes repeats harmless."""

    id = peewee.AutoField()
    provider_event_id = peewee.TextField(unique=True)
    type = peewee.TextField()
    intent_id = peewee.TextField(null=True)
    outcome = peewee.TextField()
    created_at = UtcDateTimeField()
    received_at = UtcDateTimeField()

    class Meta:
        table_name = "payment_events"
