"""Letters to the client about one project's consultation, written inside the caller's transaction."""

from datetime import datetime
from typing import Any

from app.clock import in_sydney
from app.consultations.confirmed import moving_said
from app.consultations.invitation import Method
from app.consultations.letterhead import Paid
from app.consultations.money_notices import MoneyNotices
from app.consultations.rules import is_reminded
from app.mail import letters
from app.mail.content import OpensIn
from app.orders.money import Payment
from app.orders.sums import is_being_decided, price_of
from app.projects.rules import Reach, checkout_path, success_path
from app.slots.models import Hold
from app.slots.rules import HoldKind, LostTime


def gone_on(at: datetime) -> str:
    """The occasion of the letter about a status that was set at that moment."""
    return f"goes-on-{at:%Y%m%dT%H%M%S.%f}"


class Notices(MoneyNotices):
    """The letters to its client."""

    @property
    def _about(self) -> dict[str, Any]:
        """What every letter to the client says, with the page that its button opens."""
        return {**self._person, "address": self.firm.site_address + self.project.client_page}

    def _opens_in(self) -> OpensIn:
        """Where the project's own pages open for its client."""
        return OpensIn(
            browser=self.project.browser_reach is not Reach.LOOK,
            portal=self.project.is_in_portal,
        )

    def confirmed(self, start: datetime, paid: Paid, account_created: bool) -> None:
        """The time is the client's."""
        draft = letters.consultation_confirmed(
            self.firm,
            **self._about,
            service=self.service,
            start=start,
            minutes=self.minutes,
            meeting=self.meeting,
            fee_cents=paid.fee_cents,
            credit_cents=paid.credit_cents,
            paid_cents=paid.paid_cents,
            transaction_id=paid.transaction_id,
            paid_at=paid.at,
            calendar=self.calendar(start),
            account_created=account_created,
            own_password=not self.client.password_change_required,
            reminded=is_reminded(self.now, start),
            in_portal=self.project.is_in_portal,
            files=self.files,
            by_money_alone=self.project.is_by_money_alone,
            is_over=start <= self.now,
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
            by_money_alone=self.project.is_by_money_alone,
        )
        self._post(draft, "choose-another-time")

    def moved(self, before: datetime | None, start: datetime) -> None:
        """Another time."""
        draft = letters.consultation_moved(
            self.firm,
            **self._about,
            service=self.service,
            before=before,
            start=start,
            minutes=self.minutes,
            meeting=self.meeting,
            moving=moving_said(self.project, start, self.now),
            calendar=self.calendar(start),
        )
        self._post(draft, f"moved-{self.project.calendar_sequence}")

    def held_moved(self, before: datetime, hold: Hold) -> None:
        """Staff keep another time for what is not paid yet. hold: that of the new time."""
        project, by_transfer = self.project, hold.kind == HoldKind.TRANSFER
        page = success_path(project.id) if by_transfer else checkout_path(project.id, price_of(project.id))
        draft = letters.held_time_moved(
            self.firm,
            **self._person,
            before=before,
            start=hold.slot.date,
            until=hold.expires_at,
            by_transfer=by_transfer,
            address=self.firm.site_address + page,
            opens_in=self._opens_in(),
            proved=project.proved_at is not None,
        )
        self._post(draft, f"held-moved-{hold.id}")

    def meets_otherwise(self, start: datetime) -> None:
        """The same time, and another way of meeting."""
        told: dict[str, Any] = {
            "service": self.service,
            "start": start,
            "minutes": self.minutes,
            "meeting": self.meeting,
        }
        calendar = self.calendar(start)
        draft = letters.consultation_meets_otherwise(self.firm, **self._about, **told, calendar=calendar)
        self._post(draft, f"meets-otherwise-{self.project.calendar_sequence}")

    def cancelled(
        self, start: datetime | None, reason: str | None, money: str, held: datetime | None, awaited: bool
    ) -> None:
        """It will not take place. reason: in staff's words, None where the client cancelled it.

        start: of the consultation that was the client's, held: of a time that was only kept until it is paid, None for
        none; awaited: a transfer was asked for.
        """
        told: dict[str, Any] = {"start": start, "reason": reason, "money": money, "held": held, "awaited": awaited}
        told["proved"] = self.project.proved_at is not None
        calendar = self.calendar(start, Method.CANCEL) if start else None
        draft = letters.consultation_cancelled(self.firm, **self._about, **told, calendar=calendar)
        self._post(draft, f"cancelled-{self.project.calendar_sequence}")

    def time_given_back(self, start: datetime) -> None:
        """The client keeps the project, and chooses another time later."""
        told: dict[str, Any] = {"start": start, "calendar": self.calendar(start, Method.CANCEL)}
        draft = letters.time_given_back(self.firm, **self._about, **told)
        self._post(draft, f"given-back-{self.project.calendar_sequence}")

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

    def goes_on(self, news: str, not_before: datetime | None, money: str) -> None:
        """Staff have set another status. news, money: see `letters.project_goes_on`; not_before: while it can be
        undone."""
        draft = letters.project_goes_on(self.firm, **self._about, service=self.service, news=news, money=money)
        self._post(draft, gone_on(self.now), not_before)

    def reminder(self, start: datetime) -> None:
        """The day before, or on the day where it became due late."""
        today = in_sydney(start).date() == in_sydney(self.now).date()
        told: dict[str, Any] = {"service": self.service, "start": start, "meeting": self.meeting}
        draft = letters.reminder(self.firm, **self._about, **told, minutes=self.minutes, today=today)
        self._post(draft, f"reminder-{start:%Y%m%dT%H%M}")
