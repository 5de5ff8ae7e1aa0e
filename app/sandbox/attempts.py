"""Attempts to pay an intent with a card: confirmed, authenticated where the bank asks, settled where it takes its time.

requires_payment_method -> (confirm) -> succeeded | requires_action | processing, or back with last_payment_error
requires_action -> (authenticate) -> succeeded, or back; processing -> (settle) -> succeeded, or back
"""

from dataclasses import asdict

from app.sandbox import cards
from app.sandbox.books import Books, Object
from app.sandbox.cards import Behaviour, Decline, Presented
from app.sandbox.charges import decline, open_charge, take
from app.sandbox.intents import expanded, expect
from app.sandbox.params import Params, only
from app.sandbox.problems import card_problem

CONFIRM = frozenset({"payment_method", "payment_method_data", "return_url", "receipt_email", "expand"})
AUTHENTICATION_FAILED: Object = {
    "type": "card_error",
    "code": "payment_intent_authentication_failure",
    "message": "We are unable to authenticate your payment method."
    " Please choose a different payment method and try again.",
}


def confirm(books: Books, params: Params, id_: str, settle_after: float) -> Object:
    """POST /v1/payment_intents/<id>/confirm with a card; ApiProblem 402 when the bank says no."""
    only(params, CONFIRM)
    intent = books.find("payment_intent", id_)
    expect(intent, "confirm", {"requires_payment_method", "requires_confirmation", "requires_action"})
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
    expect(intent, "authenticate", {"requires_action"})
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
