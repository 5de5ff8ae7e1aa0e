"""The money of a project in the back office: what is owed, and what staff saw on the account or sent back from it."""

from collections.abc import Collection
from datetime import datetime
from typing import Annotated

from flask import Blueprint
from flask_login import current_user
from pydantic import BeforeValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from app import checked
from app.errors import invalid
from app.http import Ok, Schema, Who, idempotency_key, route
from app.orders.fulfil import prospects
from app.orders.models import Order
from app.orders.money import Payment
from app.orders.rules import Outcome
from app.orders.sums import refunded_of, standings
from app.payments import transfers
from app.payments.rules import AMOUNT, MOST_TRANSFER_CENTS, REFUND_REASON, transfer_problem
from app.projects.models import Project
from app.projects.rules import CLOSED

NO_KEY = "Please name this act with an Idempotency-Key, so that it is done once"
money = Blueprint("admin_money", __name__)


class Prospect(Schema):
    """What follows if money comes; cents.

    `owed_cents` is owed before it, `uncredited_cents` without the booking fee's credit, which is not deducted where the
    money is enough without. `settled`: what follows if it is enough; `is_disowned`: no letter does, since the address
    is said to be somebody else's.
    """

    owed_cents: int
    uncredited_cents: int
    settled: Outcome
    is_disowned: bool


class ReceivedTransfer(Schema):
    """A transfer that came; `left_cents`: what of it was not given back."""

    payment_id: int
    amount_cents: int
    left_cents: int
    paid_at: datetime


class ProjectMoney(Schema):
    """How the money of a project stands; cents.

    `owed_cents` by the client, nothing where the project is closed; `due_back_cents`: what came too much.
    `may_record`: no transfer is awaited, which would have to be marked instead.
    """

    total_cents: int
    paid_cents: int
    refunded_cents: int
    owed_cents: int
    due_back_cents: int
    may_record: bool
    prospect: Prospect
    transfers: list[ReceivedTransfer]


def money_of(projects: Collection[Project], now: datetime) -> dict[int, ProjectMoney]:
    """The money of each of these projects; in as many queries for many as for one."""
    about = {project.id: project for project in projects}
    orders = {order.id: order.project_id for order in Order.select().where(Order.project.in_(list(about)))}
    came: dict[int, list[Payment]] = {}
    for payment in Payment.select().where(Payment.order.in_(list(orders)), Payment.has_come()).order_by(Payment.id):
        if payment.provider == "bank":
            came.setdefault(payment.order_id, []).append(payment)
    given = refunded_of([payment.id for payments in came.values() for payment in payments])
    awaited, ahead = Payment.awaited_among(about), prospects(orders, now)
    found = {}
    for order_id, sums in standings(orders).items():
        project, prospect = about[orders[order_id]], ahead[order_id]
        found[project.id] = ProjectMoney(
            total_cents=sums.total_cents,
            paid_cents=sums.paid_cents,
            refunded_cents=sums.refunded_cents,
            owed_cents=0 if project.status in CLOSED else sums.owed_cents,
            due_back_cents=sums.due_back_cents,
            may_record=project.id not in awaited,
            prospect=Prospect(
                owed_cents=prospect.owed_cents,
                uncredited_cents=prospect.uncredited_cents,
                settled=prospect.settled,
                is_disowned=project.is_disowned,
            ),
            transfers=[
                ReceivedTransfer(
                    payment_id=payment.id,
                    amount_cents=payment.amount_cents,
                    left_cents=payment.amount_cents - given.get(payment.id, 0),
                    paid_at=payment.paid_at,
                )
                for payment in came.get(order_id, [])
            ],
        )
    return found


def _amount(value: object) -> int:
    """Whole cents, as `transfer_problem` takes them; to JSON 2.0 is a whole number, too."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or transfer_problem(value):
        raise PydanticCustomError("rule", "{text}", {"text": AMOUNT})
    return value


BOUNDS = WithJsonSchema({"type": "integer", "minimum": 1, "maximum": MOST_TRANSFER_CENTS})
Amount = Annotated[int, BeforeValidator(_amount), BOUNDS]


class ArrivedTransfer(Schema):
    """What came of an awaited transfer, in cents; without a sum, what was asked for."""

    amount_cents: Amount | None = None


class UnaskedTransfer(Schema):
    """What came, in cents."""

    amount_cents: Amount = checked.demanded()


class GivenBack(Schema):
    """What was sent back of a transfer, in cents, and why."""

    amount_cents: Amount = checked.demanded()
    reason: Annotated[str, checked.text(REFUND_REASON)] = checked.demanded()


@route(
    money,
    "POST",
    "/api/admin/payments/<int:payment_id>/receive-transfer",
    who=Who.STAFF,
    body=ArrivedTransfer,
    answer=Ok,
    refusals=(404, 409),
)
def mark_transfer_received(payment_id: int, body: ArrivedTransfer) -> Ok:
    """Note that an awaited transfer is on the account, be it with another sum; repeating it changes nothing."""
    transfers.receive(payment_id, current_user.username, body.amount_cents)
    return Ok()


@route(
    money,
    "POST",
    "/api/admin/projects/<int:project_id>/transfers",
    who=Who.STAFF,
    body=UnaskedTransfer,
    keyed=True,
    answer=Ok,
    refusals=(404, 409),
)
def record_transfer(project_id: int, body: UnaskedTransfer) -> Ok:
    """Note a transfer that nobody was asked for, or the rest of one; once for each Idempotency-Key."""
    transfers.record(project_id, body.amount_cents, _key(), current_user.username)
    return Ok()


@route(
    money,
    "POST",
    "/api/admin/payments/<int:payment_id>/refunds",
    who=Who.STAFF,
    body=GivenBack,
    keyed=True,
    answer=Ok,
    refusals=(404, 409),
)
def record_refund(payment_id: int, body: GivenBack) -> Ok:
    """Note what was sent back of a transfer; once for each Idempotency-Key."""
    transfers.give_back(payment_id, body.amount_cents, body.reason, _key(), current_user.username)
    return Ok()


def _key() -> str:
    key = idempotency_key()
    if key is None:
        raise invalid({"Idempotency-Key": NO_KEY}, NO_KEY)
    return key
