"""Payment intents: made, confirmed with a card, authenticated, settled, cancelled.

requires_payment_method -> (confirm) -> succeeded | requires_action | processing, or back with last_payment_error
requires_action -> (authenticate) -> succeeded, or back; processing -> (settle) -> succeeded, or back
anything unpaid but processing -> (cancel) -> canceled
"""

import secrets
from dataclasses import asdict
from typing import Any

from app.sandbox import cards
from app.sandbox.books import Books, Object
from app.sandbox.cards import Behaviour, Decline, Presented
from app.sandbox.charges import decline, open_charge, take
from app.sandbox.params import Params, integer, listed, only
from app.sandbox.problems import ApiProblem, card_problem, invalid
from app.sandbox.refunds import with_refunds

CURRENCIES = frozenset({"aud", "eur", "gbp", "nzd", "usd"})
SMALLEST, LARGEST = 50, 99_999_999
CREATE = frozenset(
    {"amount", "currency", "metadata", "description", "receipt_email", "expand"}
    | {"allowed_payment_method_types", "automatic_payment_methods"}
)
EXPANDABLE = frozenset({"latest_charge", "latest_charge.refunds"})
CONFIRM = frozenset({"payment_method", "payment_method_data", "return_url", "receipt_email", "expand"})
PUBLIC = frozenset(
    {"id", "object", "amount", "canceled_at", "cancellation_reason", "capture_method", "client_secret"}
    | {"confirmation_method", "created", "currency", "description", "last_payment_error", "livemode"}
    | {"next_action", "payment_method", "payment_method_types", "receipt_email", "status"}
)
AUTHENTICATION_FAILED: Object = {
    "type": "card_error",
    "code": "payment_intent_authentication_failure",
    "message": "We are unable to authenticate your payment method."
    " Please choose a different payment method and try again.",
}


def create(books: Books, params: Params) -> Object:
    """POST /v1/payment_intents"""
    if "payment_method_types" in params:
        raise invalid(
            "payment_method_types can no longer be set; use allowed_payment_method_types.",
            code="payment_method_types_no_longer_supported",
            param="payment_method_types",
        )
    only(params, CREATE)
    amount, currency = integer(params, "amount"), str(params.get("currency", "")).lower()
    if amount is None:
        raise invalid("Missing required param: amount.", code="parameter_missing", param="amount")
    if currency not in CURRENCIES:
        raise invalid(f"Invalid currency: {currency}", code="currency_not_supported", param="currency")
    if amount < SMALLEST:
        raise invalid("Amount must be at least $0.50", code="amount_too_small", param="amount")
    if amount > LARGEST:
        raise invalid("Amount must be no more than $999,999.99", code="amount_too_large", param="amount")
    id_ = books.new_id("pi")
    intent: Object = {
        "id": id_,
        "object": "payment_intent",
        "amount": amount,
        "amount_capturable": 0,
        "amount_received": 0,
        "canceled_at": None,
        "cancellation_reason": None,
        "capture_method": "automatic_async",
        "client_secret": f"{id_}_secret_{secrets.token_hex(12)}",
        "confirmation_method": "automatic",
        "created": int(books.now),
        "currency": currency,
        "customer": None,
        "description": params.get("description"),
        "last_payment_error": None,
        "latest_charge": None,
        "livemode": False,
        "metadata": _metadata(params),
        "next_action": None,
        "payment_method": None,
        "payment_method_types": ["card"],
        "receipt_email": params.get("receipt_email"),
        "status": "requires_payment_method",
    }
    books.save(intent)
    books.emit("payment_intent.created", intent)
    return expanded(books, intent, params)


def retrieve(books: Books, params: Params, id_: str) -> Object:
    """GET /v1/payment_intents/<id>"""
    only(params, frozenset({"expand", "client_secret"}))
    return expanded(books, books.find("payment_intent", id_), params)


def confirm(books: Books, params: Params, id_: str, settle_after: float) -> Object:
    """POST /v1/payment_intents/<id>/confirm with a card; ApiProblem 402 when the bank says no."""
    only(params, CONFIRM)
    intent = books.find("payment_intent", id_)
    _expect(intent, "confirm", {"requires_payment_method", "requires_confirmation", "requires_action"})
    card = cards.presented(params, books.now)
    books.stop_waiting(id_)
    intent |= {"payment_method": books.new_id("pm"), "last_payment_error": None, "next_action": None}
    match card.behaviour:
        case Behaviour.PAYS:
            take(books, intent, open_charge(books, intent, card))
        case Behaviour.DECLINES:
            _refuse(books, intent, card)
        case Behaviour.ASKS:
            intent |= {
                "status": "requires_action",
                "next_action": {
                    "type": "use_stripe_sdk",
                    "use_stripe_sdk": {"type": "sandbox_challenge"},
                },
            }
            books.save(intent)
            books.wait(id_, asdict(card), None)
            books.emit("payment_intent.requires_action", intent)
        case Behaviour.TAKES_TIME:
            charge = open_charge(books, intent, card)
            intent |= {"status": "processing", "latest_charge": charge["id"]}
            books.save(intent)
            books.wait(id_, asdict(card), books.now + settle_after)
            books.emit("payment_intent.processing", intent)
    return expanded(books, intent, params)


def authenticate(books: Books, params: Params, id_: str) -> Object:
    """The payer's answer to 3-D Secure: outcome=complete or outcome=fail."""
    only(params, frozenset({"outcome"}))
    intent = books.find("payment_intent", id_)
    _expect(intent, "authenticate", {"requires_action"})
    card = _waiting_card(books, id_)
    intent["next_action"] = None
    if params.get("outcome") != "complete":
        intent |= {
            "status": "requires_payment_method",
            "payment_method": None,
            "last_payment_error": AUTHENTICATION_FAILED,
        }
        books.save(intent)
        books.emit("payment_intent.payment_failed", intent)
    elif card.decline:
        _refuse(books, intent, card)
    else:
        take(books, intent, open_charge(books, intent, card))
    return intent


def settle(books: Books, id_: str) -> Object:
    """Let the bank finish a processing intent, with money or with a decline; repeatable."""
    intent = books.find("payment_intent", id_)
    if intent["status"] != "processing":
        return intent
    card = _waiting_card(books, id_)
    charge = books.find("charge", intent["latest_charge"])
    if card.decline:
        decline(books, intent, charge, card.decline)
    else:
        take(books, intent, charge)
    return intent


def cancel(books: Books, params: Params, id_: str) -> Object:
    """POST /v1/payment_intents/<id>/cancel; ApiProblem when money has moved or is moving."""
    only(params, frozenset({"cancellation_reason", "expand"}))
    intent = books.find("payment_intent", id_)
    _expect(intent, "cancel", {"requires_payment_method", "requires_confirmation", "requires_action"})
    books.stop_waiting(id_)
    intent |= {
        "status": "canceled",
        "canceled_at": int(books.now),
        "cancellation_reason": params.get("cancellation_reason"),
        "next_action": None,
    }
    books.save(intent)
    books.emit("payment_intent.canceled", intent)
    return expanded(books, intent, params)


def public(intent: Object) -> Object:
    """What a browser holding the client secret may see: no metadata, no charges."""
    return {key: value for key, value in intent.items() if key in PUBLIC}


def expanded(books: Books, intent: Object, params: Params) -> Object:
    """The intent with its latest charge in full, that one with its refunds, where `expand[]` asks for them."""
    wanted = listed(params.get("expand"))
    for name in wanted:
        if name not in EXPANDABLE:
            raise invalid(f"This property cannot be expanded ({name}).", param="expand")
    if not wanted or intent["latest_charge"] is None:
        return intent
    charge = books.find("charge", intent["latest_charge"])
    return intent | {"latest_charge": with_refunds(books, charge) if "latest_charge.refunds" in wanted else charge}


def _refuse(books: Books, intent: Object, card: Presented) -> None:
    assert card.decline
    error = decline(books, intent, open_charge(books, intent, card), card.decline)
    raise card_problem(
        error["message"],
        error["code"],
        decline_code=error["decline_code"],
        charge=error["charge"],
        payment_intent=intent,
    )


def _waiting_card(books: Books, id_: str) -> Presented:
    kept = books.stop_waiting(id_)
    assert kept, "an intent that waits always has its card parked"
    verdict = kept.pop("decline")
    behaviour = Behaviour(kept.pop("behaviour"))
    return Presented(**kept, behaviour=behaviour, decline=Decline(**verdict) if verdict else None)


def _expect(intent: Object, verb: str, statuses: set[str]) -> None:
    if intent["status"] not in statuses:
        raise ApiProblem(
            400,
            "invalid_request_error",
            f"You cannot {verb} this PaymentIntent because it has a status of {intent['status']}.",
            code="payment_intent_unexpected_state",
            payment_intent=intent,
        )


def _metadata(params: Params) -> dict[str, Any]:
    metadata = params.get("metadata", {})
    if not isinstance(metadata, dict) or len(metadata) > 50:
        raise invalid("Metadata can have at most 50 keys", param="metadata")
    for key, value in metadata.items():
        if len(key) > 40 or not isinstance(value, str) or len(value) > 500:
            raise invalid("Metadata keys have at most 40 characters, values 500", param="metadata")
    return metadata
