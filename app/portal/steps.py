"""What happens next, and what is asked of a client: one list, made from how their projects stand."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from app.amounts import dollars
from app.consultations.rules import is_off
from app.orders.rules import OrderState
from app.portal.standing import Facts, Proposed
from app.projects.rules import BEFORE_WORK, CLOSED, ProjectStatus, checkout_path, portal_path, success_path

URGENT = timedelta(days=1)  # what is nearer than this comes first, whatever it is


class StepKind(StrEnum):
    """What a step is about; those that are not urgent stand in this order."""

    CONSULTATION = "consultation"
    MISSED = "missed"
    TIME = "time"
    TRANSFER = "transfer"
    PAYMENT = "payment"
    INVOICE = "invoice"
    REST = "rest"
    MESSAGE = "message"
    PROPOSAL = "proposal"
    DOCUMENTS = "documents"
    NEW_DOCUMENT = "new_document"
    REFUND = "refund"
    DECISION = "decision"


@dataclass(frozen=True)
class Step:
    """One thing that comes next, with its one button.

    `at`: the moment that it is about, `until`: when it is too late. `href`: an address of this site.
    """

    kind: StepKind
    facts: Facts
    title: str
    note: str
    label: str
    href: str
    at: datetime | None = None
    until: datetime | None = None

    @property
    def moment(self) -> datetime | None:
        """What makes it urgent."""
        return self.at if self.kind is StepKind.CONSULTATION else self.until


def next_steps(projects: Iterable[Facts], now: datetime) -> list[Step]:
    """The steps of a client's projects, the most urgent first."""
    order = list(StepKind)
    far = datetime.max.replace(tzinfo=now.tzinfo)

    def urgency(step: Step) -> tuple[int, datetime, int]:
        is_urgent = step.moment is not None and step.moment - now < URGENT
        return (-1 if is_urgent else order.index(step.kind), step.moment or far, step.facts.project_id)

    return sorted((step for facts in projects for step in steps(facts, now)), key=urgency)


def steps(facts: Facts, now: datetime) -> Iterator[Step]:
    """The steps of one project."""
    if facts.consultation is not None and facts.consultation > now:
        yield Step(
            StepKind.CONSULTATION,
            facts,
            "Your consultation",
            facts.meeting,
            "Add to calendar",
            f"/api/projects/{facts.project_id}/consultation.ics",
            at=facts.consultation,
        )
    if facts.unread:
        one = len(facts.unread) == 1
        yield Step(
            StepKind.NEW_DOCUMENT,
            facts,
            _new_documents(facts.unread),
            f"Our team shared {'it' if one else 'them'} with you.",
            "Open the document" if one else "Open the documents",
            f"{portal_path(facts.project_id)}#documents",
        )
    if facts.messages:
        one = facts.messages == 1
        yield Step(
            StepKind.MESSAGE,
            facts,
            "A message is unread" if one else f"{facts.messages} messages are unread",
            "",
            "Read the message" if one else "Read the messages",
            f"{portal_path(facts.project_id)}#messages",
        )
    if facts.proposed is not None:
        yield _proposal(facts, facts.proposed)
    yield from _bills(facts, now)
    if facts.status in CLOSED:
        if facts.unsettled_cents:
            yield _refund(facts)
        return
    if facts.chooses_time:
        paid = "It is paid." if facts.money is OrderState.PAID else "It is paid, and a part of that was refunded."
        agreed = "we call you within 24 hours of your payment" if facts.calls_soon else "call us"
        yield Step(
            StepKind.TIME,
            facts,
            "Choose the time of your consultation",
            f"{paid} Take a free time now, or {agreed} to agree on one.",
            "Choose a time",
            f"{portal_path(facts.project_id)}#consultation",
        )
    if facts.missed and facts.status in BEFORE_WORK:
        yield _missed(facts)
    yield from _payment(facts)
    if not is_off(facts.status, facts.money) and (facts.missing or facts.status is ProjectStatus.PENDING_DOCUMENTS):
        yield _documents(facts)


def _new_documents(names: tuple[str, ...]) -> str:
    newest = f"“{names[0]}”"
    if len(names) <= 2:
        return f"{newest} is new" if len(names) == 1 else f"{newest} and “{names[1]}” are new"
    return f"{newest} and {len(names) - 1} other documents are new"


def _proposal(facts: Facts, proposed: Proposed) -> Step:
    title = f"We propose {proposed.title} as your next step"
    note = f"{dollars(proposed.left_cents)} inc. GST would be to pay. You owe nothing unless you accept."
    page = f"{portal_path(facts.project_id)}#proposal"
    return Step(StepKind.PROPOSAL, facts, title, note, "See the proposal", page, until=proposed.until)


def _missed(facts: Facts) -> Step:
    """What becomes of it, both agree on: whether there is another time, staff decide."""
    note = f"It was to begin on {facts.missed}. Please call us or write to us, and we agree on what comes next."
    page = f"{portal_path(facts.project_id)}#messages"
    return Step(StepKind.MISSED, facts, "Your consultation did not take place", note, "Write to us", page)


def _documents(facts: Facts) -> Step:
    """What is still to come; where files came that may be it already, that first."""
    page, wanted = f"{portal_path(facts.project_id)}#documents", ", ".join(facts.missing)
    if facts.missing and facts.spare:
        one = facts.spare == 1
        title = (
            "You sent 1 file: tell us what it is" if one else f"You sent {facts.spare} files: tell us which is which"
        )
        note = f"We need: {wanted}. Say which of them you have sent, or add what is missing."
        return Step(StepKind.DOCUMENTS, facts, title, note, "Look at your documents", page)
    lacking = "1 document" if len(facts.missing) == 1 else f"{len(facts.missing)} documents"
    title = f"We need {lacking}" if facts.missing else "Send us your documents"
    return Step(StepKind.DOCUMENTS, facts, title, wanted or "We are waiting for them.", "Add documents", page)


def _refund(facts: Facts) -> Step:
    title = f"Our team decides about your {dollars(facts.unsettled_cents)}"
    kept = "You paid it for this project: we decide about a refund of it and are in touch with you."
    note = f"{facts.ended} {kept} {facts.unsettled_used or 'Until then nothing else deducts it.'}"
    return Step(StepKind.REFUND, facts, title, note, "Write to us", f"{portal_path(facts.project_id)}#messages")


def _bills(facts: Facts, now: datetime) -> Iterator[Step]:
    """Every invoice that is to be paid; of one that is paid in part, how it stands."""
    for bill in facts.bills:
        if bill.part_of_cents is not None:
            yield _rest(facts, bill.owed_cents, bill.part_of_cents, bill.reference)
            continue
        late = bill.due < now
        note = f"{bill.reference} {'was due on' if late else 'is due on'} {bill.day}."
        title = f"An invoice of {dollars(bill.owed_cents)} is {'overdue' if late else 'to be paid'}"
        page = f"{portal_path(facts.project_id)}#money"
        yield Step(StepKind.INVOICE, facts, title, note, "Pay the invoice", page, until=bill.due)


def _rest(facts: Facts, owed_cents: int, price_cents: int, reference: str) -> Step:
    title = f"{dollars(owed_cents)} of {dollars(price_cents)} for {reference} is still owed"
    note = "Please do not pay again: we call you to agree on the rest."
    return Step(StepKind.REST, facts, title, note, "See the payment", f"{portal_path(facts.project_id)}#money")


def _payment(facts: Facts) -> Iterator[Step]:
    """What is asked for, by whichever way was chosen; nothing where nobody keeps a time or waits for a transfer."""
    shown = success_path(facts.project_id)
    if facts.money is OrderState.PART_PAID:
        yield _rest(facts, facts.owed_cents, facts.price_cents, facts.reference)
    elif facts.money is not OrderState.UNPAID:
        return
    elif facts.is_deciding:
        yield Step(
            StepKind.DECISION,
            facts,
            "Your bank is deciding about your payment",
            "Please do not pay again meanwhile.",
            "See how it stands",
            shown,
            at=facts.held,
        )
    elif facts.transfer_cents is not None:
        to = f"To {facts.account}, with the reference {facts.reference}." if facts.account else ""
        title = f"Your transfer of {dollars(facts.transfer_cents)} is awaited"
        step = Step(
            StepKind.TRANSFER, facts, title, to, "See the bank details", f"{portal_path(facts.project_id)}#money"
        )
        yield replace(step, at=facts.held, until=facts.held_until)
    elif facts.held is not None or facts.shares_consultation:
        yield Step(
            StepKind.PAYMENT,
            facts,
            "Complete your payment",
            f"{facts.service}, {dollars(facts.price_cents)} inc. GST.",
            "Choose how to pay",
            checkout_path(facts.project_id, facts.price_cents),
            at=facts.held,
            until=facts.held_until,
        )
