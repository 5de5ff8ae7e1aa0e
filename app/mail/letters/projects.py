"""Letters about how a project goes on, or what became of it. `address` is its page in the portal."""

from app.amounts import dollars
from app.mail.content import Draft, Firm, Greeting, Paragraph
from app.mail.letters.parts import farewell, open_project, or_call

TERMS_PATH = "/terms-conditions#access-and-use"

SAID = {
    "in_progress": ("Work on {reference} has begun", "We have begun to work on {service} ({reference})."),
    "completed": (
        "{reference} is completed",
        "Our work on {service} ({reference}) is completed. Its documents, invoices and messages stay in your client "
        "portal.",
    ),
    "consulting": (
        "Work on {reference} has begun",
        "We have begun to work on the consultation that you booked about {service} ({reference}).",
    ),
    "never_timed": (
        "{reference} is completed",
        "We have completed your booking about {service} ({reference}). No time was set for its consultation online: if "
        "you have not spoken with us, or would like to, please reply to this email. Its documents, invoices and "
        "messages stay in your client portal.",
    ),
    "consulted": (
        "{reference} is completed",
        "The consultation that you booked about {service} ({reference}) is completed. Its documents, invoices and "
        "messages stay in your client portal.",
    ),
    "missed": (
        "{reference} is completed",
        "We have closed your booking about {service} ({reference}). Its consultation did not take place: if you would "
        "like to speak with us after all, please reply to this email. Its documents, invoices and messages stay in "
        "your client portal.",
    ),
    "reopened": ("{reference} is open again", "We have opened {service} ({reference}) again."),
}


def project_goes_on(
    firm: Firm, *, to: str, name: str, reference: str, service: str, news: str, money: str = "", address: str
) -> Draft:
    """To the client: staff have set another status. news: see `SAID`, 'reopened' for any other.

    money: what holds of what was paid, as sentences; '' for nothing to say.
    """
    subject, said = (text.format(reference=reference, service=service) for text in SAID.get(news, SAID["reopened"]))
    return Draft(
        kind="project_goes_on",
        firm=firm,
        recipient=to,
        subject=subject,
        headline=subject,
        blocks=(
            Greeting(name),
            Paragraph(f"{said} {money}".strip()),
            *open_project(firm, address),
            farewell(firm),
        ),
    )


def money_kept(
    firm: Firm, *, to: str, name: str, reference: str, kept_cents: int, by_client: bool, address: str
) -> Draft:
    """To the client of a cancelled project: staff have decided about a refund, and keep so much of what was paid.

    by_client: they cancelled it themselves, which is all that the terms speak of.
    """
    kept = dollars(kept_cents)
    terms = (
        "What our terms say about cancelling stands under “Access and use”: what you have paid is not refunded "
        f"automatically, our team decides about a refund. They are at {firm.site_address}{TERMS_PATH}. "
        if by_client
        else ""
    )
    return Draft(
        kind="money_kept",
        firm=firm,
        recipient=to,
        subject=f"What you paid for {reference}: our decision",
        headline="Our decision about a refund",
        blocks=(
            Greeting(name),
            Paragraph(
                f"Your project {reference} is cancelled. Our team has decided about {kept} of what you paid for it: we "
                f"keep the {kept}, so there is no refund of it."
            ),
            Paragraph(f"{terms}Your rights under the Australian Consumer Law stay as they are."),
            Paragraph(f"If you see it differently, please reply to this email{or_call(firm)}: we look at it again."),
            *open_project(firm, address),
            farewell(firm),
        ),
    )


def review_begun(
    firm: Firm, *, to: str, name: str, reference: str, said: str, consultation: str, address: str
) -> Draft:
    """To the client: the time of their contract review runs. said: since when, by when it is due, and the guarantee.

    consultation: of one that is still to come, a sentence; '' for none.
    """
    return Draft(
        kind="review_begun",
        firm=firm,
        recipient=to,
        subject=f"The time of your review has begun: {reference}",
        headline="Your review has begun",
        blocks=(
            Greeting(name),
            Paragraph(said),
            *([Paragraph(consultation)] if consultation else []),
            *open_project(firm, address),
            farewell(firm),
        ),
    )
