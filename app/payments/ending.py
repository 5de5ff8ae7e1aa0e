"""Ending card payments that were begun and must not be charged any more: a form that is still open would take money."""

import logging
from contextlib import suppress
from datetime import datetime
from typing import Any

from peewee import JOIN

from app import clock
from app.errors import AppError
from app.orders.credit import left_of
from app.orders.models import Order
from app.orders.money import Payment
from app.orders.rules import CAME
from app.orders.sums import standing
from app.payments.gateway import Gateway
from app.payments.provider import GatewayError
from app.payments.rules import is_abandoned
from app.payments.void import void
from app.projects.models import Project
from app.projects.rules import CLOSED, PaymentStatus

log = logging.getLogger("helios.payments")

OPEN = (PaymentStatus.PENDING, PaymentStatus.PROCESSING, PaymentStatus.FAILED)
# What an intent has come to when nothing can be charged with it any more, or nothing of it is believed.
ENDED = ("canceled", "unknown", "mismatch")


def open_payments(gateway: Gateway, *these: Any) -> list[Payment]:
    """The payments that this provider may still charge, with their orders and projects. these: further conditions."""
    here = (Payment.provider == gateway.mode) & (Payment.livemode == gateway.livemode)
    rows = (
        Payment.select(Payment, Order, Project)
        .join(Order)
        .join(Project, JOIN.LEFT_OUTER)
        .where(here, Payment.intent_id.is_null(False), Payment.status.in_(OPEN))
        .where(Payment.provider_status.is_null() | (Payment.provider_status != "canceled"))
        .where(*these)
    )
    return list(rows)


def must_end(payment: Payment, now: datetime) -> bool:
    """Whether it must not be charged any more, although the provider would still do so."""
    if payment.status not in OPEN or payment.provider_status in ENDED:
        return False
    project = payment.order.project
    closed = project is not None and not payment.order.is_bill and project.status in CLOSED
    done = closed or payment.order.withdrawn_at is not None or payment.order.state in CAME
    given_up = payment.superseded or is_abandoned(PaymentStatus(payment.status), now - payment.created_at)
    return given_up or done or _takes_too_little(payment, now)


def _takes_too_little(payment: Payment, now: datetime) -> bool:
    """Whether what it deducts of a booking fee was given back since, or is deducted elsewhere: more is to be paid now.

    What a bill deducts was invoiced, and stays.
    """
    order: Order = payment.order
    if order.is_bill:
        return False
    if payment.amount_cents < standing(order.id).balance_cents:
        return True
    if (deducted := order.credit) is None:
        return False
    claim = deducted.credit_of_id, order.id
    return -deducted.cents > left_of([claim], now)[claim]


def end_cards(gateway: Gateway | None, project_id: int) -> None:
    """Void a project's card payments that must not be charged any more: after money came otherwise, or another status.

    Those of its client's other projects, too, that deduct a booking fee which was given back, or counts for this one
    again, or whose booking was cancelled. Not those of bills, which stay owed. To be called after that has been
    committed. What cannot be asked of the provider now, the reconciliation job asks.
    """
    if gateway is None:
        return
    now = clock.now()
    client: Any = Project.select(Project.client).where(Project.id == project_id)
    for payment in open_payments(gateway, Project.client == client):
        if not must_end(payment, now):
            continue
        try:
            with suppress(AppError):  # paid at the last moment, or the bank is deciding: settled as such
                void(gateway, payment)
        except GatewayError as error:
            log.warning("the card payment %s could not be ended yet: %s", payment.id, error)
