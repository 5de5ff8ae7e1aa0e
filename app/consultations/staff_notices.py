"""Letters to staff about one project's consultation, written inside the caller's transaction."""

from datetime import datetime

from app.accounts.actions import Details
from app.config import in_force
from app.consultations.letterhead import Letterhead, Paid
from app.consultations.rules import sharers_on_cancelling
from app.consultations.shared import shared_for_staff, sharers_among
from app.mail import letters
from app.orders.kept import Kept, kept_of
from app.orders.models import Order


class StaffNotices(Letterhead):
    """What staff learn of it."""

    def consultation(self, headline: str, who: Details, start: datetime | None, paid: Paid) -> None:
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
            meeting=self.meeting,
            paid_cents=paid.paid_cents,
            more_cents=self._more_cents,
            method=paid.method,
            admin_link=self.firm.site_address + self.project.staff_page,
            files=self.files,
        )
        self._post(draft, "staff-consultation")

    def service_paid(self, who: Details, paid: Paid) -> None:
        """What goes on from another project is paid. who: as in `consultation`."""
        draft = letters.staff_service_paid(
            self.firm,
            to=in_force().mail.staff,
            reference=self.reference,
            name=who.name,
            email=who.email,
            phone=who.phone,
            service=self.service,
            paid_cents=paid.paid_cents,
            more_cents=self._more_cents,
            method=paid.method,
            goes_on=shared_for_staff(self.project, self.now),
            admin_link=self.firm.site_address + self.project.staff_page,
        )
        self._post(draft, "staff-service-paid")

    def change(
        self,
        headline: str,
        start: datetime,
        before: datetime | None = None,
        is_cancelled: bool = False,
        is_given_back: bool = False,
    ) -> None:
        """Staff learn what a client did about the time: chose it, moved it, gave it back or cancelled it."""
        money = kept_of(Order.all_of(self.project.id)).get(self.project.id, Kept()) if is_cancelled else Kept()
        sharers = sharers_among([self.project], self.now)[self.project.id] if is_cancelled else []
        draft = letters.staff_consultation_changed(
            self.firm,
            to=in_force().mail.staff,
            headline=headline,
            reference=self.reference,
            name=self._person["name"],
            service=self.service,
            before=before,
            start=start,
            meeting=self.meeting,
            ended="cancelled" if is_cancelled else "given back: a time is still to be chosen" if is_given_back else "",
            free_cents=money.free_cents,
            used=money.used,
            lost=sharers_on_cancelling(sharers, is_done=True, for_staff=True),
            admin_link=self.firm.site_address + self.project.staff_page,
        )
        self._post(draft, f"staff-change-{self.project.calendar_sequence}")
