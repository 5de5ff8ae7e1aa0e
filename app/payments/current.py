"""The card provider of the program that answers the present request."""

from flask import current_app

from app.payments.gateway import Gateway


def card_provider() -> Gateway | None:
    """The card provider; None where cards cannot be taken."""
    found: Gateway | None = current_app.config["GATEWAY"]
    return found
