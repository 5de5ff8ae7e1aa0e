"""Letters to clients about bookings and money."""

from collections.abc import Sequence
from datetime import datetime

from app.amounts import BANKS_SHOW_IT, dollars, gst_part
from app.clock import sydney_text
from app.mail.content import (
    Action,
    Block,
    Draft,
    Firm,
    Greeting,
    OpensIn,
    Paragraph,
    Steps,
)
from app.mail.letters.parts import (
    KEPT_APART,
    farewell,
    not_you,
    open_project,
    or_call,
    paid_by_you,
    rows,
    sign_in,
    where,
)


def booking_confirmed(
    firm: Firm,
    *,
    to: str,
    name: str,
    reference: str,
    service: str,
    amount_cents: int,
    transaction_id: str,
    paid_at: datetime,
    project_type: str | None = None,
    project_value: str | None = None,
    project_address: str = "",
    promise: str = "",
    price_cents: int = 0,
    files: Sequence[str] = (),
    minutes: int,
    choose_at: str,
    account_created: bool = False,
    own_password: bool = True,
    by_money_alone: bool = False,
    consultation_at: datetime | None = None,
    is_over: bool = False,
    is_call_due: bool = True,
) -> Draft:
    """To the client: the booking, what happens next, and the receipt.

    reference: 'HPM-12'; service, with the package of a review, project_type, project_value: as shown to people;
    promise: what the booking of that package promises; price_cents: what the package costs;
    files: names as uploaded; choose_at: the page on which the client chooses the consultation's time;
    account_created: a letter with the sign-in goes out as well;
    own_password: the sign-in that the client had before is with a password of their own choosing.
    by_money_alone: a client whom we knew, and nothing but the payment shows that it is theirs.
    consultation_at: its time, None while it is to be chosen; is_over: it has come already, and nothing is said of a
    time to come; is_call_due: the time is not over in which we call.
    """
    call = "we call you within 24 hours" if is_call_due else f"reply to this email{or_call(firm)}"
    time: tuple[Block, ...] = (
        Paragraph(f"Please choose the time of your consultation, or {call} to arrange one."),
        Action("Choose your time", choose_at),
    )
    if consultation_at:
        time = (
            Paragraph(
                f"{'The time of your' if is_over else 'Your'} consultation {'was' if is_over else 'is on'} "
                f"{sydney_text(consultation_at)}."
            ),
            Action("See your booking", choose_at),
        )
    fee = dollars(amount_cents)
    looked_at = "details and documents" if files else "details"
    later = f"If you go ahead with one of our services, the {fee} is deducted from the agreed total service cost."
    rest = f"The {fee} is deducted from the price."
    if price_cents > amount_cents:
        price, left = dollars(price_cents), dollars(price_cents - amount_cents)
        rest = f"It costs {price} inc. GST: the {fee} is deducted, and we send you an invoice for {left}."
    money = f"{promise} {rest}" if promise else later
    booking = [
        ("Reference", reference),
        ("Service", service),
        ("Project type", project_type or ""),
        ("Approximate value", project_value or ""),
        ("Project address", project_address),
        ("Documents", "\n".join(files) or "None so far"),
    ]
    receipt = [
        ("Booking fee", f"{fee} AUD inc. GST"),
        ("GST included", f"{dollars(gst_part(amount_cents))} AUD"),
        ("Paid", sydney_text(paid_at)),
        ("Transaction", "" if transaction_id == reference else transaction_id),
        ("Paid to", firm.name),
        ("ABN", firm.abn),
    ]
    blocks: list[Block] = [
        Greeting(name),
        Paragraph(
            f"Thank you for your booking. Your payment has arrived, and your reference is {reference}; "
            "please mention it whenever you write or call."
        ),
        *time,
        Paragraph(where(firm, OpensIn(browser=True, portal=True))),
        rows("Your booking", booking),
        Paragraph(money)
        if is_over
        else Steps(
            "What happens next",
            (
                f"We read your {looked_at} before we speak, so that no time is lost on introductions.",
                f"Your consultation takes {minutes} minutes; its time comes in a letter of its own, for your calendar.",
                money,
            ),
        ),
    ]
    if not (files or is_over):
        blocks.append(
            Paragraph("Plans, contracts or reports help us prepare. You can still add them in the client portal.")
        )
    blocks += [sign_in(firm, is_new=account_created, is_own=own_password), rows("Receipt", receipt)]
    blocks += [*paid_by_you(by_money_alone), farewell(firm)]
    return Draft(
        kind="booking_confirmed",
        firm=firm,
        recipient=to,
        subject=f"Your booking is confirmed: {reference}",
        headline="Booking confirmed",
        blocks=tuple(blocks),
    )


def transfer_details(
    firm: Firm,
    *,
    to: str,
    name: str,
    reference: str,
    service: str,
    amount_cents: int,
    account_name: str,
    bsb: str,
    account: str,
    due: str,
    replaced_cents: int | None = None,
    consultation_at: datetime | None = None,
    kept: str = "",
    is_this_yours: str | None = None,
    proved: bool = False,
    by_phone: bool = False,
    accepted: bool = False,
    address: str,
    opens_in: OpensIn,
) -> Draft:
    """To a client who pays by bank transfer: where to, how much, with which reference, by when.

    replaced_cents: what an earlier letter asked for, in whose place this one comes; None where there was none.
    kept: until when the consultation's time is kept, as a sentence; "" where there is none, and the money is asked for
    as `due` says. is_this_yours: the link that asks a known client whose address somebody typed; the letter thanks
    nobody then. proved: that it is the reader's is known, and not only that somebody typed the address.
    by_phone: staff have agreed on it with the client; accepted: the client has accepted it in the portal. address: the
    page that shows the transfer, and where it opens.
    """
    amount = dollars(amount_cents)
    by_when = "" if kept else f" {due}"
    soon = "We write again as soon as the money has arrived, usually one to two business days later."
    asked_for = "Thank you for booking with us."
    if by_phone:
        asked_for = f"As agreed with you, we have opened {reference}: {service}."
    if accepted:
        asked_for = f"You have accepted our proposal and chosen to pay {reference}, {service}, by bank transfer."
    replaced: list[Block] = []
    if replaced_cents is not None:
        replaced = [
            Paragraph(
                f"This takes the place of our earlier letter, which asked for {dollars(replaced_cents)}. "
                "If you have sent that already, please do not transfer again: we write to you as soon as it arrives."
            )
        ]
    question: list[Block] = []
    page: list[Block] = [Action("See your booking", address), Paragraph(where(firm, opens_in))]
    if is_this_yours is not None:
        asked_for = "Somebody has used your email address on our website and chosen to pay by bank transfer."
        question = [
            Paragraph(KEPT_APART),
            Action("Tell us whether it is yours", is_this_yours),
        ]
        page = []
    return Draft(
        kind="transfer_details",
        firm=firm,
        recipient=to,
        subject=f"Bank transfer details for {reference}",
        headline="Your bank transfer",
        blocks=(
            Greeting(name),
            Paragraph(
                f"{asked_for} {'Please' if not question else 'If it was you, please'} transfer {amount}{by_when}, "
                "using exactly this reference so that we can match your payment."
            ),
            *replaced,
            *question,
            rows(
                "Transfer to",
                [
                    ("Account name", account_name),
                    ("BSB", bsb),
                    ("Account number", account),
                    ("Amount", f"{amount} AUD inc. GST"),
                    ("Reference", reference),
                    ("For", service),
                    ("Time held for you", sydney_text(consultation_at) if consultation_at else ""),
                ],
            ),
            Paragraph(f"{kept} {soon}".strip()),
            *page,
            *not_you(proved or is_this_yours is not None),
            Paragraph(
                "We never change our bank details by email. If a later message asks you to pay into "
                f"another account, please call us on {firm.phone} before you do."
            ),
            farewell(firm),
        ),
    )


def payment_refunded(
    firm: Firm,
    *,
    to: str,
    name: str,
    reference: str,
    refunded_cents: int,
    gst_cents: int,
    refunded_before_cents: int,
    paid_cents: int,
    transaction_id: str,
    refunded_at: datetime,
    address: str,
    by_transfer: bool = False,
    stays_paid: bool = False,
    deducted_from: Sequence[str] = (),
    undecided_cents: int = 0,
    too_much_cents: int = 0,
    told_kept: str = "",
    kept_cents: int = 0,
) -> Draft:
    """To the client: refunded_cents of paid_cents went back now, after what earlier letters told of.

    gst_cents: what the tax falls by, as the adjustment note has it; none where what went back was no part of a price.
    stays_paid: it was more than it costs that went back. deducted_from: what has deducted it as a booking fee.
    by_transfer: staff have sent it from the firm's account and say so; refunded_at is when they said it.
    undecided_cents: what of a cancelled project's money is still here, for whichever of its orders, and undecided;
    too_much_cents: what came beyond a price, or for a withdrawn invoice, and is here beside that. told_kept: the sum of
    which an earlier letter said that we keep it, '' for none; kept_cents: what of it we still keep.
    """
    where = "to your account by bank transfer" if by_transfer else "back to the card you paid with"
    arrives = f"The money goes {where}. {BANKS_SHOW_IT}"
    stays = f" It is what had come too much: {reference} stays paid." if stays_paid else ""
    if deducted_from:
        stays += f" The booking fee stays deducted from {' and '.join(deducted_from)}, so there is nothing to pay anew."
    total_cents = refunded_before_cents + refunded_cents
    whole = total_cents >= paid_cents
    said = f"{dollars(refunded_cents)} of the {dollars(paid_cents)} you paid for {reference}"
    if refunded_before_cents:
        all_of = "all of it" if whole else dollars(total_cents)
        said += f", after {dollars(refunded_before_cents)} earlier: {all_of} together"
    elif whole:
        said = f"the {dollars(paid_cents)} you paid for {reference} in full"
    if undecided_cents:
        stays += (
            f" Our team decides about a refund of {dollars(undecided_cents)} of what you paid for your project, and is "
            "in touch with you."
        )
        if too_much_cents:
            stays += (
                f" Beside that, {dollars(too_much_cents)} that came beyond a price or for a withdrawn invoice is still "
                "to go back to you."
            )
    if told_kept:
        rest = f": {dollars(kept_cents)} of it stays with us" if kept_cents else ""
        stays += f" Our earlier letter, that we keep {told_kept} without a refund, does not hold any more{rest}."
    refund = [
        ("Refunded now", f"{dollars(refunded_cents)} AUD{' inc. GST' if gst_cents else ''}"),
        ("GST included", f"{dollars(gst_cents)} AUD" if gst_cents else ""),
        # What came beyond the price was for no supply, and may be in these.
        ("Refunded in all", f"{dollars(total_cents)} AUD" if refunded_before_cents else ""),
        ("Originally paid", f"{dollars(paid_cents)} AUD"),
        ("Noted" if by_transfer else "On", sydney_text(refunded_at)),
        ("Transaction", "" if by_transfer else transaction_id),
        ("Reference", reference),
        ("ABN", firm.abn),
    ]
    return Draft(
        kind="payment_refunded",
        firm=firm,
        recipient=to,
        subject=f"Your refund for {reference}",
        headline="Refund on its way",
        blocks=(
            Greeting(name),
            Paragraph(f"We have refunded {said}. {arrives}{stays}"),
            rows("Refund", refund),
            *open_project(firm, address),
            farewell(firm),
        ),
    )


def refund_failed(
    firm: Firm,
    *,
    to: str,
    name: str,
    reference: str,
    missing_cents: int,
    transaction_id: str,
    address: str,
) -> Draft:
    """To the client: money that was on its way back to them came back to us. missing_cents is what did not arrive."""
    refund = [
        ("Not arrived", f"{dollars(missing_cents)} AUD"),
        ("Transaction", "" if transaction_id == reference else transaction_id),
        ("Reference", reference),
    ]
    return Draft(
        kind="refund_failed",
        firm=firm,
        recipient=to,
        subject=f"Your refund for {reference} could not be delivered",
        headline="Your refund came back to us",
        blocks=(
            Greeting(name),
            Paragraph(
                f"We had sent {dollars(missing_cents)} back to the card you paid with, but the bank there "
                "did not take it, so the money is with us again. We are sorry about that."
            ),
            Paragraph(
                "It stays yours: we will contact you to agree on another way to give it to you. If an account of yours "
                "was closed, or you would like to tell us how, simply reply to this letter or call us."
            ),
            rows("Refund", refund),
            *open_project(firm, address),
            farewell(firm),
        ),
    )
