"""Letters about messages that wait to be read. No more of these stands in a letter than how the first one begins."""

from app.mail.content import Action, Draft, Firm, Greeting, Paragraph, Quote, one_line
from app.mail.names import named

ONE_FOR_ALL = (
    "We send no further email about new messages in this project until you have read these, or a day has passed."
)


def messages_from_us(
    firm: Firm,
    *,
    to: str,
    name: str,
    reference: str,
    service: str,
    author: str,
    count: int,
    first_line: str,
    is_closed: bool,
    address: str,
) -> Draft:
    """To the client: the firm has written. author: of the first message; address: of the project's messages."""
    answer = (
        "The project is closed, so they can be read, but not answered there." if is_closed else "Answer there, too."
    )
    reach = f" If you would rather talk, call us on {firm.phone}, {firm.hours}." if firm.phone else ""
    return Draft(
        kind="messages_from_us",
        firm=firm,
        recipient=to,
        subject=f"{_counted(count)} about {reference}",
        headline=_counted(count),
        blocks=(
            Greeting(name),
            Paragraph(f"{one_line(author)} has written to you about {service}, {reference}."),
            Quote("It begins" if count == 1 else f"The first of {count} begins", first_line),
            Action("Read it in the client portal", address),
            Paragraph(f"{answer} A reply to this email is not read.{reach}"),
            Paragraph(f"{ONE_FOR_ALL}\n\nWarm regards,\n{firm.name}"),
        ),
    )


def messages_from_client(
    firm: Firm, *, to: str, name: str, reference: str, count: int, first_line: str, address: str
) -> Draft:
    """To staff: a client has written. address: of the project's messages in the back office."""
    return Draft(
        kind="messages_from_client",
        firm=firm,
        recipient=to,
        subject=f"{_counted(count)} about {reference} from {named(name, 'a client')}",
        headline=f"{_counted(count)} from a client",
        blocks=(
            Paragraph(f"{named(name, 'The client')} has written about {reference} in the client portal."),
            Quote("It begins" if count == 1 else f"The first of {count} begins", first_line),
            Action(f"Open the messages of {reference}", address),
            Paragraph("Answer there: a reply to this email is not read, and does not reach the client."),
            Paragraph(ONE_FOR_ALL),
        ),
    )


def _counted(count: int) -> str:
    return "A new message" if count == 1 else f"{count} new messages"
