"""Refunds: money given back, all of it or in parts, and what the payer's bank sends back later."""

from app.sandbox.books import Books, Object, listing
from app.sandbox.params import Params, integer, only, page_size
from app.sandbox.problems import invalid

REFUND = frozenset({"payment_intent", "charge", "amount", "reason", "metadata"})
REASONS = frozenset({"duplicate", "fraudulent", "requested_by_customer"})
SHOWN_WITH_CHARGE = 10


def retrieve(books: Books, params: Params, id_: str) -> Object:
    """GET /v1/refunds/<id>"""
    only(params, frozenset())
    return books.find("refund", id_)


def page(books: Books, params: Params) -> Object:
    """GET /v1/refunds of one charge, newest first. Takes charge and limit."""
    only(params, frozenset({"charge", "limit"}))
    charge = books.find("charge", str(params.get("charge", "")))
    return listing("/v1/refunds", _of(books, charge), page_size(params))


def with_refunds(books: Books, charge: Object) -> Object:
    """The charge with its newest refunds, as the provider gives it where they are asked for."""
    url = f"/v1/charges/{charge['id']}/refunds"
    return charge | {"refunds": listing(url, _of(books, charge), SHOWN_WITH_CHARGE)}


def _of(books: Books, charge: Object) -> list[Object]:
    return [each for each in books.all("refund", charge["payment_intent"]) if each["charge"] == charge["id"]][::-1]


def create(books: Books, params: Params) -> Object:
    """POST /v1/refunds: part of a charge or all that is left of it, never more than was taken."""
    only(params, REFUND)
    charge = charge_to_refund(books, params)
    left = charge["amount"] - charge["amount_refunded"]
    if left == 0:
        raise invalid(f"Charge {charge['id']} has already been refunded.", code="charge_already_refunded")
    amount = integer(params, "amount")
    amount = left if amount is None else amount
    if amount < 1:
        raise invalid("Invalid positive integer", code="parameter_invalid_integer", param="amount")
    if amount > left:
        raise invalid(f"Refund amount ({amount}) is greater than unrefunded amount on charge ({left}).", param="amount")
    reason = params.get("reason")
    if reason is not None and reason not in REASONS:
        raise invalid(f"Invalid reason: must be one of {', '.join(sorted(REASONS))}", param="reason")
    charge["amount_refunded"] += amount
    charge["refunded"] = charge["amount_refunded"] == charge["amount"]
    made: Object = {
        "id": books.new_id("re"),
        "object": "refund",
        "amount": amount,
        "charge": charge["id"],
        "created": int(books.now),
        "currency": charge["currency"],
        "metadata": params.get("metadata", {}),
        "payment_intent": charge["payment_intent"],
        "reason": reason,
        "status": "succeeded",
    }
    books.save(charge)
    books.save(made)
    books.emit("refund.created", made)
    books.emit("charge.refunded", charge)
    return made


def charge_to_refund(books: Books, params: Params) -> Object:
    """The charge that a refund is asked of; ApiProblem when it took no money."""
    if "payment_intent" in params:
        intent = books.find("payment_intent", str(params["payment_intent"]))
        charge_id = intent["latest_charge"] if intent["status"] == "succeeded" else None
    else:
        charge_id = str(params.get("charge", ""))
    if charge_id is None:
        raise invalid("This PaymentIntent does not have a successful charge to refund.", param="payment_intent")
    charge = books.find("charge", charge_id)
    if not charge["paid"]:
        raise invalid("This charge took no money that could be refunded.", param="charge")
    return charge


def fail(books: Books, id_: str) -> None:
    """The payer's bank sends a refund back: the money is the firm's again, and can be given back anew. Repeatable."""
    refund = books.find("refund", id_)
    if refund["status"] == "failed":
        return
    refund |= {"status": "failed", "failure_reason": "expired_or_canceled_card"}
    charge = books.find("charge", refund["charge"])
    charge |= {"amount_refunded": charge["amount_refunded"] - refund["amount"], "refunded": False}
    books.save(refund)
    books.save(charge)
    books.emit("refund.updated", refund)
    books.emit("refund.failed", refund)
