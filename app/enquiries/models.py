"""Enquiries of visitors who are not ready to book."""

import peewee

from app.rows import BaseModel, UtcDateTimeField


class Enquiry(BaseModel):
    """One message from the enquiry form. `answered_by`: the user name of who answered it last, at `answered_at`."""

    id = peewee.AutoField()
    name = peewee.TextField()
    email = peewee.TextField()
    phone = peewee.TextField()
    message = peewee.TextField()
    visitor_id = peewee.TextField(null=True)
    created_at = UtcDateTimeField()
    answered_at = UtcDateTimeField(null=True)
    answered_by = peewee.TextField(null=True)

    class Meta:
        table_name = "enquiries"
