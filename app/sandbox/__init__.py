"""A stand-in for the card provider, complete enough that the official client libraries cannot tell.

It keeps its own books in its own SQLite file, answers the part of the provider's API that this business uses,
signs and delivers webhooks, and knows the provider's test cards. No real card can be charged and nothing leaves the
machine. The HTTP side for the browser is `routes.make_blueprint`; the server's side is
`client.sandbox_gateway`.
"""

from app.sandbox.delivery import Deliver, post_to
from app.sandbox.faults import Faults, NoAnswer
from app.sandbox.sandbox import LoggedRequest, Sandbox

__all__ = ["Deliver", "Faults", "LoggedRequest", "NoAnswer", "Sandbox", "post_to"]
