"""Letters to clients and enquirers about themselves."""

from datetime import datetime

from app.clock import sydney_text
from app.mail.content import Action, Block, Draft, Firm, Paragraph, Rows, Secret
from app.mail.letters.parts import PORTAL_PATH, at, farewell, greeting

OPENED = "We have opened a client portal for you. It keeps your projects, documents and appointments in one place."
NEW_SIGN_IN = (
    "Our office has given you a new sign-in for the client portal. The password you had no longer works, and every "
    "device that was signed in has been signed out."
)


def credentials(
    firm: Firm,
    *,
    to: str,
    name: str,
    temporary_password: str,
    expires_at: datetime,
    valid_days: int = 7,
    renewed: bool = False,
) -> Draft:
    """To a client: the temporary password and where to use it. Secret: removed once delivered.

    renewed: they had a password before, which is worth nothing any more.
    """
    opening = NEW_SIGN_IN if renewed else OPENED
    portal = firm.site_address + PORTAL_PATH
    return Draft(
        kind="credentials",
        firm=firm,
        recipient=to,
        subject=f"Your sign-in for the {firm.short_name} client portal",
        headline="Your client portal",
        blocks=(
            Paragraph(greeting(name)),
            Paragraph(opening),
            Rows("Sign in with", (("Email", to),)),
            Secret("Temporary password", temporary_password),
            Action("Open the client portal", portal),
            Paragraph(
                f"The password is valid for {valid_days} days, until {sydney_text(expires_at)}. "
                "When you first use it, we ask you to choose a new one that only you know."
            ),
            Paragraph(
                "Nobody at our office will ever ask for your password. If you did not book with us, "
                f"please tell us{at(firm.support_email)}."
            ),
            farewell(firm),
        ),
        secret=True,
    )


def ownership_question(
    firm: Firm, *, to: str, service: str, made_at: datetime, link: str, expires_at: datetime
) -> Draft:
    """To a known client whose address somebody typed: is this yours? It holds no word of whoever typed it.

    service: our own title of it; link: opens a page that asks before anything changes.
    """
    return Draft(
        kind="ownership_question",
        firm=firm,
        recipient=to,
        subject=f"Is this yours? {service}",
        headline="Is this yours?",
        blocks=(
            Paragraph(greeting("")),
            Paragraph(
                f"Somebody has used your email address on our website for {service}, on {sydney_text(made_at)}. "
                "We do not know whether it was you, so it is kept apart from everything of yours."
            ),
            Action("Tell us whether it is yours", link),
            Paragraph(
                "The page asks you first: opening it changes nothing. If you do nothing, it stays apart. "
                f"The link works until {sydney_text(expires_at)}."
            ),
            farewell(firm),
        ),
    )


def enquiry_received(firm: Firm, *, to: str, name: str, answered: str, bookable: bool = True) -> Draft:
    """To whoever enquired. It does not repeat the message: the address may be a stranger's.

    answered: by when it is, 'within one business day'; bookable: whether anything can be booked online at present.
    """
    sooner: tuple[Block, ...] = (
        Paragraph(
            "If you would rather not wait, you can book a consultation online; we then contact you within 24 hours "
            "to settle its time. "
            "Its fee is credited in full towards any service you go ahead with."
        ),
        Action("Book a consultation", f"{firm.site_address}/contact"),
    )
    return Draft(
        kind="enquiry_received",
        firm=firm,
        recipient=to,
        subject="We have your enquiry",
        headline="Thank you for writing",
        blocks=(
            Paragraph(greeting(name)),
            Paragraph(
                "Your enquiry has reached us, and one of our team will read it and answer you personally "
                f"{answered}. "
                f"Our office is open {firm.hours}."
            ),
            *(sooner if bookable else ()),
            Paragraph("If you did not write to us, somebody mistyped their address: you can ignore this email."),
            farewell(firm),
        ),
    )
