"""Letters about a next service that staff propose. `address` is the project's page in the portal."""

from collections.abc import Sequence

from app.amounts import dollars
from app.mail.content import Action, Block, Draft, Firm, Paragraph, Rows
from app.mail.letters.parts import farewell, greeting, rows


def service_proposed(
    firm: Firm,
    *,
    to: str,
    name: str,
    reference: str,
    service: str,
    price_cents: int,
    credit_cents: int,
    includes: Sequence[str],
    message: str,
    until: str,
    address: str,
) -> Draft:
    """To the client: what we propose after the consultation. includes: line by line; message: a line of staff.

    until: the moment at which it runs out. All cents include GST.
    """
    credit = [("Booking fee deducted", f"-{dollars(credit_cents)}")] if credit_cents else []
    left = ("Left to pay", dollars(price_cents - credit_cents))
    what: tuple[Block, ...] = (
        Rows("What is included", tuple((str(number), line) for number, line in enumerate(includes, 1))),
    )
    fee = " The booking fee is deducted once: by the first service that uses it." if credit_cents else ""
    return Draft(
        kind="service_proposed",
        firm=firm,
        recipient=to,
        subject=f"Our proposal after your consultation: {reference}",
        headline="Our proposal for the next step",
        blocks=(
            Paragraph(greeting(name)),
            Paragraph(f"After your consultation ({reference}), we propose {service} as the next step."),
            *((Paragraph(message),) if message else ()),
            rows("The price, in AUD inc. GST", [(service, dollars(price_cents)), *credit, left]),
            *(what if includes else ()),
            Paragraph(
                f"You owe nothing unless you accept. This price holds until {until}; the proposal runs out then.{fee}"
            ),
            Action("See the proposal", address),
            Paragraph("The page opens once you sign in to the client portal. There you can accept or decline it."),
            farewell(firm),
        ),
    )
