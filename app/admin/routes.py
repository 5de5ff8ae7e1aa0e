"""The back office over HTTP; all routes refuse all but staff, and acts and looks at a client's papers leave lines."""

from flask import Blueprint, Response
from flask_login import current_user

from app import clock
from app.accounts.opening import send_sign_in
from app.admin import queries
from app.admin.consultations import consultations
from app.admin.schemas import (
    BookingDetail,
    BookingPage,
    ConsultationQuery,
    Consultations,
    Dashboard,
    EnquiryPage,
    ListQuery,
)
from app.alerts import actions as alerts
from app.audit import actions as audit
from app.audit.actions import Actor
from app.audit.models import Act
from app.config import in_force
from app.documents.models import Document
from app.documents.serving import attachment
from app.errors import not_found
from app.http import Ok, Who, route
from app.mail import actions as mail
from app.payments import transfers
from app.proofs import actions as proofs

admin = Blueprint("admin", __name__)


@route(admin, "GET", "/api/admin/dashboard", who=Who.STAFF, answer=Dashboard)
def show_dashboard() -> Dashboard:
    """What needs a look today."""
    return queries.dashboard(clock.now())


@route(admin, "GET", "/api/admin/bookings", who=Who.STAFF, query=ListQuery, answer=BookingPage)
def list_bookings(query: ListQuery) -> BookingPage:
    """The list of bookings."""
    return queries.bookings(query.search, query.status, query.page)


@route(admin, "GET", "/api/admin/bookings/<int:booking_id>", who=Who.STAFF, answer=BookingDetail, refusals=(404,))
def show_booking(booking_id: int) -> BookingDetail:
    """One booking with everything that belongs to it."""
    found = queries.booking_detail(booking_id)
    if found is None:
        raise not_found("There is no such booking.")
    audit.look(Actor.staff(current_user.username), f"booking:{booking_id}", clock.now())
    return found


@route(admin, "GET", "/api/admin/documents/<int:document_id>/download", who=Who.STAFF, refusals=(404,))
def download_document(document_id: int) -> Response:
    """A document as a file."""
    found = Document.get_or_none(Document.id == document_id)
    if found is None:
        raise not_found("There is no such document.")
    sent = attachment(found, in_force().documents_folder)
    of = f"project:{found.project_id}" if found.project_id else f"booking:{found.booking_id}"
    try:
        audit.note(Actor.staff(current_user.username), Act.DOWNLOAD, f"document:{document_id}", clock.now(), of)
    except Exception:
        sent.close()  # without a line nobody sees it
        raise
    return sent


@route(admin, "POST", "/api/admin/letters/<int:letter_id>/resend", who=Who.STAFF, answer=Ok, refusals=(404, 409))
def resend_letter(letter_id: int) -> Ok:
    """Put a letter back into the outbox."""
    mail.resend(letter_id, current_user.username)
    return Ok()


@route(admin, "POST", "/api/admin/alerts/<int:alert_id>/resolve", who=Who.STAFF, answer=Ok, refusals=(404,))
def resolve_alert(alert_id: int) -> Ok:
    """Take an alert off the list."""
    alerts.resolve(alert_id, current_user.username, clock.now())
    return Ok()


@route(admin, "POST", "/api/admin/alerts/<int:alert_id>/reopen", who=Who.STAFF, answer=Ok, refusals=(404,))
def reopen_alert(alert_id: int) -> Ok:
    """Put a resolved alert back on the list."""
    alerts.reopen(alert_id, current_user.username, clock.now())
    return Ok()


@route(admin, "POST", "/api/admin/clients/<int:client_id>/sign-in", who=Who.STAFF, answer=Ok, refusals=(404,))
def send_client_sign_in(client_id: int) -> Ok:
    """Give a client a new temporary password, by letter; what they had is worth nothing at once."""
    send_sign_in(client_id, Actor.staff(current_user.username))
    return Ok()


@route(admin, "GET", "/api/admin/enquiries", who=Who.STAFF, query=ListQuery, answer=EnquiryPage)
def list_enquiries(query: ListQuery) -> EnquiryPage:
    """The enquiries."""
    return queries.enquiries(query.search, query.page)


@route(admin, "GET", "/api/admin/consultations", who=Who.STAFF, query=ConsultationQuery, answer=Consultations)
def list_consultations(query: ConsultationQuery) -> Consultations:
    """Times held and booked, and what they wait for."""
    return consultations(query, clock.now())


@route(
    admin,
    "POST",
    "/api/admin/payments/<int:payment_id>/receive-transfer",
    who=Who.STAFF,
    answer=Ok,
    refusals=(404, 409),
)
def mark_transfer_received(payment_id: int) -> Ok:
    """Note that a bank transfer is on the account; repeating it changes nothing."""
    transfers.receive(in_force(), payment_id, current_user.username)
    return Ok()


@route(admin, "POST", "/api/admin/projects/<int:project_id>/confirm-client", who=Who.STAFF, answer=Ok, refusals=(404,))
def confirm_client(project_id: int) -> Ok:
    """Staff have made sure that a project is its client's; repeating it changes nothing. It opens no sign-in."""
    proofs.confirm(project_id, current_user.username, clock.now())
    return Ok()


@route(
    admin,
    "POST",
    "/api/admin/projects/<int:project_id>/take-back-client",
    who=Who.STAFF,
    answer=Ok,
    refusals=(404, 409),
)
def take_back_client(project_id: int) -> Ok:
    """Staff say that a project is not its client's after all, while nothing was paid; repeating changes nothing."""
    proofs.take_back(project_id, current_user.username, clock.now())
    return Ok()
