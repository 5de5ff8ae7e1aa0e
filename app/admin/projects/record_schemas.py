"""The record of one project, as staff see it."""

from datetime import datetime

from app.admin.clients.schemas import DetailChangeOut, ProjectOfClient
from app.admin.documents import NeedLine
from app.admin.documents_seen import ProjectDocument
from app.admin.letters import LetterLine
from app.admin.ownership import Ownership
from app.admin.project_money import ProjectMoney, Prospect
from app.admin.projects.rules import StaffAct
from app.admin.projects.schemas import Way
from app.admin.proposals import RecordProposals
from app.http import Schema
from app.invoices.schemas import OrderOut
from app.meeting import Way as MeetingWay
from app.onboarding.schemas import DetailsOut
from app.orders.rules import OrderState
from app.projects.rules import PaymentStatus, ProjectStatus, Time
from app.slots.rules import Attendance, HoldKind


class RecordClient(Schema):
    """Whose it is. `name`, `phone`: whom staff deal with, maybe who typed it; `details`: what we keep of the client.

    `phone` is the number that its client is told we call; `given_phone`: that which was given with this project, ''
    where it is `phone` or none was.

    `erased`: nothing else is left of them; `sign_in`: 'none', 'temporary' while its password is the letter's, else
    'own'; `version`: of the details.
    """

    id: int
    name: str
    email: str
    phone: str
    given_phone: str
    erased: bool
    sign_in: str
    version: int
    details: DetailsOut
    changes: list[DetailChangeOut]
    others: list[ProjectOfClient]


class FormAnswer(Schema):
    """A question of the form, and what was answered; '' where nothing was."""

    question: str
    answer: str


class PaymentLine(Schema):
    """A payment, also one that came to nothing; cents. `reference`: of what it is for.

    `given_up`: nobody waits for it, unless it came; `by_bill`: the bill asks for it, and nobody has chosen a transfer.
    """

    id: int
    reference: str
    provider: str
    intent_id: str | None
    status: PaymentStatus
    provider_status: str | None
    amount_cents: int
    refunded_cents: int
    last_error: str | None
    given_up: bool
    by_bill: bool
    created_at: datetime
    paid_at: datetime | None


class StaffOrder(OrderOut):
    """What was ordered or billed, with what staff may do about it.

    `awaited_payment_id`: the transfer to mark as received, `awaited_cents` what it comes to, None while none is asked
    for; `withdraw_refusal`: of a bill that was neither withdrawn nor ever paid in full, why it cannot be withdrawn, ''
    where it can.
    """

    id: int
    awaited_payment_id: int | None
    awaited_cents: int | None
    awaited_since: datetime | None
    given_up: bool
    prospect: Prospect
    withdraw_refusal: str | None


class RecordTime(Schema):
    """The time of its consultation. `kind`: what it is kept for, `expires_at` until when, where it is unpaid.

    `takes_place`: it stands, as the list of consultations has it; `lacks_time`: it is paid, and nobody has chosen one.
    `meeting`: how it happens, and on which number; `ways`: how the firm meets at present; `moved_by_client_at`: when
    its client moved it, which they may once, or where it was `given_back`, did that. `outcome`: what staff have noted
    of it afterwards. `shared`: how the consultation stands that it shares with another project, '' for its own.
    """

    standing: Time
    shared: str
    start: datetime | None
    kind: HoldKind | None
    expires_at: datetime | None
    takes_place: bool
    lacks_time: bool
    meeting: str
    way: MeetingWay
    ways: list[MeetingWay]
    moved_by_client_at: datetime | None
    given_back: bool
    outcome: Attendance | None


class NoteOut(Schema):
    """A note of staff, which no client sees."""

    id: int
    author: str
    text: str
    written_at: datetime


class HistoryOut(Schema):
    """A line of a project's history. `undone_at`: when who made the change undid it."""

    actor: str
    from_status: ProjectStatus | None
    to_status: ProjectStatus | None
    note: str
    created_at: datetime
    undone_at: datetime | None


class AuditOut(Schema):
    """A line of the audit log that is about the project, its papers or its client."""

    actor: str
    action: str
    subject: str
    detail: str
    created_at: datetime


class ActOut(Schema):
    """An act of staff, and why it is refused now; '' where it is not."""

    act: StaffAct
    refusal: str


class StatusOut(Schema):
    """A status that staff may set: why it is refused now, '' where it is not, and which letter would follow.

    `label`: what it is called with the money as it stands; `warning`: what is to be known before, '' for nothing.
    """

    status: ProjectStatus
    label: str
    refusal: str
    warning: str
    letter: str


class Person(Schema):
    """A member of staff."""

    username: str
    name: str


class Record(Schema):
    """Everything about one project, whichever way it came.

    `letters`: about it, and about its client's access; `audit`: the newest lines; `unread`: messages that
    nobody here has read, of `messages`; `deleted`: documents that can be recovered; `fee_left_cents`: what of its
    client's booking fee a bill would deduct; `unsettled_cents`: what is still here although the project is closed, and
    staff decide about, `kept_cents`: what they have decided to keep of a cancelled one; `is_asked`: as
    `orders.sums.asked_for`; `is_awaited`: as `listing.awaits_begun`;
    `needed_before`: what the project that it goes on from has asked for, which it needs, too, in words;
    `on_cancelling`: what else costs more once it is cancelled, or loses its consultation with it, in words.
    """

    project_id: int
    reference: str
    way: Way
    status: ProjectStatus
    money_state: OrderState
    payment_status: PaymentStatus
    is_awaited: bool
    is_asked: bool
    service_title: str
    created_at: datetime
    erased: bool
    client: RecordClient
    ownership: Ownership
    answers: list[FormAnswer]
    money: ProjectMoney
    fee_left_cents: int
    unsettled_cents: int
    kept_cents: int
    on_cancelling: str
    orders: list[StaffOrder]
    payments: list[PaymentLine]
    documents: list[ProjectDocument]
    deleted: list[ProjectDocument]
    needs: list[NeedLine]
    needed_before: str
    letters: list[LetterLine]
    time: RecordTime
    messages: int
    unread: int
    notes: list[NoteOut]
    history: list[HistoryOut]
    audit: list[AuditOut]
    adviser: Person | None
    staff: list[Person]
    acts: list[ActOut]
    statuses: list[StatusOut]
    proposals: RecordProposals
