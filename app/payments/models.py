"""The provider's events."""

import peewee

from app.rows import BaseModel, UtcDateTimeField


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
