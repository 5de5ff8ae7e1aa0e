"""Letters about the change of a client's email address, to the old one and to the new one, or of their password."""

from collections.abc import Sequence
from datetime import datetime

from app.clock import sydney_text
from app.mail.content import Action, Block, Draft, Firm, Greeting, OpensIn, Paragraph
from app.mail.letters.parts import ASKS_FIRST, KEPT_APART, PORTAL_PATH, farewell, or_call, rows, where

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


def email_corrected(
    firm: Firm,
    *,
    to: str,
    reference: str,
    service: str,
    consultation_at: datetime | None,
    money: str,
    bank: Sequence[tuple[str, str]] = (),
    is_confirmed_again: bool = False,
    is_this_yours: str | None = None,
    address: str,
    opens_in: OpensIn,
) -> Draft:
    """To the address that whoever booked gives in place of the one that was mistyped: what has been booked.

    money: how its payment stands, as a sentence; bank: what an awaited transfer needs. is_confirmed_again: what
    confirmed it comes in letters of its own. is_this_yours: as in `transfer_details`. address: the page that shows it,
    and where it opens.
    Anybody may read this address, so that it greets nobody and says nothing else that was typed.
    """
    before = "What we wrote before went to the other address"
    before += ", so its confirmation comes here again; all" if is_confirmed_again else "; all"
    page = (Action("See your booking", address), Paragraph(where(firm, opens_in)))
    again = "If you have not booked with us, somebody mistyped again: please reply to this email."
    end: tuple[Block, ...] = (*page, Paragraph(again))
    if is_this_yours is not None:
        end = (Paragraph(KEPT_APART), Action("Tell us whether it is yours", is_this_yours))
    when = [("Consultation", sydney_text(consultation_at))] if consultation_at else []
    return Draft(
        kind="email_corrected",
        firm=firm,
        recipient=to,
        subject=f"{'Your booking' if is_this_yours is None else 'Booking'} {reference}: we write to this address now",
        headline="We write to this address now",
        blocks=(
            Greeting(),
            Paragraph(
                f"The email address of booking {reference} was mistyped, and has been corrected to this one. {before} "
                "that follows comes here."
            ),
            rows("The booking", (("Booking", reference), ("Service", service), *when)),
            Paragraph(money),
            *((rows("Transfer to" if is_this_yours is None else "If it was you, transfer to", bank),) if bank else ()),
            *end,
            farewell(firm),
        ),
    )


def email_was_slip(firm: Firm, *, to: str, reference: str) -> Draft:
    """To the address that was given for a booking by mistake: it has nothing to do with it any more."""
    return Draft(
        kind="email_was_slip",
        firm=firm,
        recipient=to,
        subject=f"Booking {reference} was sent to you by mistake",
        headline="That was a slip",
        blocks=(
            Greeting(),
            Paragraph(
                f"Whoever made booking {reference} on our website had mistyped their email address, and has corrected "
                "it. It has nothing to do with this address any more, and you get no more letters about it. Please "
                "delete the ones that you have."
            ),
            Action("Look at our website", f"{firm.site_address}/"),
            Paragraph(f"If the booking is yours all the same, reply to this email{or_call(firm)}."),
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
