"""Transfers in the back office: what staff saw on the account, and what they sent back from it."""

from typing import Annotated

from flask import Blueprint
from flask_login import current_user
from pydantic import BeforeValidator, WithJsonSchema

from app import checked
from app.http import Ok, RowId, Schema, SeenCents, Who, demanded_key, idempotency_key, route, whole
from app.payments import transfers
from app.payments.current import card_provider
from app.payments.ending import end_cards
from app.payments.rules import AMOUNT, MISTAKE_REASON, MOST_TRANSFER_CENTS, REFUND_REASON, transfer_problem

money = Blueprint("admin_money", __name__)


def _amount(value: object) -> int:
    """Whole cents, as `transfer_problem` takes them; to JSON 2.0 is a whole number, too."""
    value = whole(value)
    if isinstance(value, bool) or not isinstance(value, int) or transfer_problem(value):
        raise checked.wrong(AMOUNT)
    return value


BOUNDS = WithJsonSchema({"type": "integer", "minimum": 1, "maximum": MOST_TRANSFER_CENTS})
Amount = Annotated[int, BeforeValidator(_amount), BOUNDS]


class ArrivedTransfer(Schema):
    """What came of an awaited transfer, in cents; without a sum, what was asked for."""

    amount_cents: Amount | None = None


class UnaskedTransfer(Schema):
    """What came, in cents; `number`: for which order of the project, 2 for the bill HPM-12-2.

    `seen_cents`: what had come for it before, as the form said.
    """

    amount_cents: Amount = checked.demanded()
    number: RowId = 1
    seen_cents: SeenCents


class NotCome(Schema):
    """A transfer was noted by mistake. `seen`: when it came, as it was shown; `reason`: in words for staff."""

    seen: checked.Moment
    reason: Annotated[str, checked.text(MISTAKE_REASON)] = checked.demanded()


class GivenBack(Schema):
    """What was sent back of a transfer, in cents, and why.

    `seen_cents`: what of it was left before, as the form said.
    """

    amount_cents: Amount = checked.demanded()
    seen_cents: SeenCents
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
    """Note that an awaited transfer is on the account, be it with another sum; once for each Idempotency-Key.

    409 where it was noted before, which says by whom and when.
    """
    came = transfers.receive(payment_id, current_user.username, body.amount_cents, idempotency_key())
    end_cards(card_provider(), came.order.project_id)
    return Ok()


@route(
    money,
    "POST",
    "/api/admin/payments/<int:payment_id>/not-come",
    who=Who.STAFF,
    body=NotCome,
    answer=Ok,
    refusals=(404, 409),
)
def take_back_transfer(payment_id: int, body: NotCome) -> Ok:
    """Note that a transfer was marked as received by mistake; repeating it changes nothing.

    409 where that cannot be taken back any more, or it was changed since it was seen.
    """
    taken_back = transfers.not_come(payment_id, body.seen, body.reason, current_user.username)
    end_cards(card_provider(), taken_back.order.project_id)
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
    """Note a transfer that nobody was asked for, or the rest of one; once for each Idempotency-Key.

    409 where another one was noted for the same since the form was shown.
    """
    transfers.record(project_id, body.amount_cents, demanded_key(), current_user.username, body.number, body.seen_cents)
    end_cards(card_provider(), project_id)
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
    """Note what was sent back of a transfer; once for each Idempotency-Key.

    409 where more of it was given back since the form was shown.
    """
    given = transfers.give_back(
        payment_id, body.amount_cents, body.reason, demanded_key(), current_user.username, body.seen_cents
    )
    end_cards(card_provider(), given.payment.order.project_id)
    return Ok()
