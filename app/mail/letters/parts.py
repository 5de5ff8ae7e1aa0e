"""What several letters share."""

from collections.abc import Sequence

from app.amounts import dollars
from app.mail.content import Action, Block, Firm, OpensIn, Paragraph, Rows, printable

PORTAL_PATH = "/client-portal"
# Of every link that asks before anything happens: programs open links, too.
ASKS_FIRST = "The page asks you first: opening it changes nothing."
# To a known client whose address somebody typed: the money is proof enough (decisions).
KEPT_APART = (
    "We do not know whether it was you, so it is kept apart from everything of yours. If all of it is paid, we take it "
    "for yours and put it with your projects, unless you have told us that it is not."
)


def rows(title: str, pairs: Sequence[tuple[str, str]]) -> Rows:
    """A titled list of those rows that have a value."""
    return Rows(title, tuple((label, value) for label, value in pairs if printable(value).strip()))


def sign_in(firm: Firm, *, is_new: bool, is_own: bool) -> Paragraph:
    """How the reader gets into the client portal. is_new: a letter of its own brings the sign-in; is_own: the password
    is one that the reader chose, not a temporary one that an earlier letter brought."""
    if is_new:
        return Paragraph("Your sign-in for the client portal is on its way in a separate email.")
    password = "password you chose" if is_own else "temporary password from our earlier email"
    return Paragraph(
        f"You have a sign-in for the client portal already: your email address and the {password}. "
        f"If you no longer know it, {firm.site_address}{PORTAL_PATH} emails you a link to choose another one."
    )


def open_project(firm: Firm, address: str) -> tuple[Block, ...]:
    """The button of a letter that asks for nothing. address: of the project's page, in the portal where it is there."""
    if address.startswith(firm.site_address + PORTAL_PATH):
        return (Action("Open your project", address),)
    return (Action("See your booking", address), Paragraph(where(firm, OpensIn(browser=True, portal=False))))


def not_you(proved: bool, came: bool = False) -> tuple[Block, ...]:
    """To whoever reads an address that anybody may have typed; nothing where it is proved to be the reader's own.

    came: the letter is about money that came, whoever sent it.
    """
    if proved:
        return ()
    if came:
        return (
            Paragraph(
                "If the payment is not yours, somebody else gave us this address, perhaps by mistake: please reply to "
                "this email, so that we find out whose it is."
            ),
        )
    return (
        Paragraph(
            "If it was not you who gave us this address, somebody else did, perhaps by mistake: there is nothing for "
            "you to pay and nothing to do."
        ),
    )


def paid_by_you(by_money_alone: bool) -> tuple[Block, ...]:
    """To a client whom we knew, about what nothing but its payment shows to be theirs: what to do where it is not."""
    if not by_money_alone:
        return ()
    return (
        Paragraph(
            "It was booked with your email address and has been paid, so it is with your projects. If it was not you, "
            "please reply to this email: we find out whose it is."
        ),
    )


def not_theirs(email: str, is_disowned: bool) -> tuple[Block, ...]:
    """To staff, about what was typed with the address of somebody who said that it is not theirs; else nothing."""
    if not is_disowned:
        return ()
    return (
        Paragraph(
            f"Whoever reads {email} said that this is not theirs. Name and phone are what was typed: please call that "
            "number and find out whose it is. Nothing about it is sent to that address, so please do not write there."
        ),
    )


def came_beyond(cents: int) -> tuple[str, str]:
    """To staff, the row of what came more than was owed; without a value where nothing did."""
    return "Came beyond that", f"{dollars(cents)} AUD, to be given back" if cents else ""


def at(address: str) -> str:
    """' at help@ours.example' after a verb; nothing while the firm has no address of its own."""
    return f" at {address}" if address else ""


def or_call(firm: Firm) -> str:
    """' or call us on (02) 9585 1234' after another way; nothing while the firm has no number of its own."""
    return f" or call us on {firm.phone}" if firm.phone else ""


def where(firm: Firm, opens_in: OpensIn) -> str:
    """In which browsers a letter's button leads on, as a sentence."""
    if opens_in.browser and opens_in.portal:
        return (
            "In the browser you used before, the button opens this page without a sign-in, until you change something "
            "in the client portal or our team changes something about your booking. After that, and in any other "
            "browser, please sign in to the client portal first."
        )
    if opens_in.portal:
        return "The page opens once you sign in to the client portal."
    return (
        "The page opens only in the browser you used before, unless its cookies were deleted since. "
        f"Without it, reply to this email{or_call(firm)}."
    )


def farewell(firm: Firm) -> Paragraph:
    """How a letter to a client ends."""
    hours = f", {firm.hours}" if firm.phone else ""
    return Paragraph(f"Questions? Reply to this email{or_call(firm)}{hours}.\n\nWarm regards,\n{firm.name}")
