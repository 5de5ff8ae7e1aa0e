"""What follows when money goes back. Everything here joins the caller's `write()`."""

from datetime import datetime
from typing import Any

from app.alerts.actions import tell_staff, withdraw
from app.amounts import dollars
from app.invoices.actions import adjust
from app.invoices.notices import tell_client
from app.mail import letters
from app.mail.content import Firm
from app.orders.actions import reckon
from app.orders.deciding import ask_about_refund, told_kept
from app.orders.ended import asked_about
from app.orders.fulfil import complete
from app.orders.kept import Kept, kept_of
from app.orders.keys import refund_due_key, time_kept_key, twice_key, withdrawn_key
from app.orders.models import Line, Order
from app.orders.money import Payment, Refund
from app.orders.rules import OrderState
from app.orders.unsettled import settled, unsettled
from app.projects import actions as projects
from app.projects.rules import BEFORE_WORK, CLOSED, ProjectStatus
from app.proofs.persons import contact


def refund(
    payment: Payment,
    cents: int,
    actor: str,
    reason: str,
    at: datetime,
    now: datetime,
    provider_id: str,
    failed: bool = False,
) -> Refund:
    """Money of `payment` went back: the project shows it, the client gets a letter, staff decide about the work.

    actor: who gave it, "provider" where it was done there; at: when, as the provider has it; provider_id: what names
    it there, or for money sent back by transfer the one call that recorded it. failed: it had come back before it was
    heard of, so that nobody is told; it is written down, or an older answer would bring it back.
    """
    made: Refund = Refund.create(
        payment=payment,
        provider_id=provider_id,
        cents=cents,
        actor=actor,
        reason=reason,
        refunded_at=at,
        learned_at=now,
        failed_at=now if failed else None,
    )
    if failed:
        return made
    sums = reckon(payment.order_id, now)
    note = adjust(payment.order_id, f"Refund by {payment.method}", now)
    order = Order.get_by_id(payment.order_id)
    project = order.project
    if project is None:
        return made
    whole = sums.state is OrderState.REFUNDED
    if whole and not kept_of(asked_about([project.id])).get(project.id, Kept()).free_cents:
        withdraw(refund_due_key(project.id))
    for each in order.payments if not sums.due_back_cents else ():
        withdraw(twice_key(each.id))
        withdraw(withdrawn_key(each.id))
    said = f"{'Refunded' if whole else 'Refunded in part'}: {dollars(cents)}"
    if sums.refunded_cents > cents:
        said += f", {dollars(sums.refunded_cents)} in all"
    if not whole:
        said += f" of the {dollars(sums.paid_cents)} that came"
    projects.record(project.id, actor, f"{said}, {reason}" if payment.is_transfer else said, now)
    deducted: Any = Line.select(Line, Order).join(Order, on=Line.order).where(Line.credit_of == payment.order_id)
    names = [line.order.reference for line in deducted.where(Order.keeps_credit()).order_by(Line.id)]
    firm, undecided = Firm.present(), unsettled([project.id]).get(project.id)
    told = told_kept(project.id) if project.status == ProjectStatus.CANCELLED else ""
    draft = letters.payment_refunded(
        firm,
        to=project.client.email,
        name=project.client.name,
        reference=order.reference,
        address=firm.site_address + project.money_page,
        refunded_cents=cents,
        gst_cents=-note.gst_cents if note else 0,
        refunded_before_cents=sums.refunded_cents - cents,
        paid_cents=sums.paid_cents,
        stays_paid=sums.state is OrderState.PAID and not sums.is_withdrawn,
        transaction_id=payment.number,
        refunded_at=at,
        by_transfer=payment.is_transfer,
        deducted_from=names,
        undecided_cents=undecided.cents if undecided and project.status == ProjectStatus.CANCELLED else 0,
        too_much_cents=sum(each.due_back_cents for each in Order.all_of(project.id)),
        told_kept=told,
        kept_cents=settled([project.id]).get(project.id, 0) if told else 0,
    )
    key = f"refunded-{made.id}"
    tell_client(order, draft, key, now)
    kept = ""
    ahead = project.appointment_date is not None and project.appointment_date > now
    is_kept = whole and project.status in BEFORE_WORK and ahead and not order.is_bill
    if is_kept:
        whom = contact(project)
        kept = f" Its time is still kept, without a reminder: please agree with {whom} whether it takes place."
    if names:
        kept += f" It was deducted from {' and '.join(names)}."
    is_asked = whole and project.status not in CLOSED and not order.is_bill
    if is_asked and not is_kept:
        kept += " Please cancel the project, or set In Progress where work goes on without the money."
    told = time_kept_key(project.id) if is_asked else key
    tell_staff("refunded", told, f"{order.reference}: {said}.{kept}", link=project.staff_page, now=now)
    return made


def refund_failed(refund: Refund, now: datetime) -> None:
    """A refund did not arrive: the money is with us again; nothing follows where that was known.

    The order is reckoned anew, an invoice adjusted back, staff are told, and the client gets a letter.
    """
    if not Refund.update(failed_at=now).where(Refund.id == refund.id, Refund.is_given()).execute():
        return
    payment = refund.payment
    sums, order = reckon(payment.order_id, now), Order.get_by_id(payment.order_id)
    adjust(order.id, "Refund returned by the bank", now)
    project = order.project
    key = f"refund-failed-{refund.id}"
    name = order.reference or "A booking"
    said = f"{dollars(refund.cents)} of a refund did not go through"
    whom = contact(project) if project else "the client"
    link = project.staff_page if project else None
    tell_staff("refund_failed", key, f"{name}: {said}. Please give it to {whom} another way.", link, now=now)
    if project is None:
        return
    if not order.is_bill:
        withdraw(time_kept_key(project.id))
    ask_about_refund(project, now)
    if sums.state is not OrderState.PART_PAID and order.paid_at is None:
        complete(order, payment, now)  # with what the bank has sent back nothing is owed any more
    projects.record(project.id, refund.actor, said, now)
    firm = Firm.present()
    draft = letters.refund_failed(
        firm,
        to=project.client.email,
        name=project.client.name,
        reference=order.reference,
        address=firm.site_address + project.money_page,
        missing_cents=refund.cents,
        transaction_id=payment.number,
    )
    tell_client(order, draft, key, now)
