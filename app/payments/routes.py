"""Payments over HTTP: the card form, the browser's return, the provider's knock, the confirmation."""

import logging

from flask import Blueprint, Response, current_app, request

from app import clock
from app.accounts.opening import has_opened
from app.catalogue.actions import require_open
from app.consultations.routes import own_project, own_project_to_change, require_changeable
from app.errors import AppError, not_found
from app.http import Ok, caller, refuse, refuse_temporary_password, route
from app.limits import per_address, per_session
from app.onboarding.routes import own_submission
from app.onboarding.schemas import ProjectIn, ProjectMade
from app.orders.actions import accept_terms as accept
from app.orders.money import Payment
from app.payments import begin, cards, covered, transfers
from app.payments.checkout import checkout
from app.payments.confirmation import confirmation
from app.payments.gateway import Gateway
from app.payments.models import PaymentEvent
from app.payments.patience import WEBHOOK
from app.payments.provider import GatewayError, SignatureRefused
from app.payments.rules import seen_by_visitor
from app.payments.schemas import (
    Checkout,
    ChooseTransfer,
    ConfirmationAnswer,
    ConfirmationQuery,
    PaymentState,
    SettlePayment,
    StartedPayment,
    StartPayment,
)
from app.payments.service import submit_project as submit
from app.payments.settle import settle
from app.projects.rules import PaymentStatus

payments = Blueprint("payments", __name__)
log = logging.getLogger("helios.payments")
WEBHOOK_BYTES = 512 * 1024
STILL_CHECKING = "We are still checking your payment."


@payments.errorhandler(GatewayError)
def provider_failed(reason: GatewayError) -> Response:
    """Whatever the visitor wanted, the provider could not be asked for it now, and nothing was changed."""
    log.warning("the card provider could not be asked: %s", reason)
    return refuse(cards.unavailable(reason))


def _gateway() -> Gateway | None:
    gateway: Gateway | None = current_app.config["GATEWAY"]
    return gateway


@route(
    payments,
    "POST",
    "/api/create-payment-intent",
    body=StartPayment,
    answer=StartedPayment,
    refusals=(404, 409, 503),
    limits=(per_address("60/hour"), per_session("30/hour")),
)
def create_payment_intent(body: StartPayment) -> StartedPayment:
    """Begin, or take up again, the card payment of this browser's booking."""
    gateway = _gateway()
    if body.project_id is not None:
        project = own_project_to_change(body.project_id)
        due = begin.of_project(project, caller(), clock.now(), body.replace_transfer)
    else:
        due = begin.of_draft(caller().visitor)
    started = cards.start(gateway, due, body.amount, body.replace_transfer)
    assert gateway is not None
    return StartedPayment(
        client_secret=started.client_secret,
        publishable_key=gateway.publishable_key,
        payment_intent=started.intent_id,
        amount_cents=started.amount_cents,
    )


@route(
    payments,
    "POST",
    "/api/payments/settle",
    body=SettlePayment,
    answer=PaymentState,
    refusals=(404, 503),
    limits=(per_address("240/hour"), per_session("120/hour")),
)
def settle_payment(body: SettlePayment) -> PaymentState:
    """The browser is back from the card form: ask the provider and say where the payment stands."""
    payment = Payment.owned(body.payment_intent, caller())
    gateway = _gateway()
    if payment is None or gateway is None:
        refuse_temporary_password()
        raise not_found("We could not find that payment.")
    try:
        settled = settle(gateway, body.payment_intent).payment or payment
    except GatewayError as reason:
        log.warning("a payment could not be checked: %s", reason)
        raise cards.unavailable(reason, STILL_CHECKING) from None
    project, at = settled.order.project, settled.learned_at
    opened = project is not None and at is not None and has_opened(project.client_id, at)
    return PaymentState(
        status=seen_by_visitor(settled.provider_status, PaymentStatus(settled.status)),  # type: ignore[arg-type]
        account_created=opened,
    )


@route(
    payments,
    "POST",
    "/api/stripe/webhook",
    answer=Ok,
    refusals=(400, 503),
    most_bytes=WEBHOOK_BYTES,
)
def webhook() -> Ok:
    """The provider knocks. Only the signature and the intent's id are used; the truth is fetched."""
    gateway = _gateway()
    if gateway is None:
        raise not_found()
    try:
        event = gateway.verify_webhook(request.get_data(cache=False), request.headers.get("Stripe-Signature", ""))
    except SignatureRefused:
        raise AppError("bad_signature", 400, "The signature is not valid.") from None
    if event.livemode != gateway.livemode:
        raise AppError("wrong_mode", 400, "This event is for the other mode.")
    if event.intent_id is None or PaymentEvent.get_or_none(PaymentEvent.provider_event_id == event.id):
        return Ok()
    try:
        settle(gateway.with_patience(WEBHOOK), event.intent_id, event)
    except GatewayError as reason:
        # Not recorded, so that the provider knocks again.
        log.warning("the webhook %s could not be heard: %s", event.id, reason)
        raise cards.unavailable(reason, "Please try again later.") from None
    return Ok()


@route(
    payments,
    "GET",
    "/api/bookings/confirmation",
    query=ConfirmationQuery,
    answer=ConfirmationAnswer,
    refusals=(403,),
)
def show_confirmation(query: ConfirmationQuery) -> ConfirmationAnswer:
    """What /success shows to the browser that booked, or to the signed-in client."""
    shown = confirmation(caller(), query.project_id, query.payment_intent)
    if shown.state == "none" and (query.project_id or query.payment_intent) is not None:
        refuse_temporary_password()
    return shown


@route(payments, "GET", "/api/projects/<int:project_id>", answer=Checkout, refusals=(403, 404))
def show_project(project_id: int) -> Checkout:
    """What the checkout shows of this browser's project: service, time, fee, credit, total and how it stands."""
    return checkout(own_project(project_id), caller())


@route(
    payments,
    "POST",
    "/api/projects",
    body=ProjectIn,
    answer=ProjectMade,
    status=201,
    refusals=(404, 409, 503),
    limits=(per_address("60/hour"), per_session("60/hour")),
)
def submit_project(body: ProjectIn) -> ProjectMade:
    """Make the project of this browser's submission; repeating it changes the service of the same project."""
    require_open()
    mine = own_submission(body.client_id)
    if mine.project_id is not None:
        require_changeable(mine.project)
    row = submit(_gateway(), mine, body.service_type, caller(), body.replace_transfer)
    return ProjectMade(
        id=row.project_id, client_id=row.id, service_type=row.project.service_type, status=row.project.status
    )


@route(
    payments,
    "POST",
    "/api/projects/<int:project_id>/terms",
    answer=Ok,
    refusals=(404, 409),
    limits=(per_session("60/hour"),),
)
def accept_terms(project_id: int) -> Ok:
    """The client accepts the terms for the payment about to be made."""
    project, now = own_project_to_change(project_id), clock.now()
    due = begin.of_project(project, caller(), now)
    if Payment.begun(due.order_id) is None:
        raise AppError("no_payment", 409, "Please wait until the payment form is ready.")
    accept(due.order_id, now)
    return Ok()


@route(
    payments,
    "POST",
    "/api/projects/<int:project_id>/bank-transfer",
    body=ChooseTransfer,
    answer=Checkout,
    refusals=(404, 409, 503),
    limits=(per_address("60/hour"), per_session("30/hour")),
)
def choose_transfer(project_id: int, body: ChooseTransfer) -> Checkout:
    """Pay by bank transfer: the terms are accepted, the time is kept longer, the details go out by letter."""
    project = own_project_to_change(project_id)
    transfers.choose(_gateway(), project, caller(), body.amount_cents, body.replace_transfer)
    return checkout(own_project(project_id), caller())


@route(
    payments,
    "POST",
    "/api/projects/<int:project_id>/confirm",
    answer=Checkout,
    refusals=(404, 409, 503),
    limits=(per_address("60/hour"), per_session("30/hour")),
)
def confirm_covered(project_id: int) -> Checkout:
    """Nothing is left to pay after the credit: the terms are accepted and the time is the client's."""
    project = own_project_to_change(project_id)
    covered.confirm(_gateway(), project, caller())
    return checkout(own_project(project_id), caller())


@route(
    payments,
    "POST",
    "/api/bookings/current/bank-transfer",
    answer=ConfirmationAnswer,
    refusals=(404, 409),
    limits=(per_address("60/hour"), per_session("30/hour")),
)
def book_by_transfer() -> ConfirmationAnswer:
    """Book through the wizard where cards cannot be taken: the fee comes by bank transfer."""
    transfers.book(_gateway(), caller())
    return confirmation(caller(), None, None)
