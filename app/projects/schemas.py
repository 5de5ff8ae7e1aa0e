"""The contract of projects and their checkout."""

from datetime import datetime
from typing import Annotated, Literal

from app import checked
from app.catalogue.rules import ServiceType
from app.http import RowId, Schema, SeenCents
from app.meeting import Way
from app.onboarding.schemas import Asked
from app.orders.schemas import Arrived
from app.projects.rules import PaymentStatus, ProjectStatus

Method = Literal["card", "bank", "credit"]


class ProjectIn(Asked):
    """Step 2: the service. A new project is always an inquiry.

    `replace_transfer`: the visitor gives up the bank transfer that was chosen at another service's price.
    """

    client_id: RowId
    service_type: Annotated[ServiceType, checked.choice(list(ServiceType), "Please select a service")] = (
        checked.demanded()
    )
    status: Literal["inquiry"] = "inquiry"
    replace_transfer: bool = False


class ProjectMade(Schema):
    """The project that was made; `client_id` is the submission that it came from, None for a booking's."""

    id: int
    client_id: int | None
    service_type: ServiceType
    status: ProjectStatus


class ProjectPatch(Asked):
    """The appointment that was just booked; nothing else can be changed by a visitor."""

    appointment_date: checked.Moment


class WayIn(Asked):
    """How the consultation shall happen."""

    way: Way


class MeetingOut(Schema):
    """How the consultation happens: the way and its name, a sentence about it, and the location for a calendar."""

    way: Way
    label: str
    said: str
    location: str


class ChooseTransfer(Schema):
    """What choosing the bank transfer takes; `amount_cents` is compared, never asked for.

    `replace_transfer`: the visitor asks for a transfer at the price of now in place of the one chosen before.
    """

    amount_cents: SeenCents | None = None
    replace_transfer: bool = False


class BankDetails(Schema):
    """Where a transfer goes. `by_email`: a letter with this is sent or about to be."""

    account_name: str
    bsb: str
    account: str
    amount_cents: int
    reference: str
    by_email: bool


class Sums(Schema):
    """What a project costs after the booking fee's credit."""

    credit_cents: int
    total_cents: int


class Checkout(Schema):
    """A project at the checkout. `now` is the server's clock, for counting down to the expiry.

    The sums are those of the transfer that was chosen or the payment that came; `anew` is what the project costs if its
    transfer is chosen anew or replaced, None where that is no other sum. `fee_elsewhere`: what else deducts
    their booking fee, in words; '' where nothing does.

    `transfer_note` says how long a time is kept for a transfer, and why no longer; `kept_for_transfer`: it is already.

    `arrived` is the money that came, None while none has; `appointment_date` is None once the time was let go;
    `minutes`: how long the consultation is.

    `client_id` is the browser's submission; None for a booking's project, whose client it must not learn, and for one
    that staff began. `paid_with_booking`: its booking's payment is all that it is paid with.

    `is_disowned`: its address is said to be somebody else's, so that no letter about it goes there. `may_change`:
    whether this browser may do more than look, and that is choose a time or a way to pay. `has_gone_on`: it is in its
    client's portal, and does not stand as this browser left it: how it stands, only its client sees who signs in.
    `has_had_time`: no for one that staff opened, for which no time was held yet.
    `is_own`: its client is who is signed in. `shares_consultation`: it goes on from a consultation, at an agreed price.
    """

    id: int
    client_id: int | None
    is_own: bool
    paid_with_booking: bool
    shares_consultation: bool
    reference: str
    service_type: ServiceType
    service_title: str
    status: ProjectStatus
    payment_status: PaymentStatus
    arrived: Arrived | None
    appointment_date: datetime | None
    minutes: int
    meeting: MeetingOut
    fee_cents: int
    credit_cents: int
    total_cents: int
    fee_elsewhere: str
    anew: Sums | None
    method: Method | None
    has_had_time: bool
    can_pay: bool
    card_available: bool
    transfer_available: bool
    hold_expires_at: datetime | None
    kept_for_transfer: bool
    transfer_note: str | None
    now: datetime
    terms_version: str
    bank: BankDetails | None
    is_disowned: bool
    may_change: bool
    has_gone_on: bool
