"""Letters about a next service that staff propose. `address`: a page of the portal."""

from collections.abc import Sequence
from datetime import datetime

from app.amounts import dollars, gst_part
from app.clock import sydney_text
from app.mail.content import Action, Block, Draft, Firm, Greeting, Paragraph, Rows, one_line
from app.mail.letters.parts import came_beyond, farewell, open_project, rows
from app.mail.names import named


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
    credit = [("Booking fee deducted", dollars(-credit_cents))] if credit_cents else []
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
            Greeting(name),
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


def service_paid(
    firm: Firm,
    *,
    to: str,
    name: str,
    reference: str,
    service: str,
    fee_cents: int,
    credit_cents: int,
    paid_cents: int,
    came_cents: int,
    more_cents: int = 0,
    method: str,
    invoice: str,
    transaction_id: str,
    paid_at: datetime,
    consultation: str,
    address: str,
) -> Draft:
    """To the client: what goes on from a consultation is paid, by money or by the booking fee's credit alone.

    came_cents: of paid_cents what came now, be it more_cents beyond the price; method: card or bank transfer; invoice:
    the number of its invoice.
    consultation: how that one stands, as `consultations.rules.shared_said` says it; '' where nothing is to be said.
    """
    meeting = f"Its consultation: {consultation[:1].lower()}{consultation[1:]}. " if consultation else ""
    what = "transfer" if method == "bank transfer" else "payment"
    is_part = came_cents < paid_cents
    arrived = (
        f"Your {what} of {dollars(came_cents)} has arrived" if paid_cents else "Your booking fee covers this service"
    )
    in_all = f" {dollars(paid_cents)} is paid for it in all." if is_part else ""
    if more_cents:
        in_all += f" {dollars(more_cents)} came beyond its price; another letter of ours is about that."
    receipt = [
        ("Service fee", f"{dollars(fee_cents)} AUD inc. GST"),
        ("Booking fee deducted", f"{dollars(-credit_cents)} AUD" if credit_cents else ""),
        ("Received", f"{dollars(came_cents)} AUD by {method}" if came_cents else ""),
        ("Paid", f"{dollars(paid_cents)} AUD inc. GST"),
        ("GST included", f"{dollars(gst_part(paid_cents))} AUD"),
        ("On", sydney_text(paid_at)),
        ("Transaction", "" if transaction_id == reference else transaction_id),
        ("Invoice", invoice),
        ("Paid to", firm.name),
        ("ABN", firm.abn),
    ]
    return Draft(
        kind="service_paid",
        firm=firm,
        recipient=to,
        subject=f"Your next step is paid: {reference}",
        headline=service,
        blocks=(
            Greeting(name),
            Paragraph(
                f"Thank you. {arrived}, and {reference}, {service}, is in progress: our team has been told.{in_all}"
            ),
            Paragraph(
                f"{meeting}The client portal has invoice {invoice} and shows whether we need any documents, and there "
                "you can write to us."
            ),
            *open_project(firm, address),
            rows("Receipt", receipt),
            farewell(firm),
        ),
    )


def staff_service_paid(
    firm: Firm,
    *,
    to: str,
    reference: str,
    name: str,
    email: str,
    phone: str,
    service: str,
    paid_cents: int,
    more_cents: int,
    method: str,
    goes_on: str,
    admin_link: str,
) -> Draft:
    """To staff: what a client accepted or started after a consultation is paid, and waits for them.

    paid_cents: of what is owed, more_cents: what came beyond that.
    goes_on: how the consultation stands that it shares, as `consultations.rules.shared_said_to_staff` says it.
    """
    return Draft(
        kind="staff_service_paid",
        firm=firm,
        recipient=to,
        reply_to=email,
        subject=f"Service paid {reference}: {one_line(service, 60)}, {named(name, 'a client')}",
        headline=f"Service paid {reference}",
        blocks=(
            Paragraph(goes_on),
            Action(f"Open {reference}", admin_link),
            rows(
                "Project",
                [
                    ("Service", service),
                    ("Name", name),
                    ("Email", email),
                    ("Phone", phone),
                    ("Paid", f"{dollars(paid_cents)} AUD by {method}"),
                    came_beyond(more_cents),
                ],
            ),
        ),
    )
