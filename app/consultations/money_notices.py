"""Letters to the client about money that came for one project, written inside the caller's transaction."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from app.consultations.letterhead import Letterhead, Paid
from app.consultations.shared import shared_with
from app.mail import letters
from app.orders.keys import twice_key
from app.orders.money import Payment
from app.orders.rules import IS_PAID, Standing


class MoneyNotices(Letterhead):
    """The letters to its client about what came."""

    @property
    def _about_money(self) -> dict[str, Any]:
        return {**self._person, "address": self.firm.site_address + self.project.money_page}

    def paid_after_closing(self, came_cents: int) -> None:
        """Money came, but the project is cancelled or completed."""
        told: dict[str, Any] = {"came_cents": came_cents, "closed_as": self.project.status}
        draft = letters.paid_after_closing(
            self.firm, **self._about_money, **told, proved=self.project.proved_at is not None
        )
        self._post(draft, f"paid-after-closing-{self.now:%Y%m%dT%H%M%S.%f}")

    def money_kept(self, occasion: str, kept_cents: int, by_client: bool, not_before: datetime) -> None:
        """Staff keep what was paid for it. by_client: who cancelled it; not_before: while they can undo that."""
        draft = letters.money_kept(self.firm, **self._about_money, kept_cents=kept_cents, by_client=by_client)
        self._post(draft, occasion, not_before)

    def other_price(
        self, payment_id: int, came_cents: int, sums: Standing, kept: str, is_this_yours: str | None
    ) -> None:
        """Money came that is not the price. kept: what becomes of the time; is_this_yours: as in the letter."""
        draft = letters.other_price_received(
            self.firm,
            **self._about_money,
            came_cents=came_cents,
            price_cents=sums.total_cents,
            owed_cents=sums.owed_cents,
            kept=kept,
            is_this_yours=is_this_yours,
            proved=self.project.proved_at is not None,
        )
        self._post(draft, f"other-price-{payment_id}")

    def too_much(self, payment: Payment, surplus_cents: int, was_paid: bool, sums: Standing) -> None:
        """More came than was owed; all of the payment where it was paid already."""
        draft = letters.paid_too_much(
            self.firm,
            **self._about_money,
            amount_cents=payment.amount_cents,
            surplus_cents=surplus_cents,
            was_paid=was_paid,
            in_all_cents=sums.paid_cents,
            back_cents=sums.refunded_cents,
            price_cents=sums.total_cents,
        )
        self._post(draft, twice_key(payment.id))

    def transfer_not_come(
        self,
        payment: Payment,
        sums: Standing,
        *,
        kept: str,
        note: str,
        account: Sequence[tuple[str, str]],
        is_this_yours: str | None,
        calendar: str | None,
    ) -> None:
        """A transfer was noted by mistake. payment: as it was noted; sums: without it; for the rest see the letter."""
        draft = letters.transfer_not_come(
            self.firm,
            **self._about_money,
            noted_cents=payment.amount_cents,
            owed_cents=sums.owed_cents,
            came_cents=sums.paid_cents - sums.refunded_cents,
            stays_paid=sums.state in IS_PAID,
            kept=kept,
            note=note,
            account=account,
            is_this_yours=is_this_yours,
            calendar=calendar,
            proved=self.project.proved_at is not None,
        )
        self._post(draft, f"transfer-not-come-{payment.id}-{self.now:%Y%m%dT%H%M%S.%f}")

    def transfer_arrived(self, paid: Paid) -> None:
        """A transfer was matched."""
        money: dict[str, Any] = {"came_cents": paid.came_cents, "paid_cents": paid.paid_cents}
        draft = letters.payment_received(
            self.firm, **self._about_money, **money, more_cents=self._more_cents, received_at=paid.at
        )
        self._post(draft, "payment-received")

    def service_paid(self, paid: Paid) -> None:
        """What goes on from another project is paid: its one letter, with the receipt however the money came."""
        draft = letters.service_paid(
            self.firm,
            **self._about_money,
            service=self.service,
            fee_cents=paid.fee_cents,
            credit_cents=paid.credit_cents,
            paid_cents=paid.paid_cents,
            came_cents=paid.came_cents,
            more_cents=self._more_cents,
            method=paid.method,
            invoice=paid.invoice,
            transaction_id=paid.transaction_id,
            paid_at=paid.at,
            consultation=shared_with(self.project, self.now),
        )
        self._post(draft, "service-paid")

    def rest_arrived(self, payment: Payment, total_cents: int) -> None:
        """What was missing since all that had been paid went back is here. total_cents: what is paid with it."""
        came: dict[str, Any] = {"came_cents": payment.amount_cents, "paid_cents": total_cents}
        at, by = payment.paid_at or self.now, payment.method
        draft = letters.payment_received(self.firm, **self._about_money, **came, received_at=at, method=by)
        self._post(draft, f"rest-received-{payment.id}")
