"""Letters to clients and enquirers about themselves."""

from datetime import datetime

from app.clock import sydney_text
from app.mail.content import Action, Block, Draft, Firm, Greeting, Paragraph, Rows, Secret, one_line
from app.mail.letters.parts import ASKS_FIRST, KEPT_APART, PORTAL_PATH, at, farewell

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
            Greeting(name),
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


def password_reset(firm: Firm, *, to: str, name: str, link: str, expires_at: datetime) -> Draft:
    """To a client: the link with which they choose a password. Secret: removed once delivered."""
    return Draft(
        kind="password_reset",
        firm=firm,
        recipient=to,
        subject=f"Choose a new password for the {firm.short_name} client portal",
        headline="A new password",
        blocks=(
            Greeting(name),
            Paragraph(
                "Somebody has asked on our website for a link to choose a new password for your client portal. If it "
                "was you, here it is:"
            ),
            Action("Choose a new password", link),
            Paragraph(
                f"The link works once, until {sydney_text(expires_at)}. Opening it changes nothing: your password is "
                "replaced when you have chosen another one, and every device that was signed in is signed out then."
            ),
            Paragraph("If it was not you, there is nothing to do: your password stays as it is."),
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
            Greeting(),
            Paragraph(
                f"Somebody has used your email address on our website for {service}, on {sydney_text(made_at)}. "
                f"{KEPT_APART}"
            ),
            Action("Tell us whether it is yours", link),
            Paragraph(
                f"{ASKS_FIRST} If you do nothing, it stays apart unless it is paid. The link works until "
                f"{sydney_text(expires_at)}; once it is paid, a no there goes to our team, who find out whose it is."
            ),
            farewell(firm),
        ),
    )


def enquiry_received(firm: Firm, *, to: str, answered: str, bookable: bool = True) -> Draft:
    """To whoever enquired. It repeats neither name nor message: the address may be a stranger's.

    answered: by when it is, 'within one business day'; bookable: whether anything can be booked online at present.
    """
    meanwhile: tuple[Block, ...] = (Action("See our services", f"{firm.site_address}/services"),)
    sooner: tuple[Block, ...] = (
        Paragraph(
            "If you would rather not wait, you can book a consultation online and choose its time right after paying, "
            "or we contact you within 24 hours to settle it. "
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
            Greeting(),
            Paragraph(
                "Your enquiry has reached us, and one of our team will read it and answer you personally "
                f"{answered}. "
                f"Our office is open {firm.hours}."
            ),
            *(sooner if bookable else meanwhile),
            Paragraph("If you did not write to us, somebody mistyped their address: you can ignore this email."),
            farewell(firm),
        ),
    )


def enquiry_answered(firm: Firm, *, to: str, message: str, received_at: datetime) -> Draft:
    """To whoever enquired: staff's own words. Nothing that was typed is repeated: the address may be a stranger's."""
    return Draft(
        kind="enquiry_answered",
        firm=firm,
        recipient=to,
        subject="Our answer to your enquiry",
        headline="Our answer to your enquiry",
        blocks=(
            Greeting(),
            Paragraph(message),
            Action("See our services", f"{firm.site_address}/services"),
            Paragraph(f"This answers the enquiry that reached us on {sydney_text(received_at)}."),
            farewell(firm),
        ),
    )


def from_us(firm: Firm, *, to: str, name: str, title: str, message: str) -> Draft:
    """To a client: staff's own words under staff's own title, between a greeting and our name."""
    return Draft(
        kind="from_us",
        firm=firm,
        recipient=to,
        subject=one_line(title, 200) or firm.name,
        headline=title,
        blocks=(
            Greeting(name),
            Paragraph(message),
            Action("Our website", f"{firm.site_address}/"),
            farewell(firm),
        ),
    )
