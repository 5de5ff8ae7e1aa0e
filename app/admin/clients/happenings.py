"""What the line of time says of a row of each kind."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from app.accounts.details import DetailChange
from app.accounts.models import Admin
from app.admin.clients.schemas import EventKind
from app.clock import sydney_date
from app.documents.models import Document
from app.enquiries.models import Enquiry
from app.invoices.models import Invoice
from app.invoices.rules import Kind
from app.mail.models import Letter
from app.merging.models import Merge
from app.messages.models import Message
from app.notes.models import Note
from app.orders.models import Order
from app.orders.money import Payment, Refund
from app.projects.models import HistoryLine, Project
from app.projects.naming import name_of

Told = Mapping[str, Any]
PAID_FOR: Any = Payment.select(Payment, Order).join(Order)
NUMBERED = (Invoice.id, Invoice.kind, Invoice.number, Invoice.total_cents, Invoice.order)
# Whose `who` is a user name where somebody of the staff did it; of others it may be what a stranger typed.
BY_USERNAME = (EventKind.PROJECT, EventKind.REFUND, EventKind.CHANGE, EventKind.MERGE)
PAPERS = {Kind.INVOICE: "Invoice", Kind.ADJUSTMENT_NOTE: "Adjustment note"}
# What is read of each kind, with what it belongs to.
READ: dict[EventKind, tuple[Any, Any]] = {
    EventKind.PROJECT: (HistoryLine, HistoryLine.select()),
    EventKind.APPOINTMENT: (Project, Project.select()),
    EventKind.DOCUMENT: (Document, Document.select()),
    EventKind.PAYMENT: (Payment, PAID_FOR),
    EventKind.REFUND: (Refund, Refund.select(Refund, Payment, Order).join(Payment).join(Order)),
    EventKind.INVOICE: (Invoice, Invoice.select(*NUMBERED, Order).join(Order)),
    EventKind.LETTER: (Letter, Letter.select()),
    EventKind.MESSAGE: (Message, Message.select(Message, Admin).left_outer_join(Admin)),
    EventKind.NOTE: (Note, Note.select(Note, Admin).join(Admin)),
    EventKind.ENQUIRY: (Enquiry, Enquiry.select()),
    EventKind.CHANGE: (DetailChange, DetailChange.select()),
    EventKind.MERGE: (Merge, Merge.select()),
}


def rows(kind: EventKind, ids: Collection[int]) -> Iterable[Any]:
    """The rows of a kind, in one query."""
    model, query = READ[kind]
    return list(query.where(model.id.in_(list(ids))))


def _project(line: HistoryLine) -> Told:
    became, undone = str(line.to_status or ""), "Undone within seconds" if line.undone_at else ""
    return {"project_id": line.project_id, "title": line.note, "text": undone, "who": line.actor, "state": became}


def _appointment(project: Project) -> Told:
    title = name_of(project)
    return {"project_id": project.id, "title": title, "state": str(project.status)}


def _document(document: Document) -> Told:
    return {"project_id": document.project_id, "title": document.file_name, "who": document.uploaded_by}


def _payment(payment: Payment) -> Told:
    title = f"{payment.order.reference} by {payment.method}"
    return {"project_id": payment.project_id, "title": title, "cents": payment.amount_cents}


def _refund(refund: Refund) -> Told:
    order = refund.payment.order
    failed = "failed" if refund.failed_at else ""
    about = {"project_id": order.project_id, "title": order.reference, "text": refund.reason}
    return {**about, "who": refund.actor, "cents": refund.cents, "state": failed}


def _invoice(invoice: Invoice) -> Told:
    title = f"{PAPERS[invoice.kind]} {invoice.name}"
    return {"project_id": invoice.order.project_id, "title": title, "cents": invoice.total_cents}


def _letter(letter: Letter) -> Told:
    # A letter with a password in it keeps its text to itself.
    text = "" if letter.secret else letter.text
    return {"project_id": letter.project_id, "title": letter.subject, "text": text, "state": letter.status}


def _message(message: Message) -> Told:
    who = message.admin.name if message.admin_id else "client"
    return {"project_id": message.project_id, "text": message.text, "who": who}


def _note(note: Note) -> Told:
    return {"project_id": note.project_id, "text": note.text, "who": note.admin.name}


def _enquiry(enquiry: Enquiry) -> Told:
    return {"text": enquiry.message, "who": enquiry.name, "state": "answered" if enquiry.answered_at else "open"}


def _change(change: DetailChange) -> Told:
    text = f"{change.old or 'nothing'} became {change.new or 'nothing'}"
    return {"title": change.field, "text": text, "who": change.changed_by or "client"}


def _merge(merge: Merge) -> Told:
    by = Admin.names([merge.undone_by]).get(merge.undone_by or "", merge.undone_by)
    undone = f"Undone on {sydney_date(merge.undone_at)} by {by}" if merge.undone_at else ""
    whom = f"{merge.other_name}, {merge.other_email}" if merge.other_email else "a record that was erased since"
    return {"title": f"Merged with {whom}", "text": undone, "who": merge.merged_by}


TOLD: dict[EventKind, Callable[[Any], Told]] = {
    EventKind.PROJECT: _project,
    EventKind.APPOINTMENT: _appointment,
    EventKind.DOCUMENT: _document,
    EventKind.PAYMENT: _payment,
    EventKind.REFUND: _refund,
    EventKind.INVOICE: _invoice,
    EventKind.LETTER: _letter,
    EventKind.MESSAGE: _message,
    EventKind.NOTE: _note,
    EventKind.ENQUIRY: _enquiry,
    EventKind.CHANGE: _change,
    EventKind.MERGE: _merge,
}
