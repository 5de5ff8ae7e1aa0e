"""A project over HTTP: made, paid for, given its time. It is found through the browser or client that owns it."""

from flask import Blueprint, Response

from app import clock
from app.audit.actions import VISITOR, Actor
from app.audit.models import ActorKind
from app.catalogue.actions import require_open
from app.config import in_force
from app.consultations.confirmed import is_confirmed
from app.consultations.invitation import Method
from app.consultations.left import has_gone_on, require_choosable
from app.consultations.letterhead import Letterhead
from app.consultations.meetings import choose_way
from app.errors import AppError, not_found
from app.http import Ok, caller, route
from app.limits import per_address, per_caller
from app.onboarding import actions as onboarding
from app.onboarding.models import Onboarding
from app.orders import actions as orders
from app.orders.models import Order
from app.orders.money import Payment
from app.payments import begin, choosing, covered, service
from app.payments.current import card_provider
from app.projects.checkout import checkout, meeting_of
from app.projects.finding import find, find_to_change, find_to_pay, require_changeable
from app.projects.schemas import Checkout, ChooseTransfer, ProjectIn, ProjectMade, ProjectPatch, WayIn

projects = Blueprint("projects", __name__)


@route(
    projects,
    "POST",
    "/api/projects",
    body=ProjectIn,
    answer=ProjectMade,
    status=201,
    refusals=(404, 409, 503),
    limits=(per_address("60/hour"), per_caller("60/hour")),
)
def submit_project(body: ProjectIn) -> ProjectMade:
    """Make the project of this browser's submission; repeating it changes the service of the same project."""
    require_open()
    mine = onboarding.find(body.client_id, caller())
    if mine.project_id is not None:
        require_changeable(mine.project, caller())
    row = service.submit_project(card_provider(), mine, body.service_type, caller(), body.replace_transfer)
    return ProjectMade(
        id=row.project_id, client_id=row.id, service_type=row.project.service_type, status=row.project.status
    )


@route(projects, "GET", "/api/projects/<int:project_id>", answer=Checkout, refusals=(403, 404))
def show_project(project_id: int) -> Checkout:
    """What the checkout shows of this browser's project: service, time, fee, credit, total and how it stands."""
    return checkout(find(project_id, caller()), caller())


@route(
    projects,
    "PATCH",
    "/api/projects/<int:project_id>",
    body=ProjectPatch,
    answer=ProjectMade,
    refusals=(404, 409),
    limits=(per_caller("60/hour"),),
)
def set_appointment(project_id: int, body: ProjectPatch) -> ProjectMade:
    """Confirm the appointment that was just booked."""
    project = find(project_id, caller())
    require_choosable(project, caller())
    project = onboarding.accept_appointment(project, body.appointment_date)
    row = Onboarding.get_or_none(Onboarding.project == project.id)
    return ProjectMade(
        id=project.id,
        client_id=row.id if row else None,
        service_type=project.service_type,
        status=project.status,
    )


@route(
    projects,
    "POST",
    "/api/projects/<int:project_id>/meeting",
    body=WayIn,
    answer=Ok,
    refusals=(404, 409),
    limits=(per_address("60/hour"), per_caller("20/hour")),
)
def choose_way_to_meet(project_id: int, body: WayIn) -> Ok:
    """Choose how the consultation happens; repeating it changes nothing. A letter follows where its time is fixed."""
    project = find(project_id, caller())
    if project.appointment_date is None or project.way_to_meet == body.way:
        require_choosable(project, caller())  # with the time that is about to be chosen
    else:
        require_changeable(project, caller())
    is_client = caller().client_id == project.client_id and project.proved_at is not None
    actor = Actor(ActorKind.CLIENT, str(project.client_id)) if is_client else VISITOR
    choose_way(project.id, body.way, actor, clock.now())
    return Ok()


@route(
    projects,
    "DELETE",
    "/api/projects/<int:project_id>/documents/<int:document_id>",
    status=204,
    refusals=(404, 409),
    limits=(per_caller("200/hour"),),
)
def take_document_back(project_id: int, document_id: int) -> None:
    """Take a file out of a submission again, until it is paid for."""
    project = find_to_change(project_id, caller())
    onboarding.take_back(project, document_id, caller(), in_force().documents_folder)


@route(projects, "GET", "/api/projects/<int:project_id>/consultation.ics", refusals=(403, 404))
def download_appointment(project_id: int) -> Response:
    """The consultation for the owner's calendar; none while its time is only held."""
    project = find(project_id, caller())
    if not is_confirmed(project) or has_gone_on(project, Order.of_project(project.id), caller()):
        raise not_found("This project has no confirmed consultation time.")
    meeting = meeting_of(project, caller())
    return Response(
        Letterhead(project, clock.now()).calendar(project.appointment_date, Method.PUBLISH, meeting),
        mimetype="text/calendar",
        headers={
            "Content-Disposition": 'attachment; filename="consultation.ics"',
            "Cache-Control": "private, no-store",
        },
    )


@route(
    projects,
    "POST",
    "/api/projects/<int:project_id>/terms",
    answer=Ok,
    refusals=(404, 409),
    limits=(per_caller("60/hour"),),
)
def accept_terms(project_id: int) -> Ok:
    """The client accepts the terms for the payment about to be made."""
    project, now = find_to_pay(project_id, caller()), clock.now()
    due = begin.of_project(project, caller(), now)
    if Payment.begun(due.order_id) is None:
        raise AppError("no_payment", 409, "Please wait until the payment form is ready.")
    orders.accept_terms(due.order_id, now)
    return Ok()


@route(
    projects,
    "POST",
    "/api/projects/<int:project_id>/bank-transfer",
    body=ChooseTransfer,
    answer=Checkout,
    refusals=(404, 409, 503),
    limits=(per_address("60/hour"), per_caller("30/hour")),
)
def choose_transfer(project_id: int, body: ChooseTransfer) -> Checkout:
    """Pay by bank transfer: the terms are accepted, the time is kept longer, the details go out by letter."""
    project = find_to_pay(project_id, caller())
    choosing.choose(card_provider(), project, caller(), body.amount_cents, body.replace_transfer)
    return checkout(find(project_id, caller()), caller())


@route(
    projects,
    "POST",
    "/api/projects/<int:project_id>/confirm",
    answer=Checkout,
    refusals=(404, 409, 503),
    limits=(per_address("60/hour"), per_caller("30/hour")),
)
def confirm_covered(project_id: int) -> Checkout:
    """Nothing is left to pay after the credit: the terms are accepted and the time is the client's."""
    project = find_to_pay(project_id, caller())
    covered.confirm(card_provider(), project, caller())
    return checkout(find(project_id, caller()), caller())
