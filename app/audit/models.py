"""Who did what, and who saw what: lines that are written once and never changed."""

from datetime import datetime
from enum import StrEnum
from typing import Any

import peewee

from app.db import BaseModel, UtcDateTimeField


class ActorKind(StrEnum):
    """Who acts. 'visitor': somebody who is not signed in; 'command': the command line; 'helios': the program itself."""

    STAFF = "staff"
    CLIENT = "client"
    VISITOR = "visitor"
    COMMAND = "command"
    HELIOS = "helios"


class Act(StrEnum):
    """What leaves a line."""

    LOOK = "look"
    DOWNLOAD = "download"
    RESEND = "resend"
    RESOLVE = "resolve"
    REOPEN = "reopen"
    RECEIVE_TRANSFER = "receive-transfer"
    REFUND = "refund"
    CONFIRM_CLIENT = "confirm-client"
    TAKE_BACK_CLIENT = "take-back-client"
    SIGN_IN = "sign-in"
    SIGN_IN_FAILED = "sign-in-failed"
    SIGN_OUT = "sign-out"
    PASSWORD_CHANGED = "password-changed"
    PASSWORD_REFUSED = "password-refused"
    SIGN_IN_SENT = "sign-in-sent"
    STAFF_ADDED = "staff-added"
    STAFF_RESET = "staff-reset"
    STAFF_REMOVED = "staff-removed"


class AuditLine(BaseModel):
    """One line. `actor` is a user name or a client's number, `subject` what it was about ('document:7', 'client:3').

    No line holds a network address. Triggers refuse changes, and deletions before the time (migration 006).
    """

    id = peewee.AutoField()
    actor_kind = peewee.TextField()
    actor = peewee.TextField(default="")
    action = peewee.TextField()
    subject = peewee.TextField(default="")
    detail = peewee.TextField(default="")
    created_at = UtcDateTimeField()

    class Meta:
        table_name = "audit_log"

    @classmethod
    def sign_ins_failed(cls, since: datetime, least: int) -> list[tuple[str, int]]:
        """The accounts ('client:3') at which that many sign-ins or more have failed after `since`, and how many."""
        failed = (cls.created_at > since) & (cls.action == Act.SIGN_IN_FAILED) & (cls.subject != "")
        # The plus keeps SQLite from going through the whole log in the order of its subjects: the day's lines are few.
        by_subject = peewee.NodeList((peewee.SQL("+"), cls.subject))
        count = peewee.fn.COUNT(cls.id)
        tries: Any = cls.select(cls.subject, count).where(failed).group_by(by_subject)
        return list(tries.having(count >= least).tuples())
