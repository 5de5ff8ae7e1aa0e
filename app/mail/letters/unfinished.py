"""The letter to somebody who left something unfinished."""

from datetime import datetime

from app.clock import sydney_text
from app.mail.content import Action, Draft, Firm, Greeting, Paragraph
from app.mail.letters.parts import farewell


def way_back(firm: Firm, *, to: str, address: str, until: datetime) -> Draft:
    """To the address that was typed, once. It says nothing of what was typed: the address may be a stranger's.

    address: the page that shows it again; until: when it is erased, aware.
    """
    return Draft(
        kind="way_back",
        firm=firm,
        recipient=to,
        subject="You can go on where you stopped",
        headline="It is still there",
        blocks=(
            Greeting(),
            Paragraph(
                "You began to book with us on our website and have not finished. Nothing was charged. "
                "What you entered, with any files you added, is still there."
            ),
            Action("Go on", address),
            Paragraph(
                "Please open this in the same browser that you used before: only that browser is shown what you "
                "entered, unless its cookies were deleted or it signed in to the client portal since."
            ),
            Paragraph(
                f"If nothing more is done, we keep what you entered, with its files, until {sydney_text(until)} "
                "and then erase it. We remind you only this once."
            ),
            Paragraph("If it was not you who typed this address, somebody mistyped theirs: you can ignore this email."),
            farewell(firm),
        ),
    )
