"""Which acts of staff a project allows now, and why not the others."""

from dataclasses import dataclass
from enum import StrEnum

from app.consultations.rules import is_paid_back
from app.documents.rules import NO_SIGN_IN, NOT_PROVED
from app.orders.rules import KEPT, OrderState
from app.projects.rules import CLOSED, FOR_GOOD, PAID_BACK, ProjectStatus, Time

ERASED = "Its details were erased."
IS_CLOSED = "This project is closed. Set another status first."
CANCELLED = "This project is cancelled."
PAY_FIRST = "Its payment has not arrived. The time is given once it has."
GIVEN_BACK = "What was paid for it was refunded."
BEGUN_UNPAID = "What this project was begun with is not paid yet: it has its own payment."
AWAITED = "A transfer is awaited. Mark that one as received."
ASKED_BEFORE = "A transfer was asked for before it was closed. If it has come, mark that one as received."
NOTHING_HERE = "No transfer is here to refund. Card payments are refunded with the card provider, and show here then."


class StaffAct(StrEnum):
    """What staff do about a project in its record."""

    SET_TIME = "set_time"
    CHOOSE_MEETING = "choose_meeting"
    CANCEL = "cancel"
    SET_STATUS = "set_status"
    ASK_DOCUMENTS = "ask_documents"
    UPLOAD = "upload"
    SHARE = "share"
    MESSAGE = "message"
    BILL = "bill"
    RECORD_TRANSFER = "record_transfer"
    REFUND = "refund"
    NOTE = "note"
    LOOK_AFTER = "look_after"


@dataclass(frozen=True)
class Facts:
    """How a project stands, as far as acts depend on it.

    `was_paid`: what it was begun with was paid once; `is_booking`: it came by the wizard, whose fee comes before the
    time; `may_record`: no transfer is awaited; `may_refund`: some of a transfer is here.
    """

    status: ProjectStatus
    erased: bool
    proved: bool
    has_sign_in: bool
    time: Time
    money: OrderState
    was_paid: bool
    is_booking: bool
    may_record: bool
    may_refund: bool


def refusals(facts: Facts) -> dict[StaffAct, str]:
    """Why each act is refused now, '' where it is not."""
    closed = IS_CLOSED if facts.status in CLOSED else ""
    portal = NOT_PROVED if not facts.proved else "" if facts.has_sign_in else NO_SIGN_IN
    cancelled = CANCELLED if facts.status is ProjectStatus.CANCELLED else ""
    found = dict.fromkeys(StaffAct, "") | {
        StaffAct.SET_TIME: closed or _time_refusal(facts),
        StaffAct.CHOOSE_MEETING: closed,
        StaffAct.CANCEL: closed,
        StaffAct.ASK_DOCUMENTS: closed or portal or (PAID_BACK if is_paid_back(facts.status, facts.money) else ""),
        StaffAct.SHARE: portal,
        StaffAct.MESSAGE: closed or portal,
        StaffAct.BILL: cancelled if facts.was_paid else BEGUN_UNPAID,
        StaffAct.RECORD_TRANSFER: "" if facts.may_record else ASKED_BEFORE if closed else AWAITED,
        StaffAct.REFUND: "" if facts.may_refund else NOTHING_HERE,
    }
    # Money of something erased may come or go all the same.
    about_money = (StaffAct.RECORD_TRANSFER, StaffAct.REFUND)
    return {act: ERASED if facts.erased and act not in about_money else said for act, said in found.items()}


def _time_refusal(facts: Facts) -> str:
    if facts.money in KEPT or facts.time in FOR_GOOD:
        return ""
    if facts.money is OrderState.REFUNDED:
        return GIVEN_BACK
    return PAY_FIRST if facts.is_booking else ""
