"""Who did what, and who saw what: lines that are written once and never changed."""

from datetime import datetime
from enum import StrEnum
from typing import Any

import peewee

from app.rows import BaseModel, UtcDateTimeField


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
    READ = "read"
    MESSAGE = "message"
    DOWNLOAD = "download"
    SHARE = "share"
    TAKE_BACK_SHARE = "take-back-share"
    UPLOAD = "upload"
    REPLACE = "replace"
    DELETE = "delete"
    RECOVER = "recover"
    ERASE = "erase"
    ASK = "ask"
    WITHDRAW = "withdraw"
    DECLINE = "decline"
    RESEND = "resend"
    WRITE_LETTER = "write-letter"
    CHANGE_TEMPLATE = "change-template"
    RESOLVE = "resolve"
    REOPEN = "reopen"
    RECEIVE_TRANSFER = "receive-transfer"
    TAKE_BACK_TRANSFER = "take-back-transfer"
    REFUND = "refund"
    BILL = "bill"
    WITHDRAW_BILL = "withdraw-bill"
    MOVE_CONSULTATION = "move-consultation"
    GIVE_TIME_BACK = "give-time-back"
    CHANGE_MEETING = "change-meeting"
    CANCEL_CONSULTATION = "cancel-consultation"
    NOTE_OUTCOME = "note-outcome"
    CHANGE_AVAILABILITY = "change-availability"
    MAKE_CALENDAR_ADDRESS = "make-calendar-address"
    CHANGE_CALENDAR_ADDRESS = "change-calendar-address"
    END_CALENDAR_ADDRESS = "end-calendar-address"
    LOOK_AFTER = "look-after"
    NOTE = "note"
    UNDO_NOTE = "undo-note"
    SET_STATUS = "set-status"
    UNDO_STATUS = "undo-status"
    OPEN_PROJECT = "open-project"
    PROPOSE = "propose"
    WITHDRAW_PROPOSAL = "withdraw-proposal"
    ACCEPT_PROPOSAL = "accept-proposal"
    DECLINE_PROPOSAL = "decline-proposal"
    START_SERVICE = "start-service"
    PROPOSAL_RUN_OUT = "proposal-run-out"
    ANSWER_ENQUIRY = "answer-enquiry"
    TAKE = "take"
    LET_GO = "let-go"
    SNOOZE = "snooze"
    FINISH = "finish"
    UNDO = "undo"
    CONTACT = "contact"
    TAKE_BACK_CONTACT = "take-back-contact"
    CONFIRM_CLIENT = "confirm-client"
    TAKE_BACK_CLIENT = "take-back-client"
    SIGN_IN = "sign-in"
    SIGN_IN_FAILED = "sign-in-failed"
    SIGN_OUT = "sign-out"
    PASSWORD_CHANGED = "password-changed"
    PASSWORD_REFUSED = "password-refused"
    DETAILS_CHANGED = "details-changed"
    EMAIL_CHANGE_ASKED = "email-change-asked"
    EMAIL_CHANGE_CONFIRMED = "email-change-confirmed"
    EMAIL_CHANGE_STOPPED = "email-change-stopped"
    EMAIL_CHANGED = "email-changed"
    EMAIL_CORRECTED = "email-corrected"
    EMAIL_TAKEN_OVER = "email-taken-over"
    SESSIONS_ENDED = "sessions-ended"
    DATA_DOWNLOADED = "data-downloaded"
    DELETION_ASKED = "deletion-asked"
    DELETION_TAKEN_BACK = "deletion-taken-back"
    SIGN_IN_SENT = "sign-in-sent"
    RESET_LINK_SENT = "reset-link-sent"
    MERGE_CLIENTS = "merge-clients"
    UNDO_MERGE = "undo-merge"
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
