"""Payment intents: made, shown, cancelled unless money has moved or is moving. `attempts` pays them."""

import secrets

from app.sandbox.books import Books, Object
from app.sandbox.params import Params, integer, listed, metadata, only
from app.sandbox.problems import ApiProblem, invalid
from app.sandbox.refunds import with_refunds

CURRENCIES = frozenset({"aud", "eur", "gbp", "nzd", "usd"})
SMALLEST, LARGEST = 50, 99_999_999
CREATE = frozenset(
    {"amount", "currency", "metadata", "description", "receipt_email", "expand"}
    | {"allowed_payment_method_types", "automatic_payment_methods"}
)
EXPANDABLE = frozenset({"latest_charge", "latest_charge.refunds"})
PUBLIC = frozenset(
    {"id", "object", "amount", "canceled_at", "cancellation_reason", "capture_method", "client_secret"}
    | {"confirmation_method", "created", "currency", "description", "last_payment_error", "livemode"}
    | {"next_action", "payment_method", "payment_method_types", "receipt_email", "status"}
)


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
        "metadata": metadata(params),
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


def cancel(books: Books, params: Params, id_: str) -> Object:
    """POST /v1/payment_intents/<id>/cancel; ApiProblem when money has moved or is moving."""
    only(params, frozenset({"cancellation_reason", "expand"}))
    intent = books.find("payment_intent", id_)
    expect(intent, "cancel", {"requires_payment_method", "requires_confirmation", "requires_action"})
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


def expect(intent: Object, verb: str, statuses: set[str]) -> None:
    """Refuse to `verb` an intent in any other state: ApiProblem 400."""
    if intent["status"] not in statuses:
        raise ApiProblem(
            400,
            "invalid_request_error",
            f"You cannot {verb} this PaymentIntent because it has a status of {intent['status']}.",
            code="payment_intent_unexpected_state",
            payment_intent=intent,
        )
