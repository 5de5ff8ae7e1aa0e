"""Payments over HTTP: the card form, the browser's return, the provider's knock."""

import logging

from flask import Blueprint, Response, request

from app import clock
from app.errors import AppError, not_found
from app.http import Ok, caller, refuse, route
from app.limits import per_address, per_address_found, per_caller
from app.orders.money import Payment
from app.payments import begin, bills, cards
from app.payments.current import card_provider
from app.payments.models import PaymentEvent
from app.payments.patience import WEBHOOK
from app.payments.provider import GatewayError, ProviderUnavailable, SignatureRefused
from app.payments.rules import seen_by_visitor
from app.payments.schemas import PaymentState, SettlePayment, StartedPayment, StartPayment
from app.payments.settle import settle
from app.projects.finding import find_to_pay
from app.projects.rules import PaymentStatus

payments = Blueprint("payments", __name__)
log = logging.getLogger("helios.payments")
WEBHOOK_BYTES = 512 * 1024
STILL_CHECKING = "We are still checking your payment."


@payments.app_errorhandler(GatewayError)
def provider_failed(reason: GatewayError) -> Response:
    """Whatever the visitor wanted, the provider could not be asked for it now, and nothing was changed."""
    if isinstance(reason, ProviderUnavailable):
        log.warning("the card provider could not be asked: %s", reason)
    else:
        log.exception("the card provider refused")
    return refuse(cards.unavailable(reason))


@route(
    payments,
    "POST",
    "/api/create-payment-intent",
    body=StartPayment,
    answer=StartedPayment,
    refusals=(404, 409, 503),
    limits=(per_address_found("60/hour"), per_caller("30/hour")),
)
def create_payment_intent(body: StartPayment) -> StartedPayment:
    """Begin, or take up again, the card payment of this browser's booking."""
    gateway = card_provider()
    if body.project_id is not None and body.bill is not None:
        due = bills.to_pay(body.project_id, body.bill, caller(), clock.now())
    elif body.project_id is not None:
        project = find_to_pay(body.project_id, caller())
        due = begin.of_project(project, caller(), clock.now(), body.replace_transfer)
    else:
        due = begin.of_draft(caller())
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
    limits=(per_address("240/hour"), per_caller("120/hour")),
)
def settle_payment(body: SettlePayment) -> PaymentState:
    """The browser is back from the card form: ask the provider and say where the payment stands."""
    payment = Payment.owned(body.payment_intent, caller())
    gateway = card_provider()
    if payment is None or gateway is None:
        caller().refuse_temporary_password()
        raise not_found("We could not find that payment.")
    try:
        settled = settle(gateway, body.payment_intent).payment or payment
    except GatewayError as reason:
        log.warning("a payment could not be checked: %s", reason)
        raise cards.unavailable(reason, STILL_CHECKING) from None
    project = settled.order.project
    return PaymentState(
        status=seen_by_visitor(settled.provider_status, PaymentStatus(settled.status)),
        account_created=project is not None
        and settled.learned_at is not None
        and project.client_id != caller().client_id,
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
    gateway = card_provider()
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
