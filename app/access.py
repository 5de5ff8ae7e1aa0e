"""Who is calling: the one answer to whose something is, and with it what somebody may see."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Caller:
    """A browser, and who is signed in in it.

    Rows are found through it (`Project.owned`, `Booking.owned_by`, `Onboarding.owned`, `Payment.owned`), so that what
    is somebody else's is not there.
    visitor: what the browser's session is called in what it made, None where it has made nothing.
    client_id: the signed-in client, None for everybody else; a temporary password opens nothing yet.
    """

    visitor: str | None = None
    client_id: int | None = None
