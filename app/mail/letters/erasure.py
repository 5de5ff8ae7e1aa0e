"""The last letter to a client."""

from collections.abc import Sequence

from app.mail.content import Action, Draft, Firm, Greeting, Paragraph, Steps
from app.mail.letters.parts import farewell

PRIVACY_PATH = "/privacy-policy"


def client_erased(firm: Firm, *, to: str, name: str, erased: Sequence[str], kept: Sequence[str]) -> Draft:
    """To a client whose data staff erased: what is gone, and what is kept until when, each in a few words."""
    stays = (
        (
            Paragraph("We have to keep some records of what was paid, at least until the day beside each."),
            Steps("What we keep", tuple(kept)),
        )
        if kept
        else (Paragraph("Nothing else of yours is kept."),)
    )
    return Draft(
        kind="client_erased",
        firm=firm,
        recipient=to,
        subject="We have erased your data",
        headline="We have erased your data",
        blocks=(
            Greeting(name),
            Paragraph(
                f"{firm.name} has erased what it kept of you. You can no longer sign in to the client portal. If you "
                "ever write to us or book again, you are a new client."
            ),
            Steps("What is erased", tuple(erased)),
            *stays,
            Action("Read our privacy policy", firm.site_address + PRIVACY_PATH),
            Paragraph(
                "This is our last letter to you. Our own copy of it is erased once it is sent, after 7 days at most."
            ),
            farewell(firm),
        ),
    )
