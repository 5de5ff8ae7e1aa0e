"""Letters about consultation times. `start` is the consultation's start, aware; `calendar` an iCalendar object."""

from datetime import datetime

from app.amounts import dollars
from app.clock import sydney_text
from app.mail.content import Action, Block, Draft, Firm, OpensIn, Paragraph, Steps, gst_part, one_line
from app.mail.letters.parts import farewell, greeting, not_theirs, not_you, or_call, rows, sign_in, where


def consultation_confirmed(
    firm: Firm,
    *,
    to: str,
    name: str,
    reference: str,
    service: str,
    start: datetime,
    fee_cents: int,
    credit_cents: int,
    paid_cents: int,
    transaction_id: str,
    paid_at: datetime,
    calendar: str,
    account_created: bool,
    reminded: bool,
    own_password: bool = True,
) -> Draft:
    """To the client: the time, what happens next, and the receipt, with the appointment for their calendar.

    reminded: whether a reminder will follow, or the time is so near that this letter is the only one.
    own_password: the sign-in that the client had before is with a password of their own choosing.
    """
    arrived = "Your payment has arrived" if paid_cents else "Your booking fee covers this service"
    receipt = [
        ("Service fee", f"{dollars(fee_cents)} AUD inc. GST"),
        ("Booking fee credited", f"-{dollars(credit_cents)} AUD" if credit_cents else ""),
        ("Paid", f"{dollars(paid_cents)} AUD inc. GST"),
        ("GST included", f"{dollars(gst_part(paid_cents))} AUD"),
        ("On", sydney_text(paid_at)),
        ("Transaction", transaction_id),
        ("Paid to", firm.name),
        ("ABN", firm.abn),
    ]
    blocks: list[Block] = [
        Paragraph(greeting(name)),
        Paragraph(f"Thank you. {arrived} and your time is yours: {sydney_text(start)}."),
        rows(
            "Your consultation",
            [("When", sydney_text(start)), ("Length", "45 minutes"), ("Service", service), ("Reference", reference)],
        ),
        Steps(
            "What happens next",
            (
                "We read what you told us before we speak.",
                "Add the attached appointment to your calendar. "
                + ("We remind you the day before." if reminded else "Your time is near, so we send no reminder."),
                f"If the time no longer suits, reply to this email{or_call(firm)}.",
            ),
        ),
    ]
    blocks += sign_in(firm, is_new=account_created, is_own=own_password)
    blocks += [rows("Receipt", receipt), farewell(firm)]
    return Draft(
        kind="consultation_confirmed",
        firm=firm,
        recipient=to,
        subject=f"Your consultation is confirmed: {sydney_text(start)}",
        headline="Consultation confirmed",
        blocks=tuple(blocks),
        calendar=calendar,
    )


def consultation_moved(
    firm: Firm, *, to: str, name: str, reference: str, before: datetime | None, start: datetime, calendar: str
) -> Draft:
    """To the client: a time. before: the time it was, None when there was none."""
    is_first = before is None
    said = f"Your consultation is on {sydney_text(start)}."
    kept = "Add the attached appointment to your calendar."
    if before is not None:
        said = f"Your consultation is now on {sydney_text(start)}. It was {sydney_text(before)}."
        kept = "The attached appointment replaces the earlier one in your calendar."
    return Draft(
        kind="consultation_moved",
        firm=firm,
        recipient=to,
        subject=f"Your consultation has {'its' if is_first else 'a new'} time: {sydney_text(start)}",
        headline="Your time" if is_first else "A new time",
        blocks=(
            Paragraph(greeting(name)),
            Paragraph(said),
            rows(
                "Your consultation", [("When", sydney_text(start)), ("Length", "45 minutes"), ("Reference", reference)]
            ),
            Paragraph(kept),
            farewell(firm),
        ),
        calendar=calendar,
    )


def consultation_cancelled(
    firm: Firm, *, to: str, name: str, reference: str, start: datetime, reason: str, calendar: str
) -> Draft:
    """To the client: it will not take place. reason: in staff's words, may be empty."""
    said = f" {reason.strip()}" if reason.strip() else ""
    return Draft(
        kind="consultation_cancelled",
        firm=firm,
        recipient=to,
        subject=f"Your consultation is cancelled: {reference}",
        headline="Consultation cancelled",
        blocks=(
            Paragraph(greeting(name)),
            Paragraph(f"Your consultation on {sydney_text(start)} is cancelled.{said}"),
            Paragraph(
                "The attached message removes it from your calendar. If you have paid, we are in touch about it."
            ),
            farewell(firm),
        ),
        calendar=calendar,
    )


def hold_expired(
    firm: Firm,
    *,
    to: str,
    name: str,
    reference: str,
    start: datetime,
    passed: bool,
    by_transfer: bool,
    address: str,
    opens_in: OpensIn,
    proved: bool,
    deciding: bool = False,
) -> Draft:
    """To the client: the unpaid time is kept no longer.

    passed: it has come meanwhile; by_transfer: a transfer is awaited for it; address: the page with the free times;
    proved: that it is the reader's is known; deciding: a bank may still take the card payment for it.
    """
    if deciding:
        unpaid = "Your bank has not decided about your card payment yet"
        gets = (
            "you choose another time without paying again"
            if passed
            else "the time is yours if it is still free, and otherwise you choose another without paying again"
        )
        then = (
            f"Please do not pay again: we write as soon as the payment arrives, and then {gets}. If your bank refuses "
            "it, nothing is charged, and you can choose a time again."
        )
    elif by_transfer:
        unpaid = "We have not seen your transfer in time"
        gets = (
            "it pays for another time. You can choose that one now."
            if passed
            else "the time is yours if it is still free. You can also choose another one now."
        )
        then = (
            "If your transfer is already on its way, please do not send it again: we write as soon as it arrives, and "
            f"{gets}"
        )
    else:
        unpaid = "No payment has reached us in time"
        then = (
            "You can choose another time whenever it suits you. If you have paid just now, please do not pay again: we "
            "write as soon as your payment arrives."
        )
    choose = "Choose another time" if passed or by_transfer else "Choose a time"
    now_is = (
        f"{unpaid}, and the time that we kept for you, {sydney_text(start)}, has passed."
        if passed
        else f"{unpaid}, so we can no longer keep {sydney_text(start)} for you."
    )
    return Draft(
        kind="hold_expired",
        firm=firm,
        recipient=to,
        subject=f"We could not keep your time any longer: {reference}",
        headline="Your time has passed" if passed else "Your time is free again",
        blocks=(
            Paragraph(greeting(name)),
            Paragraph(now_is),
            Paragraph(then),
            Action("See how it stands" if deciding else choose, address),
            Paragraph(where(firm, opens_in)),
            *not_you(proved),
            farewell(firm),
        ),
    )


def choose_another_time(
    firm: Firm,
    *,
    to: str,
    name: str,
    reference: str,
    paid_cents: int,
    before: datetime | None,
    passed: bool,
    address: str,
    opens_in: OpensIn,
    account_created: bool,
) -> Draft:
    """To a client whose payment arrived when the time was not to be had any more.

    before: that time, None where none is known; passed: it has come meanwhile, otherwise it is not free any more.
    address: the page with the free times; account_created: the sign-in comes in a letter of its own.
    """
    arrived = f"Your payment of {dollars(paid_cents)} has arrived, thank you."
    if before is None:
        why = "No time is kept for your consultation at the moment."
    elif passed:
        why = f"When it came, the time that we kept for you, {sydney_text(before)}, had passed."
    else:
        why = (
            f"It came after we had to release the time that we kept for you, {sydney_text(before)}, and that time is "
            "no longer free."
        )
    soon = " Your sign-in is on its way in a separate email." if account_created else ""
    return Draft(
        kind="choose_another_time",
        firm=firm,
        recipient=to,
        subject=f"Please choose another time: {reference}",
        headline="Payment received, time to choose",
        blocks=(
            Paragraph(greeting(name)),
            Paragraph(f"{arrived} {why}"),
            Paragraph("Please choose another one: it is yours at once, without paying again."),
            Action("Choose another time", address),
            Paragraph(f"{where(firm, opens_in)}{soon} You can also reply to this email{or_call(firm)}."),
            farewell(firm),
        ),
    )


def paid_after_closing(firm: Firm, *, to: str, name: str, reference: str, paid_cents: int, closed_as: str) -> Draft:
    """To a client whose payment arrived when the project was closed. closed_as: cancelled or completed."""
    return Draft(
        kind="paid_after_closing",
        firm=firm,
        recipient=to,
        subject=f"Your payment has arrived, but {reference} is {closed_as}",
        headline=f"Payment received for a project that is {closed_as}",
        blocks=(
            Paragraph(greeting(name)),
            Paragraph(
                f"Your payment of {dollars(paid_cents)} has arrived. By then {reference} was {closed_as}, so no "
                "consultation is booked for it."
            ),
            Paragraph(
                "You need to do nothing: we are in touch about giving the money back or going on with your project. "
                f"You can also reply to this email{or_call(firm)}."
            ),
            farewell(firm),
        ),
    )


def other_price_received(
    firm: Firm,
    *,
    to: str,
    name: str,
    reference: str,
    came_cents: int,
    price_cents: int,
    owed_cents: int,
    start: datetime | None,
) -> Draft:
    """To a client whose payment is not the price (any more). start: of the time that stays theirs meanwhile.

    owed_cents: what is missing with this payment and what came before it.
    """
    kept = f" Your time, {sydney_text(start)}, stays yours meanwhile." if start else ""
    return Draft(
        kind="other_price_received",
        firm=firm,
        recipient=to,
        subject=f"Your payment for {reference} has arrived, but it is not the price",
        headline="Your payment and the price",
        blocks=(
            Paragraph(greeting(name)),
            Paragraph(
                f"Your payment of {dollars(came_cents)} has arrived, thank you. The price to pay for {reference} is "
                f"{dollars(price_cents)}, so it is not paid with that: {dollars(owed_cents)} is still owed."
            ),
            Paragraph(
                "Please do not pay again: we call you to agree on the difference, or on giving the money back."
                f"{kept} You can also reply to this email{or_call(firm)}."
            ),
            farewell(firm),
        ),
    )


def paid_too_much(
    firm: Firm, *, to: str, name: str, reference: str, amount_cents: int, surplus_cents: int, was_paid: bool
) -> Draft:
    """To whoever's money came for what was paid already, or more of it than was owed. surplus_cents: what goes back.

    was_paid: before this payment; it may come for what was given back since, and so be no surplus.
    """
    came = f"A payment of {dollars(amount_cents)} has arrived"
    if surplus_cents == amount_cents:
        subject, headline = f"A second payment for {reference} has arrived", "You have paid twice"
        said, next_ = f"{came}, but {reference} was paid before.", "giving this second payment back"
    elif was_paid:
        subject, headline = f"Another payment for {reference} has arrived", "Your payment has arrived"
        said = f"{came} for {reference}, for which we had given money back to you."
        next_ = "what it is for, or about giving it back"
    else:
        subject, headline = f"Your payment for {reference} has arrived, and more", "You have paid too much"
        said = f"{came}. With it {reference} is paid, and {dollars(surplus_cents)} too much has come."
        next_ = f"giving {dollars(surplus_cents)} back"
    return Draft(
        kind="paid_twice",
        firm=firm,
        recipient=to,
        subject=subject,
        headline=headline,
        blocks=(
            Paragraph(greeting(name)),
            Paragraph(said),
            Paragraph(
                f"You need to do nothing: we are in touch about {next_}. You can also reply to this "
                f"email{or_call(firm)}."
            ),
            farewell(firm),
        ),
    )


def payment_received(
    firm: Firm, *, to: str, name: str, reference: str, came_cents: int, paid_cents: int, received_at: datetime
) -> Draft:
    """To a client whose transfer arrived. paid_cents: what is paid with it in all, with what came before."""
    in_all = f" With it, {reference} is paid: {dollars(paid_cents)} in all." if came_cents < paid_cents else ""
    return Draft(
        kind="payment_received",
        firm=firm,
        recipient=to,
        subject=f"Your transfer has arrived: {reference}",
        headline="Payment received",
        blocks=(
            Paragraph(greeting(name)),
            Paragraph(
                f"Your transfer of {dollars(came_cents)} with the reference {reference} has arrived. Thank you.{in_all}"
            ),
            rows(
                "Receipt",
                [
                    ("Paid in all" if in_all else "Paid", f"{dollars(paid_cents)} AUD inc. GST"),
                    ("GST included", f"{dollars(gst_part(paid_cents))} AUD"),
                    ("On", sydney_text(received_at)),
                    ("Reference", reference),
                    ("Paid to", firm.name),
                    ("ABN", firm.abn),
                ],
            ),
            farewell(firm),
        ),
    )


def reminder(firm: Firm, *, to: str, name: str, reference: str, start: datetime, today: bool) -> Draft:
    """To the client, the day before, or on the day."""
    day, late = ("Today", "") if today else ("Tomorrow", " Anything you send us today, we read before.")
    return Draft(
        kind="reminder",
        firm=firm,
        recipient=to,
        subject=f"{day}: your consultation, {sydney_text(start)}",
        headline=f"See you {day.lower()}",
        blocks=(
            Paragraph(greeting(name)),
            Paragraph(f"A reminder of your consultation on {sydney_text(start)}. It takes 45 minutes."),
            Paragraph(f"Have your drawings, contract or letters at hand.{late}"),
            rows("Your consultation", [("When", sydney_text(start)), ("Reference", reference)]),
            farewell(firm),
        ),
    )


def staff_consultation_notice(
    firm: Firm,
    *,
    to: str,
    headline: str,
    reference: str,
    name: str,
    email: str,
    phone: str,
    is_disowned: bool,
    service: str,
    start: datetime | None,
    paid_cents: int,
    method: str,
    admin_link: str,
) -> Draft:
    """To staff: a consultation was paid for. start None: the client has no time yet, staff must act.

    name, email, phone: of the client, or as typed where nothing proves that it is theirs. is_disowned: whoever reads
    that address said that it is not theirs, so that no answer may go there.
    """
    to_choose = f"To be chosen: please call {'the number below' if is_disowned else 'the client'}"
    return Draft(
        kind="staff_consultation_notice",
        firm=firm,
        recipient=to,
        reply_to=None if is_disowned else email,
        subject=f"{headline} {reference}: {one_line(service, 60)}, {one_line(name, 60)}",
        headline=f"{headline} {reference}",
        blocks=(
            *not_theirs(email, is_disowned),
            Action(f"Open {reference}", admin_link),
            rows(
                "Consultation",
                [
                    ("When", sydney_text(start) if start else to_choose),
                    ("Service", service),
                    ("Name", name),
                    ("Email", email),
                    ("Phone", phone),
                    ("Paid", f"{dollars(paid_cents)} AUD by {method}"),
                ],
            ),
        ),
    )
