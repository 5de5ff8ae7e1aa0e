"""Letters about documents that pass between a client and the firm. `address` is the project's page in the portal."""

from collections.abc import Sequence

from app.mail.content import Action, Draft, Firm, Greeting, Paragraph, Rows, one_line
from app.mail.letters.parts import farewell


def documents_shared(
    firm: Firm,
    *,
    to: str,
    name: str,
    reference: str,
    files: Sequence[str],
    address: str,
    replaces: str | None = None,
) -> Draft:
    """To the client: staff have put documents into the portal. replaces: the name of what one of them replaces."""
    one = len(files) == 1
    what = "A document is" if one else f"{len(files)} documents are"
    said = f"{firm.short_name} has put {'a document' if one else 'documents'} into your client portal."
    if replaces is not None:
        what = "A new version of a document is"
        said = (
            f"{firm.short_name} has put a new version of {one_line(replaces, 120)} into your client portal. The one "
            "you had is kept there as an earlier version."
        )
    return Draft(
        kind="documents_shared",
        firm=firm,
        recipient=to,
        subject=f"{what} ready for you: {reference}",
        headline=f"{what} ready for you",
        blocks=(
            Greeting(name),
            Paragraph(said),
            Rows(
                "Documents" if not one else "Document" if replaces is None else "New version",
                tuple((str(number), one_line(file, 120)) for number, file in enumerate(files, 1)),
            ),
            Action("Open the document" if one else "Open the documents", address),
            Paragraph("The page opens once you sign in to the client portal."),
            farewell(firm),
        ),
    )


def documents_needed(
    firm: Firm,
    *,
    to: str,
    name: str,
    reference: str,
    titles: Sequence[str],
    is_again: bool,
    is_last: bool,
    address: str,
) -> Draft:
    """To the client: what we still need. is_again: a letter asked for documents before; is_last: no other will."""
    still = "still " if is_again else ""
    what = "1 document" if len(titles) == 1 else f"{len(titles)} documents"
    last = (Paragraph(f"We do not {'remind you of' if is_again else 'ask you for'} these again."),) if is_last else ()
    return Draft(
        kind="documents_needed",
        firm=firm,
        recipient=to,
        subject=f"{'Reminder: we' if is_again else 'We'} need {what} from you: {reference}",
        headline=f"We {still}need {what}",
        blocks=(
            Greeting(name),
            Paragraph(f"To work on {reference}, we {still}need from you:"),
            Rows(what.capitalize(), tuple((str(number), title) for number, title in enumerate(titles, 1))),
            Action("Add your documents", address),
            Paragraph(
                "The page opens once you sign in to the client portal. If you do not have one of them, you can say so "
                "there."
            ),
            *last,
            farewell(firm),
        ),
    )
