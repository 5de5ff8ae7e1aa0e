"""Payments for orders, and refunds of those: the money that came and went."""

import hashlib
from collections.abc import Iterable
from typing import Any

import peewee
from peewee import fn

from app.access import Caller
from app.fields import row_id
from app.orders.models import Order
from app.projects.rules import PaymentStatus, reference
from app.rows import BaseModel, Prepared, UtcDateTimeField, these

UNASKED = "transfer-"  # how the key of a transfer begins that nobody was asked for


class Payment(BaseModel):
    """Money for an order, asked for or come; cents. One row per provider intent.

    `idempotency_key` is stored before the provider hears it, so that a repeated call finds the same intent. A
    `superseded` row was given up for another way to pay; its money counts all the same if it comes. `paid_at` is the
    provider's own time of the payment, `learned_at` when it was known here. Of a transfer `asked_cents` is what was
    asked for where another sum was noted, `received_as` names the call that noted it, and `mistaken_at` is the
    `paid_at` that it had when it was noted by mistake last.
    """

    id = peewee.AutoField()
    order: Any = peewee.ForeignKeyField(Order, backref="payments", column_name="order_id")
    order_id: Any
    provider = peewee.TextField()
    intent_id: Any = peewee.TextField(null=True, unique=True)
    idempotency_key = peewee.TextField(unique=True)
    amount_cents = peewee.IntegerField()
    currency = peewee.TextField()
    livemode = peewee.BooleanField()
    status: Any = peewee.TextField(default=PaymentStatus.PENDING)
    provider_status = peewee.TextField(null=True)
    charge_id = peewee.TextField(null=True)
    last_error = peewee.TextField(null=True)
    superseded = peewee.BooleanField(default=False)
    created_at = UtcDateTimeField()
    updated_at = UtcDateTimeField()
    paid_at = UtcDateTimeField(null=True)
    learned_at = UtcDateTimeField(null=True)
    asked_cents: Any = peewee.IntegerField(null=True)
    received_as = peewee.TextField(null=True)
    mistaken_at = UtcDateTimeField(null=True)

    class Meta:
        table_name = "payments"

    @classmethod
    def has_come(cls) -> Any:
        """The condition that its money is there, or was until it was given back."""
        return cls.status == PaymentStatus.COMPLETED

    @classmethod
    def may_come(cls) -> Any:
        """The condition that it is a transfer that was chosen and has not come, be it given up since."""
        return (cls.provider == "bank") & (cls.status == PaymentStatus.PENDING)

    @classmethod
    def is_awaited(cls) -> Any:
        """The condition that it is a transfer that was chosen, was not given up since, and has not come."""
        return cls.may_come() & (cls.superseded == False)

    @classmethod
    def of_intent(cls, intent_id: str) -> "Payment | None":
        """The payment of a provider intent."""
        found: Payment | None = cls.get_or_none(cls.intent_id == intent_id)
        return found

    @classmethod
    def begun(cls, order_id: int) -> "Payment | None":
        """The payment for an order that was begun and not given up since, as long as its money has not come."""
        return cls.one("order_id = ? AND superseded = 0 AND status <> ?", order_id, PaymentStatus.COMPLETED)

    @classmethod
    def owned(cls, intent_id: str, caller: Caller) -> "Payment | None":
        """A payment found through its order's owner; else it is not there."""
        found: Payment | None = cls.get_or_none(cls.intent_id == intent_id, cls.order.in_(Order.owned_by(caller)))
        return found

    @classmethod
    def awaited_among(cls, project_ids: Iterable[int]) -> set[int]:
        """Those of these projects whose transfer is awaited; of no bill."""
        return {project_id for (project_id,) in _AWAITED_AMONG.rows(project_ids)}

    @classmethod
    def awaited_for(cls, order_ids: Iterable[int]) -> "list[Payment]":
        """The transfers for these orders that are awaited."""
        return _AWAITED_FOR.rows(order_ids)

    @classmethod
    def named(cls, provider: str, intent_id: str | None, marks: dict[str, str]) -> "Payment | None":
        """The payment of an intent at `provider`: the one that its marks name, while its id is not known here."""
        known, number = cls.of_intent(intent_id) if intent_id else None, row_id(marks.get("payment", ""))
        if known is not None or intent_id is None:
            return known
        found: Payment | None = cls.get_or_none(cls.id == number, cls.intent_id.is_null(), cls.provider == provider)
        return found if found is not None and found.marks.items() <= marks.items() else None

    @property
    def marks(self) -> dict[str, str]:
        """What the provider's intent is marked with, by which it is known even if the answer with its id is lost.

        `attempt` comes from the secret key: the numbers alone could be another data folder's at the same provider.
        """
        order = self.order
        about = {"booking": str(order.booking_id)} if order.booking_id else {"project": reference(order.project_id)}
        attempt = hashlib.sha256(self.idempotency_key.encode()).hexdigest()[:32]
        return {"payment": str(self.id), "attempt": attempt, **about}

    @property
    def project_id(self) -> int | None:
        """The project that it is for, once there is one."""
        number: int | None = self.order.project_id
        return number

    @property
    def refunded_cents(self) -> int:
        """What of it was given back."""
        given = Refund.select(fn.SUM(Refund.cents)).where(Refund.payment == self.id, Refund.is_given())
        return int(given.scalar() or 0)

    def shown_status(self, refunded_cents: int) -> PaymentStatus:
        """Its status in the specification's words, which call what was given back in full refunded."""
        whole = self.status == PaymentStatus.COMPLETED and refunded_cents >= self.amount_cents
        return PaymentStatus.REFUNDED if whole else PaymentStatus(self.status)

    @property
    def was_asked(self) -> bool:
        """Whether it was begun before it came; else staff noted a transfer that nobody was asked for."""
        return not self.idempotency_key.startswith(UNASKED)

    @property
    def is_asked_by_bill(self) -> bool:
        """Whether it is what a bill asks for, with nobody's choice of a transfer and no money yet."""
        return self.is_transfer and self.status == PaymentStatus.PENDING and bool(self.order.is_bill)

    @property
    def is_transfer(self) -> bool:
        """Whether it comes to the account at the bank; everything else charges cards."""
        return bool(self.provider == "bank")

    @property
    def method(self) -> str:
        """How it is paid, in words."""
        return "bank transfer" if self.is_transfer else "card"

    @property
    def number(self) -> str:
        """What receipts call it: the provider's id, or the transfer's reference."""
        return self.intent_id or self.order.reference


def _awaited_among(project_ids: peewee.SQL) -> Any:
    theirs = Order.project.in_(these(project_ids)), Order.number == 1
    return Payment.select(Order.project).join(Order).where(*theirs, Payment.is_awaited()).tuples()


_AWAITED_AMONG = Prepared(_awaited_among)
_AWAITED_FOR = Prepared(lambda ids: Payment.select().where(Payment.order.in_(these(ids)), Payment.is_awaited()))


class Refund(BaseModel):
    """Money of a payment that was given back; cents.

    `actor` is who gave it: "provider" where it was done there, else a member of staff, with their `reason`.
    `refunded_at` is the provider's own time, `learned_at` when it was known here. One that the client's bank sends back
    has a `failed_at`, for good.
    """

    id = peewee.AutoField()
    payment: Any = peewee.ForeignKeyField(Payment, backref="refunds", column_name="payment_id")
    payment_id: Any
    provider_id: Any = peewee.TextField(null=True, unique=True)
    cents = peewee.IntegerField()
    actor = peewee.TextField()
    reason = peewee.TextField(default="")
    refunded_at = UtcDateTimeField()
    learned_at = UtcDateTimeField()
    failed_at = UtcDateTimeField(null=True)

    class Meta:
        table_name = "refunds"

    @classmethod
    def is_given(cls) -> Any:
        """The condition that it was given, and was not sent back by the client's bank."""
        return cls.failed_at.is_null()
