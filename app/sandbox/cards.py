"""Test cards and what each does. Numbers follow the provider's documentation unless marked as our own.

Any future expiry date and any security code do. A number that is not in the table is declined as a real card would
be in the provider's test mode, and is never stored.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from app.sandbox.problems import card_problem, invalid


class Behaviour(StrEnum):
    """What the bank does when asked for money."""

    PAYS = "pays"
    DECLINES = "declines"
    ASKS = "asks"  # wants 3-D Secure first
    TAKES_TIME = "takes_time"  # the charge stays processing, then settles


@dataclass(frozen=True, slots=True)
class Decline:
    """The bank's no: the provider's code, the bank's own code and the text shown to the payer."""

    code: str
    decline_code: str | None
    message: str


@dataclass(frozen=True, slots=True)
class TestCard:
    """One row of the table; `decline` comes at once, after authentication or after the wait. None: the money comes."""

    brand: str
    behaviour: Behaviour
    decline: Decline | None = None


@dataclass(frozen=True, slots=True)
class Presented:
    """A card as typed, checked for form, with what it will do. The number itself is not kept."""

    brand: str
    last4: str
    exp_month: int
    exp_year: int
    behaviour: Behaviour
    decline: Decline | None


GENERIC = Decline("card_declined", "generic_decline", "Your card was declined.")
NOT_A_TEST_CARD = Decline(
    "card_declined",
    "test_mode_live_card",
    "Your card was declined. Your request was in test mode, but used a non test card.",
)


def _declined(code: str, decline_code: str | None, message: str, brand: str = "visa") -> TestCard:
    return TestCard(brand, Behaviour.DECLINES, Decline(code, decline_code, message))


TEST_CARDS: dict[str, TestCard] = {
    "4242424242424242": TestCard("visa", Behaviour.PAYS),
    "4000056655665556": TestCard("visa", Behaviour.PAYS),
    "4000000360000006": TestCard("visa", Behaviour.PAYS),  # issued in Australia
    "5555555555554444": TestCard("mastercard", Behaviour.PAYS),
    "2223003122003222": TestCard("mastercard", Behaviour.PAYS),
    "378282246310005": TestCard("amex", Behaviour.PAYS),
    "4000000000000002": TestCard("visa", Behaviour.DECLINES, GENERIC),
    "4000000000009995": _declined("card_declined", "insufficient_funds", "Your card has insufficient funds."),
    "4000000000009987": _declined("card_declined", "lost_card", "Your card was declined."),
    "4000000000009979": _declined("card_declined", "stolen_card", "Your card was declined."),
    "4100000000000019": _declined("card_declined", "fraudulent", "Your card was declined."),
    "4000000000006975": _declined(
        "card_declined",
        "card_velocity_exceeded",
        "Your card was declined for making repeated attempts too frequently or exceeding its amount limit.",
    ),
    "4000000000000069": _declined("expired_card", None, "Your card has expired."),
    "4000000000000127": _declined("incorrect_cvc", None, "Your card's security code is incorrect."),
    "4000000000000119": _declined(
        "processing_error", None, "An error occurred while processing your card. Try again in a little bit."
    ),
    "4000002500003155": TestCard("visa", Behaviour.ASKS),
    "4000002760003184": TestCard("visa", Behaviour.ASKS),
    "4000000000003220": TestCard("visa", Behaviour.ASKS),
    "4000008400001629": TestCard("visa", Behaviour.ASKS, GENERIC),  # authenticates, then is declined
    # Our own: the provider has no card that settles late, but bank debits and outages do the same.
    "4000000000005100": TestCard("visa", Behaviour.TAKES_TIME),
    "4000000000005209": TestCard("visa", Behaviour.TAKES_TIME, GENERIC),
}

NAMED_METHODS = {
    "pm_card_visa": "4242424242424242",
    "pm_card_mastercard": "5555555555554444",
    "pm_card_chargeDeclined": "4000000000000002",
    "pm_card_authenticationRequired": "4000002760003184",
}


def presented(params: Mapping[str, Any], now: float) -> Presented:
    """The card in a confirm request: `payment_method_data[card]` or a named test method.

    ApiProblem (402) for a number, date or code that no card can have, before anything is attempted.
    """
    named = NAMED_METHODS.get(str(params.get("payment_method", "")))
    data = params.get("payment_method_data")
    card = data.get("card") if isinstance(data, dict) else None
    if named:
        card = {"number": named, "exp_month": "12", "exp_year": str(_year(now) + 3), "cvc": "123"}
    if not isinstance(card, dict):
        raise invalid(
            "You cannot confirm this PaymentIntent because it's missing a payment method.",
            code="payment_intent_unexpected_state",
            param="payment_method",
        )
    number = re.sub(r"[ -]", "", str(card.get("number", "")))
    month, year = expiry(card, now)
    if not re.fullmatch(r"[0-9]{12,19}", number) or not passes_checksum(number):
        raise card_problem("Your card number is incorrect.", "incorrect_number", param="number")
    if not re.fullmatch(r"[0-9]{3,4}", str(card.get("cvc", ""))):
        raise card_problem("Your card's security code is invalid.", "invalid_cvc", param="cvc")
    known = TEST_CARDS.get(number, TestCard("unknown", Behaviour.DECLINES, NOT_A_TEST_CARD))
    return Presented(known.brand, number[-4:], month, year, known.behaviour, known.decline)


def passes_checksum(number: str) -> bool:
    """Luhn's check: every second digit from the right is doubled, the digits' sum must end in 0."""
    digits = [int(digit) for digit in reversed(number)]
    return sum(digits[0::2] + [sum(divmod(2 * digit, 10)) for digit in digits[1::2]]) % 10 == 0


def expiry(card: Mapping[str, Any], now: float) -> tuple[int, int]:
    """The month and year on a card; ApiProblem (402) when it has expired or none can have them."""
    month, year = str(card.get("exp_month", "")), str(card.get("exp_year", ""))
    if not re.fullmatch(r"0?[1-9]|1[0-2]", month):
        raise card_problem("Your card's expiration month is invalid.", "invalid_expiry_month", param="exp_month")
    if not re.fullmatch(r"(20)?[0-9]{2}", year) or int(year) % 100 + 2000 < _year(now):
        raise card_problem("Your card's expiration year is invalid.", "invalid_expiry_year", param="exp_year")
    full_year = int(year) % 100 + 2000
    if full_year == _year(now) and int(month) < datetime.fromtimestamp(now, UTC).month:
        raise card_problem("Your card's expiration month is invalid.", "invalid_expiry_month", param="exp_month")
    return int(month), full_year


def _year(now: float) -> int:
    return datetime.fromtimestamp(now, UTC).year
