"""Letters about the change of a client's email address, to the old one and to the new one, or of their password."""

from datetime import datetime

from app.clock import sydney_text
from app.mail.content import Action, Draft, Firm, Greeting, Paragraph
from app.mail.letters.parts import ASKS_FIRST, PORTAL_PATH, farewell, or_call

BOTH = "We ask both addresses, and nothing changes until both have said yes."


def email_change_old(firm: Firm, *, to: str, name: str, new: str, link: str, expires_at: datetime) -> Draft:
    """To the address that a client signs in with: is this wanted? Secret: removed once delivered."""
    return Draft(
        kind="email_change_old",
        firm=firm,
        recipient=to,
        subject=f"Do you want to change your email address with {firm.short_name}?",
        headline="Another email address",
        blocks=(
            Greeting(name),
            Paragraph(
                f"Somebody who is signed in to your client portal, and knows its password, wants to sign in with {new} "
                f"from now on, and to get our letters there. {BOTH} If it was you, say yes here:"
            ),
            Action("Look at the change", link),
            Paragraph(f"{ASKS_FIRST} It works until {sydney_text(expires_at)}."),
            Paragraph(
                "If it was not you, somebody else knows your password. The same page stops the change; then choose "
                f"another password at {firm.site_address}{PORTAL_PATH}/reset, which signs out every device."
            ),
            farewell(firm),
        ),
        secret=True,
    )


def email_change_new(firm: Firm, *, to: str, link: str, expires_at: datetime) -> Draft:
    """To the address that a client wants: is it theirs? Anybody may read it. Secret: removed once delivered."""
    return Draft(
        kind="email_change_new",
        firm=firm,
        recipient=to,
        subject=f"Is this your email address for {firm.short_name}?",
        headline="Your new email address",
        blocks=(
            Greeting(),
            Paragraph(
                f"A client of ours wants to use this address, {to}, for the client portal and for our letters. {BOTH} "
                "If it was you, say yes here:"
            ),
            Action("Look at the change", link),
            Paragraph(f"{ASKS_FIRST} It works until {sydney_text(expires_at)}."),
            Paragraph("If it was not you, somebody mistyped their address: you can ignore this email."),
            farewell(firm),
        ),
        secret=True,
    )


def email_known(firm: Firm, *, to: str) -> Draft:
    """To an address that a client wants and that we know already: that it cannot be done, and what can."""
    return Draft(
        kind="email_known",
        firm=firm,
        recipient=to,
        subject=f"This email address is known to {firm.short_name} already",
        headline="We know this address already",
        blocks=(
            Greeting(),
            Paragraph(
                f"A client of ours wants to use this address, {to}, for their client portal. We have it in our records "
                "already, with somebody's own portal or booking, so that this cannot be done online. Nothing has "
                "changed, and nobody but you reads this."
            ),
            Paragraph(
                f"If it was you, reply to this email{or_call(firm)}, and we put the two together. If it was not you, "
                "there is nothing to do."
            ),
            Action("Open the client portal", firm.site_address + PORTAL_PATH),
            farewell(firm),
        ),
    )


def email_changed(firm: Firm, *, to: str, name: str, new: str) -> Draft:
    """To the address that a client had, and to the one that replaced it."""
    return Draft(
        kind="email_changed",
        firm=firm,
        recipient=to,
        subject=f"Your email address with {firm.short_name} was changed",
        headline="Your email address was changed",
        blocks=(
            Greeting(name),
            Paragraph(
                f"Both addresses have said yes: you sign in with {new} now, and our letters go there. Your password is "
                "the same. Every device but the one you asked on was signed out."
            ),
            Paragraph(f"If it was not you, reply to this email{or_call(firm)} at once."),
            Action("Open the client portal", firm.site_address + PORTAL_PATH),
            farewell(firm),
        ),
    )


def password_changed(firm: Firm, *, to: str, name: str, changed_at: datetime) -> Draft:
    """To a client whose own password was replaced by another, so that whoever did not do it hears of it."""
    return Draft(
        kind="password_changed",
        firm=firm,
        recipient=to,
        subject=f"Your password for the {firm.short_name} client portal was changed",
        headline="Your password was changed",
        blocks=(
            Greeting(name),
            Paragraph(
                f"A new password for your client portal was chosen on {sydney_text(changed_at)}. Everybody who was "
                "signed in with the one before has been signed out."
            ),
            Paragraph(
                "If it was you, there is nothing to do. If it was not, choose another one at once with “Email me a "
                f"reset link” in the client portal, and reply to this email{or_call(firm)}."
            ),
            Action("Open the client portal", firm.site_address + PORTAL_PATH),
            farewell(firm),
        ),
    )
