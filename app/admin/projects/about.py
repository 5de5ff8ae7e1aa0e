"""What the record of a project says of its time, its letters, its audit lines and the acts that it allows."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from peewee import SQL

from app.admin.documents import NeedLine
from app.admin.project_money import ProjectMoney
from app.admin.projects import rules
from app.admin.projects.record_schemas import ActOut, AuditOut, RecordTime, StatusOut
from app.admin.projects.schemas import Way
from app.audit.models import AuditLine
from app.booking.models import Booking
from app.config import in_force
from app.consultations.confirmed import is_confirmed, is_lacking_time
from app.consultations.shared import shared_time
from app.consultations.statuses import heard_of, time_of
from app.documents.models import Document
from app.invoices.models import Invoice
from app.mail.letters.projects import SAID
from app.mail.models import Letter
from app.messages.models import Message
from app.orders.following import completed_said, taken_back, taken_said
from app.orders.models import Order
from app.orders.money import Payment
from app.orders.rules import IS_PAID, KEPT, OrderState
from app.projects.models import Project
from app.projects.rules import ProjectStatus, reference, status_label, status_news, status_warning
from app.projects.status_rules import status_refusal
from app.rows import Prepared, these
from app.slots.models import Hold
from app.slots.rules import HoldKind

AUDIT_SHOWN = 100


def time_of_consultation(project: Project, phone: str, now: datetime) -> RecordTime:
    """How the time of its consultation stands. phone: of whom staff deal with, as `Persons.of` says."""
    hold = Hold.of_project(project.id)
    return RecordTime(
        standing=time_of(hold, now),
        shared=shared_time(project, now),
        start=project.appointment_date,
        kind=HoldKind(hold.kind) if hold else None,
        expires_at=hold.expires_at if hold else None,
        takes_place=is_confirmed(project),
        lacks_time=is_lacking_time(project),
        meeting=project.how_to_meet(phone).for_staff,
        way=project.way_to_meet,
        ways=list(in_force().consultations.ways),
        moved_by_client_at=project.client_moved_at,
        given_back=Hold.was_given_back(project.id),
        outcome=hold.outcome if hold else None,
    )


def letters_about(project: Project) -> list[Letter]:
    """The letters about a project and the booking that it came by, and about its client's own access; oldest first.

    The latter not beside a project that nobody has proved to be that client's.
    """
    found = _ABOUT_PROJECT.rows(project.id)
    if project.proved_at is not None:
        found += Letter.rows("client_id = ? AND project_id IS NULL AND booking_id IS NULL", project.client_id)
    return sorted(found, key=lambda letter: letter.id)


def _about_project(project_id: SQL) -> Any:
    booked = Booking.select(Booking.id).where(Booking.project == project_id)
    return Letter.select().where((Letter.project_id == project_id) | Letter.booking_id.in_(booked))


_ABOUT_PROJECT = Prepared(_about_project)


def audit_lines(project: Project, orders: Collection[Order], needs: Collection[NeedLine]) -> list[AuditOut]:
    """The newest lines of the audit log about a project, its papers and, once it is proved, its client."""
    ids, of_project = [order.id for order in orders], f"{project.id}"
    numbered = {
        "document": _DOCUMENTS.rows([project.id]),
        "need": [(each.id,) for each in needs],
        "payment": _PAYMENTS.rows(ids),
        "invoice": _INVOICES.rows(ids),
        "message": _MESSAGES.rows([project.id]),
        "letter": _LETTERS.rows([project.id]),
        "client": [(project.client_id,)] if project.proved_at is not None else [],
    }
    subjects = [f"project:{of_project}", f"messages:{of_project}"]
    subjects += [f"{kind}:{number}" for kind, numbers in numbered.items() for (number,) in numbers]
    return [AuditOut.model_validate(line) for line in _LINES.rows(subjects)]


def _numbers(column: Any) -> Prepared:
    """The numbers of the rows that have one of these values in a column."""
    return Prepared(lambda values: column.model.select(column.model.id).where(column.in_(these(values))).tuples())


def _audited(subjects: SQL) -> Any:
    return AuditLine.select().where(AuditLine.subject.in_(these(subjects))).order_by(AuditLine.id.desc())


_DOCUMENTS, _PAYMENTS, _INVOICES = _numbers(Document.project_id), _numbers(Payment.order), _numbers(Invoice.order)
_MESSAGES, _LETTERS = _numbers(Message.project), _numbers(Letter.project_id)
_LINES = Prepared(lambda subjects: _audited(subjects).limit(AUDIT_SHOWN))


def acts(project: Project, first: Order, money: ProjectMoney, time: RecordTime) -> list[ActOut]:
    """What staff may do about it now, and why not the rest. first: what it was begun with."""
    facts = rules.Facts(
        status=ProjectStatus(project.status),
        erased=project.erased_at is not None,
        proved=project.proved_at is not None,
        has_sign_in=project.client.has_sign_in,
        time=time.standing,
        money=OrderState(first.state),
        was_paid=first.paid_at is not None,
        is_booking=Way.of(project, first.booking_id is not None) is Way.BOOKING,
        may_record=money.may_record,
        may_refund=any(transfer.left_cents for transfer in money.transfers),
    )
    return [ActOut(act=act, refusal=refusal) for act, refusal in rules.refusals(facts).items()]


def statuses(project: Project, orders: Sequence[Order], time: RecordTime, now: datetime) -> list[StatusOut]:
    """Every status that staff may set, but what it has and cancelled, which is an act of its own; of all its orders."""
    first = orders[0]
    was, found = ProjectStatus(project.status), []
    is_in_portal, heard = project.is_in_portal, heard_of(project.id, was)
    is_consultation = Order.is_consultation_alone(project.id)
    reopened = taken_said(taken_back(first, now), for_staff=True) if was is ProjectStatus.CANCELLED else ""
    completed = completed_said(was, orders, for_staff=True)
    for status in ProjectStatus:
        if status in (was, ProjectStatus.CANCELLED):
            continue
        news = status_news(heard, status, is_consultation, time.standing) if is_in_portal else ""
        letter = SAID[news][0].format(reference=reference(project.id)) if news else ""
        refusal = status_refusal(was, status, time.standing, first.state in KEPT, first.state == OrderState.REFUNDED)
        money = reopened, completed if status is ProjectStatus.COMPLETED else ""
        warning = " ".join(filter(None, (status_warning(status, is_consultation, time.standing), *money)))
        label = status_label(status, first.state in IS_PAID)
        found.append(StatusOut(status=status, label=label, refusal=refusal, warning=warning, letter=letter))
    return found
