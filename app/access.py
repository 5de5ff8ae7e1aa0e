"""Who is calling: the one answer to whose something is. What they may see is found by `owned` beside each row."""

from dataclasses import dataclass

from app.errors import AppError


@dataclass(frozen=True, slots=True)
class Caller:
    """A browser, and who is signed in in it.

    Rows are found through it (`Project.owned`, `Booking.owned_by`, `Onboarding.owned`, `Payment.owned`,
    `Document.owned`), so that what is somebody else's is not there.
    visitor: what the browser's session is called in what it made, None where it has made nothing.
    client_id: the signed-in client, None for everybody else; a temporary password opens nothing yet.
    staff: whether a member of staff is signed in. They look at what is others' in the back office only: on the site
    they are visitors.
    has_temporary_password: a client is signed in who has not chosen a password yet.
    """

    visitor: str | None = None
    client_id: int | None = None
    staff: bool = False
    has_temporary_password: bool = False

    def acts_as(self, client_id: int) -> str:
        """The actor of what it does to a project of that client, as the project's history names it."""
        return "client" if self.client_id == client_id else "visitor"

    def refuse_temporary_password(self) -> None:
        """AppError 403 for a signed-in client who still has the temporary password of their letter."""
        if self.has_temporary_password:
            raise AppError("password_change_required", 403, "Please choose a new password first.")
