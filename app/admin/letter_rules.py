"""Whether what a letter says still holds, so that nobody sends an outdated one again unknowingly; pure."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime

from app.clock import sydney_text
from app.mail.rules import MISTAKEN
from app.projects.rules import ProjectStatus

PUT_RIGHT = "What it tells of was put right since."
CANCELLED = "The project is cancelled since."
CHANGED = "The consultation has changed since: a newer letter says how it is now."
MOVED = "The consultation is on {when} now."
NO_TIME = "The consultation has no time any more."
OVER = "The time that it tells of is over."
HAS_TIME = "A time was chosen since: {when}."
PAID = "It is paid since."
NOT_AWAITED = "Its transfer is not awaited any more."
OTHER_SUM = "Another sum is to be paid now."
WITHDRAWN = "The bill is withdrawn since."
PROPOSAL_ENDED = "The proposal is not open any more."
NOTHING_MISSING = "Nothing is missing any more of what was asked for."
ANSWERED = "It is answered, or proved otherwise, since."
GIVEN_BACK = "What came too much is refunded since."
DECIDED = "It is decided since what becomes of the money."
OPEN_AGAIN = "The project is open again since."
UNDECIDED = "It is decided about the money again since."
REFUNDED = "Money was refunded since."
NEWER = "A newer letter of this kind was written since."

INVITES = {"consultation_confirmed", "consultation_moved", "consultation_meets_otherwise"}
TELLS_EVENT = {*INVITES, "consultation_cancelled", "time_given_back"}
# What asks for the payment of what a project was begun with.
ASKS_TO_PAY = {"transfer_details", "held_time_moved", "hold_expired", "way_back", "email_corrected"}
# What says of a payment, of what the project was begun with or of a bill, that something is still owed; it is true of a
# cancelled project too.
ASKS_FOR_REST = {"transfer_not_come", "other_price_received"}
# Of what goes on; that it is cancelled, paid or refunded stays so.
GOES_ON = {
    *(*ASKS_TO_PAY, "booking_confirmed", "choose_another_time", "documents_needed", "reminder"),
    *("project_goes_on", "review_begun", "service_paid"),
}
MAY_LEAVE_OPEN = {"consultation_cancelled", "payment_refunded"}
SAYS_TOO_MUCH = {"paid_twice", "withdrawn_bill_paid"}
# One tells all that the one before it told, as it is by then.
REPLACED = {"transfer_details", "held_time_moved", "hold_expired", "reminder", "documents_needed", "project_goes_on"}
# What these tell of happened and stays so, or is about no project; staff see what came of it in the record.
ALWAYS_HOLD = {
    *("payment_received", "refund_failed", "bill_paid", "bill_withdrawn"),
    *("documents_shared", "messages_from_us", "messages_from_client", "from_us"),
    *("staff_booking_notice", "staff_consultation_notice", "staff_consultation_changed", "staff_service_paid"),
    *("enquiry_notice", "enquiry_received", "enquiry_answered", "credentials", "password_reset", "password_changed"),
    *("email_change_old", "email_change_new", "email_changed", "email_known", "email_was_slip", "client_erased"),
}

SEQUENCE = re.compile(r"^SEQUENCE:(\d+)\s*$", re.MULTILINE)
REMINDED_OF = re.compile(r"^reminder-(\d{8}T\d{4})-")
LEAVES_OPEN = re.compile(r"[Oo]ur team (?:decides|is in touch with you) about a refund")
NUMBERED = re.compile(r"^(?:transfer-details|transfer-not-come|other-price|bill-issued|service-proposed)-(\d+)")


@dataclass(frozen=True)
class Told:
    """A letter as far as the rule goes by it. `number`: of the payment, bill or proposal that it is about.

    `leaves_open`: it says that it is still to be decided about money.
    """

    kind: str
    written_at: datetime
    dedupe_key: str
    calendar: str
    replaced: bool = False
    leaves_open: bool = False

    @property
    def sequence(self) -> int | None:
        """Which state of the consultation its calendar file tells (RFC 5546, 2.1.5: the highest is the newest)."""
        found = SEQUENCE.search(self.calendar)
        return int(found[1]) if found else None

    @property
    def number(self) -> int | None:
        """What its occasion names."""
        found = NUMBERED.match(self.dedupe_key)
        return int(found[1]) if found else None

    @property
    def reminds_of(self) -> datetime | None:
        """Which time a reminder tells of."""
        found = REMINDED_OF.match(self.dedupe_key)
        return datetime.strptime(found[1], "%Y%m%dT%H%M").replace(tzinfo=UTC) if found else None


@dataclass(frozen=True)
class Now:
    """How what the letter is about stands; cents.

    `start`: of its consultation; `sequence`: how often that changed; `paid_at`: of what the project was begun with;
    `awaited`: transfers; `owed`: of each bill the sum that it asked for first and what is to come now; `withdrawn`:
    bills; `bill_of`: which bill a payment is for; `bill_paid_at`: when bills were paid; `open_proposals`; `is_missing`:
    something asked for; `is_asked`: whose it is; `is_undecided`: what becomes of a closed project's money; `back_at`:
    when money went back last.
    """

    status: ProjectStatus
    start: datetime | None
    sequence: int
    paid_at: datetime | None
    awaited: frozenset[int]
    owed: dict[int, tuple[int, int]]
    withdrawn: frozenset[int]
    bill_of: dict[int, int]
    bill_paid_at: dict[int, datetime]
    open_proposals: frozenset[int]
    is_missing: bool
    is_asked: bool
    due_back_cents: int
    is_undecided: bool
    back_at: datetime | None = None


def outdated(told: Told, stands: Now, now: datetime) -> str:
    """Why a letter about a project does not hold any more, '' where it does."""
    if MISTAKEN in told.dedupe_key:
        return PUT_RIGHT
    if told.kind in GOES_ON and stands.status is ProjectStatus.CANCELLED:
        return CANCELLED
    bill = stands.bill_of.get(told.number or 0) if told.kind in ASKS_FOR_REST else None
    if bill in stands.withdrawn:
        return WITHDRAWN
    paid_at = stands.paid_at if bill is None else stands.bill_paid_at.get(bill)
    if told.kind in {*ASKS_TO_PAY, *ASKS_FOR_REST} and paid_at is not None and paid_at > told.written_at:
        return PAID
    said = _of_time(told, stands, now) or _of_money(told, stands) or _of_request(told, stands)
    return said or (NEWER if told.replaced and told.kind in REPLACED else "")


def _of_time(told: Told, stands: Now, now: datetime) -> str:
    start = stands.start
    if told.kind in TELLS_EVENT and told.sequence is not None and told.sequence < stands.sequence:
        return MOVED.format(when=sydney_text(start)) if told.kind in INVITES and start and start > now else CHANGED
    if told.kind in INVITES:
        return NO_TIME if start is None else OVER if start <= now else ""
    if told.reminds_of is not None:
        if start != told.reminds_of:
            return MOVED.format(when=sydney_text(start)) if start else NO_TIME
        return OVER if start <= now else ""
    if told.kind == "choose_another_time" and start is not None:
        return HAS_TIME.format(when=sydney_text(start))
    return ""


def _of_money(told: Told, stands: Now) -> str:
    if told.kind == "transfer_details" and told.number is not None and told.number not in stands.awaited:
        return NOT_AWAITED
    if told.kind == "bill_issued" and told.number is not None:
        if told.number in stands.withdrawn:
            return WITHDRAWN
        asked, owed = stands.owed.get(told.number, (0, 0))
        return "" if owed == asked else OTHER_SUM if owed else PAID
    if told.kind == "paid_after_closing" and not stands.is_undecided:
        return DECIDED
    if told.kind != "money_kept" and not told.leaves_open:
        return GIVEN_BACK if told.kind in SAYS_TOO_MUCH and not stands.due_back_cents else ""
    if stands.status is not ProjectStatus.CANCELLED:
        return OPEN_AGAIN
    if stands.back_at is not None and stands.back_at > told.written_at:
        return REFUNDED
    if told.kind == "money_kept":
        return UNDECIDED if stands.is_undecided else ""
    return "" if stands.is_undecided else DECIDED


def _of_request(told: Told, stands: Now) -> str:
    if told.kind == "service_proposed" and told.number not in stands.open_proposals:
        return PROPOSAL_ENDED
    if told.kind == "documents_needed" and not stands.is_missing:
        return NOTHING_MISSING
    return ANSWERED if told.kind == "ownership_question" and not stands.is_asked else ""
