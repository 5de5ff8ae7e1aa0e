"""Letters about one project's consultation, written inside the caller's transaction."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from app.accounts.actions import Details
from app.accounts.models import Client
from app.catalogue.actions import services
from app.catalogue.rules import ServiceType
from app.clock import in_sydney
from app.config import in_force
from app.consultations.invitation import Method, invitation
from app.consultations.rules import is_reminded
from app.mail import letters
from app.mail.actions import post
from app.mail.content import Draft, Firm, OpensIn
from app.orders.money import Payment
from app.orders.rules import Standing
from app.orders.sums import is_being_decided, price_of
from app.projects.models import Project
from app.projects.rules import browser_may_change, checkout_path, reference, success_path
from app.slots.rules import LostTime


@dataclass(frozen=True)
class Paid:
    """What was paid for a project's consultation; cents, `method` card or bank transfer.

    `came_cents` is what came now, `paid_cents` all of the fee that is paid with it: it may come in parts.
    """

    fee_cents: int
    credit_cents: int
    paid_cents: int
    came_cents: int
    transaction_id: str
    at: datetime
    method: str


class Notices:
    """The letters of one project."""

    def __init__(self, project: Project, now: datetime) -> None:
        self.project, self.now = project, now
        self.client: Client = project.client
        self.firm, self.reference = Firm.present(), reference(project.id)
        self.service = services()[ServiceType(project.service_type)].title
        # Whoever typed an address may have typed a name for somebody else to read.
        name = self.client.name if project.proved_at else ""
        self._person: dict[str, Any] = {"to": self.client.email, "name": name, "reference": self.reference}

    def _post(self, draft: Draft, key: str) -> None:
        """Post a letter, unless it would go to a client who said that the project is not theirs."""
        if self.project.is_disowned and draft.recipient == self.client.email:
            return
        proved, number = self.project.proved_at is not None, self.project.id
        post(draft, f"{key}-project-{number}", self.now, client_id=self.client.id, project_id=number, proved=proved)

    def _opens_in(self) -> OpensIn:
        """Where the project's own pages open for its client."""
        return OpensIn(
            browser=browser_may_change(self.project.proved_by, self.client.has_sign_in),
            portal=self.client.has_sign_in and self.project.proved_at is not None,
        )

    def calendar(self, start: datetime, method: Method = Method.REQUEST) -> str:
        """The appointment as it stands now."""
        return invitation(
            method=method,
            reference=self.reference,
            start=start,
            sequence=self.project.calendar_sequence,
            made_at=self.now,
            service=self.service,
            firm_name=self.firm.name,
            firm_email=self.firm.email,
            firm_phone=self.firm.phone,
            organiser=self.firm.email or in_force().mail.sender,
            site_host=urlsplit(self.firm.site_address).hostname or "helios",
            client_name=self.client.name,
            client_email=self.client.email,
        )

    def confirmed(self, start: datetime, paid: Paid, account_created: bool) -> None:
        """The time is the client's."""
        draft = letters.consultation_confirmed(
            self.firm,
            **self._person,
            service=self.service,
            start=start,
            fee_cents=paid.fee_cents,
            credit_cents=paid.credit_cents,
            paid_cents=paid.paid_cents,
            transaction_id=paid.transaction_id,
            paid_at=paid.at,
            calendar=self.calendar(start),
            account_created=account_created,
            own_password=not self.client.password_change_required,
            reminded=is_reminded(self.now, start),
        )
        self._post(draft, "consultation-confirmed")

    def choose_another(self, paid: Paid, lost: LostTime, account_created: bool) -> None:
        """Paid, but the time is gone."""
        draft = letters.choose_another_time(
            self.firm,
            **self._person,
            paid_cents=paid.paid_cents,
            before=lost.start,
            passed=lost.passed,
            address=self.firm.site_address + success_path(self.project.id),
            opens_in=self._opens_in(),
            account_created=account_created,
        )
        self._post(draft, "choose-another-time")

    def paid_after_closing(self, paid: Paid) -> None:
        """Paid, but the project is cancelled or completed."""
        draft = letters.paid_after_closing(
            self.firm, **self._person, paid_cents=paid.came_cents, closed_as=self.project.status
        )
        self._post(draft, "paid-after-closing")

    def other_price(self, payment_id: int, came_cents: int, sums: Standing, start: datetime | None) -> None:
        """Money came that is not the price; `start` of the time that stays the client's meanwhile."""
        owed: dict[str, Any] = {"price_cents": sums.total_cents, "owed_cents": sums.owed_cents}
        draft = letters.other_price_received(self.firm, **self._person, came_cents=came_cents, **owed, start=start)
        self._post(draft, f"other-price-{payment_id}")

    def too_much(self, payment_id: int, amount_cents: int, surplus_cents: int, was_paid: bool) -> None:
        """More came than was owed; all of the payment where it was paid already."""
        draft = letters.paid_too_much(
            self.firm, **self._person, amount_cents=amount_cents, surplus_cents=surplus_cents, was_paid=was_paid
        )
        self._post(draft, f"paid-twice-{payment_id}")

    def transfer_arrived(self, paid: Paid) -> None:
        """A transfer was matched."""
        money: dict[str, Any] = {"came_cents": paid.came_cents, "paid_cents": paid.paid_cents}
        draft = letters.payment_received(self.firm, **self._person, **money, received_at=paid.at)
        self._post(draft, "payment-received")

    def moved(self, before: datetime | None, start: datetime) -> None:
        """Another time."""
        draft = letters.consultation_moved(
            self.firm, **self._person, before=before, start=start, calendar=self.calendar(start)
        )
        self._post(draft, f"moved-{self.project.calendar_sequence}")

    def cancelled(self, start: datetime, reason: str) -> None:
        """It will not take place."""
        draft = letters.consultation_cancelled(
            self.firm, **self._person, start=start, reason=reason, calendar=self.calendar(start, Method.CANCEL)
        )
        self._post(draft, f"cancelled-{self.project.calendar_sequence}")

    def expired(self, hold_id: int, start: datetime) -> None:
        """The unpaid time is kept no longer; a bank may still be deciding about its payment."""
        project, by_transfer = self.project, self.project.id in Payment.awaited_among([self.project.id])
        page = success_path(project.id) if by_transfer else checkout_path(project.id, price_of(project.id))
        draft = letters.hold_expired(
            self.firm,
            **self._person,
            start=start,
            passed=start <= self.now,
            by_transfer=by_transfer,
            deciding=is_being_decided(project.id),
            address=self.firm.site_address + page,
            opens_in=self._opens_in(),
            proved=project.proved_at is not None,
        )
        self._post(draft, f"hold-expired-{hold_id}")

    def reminder(self, start: datetime) -> None:
        """The day before, or on the day where it became due late."""
        today = in_sydney(start).date() == in_sydney(self.now).date()
        draft = letters.reminder(self.firm, **self._person, start=start, today=today)
        self._post(draft, f"reminder-{start:%Y%m%dT%H%M}")

    def staff(self, headline: str, who: Details, start: datetime | None, paid: Paid) -> None:
        """Staff learn of it. who: whom they deal with, its client or whoever typed that client's address."""
        draft = letters.staff_consultation_notice(
            self.firm,
            to=in_force().mail.staff,
            headline=headline,
            reference=self.reference,
            name=who.name,
            email=who.email,
            phone=who.phone,
            is_disowned=self.project.is_disowned,
            service=self.service,
            start=start,
            paid_cents=paid.paid_cents,
            method=paid.method,
            admin_link=f"{in_force().server.address}{self.project.staff_page}",
        )
        self._post(draft, "staff-consultation")
