"""Letters to staff."""

from collections.abc import Sequence
from datetime import datetime

from app.amounts import dollars, size_text
from app.clock import sydney_text
from app.mail.content import (
    Action,
    Block,
    Draft,
    Firm,
    Paragraph,
    Quote,
    one_line,
)
from app.mail.letters.parts import came_beyond, not_theirs, rows
from app.mail.names import named


def staff_booking_notice(
    firm: Firm,
    *,
    to: str,
    reference: str,
    name: str,
    email: str,
    phone: str,
    project_address: str,
    preferred_contact: str,
    service: str,
    amount_cents: int,
    transaction_id: str,
    paid_at: datetime,
    admin_link: str,
    project_type: str | None = None,
    project_value: str | None = None,
    message: str = "",
    files: Sequence[tuple[str, int]] = (),
    returning: bool = False,
    differences: Sequence[str] = (),
    is_disowned: bool = False,
    more_cents: int = 0,
) -> Draft:
    """To staff: a paid booking with every answer.

    amount_cents: of its fee, more_cents: what came beyond that;
    files: (name, size in bytes); returning: the e-mail address already belonged to a client;
    differences: what this time was told differently from the kept client, e.g. 'phone: 0400 000 000';
    admin_link: the whole address of the booking's staff page. is_disowned: whoever reads the address said that the
    booking is not theirs, so that no answer may go there.
    """
    known = "Already with us" if returning else "New"
    client = [
        ("Name", name),
        ("Email", email),
        ("Phone", phone),
        ("Prefers contact by", preferred_contact),
        ("Client", "Said not to be theirs" if is_disowned else known),
    ]
    project = [
        ("Reference", reference),
        ("Service", service),
        ("Project type", project_type or ""),
        ("Approximate value", project_value or ""),
        ("Project address", project_address),
        ("Consultation", "The client chooses a time, or you call within 24 hours"),
        ("Documents", "\n".join(f"{file} ({size_text(size)})" for file, size in files) or "None"),
    ]
    money = [
        ("Paid", f"{dollars(amount_cents)} AUD inc. GST"),
        came_beyond(more_cents),
        ("On", sydney_text(paid_at)),
        ("Transaction", "" if transaction_id == reference else transaction_id),
    ]
    blocks: list[Block] = [
        Paragraph(f"{named(name, 'A client')} has booked and paid. We promised to be in touch within 24 hours."),
        *not_theirs(email, is_disowned),
        Action(f"Open {reference}", admin_link),
        rows("Client", client),
    ]
    if differences and not is_disowned:
        blocks.append(
            Quote("Different from the client's record, which was left as it is", "\n".join(differences)),
        )
    blocks.append(rows("Project", project))
    if message.strip():
        blocks.append(Quote("In their words", message))
    blocks.append(rows("Money", money))
    return Draft(
        kind="staff_booking_notice",
        firm=firm,
        recipient=to,
        reply_to=None if is_disowned else email,
        subject=f"New booking {reference}: {one_line(service, 60)}, {named(name, 'a client')}",
        headline="New booking",
        blocks=tuple(blocks),
    )


def enquiry_notice(
    firm: Firm, *, to: str, name: str, email: str, phone: str, message: str, received_at: datetime
) -> Draft:
    """To staff: somebody wrote through the form beside the booking wizard."""
    return Draft(
        kind="enquiry_notice",
        firm=firm,
        recipient=to,
        reply_to=email,
        subject=f"Enquiry from {named(name, 'a visitor')}",
        headline="New enquiry",
        blocks=(
            rows(
                "From",
                [("Name", name), ("Email", email), ("Phone", phone), ("Received", sydney_text(received_at))],
            ),
            Quote("Message", message),
        ),
    )
