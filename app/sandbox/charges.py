"""Charges: money taken, declined, called into question."""

from app.sandbox.books import Books, Object
from app.sandbox.cards import Decline, Presented
from app.sandbox.params import Params, only

# The card form asks for no name and no address.
NOBODY: Object = {"address": None, "email": None, "name": None, "phone": None}
DAYS_TO_ANSWER = 7


def open_charge(books: Books, intent: Object, card: Presented) -> Object:
    """A new pending charge on a card, for an attempt to pay the intent."""
    charge: Object = {
        "id": books.new_id("ch"),
        "object": "charge",
        "amount": intent["amount"],
        "amount_captured": 0,
        "amount_refunded": 0,
        "billing_details": NOBODY,
        "captured": False,
        "created": int(books.now),
        "currency": intent["currency"],
        "description": intent["description"],
        "disputed": False,
        "failure_code": None,
        "failure_message": None,
        "livemode": False,
        "metadata": intent["metadata"],
        "paid": False,
        "payment_intent": intent["id"],
        "payment_method": intent["payment_method"],
        "payment_method_details": {
            "type": "card",
            "card": {
                "brand": card.brand,
                "country": "AU",
                "exp_month": card.exp_month,
                "exp_year": card.exp_year,
                "funding": "credit",
                "last4": card.last4,
            },
        },
        "receipt_email": intent["receipt_email"],
        "refunded": False,
        "status": "pending",
    }
    books.save(charge)
    return charge


def take(books: Books, intent: Object, charge: Object) -> None:
    """The bank pays: charge and intent succeed together."""
    charge |= {"status": "succeeded", "paid": True, "captured": True, "amount_captured": charge["amount"]}
    intent |= {
        "status": "succeeded",
        "amount_received": charge["amount"],
        "latest_charge": charge["id"],
        "last_payment_error": None,
        "next_action": None,
    }
    books.save(charge)
    books.save(intent)
    books.emit("charge.succeeded", charge)
    books.emit("payment_intent.succeeded", intent)


def decline(books: Books, intent: Object, charge: Object, verdict: Decline) -> Object:
    """The bank does not pay: the intent waits for another card. Returns the error kept on the intent."""
    card = charge["payment_method_details"]["card"]
    error: Object = {
        "type": "card_error",
        "charge": charge["id"],
        "code": verdict.code,
        "decline_code": verdict.decline_code,
        "message": verdict.message,
        "payment_method": {
            "id": charge["payment_method"],
            "object": "payment_method",
            "billing_details": NOBODY,
            "card": card,
            "created": charge["created"],
            "livemode": False,
            "type": "card",
        },
    }
    charge |= {"status": "failed", "failure_code": verdict.code, "failure_message": verdict.message}
    intent |= {
        "status": "requires_payment_method",
        "latest_charge": charge["id"],
        "last_payment_error": error,
        "next_action": None,
        "payment_method": None,
    }
    books.save(charge)
    books.save(intent)
    books.emit("charge.failed", charge)
    books.emit("payment_intent.payment_failed", intent)
    return error


def dispute(books: Books, charge: Object) -> None:
    """The payer's bank calls a charge into question; only the event tells of it."""
    details = {
        "due_by": int(books.now) + DAYS_TO_ANSWER * 24 * 3600,
        "enhanced_eligibility": {},
        "has_evidence": False,
        "past_due": False,
        "submission_count": 0,
        "submission_method": "not_submitted",
    }
    charge["disputed"] = True
    made: Object = {
        "id": books.new_id("dp"),
        "object": "dispute",
        "amount": charge["amount"],
        "balance_transactions": [],
        "charge": charge["id"],
        "created": int(books.now),
        "currency": charge["currency"],
        "enhanced_eligibility_types": [],
        "evidence": {"enhanced_evidence": {}},
        "evidence_details": details,
        "is_charge_refundable": False,
        "livemode": False,
        "metadata": {},
        "payment_intent": charge["payment_intent"],
        "reason": "general",
        "status": "needs_response",
    }
    books.save(charge)
    books.emit("charge.dispute.created", made)


def retrieve_charge(books: Books, params: Params, id_: str) -> Object:
    """GET /v1/charges/<id>"""
    only(params, frozenset())
    return books.find("charge", id_)
