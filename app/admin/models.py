"""What staff did."""

from datetime import datetime

import peewee

from app.accounts.models import Admin
from app.db import BaseModel, UtcDateTimeField, write


class AuditLine(BaseModel):
    """One act of a member of staff, or one look at a client's papers."""

    id = peewee.AutoField()
    admin = peewee.ForeignKeyField(Admin, column_name="admin_id", null=True)
    action = peewee.TextField()
    subject = peewee.TextField()
    detail = peewee.TextField(default="")
    created_at = UtcDateTimeField()

    class Meta:
        table_name = "audit_log"


def audit(admin_id: int, action: str, subject: str, now: datetime, detail: str = "") -> None:
    """Write down who did what to whom ('document:7')."""
    with write():
        AuditLine.create(admin=admin_id, action=action, subject=subject, detail=detail, created_at=now)
