"""Letters about consultation times. `start` is the consultation's start, aware; `calendar` an iCalendar object."""

from collections.abc import Sequence
from datetime import datetime

from app.amounts import dollars, gst_part
from app.clock import sydney_text
from app.mail.content import Action, Block, Draft, Firm, Greeting, OpensIn, Paragraph, Rows, Steps, one_line
from app.mail.letters.parts import (
    KEPT_APART,
    came_beyond,
    farewell,
    not_theirs,
    not_you,
    open_project,
    or_call,
    paid_by_you,
    rows,
    sign_in,
    where,
)
from app.mail.names import named
from app.meeting import Meeting


def consultation_confirmed(
    firm: Firm,
    *,
    to: str,
    name: str,
    reference: str,
    service: str,
    start: datetime,
    minutes: int,
    meeting: Meeting,
    fee_cents: int,
    credit_cents: int,
    paid_cents: int,
    transaction_id: str,
    paid_at: datetime,
    calendar: str,
    address: str,
    account_created: bool,
    reminded: bool,
    in_portal: bool,
    own_password: bool = True,
    files: Sequence[str] = (),
    by_money_alone: bool = False,
    is_over: bool = False,
) -> Draft:
    """To the client: the time, what happens next, and the receipt, with the appointment for their calendar.

    is_over: the time has come already: what was said of it elsewhere is said again, and nothing of a time to come.
    reminded: whether a reminder will follow, or the time is so near that this letter is the only one.
    in_portal: whether the client finds it in the portal.
    own_password: the sign-in that the client had before is with a password of their own choosing.
    by_money_alone: a client whom we knew, and nothing but the payment shows that it is theirs.
    """
    arrived = "Your payment has arrived" if paid_cents else "Your booking fee covers this service"
    receipt = [
        ("Service fee", f"{dollars(fee_cents)} AUD inc. GST"),
        ("Booking fee deducted", f"{dollars(-credit_cents)} AUD" if credit_cents else ""),
        ("Paid", f"{dollars(paid_cents)} AUD inc. GST"),
        ("GST included", f"{dollars(gst_part(paid_cents))} AUD"),
        ("On", sydney_text(paid_at)),
        ("Transaction", "" if transaction_id == reference else transaction_id),
        ("Paid to", firm.name),
        ("ABN", firm.abn),
    ]
    online = "move it once, until 24 hours ahead, or cancel it in the client portal, or " if in_portal else ""
    yours = f"and your time is yours: {sydney_text(start)}"
    if is_over:
        yours = f"and the time of your consultation was {sydney_text(start)}"
    blocks: list[Block] = [
        Greeting(name),
        Paragraph(f"Thank you. {arrived} {yours}."),
    ]
    if is_over:
        blocks.append(rows("Your project", (("Service", service), ("Reference", reference))))
    else:
        appointment = _appointment(start, minutes, service, reference, meeting)
        next_ = Steps(
            "What happens next",
            (
                f"We read your {'documents and details' if files else 'details'} before we speak.",
                "Add the attached appointment to your calendar. "
                + ("We remind you the day before." if reminded else "Your time is near, so we send no reminder."),
                f"If the time no longer suits, {online}reply to this email{or_call(firm)}.",
            ),
        )
        blocks += [appointment, next_]
    blocks += [
        *open_project(firm, address),
        sign_in(firm, is_new=account_created, is_own=own_password),
        *([rows("Your documents", [("Received", "\n".join(files))])] if files else []),
        # A transfer has its receipt in a letter of its own.
        rows("Payment" if paid_cents and transaction_id == reference else "Receipt", receipt),
        *paid_by_you(by_money_alone),
        farewell(firm),
    ]
    return Draft(
        kind="consultation_confirmed",
        firm=firm,
        recipient=to,
        subject=f"Your project {reference}" if is_over else f"Your consultation is confirmed: {sydney_text(start)}",
        headline="Your project" if is_over else "Consultation confirmed",
        blocks=tuple(blocks),
        calendar=None if is_over else calendar,
    )


def _appointment(start: datetime, minutes: int, service: str, reference: str, meeting: Meeting) -> Rows:
    """A confirmed consultation as every letter about it shows it."""
    pairs = [
        ("When", sydney_text(start)),
        ("Length", f"{minutes} minutes"),
        (meeting.label, meeting.said),
        ("Service", service),
        ("Reference", reference),
    ]
    return rows("Your consultation", pairs)


def consultation_moved(
    firm: Firm,
    *,
    to: str,
    name: str,
    reference: str,
    service: str,
    before: datetime | None,
    start: datetime,
    minutes: int,
    meeting: Meeting,
    moving: str | None,
    calendar: str,
    address: str,
) -> Draft:
    """To the client: a time. before: the time it was, None when there was none. moving: whether and until when they
    may move it themselves; None where nothing is said about that."""
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
            Greeting(name),
            Paragraph(said),
            _appointment(start, minutes, service, reference, meeting),
            Paragraph(kept),
            Paragraph(moving or f"If the time no longer suits, reply to this email{or_call(firm)}."),
            *open_project(firm, address),
            farewell(firm),
        ),
        calendar=calendar,
    )


def consultation_meets_otherwise(
    firm: Firm,
    *,
    to: str,
    name: str,
    reference: str,
    service: str,
    start: datetime,
    minutes: int,
    meeting: Meeting,
    calendar: str,
    address: str,
) -> Draft:
    """To the client: the time is the same, how it happens is not."""
    return Draft(
        kind="consultation_meets_otherwise",
        firm=firm,
        recipient=to,
        subject=f"{meeting.label}: your consultation, {sydney_text(start)}",
        headline="Another way of meeting",
        blocks=(
            Greeting(name),
            Paragraph(f"The time of your consultation stays as it is, {sydney_text(start)}. How we meet has changed."),
            _appointment(start, minutes, service, reference, meeting),
            Paragraph("The attached appointment replaces the earlier one in your calendar."),
            *open_project(firm, address),
            farewell(firm),
        ),
        calendar=calendar,
    )


def consultation_cancelled(
    firm: Firm,
    *,
    to: str,
    name: str,
    reference: str,
    start: datetime | None,
    reason: str | None,
    money: str,
    calendar: str | None,
    address: str,
    held: datetime | None = None,
    awaited: bool = False,
    proved: bool = True,
) -> Draft:
    """To the client: it will not take place. money: what happens to it, a sentence.

    start: None for a project without a confirmed time, which has no `calendar` either; held: a time that was only kept
    until it is paid; awaited: a transfer was asked for. reason: in staff's words, may be empty; None where the client
    cancelled it. proved: that it is the reader's is known.
    """
    what, said, removes = "project", f"Your project {reference} is cancelled.", ""
    if start is not None:
        what, removes = "consultation", "The attached message removes it from your calendar. "
        said = f"Your consultation on {sydney_text(start)} is cancelled, and your project {reference} with it."
        if reason is None:
            said = (
                f"You have cancelled your consultation on {sydney_text(start)}, and your project {reference} with it."
            )
    because = (reason or "").strip()
    because += "." if because and because[-1] not in ".!?" else ""
    free = f"The time that we kept for you, {sydney_text(held)}, is no longer held. " if held is not None else ""
    please = (
        "Please do not transfer anything for it. If your transfer is already on its way, we write to you as soon as it "
        "arrives, and agree with you on giving it back. "
        if awaited
        else ""
    )
    return Draft(
        kind="consultation_cancelled",
        firm=firm,
        recipient=to,
        subject=f"Your {what} is cancelled: {reference}",
        headline=f"{what.capitalize()} cancelled",
        blocks=(
            Greeting(name),
            Paragraph(f"{said} {because}".strip()),
            Paragraph(f"{removes}{free}{please}{money}"),
            *open_project(firm, address),
            *not_you(proved),
            farewell(firm),
        ),
        calendar=calendar,
    )


def time_given_back(
    firm: Firm, *, to: str, name: str, reference: str, start: datetime, calendar: str, address: str
) -> Draft:
    """To the client: they gave the time `start` back, and keep the project. address: its page in the portal."""
    return Draft(
        kind="time_given_back",
        firm=firm,
        recipient=to,
        subject=f"Your time is given back: {reference}",
        headline="Time given back",
        blocks=(
            Greeting(name),
            Paragraph(
                f"You have given back the time of your consultation, {sydney_text(start)}. Your project {reference} "
                "and what you paid stay as they are."
            ),
            Paragraph("The attached message removes it from your calendar."),
            Paragraph(
                "Choose another time when it suits you: a free one is yours at once, without paying again. You cannot "
                "move that one online."
            ),
            Action("Choose another time", f"{address}#consultation"),
            Paragraph(
                "The page opens once you sign in to the client portal. You can also reply to this "
                f"email{or_call(firm)}."
            ),
            farewell(firm),
        ),
        calendar=calendar,
    )


def held_time_moved(
    firm: Firm,
    *,
    to: str,
    name: str,
    reference: str,
    before: datetime,
    start: datetime,
    until: datetime,
    by_transfer: bool,
    address: str,
    opens_in: OpensIn,
    proved: bool,
) -> Draft:
    """To the client: staff keep the time `start` for them until it is paid, in place of `before`.

    until: when it is kept no longer; by_transfer: a transfer is awaited for it; address: the page that shows it, or
    where it is paid; proved: that it is the reader's is known.
    """
    at, kept = sydney_text(start), "until it begins" if until >= start else f"until {sydney_text(until)}"
    said = f"We now keep {at} for you, in place of {sydney_text(before)}."
    then = "once your transfer has arrived" if by_transfer else "once it is paid"
    return Draft(
        kind="held_time_moved",
        firm=firm,
        recipient=to,
        subject=f"Another time is kept for you: {reference}",
        headline="Your time was changed",
        blocks=(
            Greeting(name),
            Paragraph(f"{said} It is held {kept}, and yours {then}: that letter has it for your calendar."),
            Paragraph(f"If it does not suit you, reply to this email{or_call(firm)}."),
            Action("See your booking" if by_transfer else "See and pay", address),
            Paragraph(where(firm, opens_in)),
            *not_you(proved),
            farewell(firm),
        ),
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
        unpaid = f"Your bank has not decided about your card payment for {reference} yet"
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
        unpaid = f"We have not seen your transfer with the reference {reference} in time"
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
        unpaid = f"No payment for {reference} has reached us in time"
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
            Greeting(name),
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
    by_money_alone: bool = False,
) -> Draft:
    """To a client whose payment arrived when the time was not to be had any more.

    before: that time, None where none is known; passed: it has come meanwhile, otherwise it is not free any more.
    address: the page with the free times; account_created: the sign-in comes in a letter of its own.
    by_money_alone: a client whom we knew, and nothing but the payment shows that it is theirs.
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
            Greeting(name),
            Paragraph(f"{arrived} {why}"),
            Paragraph("Please choose another one: it is yours at once, without paying again."),
            Action("Choose another time", address),
            Paragraph(f"{where(firm, opens_in)}{soon} You can also reply to this email{or_call(firm)}."),
            *paid_by_you(by_money_alone),
            farewell(firm),
        ),
    )


def paid_after_closing(
    firm: Firm, *, to: str, name: str, reference: str, came_cents: int, closed_as: str, proved: bool, address: str
) -> Draft:
    """To a client for whose project money arrived when it was closed. closed_as: cancelled or completed."""
    return Draft(
        kind="paid_after_closing",
        firm=firm,
        recipient=to,
        subject=f"A payment has arrived, but {reference} is {closed_as}",
        headline=f"Payment received for a project that is {closed_as}",
        blocks=(
            Greeting(name),
            Paragraph(
                f"A payment of {dollars(came_cents)} has arrived. By then {reference} was {closed_as}, so no "
                "consultation is booked for it."
            ),
            Paragraph(
                "You need to do nothing: we are in touch about giving the money back or going on with the project. "
                f"You can also reply to this email{or_call(firm)}."
            ),
            *open_project(firm, address),
            *not_you(proved, came=True),
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
    kept: str,
    is_this_yours: str | None = None,
    proved: bool,
    address: str,
) -> Draft:
    """To a client whose payment is not the price (any more). kept: what becomes of the time, as a sentence or ''.

    owed_cents: what is missing with this payment and what came before it. is_this_yours, proved: as in
    `transfer_details`.
    """
    came = f"Your payment of {dollars(came_cents)} has arrived, thank you."
    please, next_ = "Please do not", "we call you to agree on the difference, or on giving the money back."
    reply = f"{kept} You can also reply to this email{or_call(firm)}.".strip()
    question: list[Block] = []
    page: list[Block] = [*open_project(firm, address)]
    if is_this_yours is not None:
        came = (
            f"Somebody has used your email address on our website, and a payment of {dollars(came_cents)} has arrived "
            f"for {reference}."
        )
        please, page = "If it was you, please do not", []
        question = [
            Paragraph(KEPT_APART),
            Action("Tell us whether it is yours", is_this_yours),
        ]
    return Draft(
        kind="other_price_received",
        firm=firm,
        recipient=to,
        subject=f"{'A' if question else 'Your'} payment for {reference} has arrived, but it is not the price",
        headline="A payment and the price" if question else "Your payment and the price",
        blocks=(
            Greeting(name),
            Paragraph(
                f"{came} The price to pay for {reference} is {dollars(price_cents)}, so it is not paid with that: "
                f"{dollars(owed_cents)} is still owed."
            ),
            *question,
            Paragraph(f"{please} pay again: {next_} {reply}"),
            *page,
            *not_you(proved or is_this_yours is not None, came=True),
            farewell(firm),
        ),
    )


def paid_too_much(
    firm: Firm,
    *,
    to: str,
    name: str,
    reference: str,
    amount_cents: int,
    surplus_cents: int,
    was_paid: bool,
    in_all_cents: int,
    back_cents: int,
    price_cents: int,
    address: str,
) -> Draft:
    """To whoever's money came for what was paid already, or more of it than was owed. surplus_cents: what goes back.

    was_paid: before this payment; it may come for what was given back since, and so be no surplus.
    in_all_cents: what has come with it, back_cents: what of that was given back before; price_cents: what was to be
    paid.
    """
    more_cents = max(0, in_all_cents - back_cents - price_cents)
    sums = [
        ("Received now", f"{dollars(amount_cents)} AUD"),
        ("Received in all", f"{dollars(in_all_cents)} AUD" if in_all_cents != amount_cents else ""),
        ("Given back before", f"{dollars(back_cents)} AUD" if back_cents else ""),
        (f"To be paid for {reference}", f"{dollars(price_cents)} AUD inc. GST"),
        ("More than that", f"{dollars(more_cents)} AUD" if more_cents else ""),
    ]
    came = f"A payment of {dollars(amount_cents)} has arrived"
    if surplus_cents == amount_cents:
        subject, headline = f"A second payment for {reference} has arrived", "You have paid twice"
        if in_all_cents - amount_cents > price_cents:
            subject, headline = f"Another payment for {reference} has arrived", "You have paid once more"
        said, next_ = f"{came}, but {reference} was paid before.", f"giving these {dollars(amount_cents)} back"
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
            Greeting(name),
            Paragraph(said),
            rows("What has come", sums),
            Paragraph(
                f"You need to do nothing: we are in touch about {next_}. You can also reply to this "
                f"email{or_call(firm)}."
            ),
            *open_project(firm, address),
            farewell(firm),
        ),
    )


def payment_received(
    firm: Firm,
    *,
    to: str,
    name: str,
    reference: str,
    came_cents: int,
    paid_cents: int,
    received_at: datetime,
    more_cents: int = 0,
    address: str,
    method: str = "bank transfer",
) -> Draft:
    """To a client whose transfer arrived. paid_cents: what is paid with it in all, with what came before.

    more_cents: how much more than that has come in all.
    """
    what = "transfer" if method == "bank transfer" else "payment"
    more_cents = max(more_cents, came_cents - paid_cents)
    in_all = f" With it, {reference} is paid: {dollars(paid_cents)} in all." if came_cents < paid_cents else ""
    if more_cents:
        paid = f" With it, {reference} is paid." if came_cents < paid_cents else ""
        in_all = f"{paid} It is {dollars(more_cents)} more than was owed; another letter of ours is about that."
    return Draft(
        kind="payment_received",
        firm=firm,
        recipient=to,
        subject=f"Your {what} has arrived: {reference}",
        headline="Payment received",
        blocks=(
            Greeting(name),
            Paragraph(
                f"Your {what} of {dollars(came_cents)} with the reference {reference} has arrived. Thank you.{in_all}"
            ),
            rows(
                "Receipt",
                [
                    ("Received", f"{dollars(came_cents)} AUD" if came_cents != paid_cents else ""),
                    (f"Paid for {reference}", f"{dollars(paid_cents)} AUD inc. GST"),
                    ("GST included", f"{dollars(gst_part(paid_cents))} AUD"),
                    ("On", sydney_text(received_at)),
                    ("Reference", reference),
                    ("Paid to", firm.name),
                    ("ABN", firm.abn),
                ],
            ),
            *open_project(firm, address),
            farewell(firm),
        ),
    )


def reminder(
    firm: Firm,
    *,
    to: str,
    name: str,
    reference: str,
    service: str,
    start: datetime,
    minutes: int,
    meeting: Meeting,
    today: bool,
    address: str,
) -> Draft:
    """To the client, the day before, or on the day."""
    day, late = ("Today", "") if today else ("Tomorrow", " Anything you send us today, we read before.")
    return Draft(
        kind="reminder",
        firm=firm,
        recipient=to,
        subject=f"{day}: your consultation, {sydney_text(start)}",
        headline=f"See you {day.lower()}",
        blocks=(
            Greeting(name),
            Paragraph(f"A reminder of your consultation on {sydney_text(start)}. It takes {minutes} minutes."),
            Paragraph(f"Have your drawings, contract or letters at hand.{late}"),
            _appointment(start, minutes, service, reference, meeting),
            *open_project(firm, address),
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
    meeting: Meeting,
    paid_cents: int,
    more_cents: int = 0,
    method: str,
    admin_link: str,
    files: Sequence[str] = (),
) -> Draft:
    """To staff: a consultation was paid for. start None: the client has no time yet, staff must act.

    paid_cents: of what is owed, more_cents: what came beyond that.

    name, email, phone: of the client, or as typed where nothing proves that it is theirs. is_disowned: whoever reads
    that address said that it is not theirs, so that no answer may go there.
    """
    to_choose = f"To be chosen: please call {'the number below' if is_disowned else 'the client'}"
    return Draft(
        kind="staff_consultation_notice",
        firm=firm,
        recipient=to,
        reply_to=None if is_disowned else email,
        subject=f"{headline} {reference}: {one_line(service, 60)}, {named(name, 'a client')}",
        headline=f"{headline} {reference}",
        blocks=(
            *not_theirs(email, is_disowned),
            Action(f"Open {reference}", admin_link),
            rows(
                "Consultation",
                [
                    ("When", sydney_text(start) if start else to_choose),
                    ("How", meeting.for_staff if start else ""),
                    ("Service", service),
                    ("Name", name),
                    ("Email", email),
                    ("Phone", phone),
                    ("Paid", f"{dollars(paid_cents)} AUD by {method}"),
                    came_beyond(more_cents),
                    ("Documents", "\n".join(files)),
                ],
            ),
        ),
    )


def staff_consultation_changed(
    firm: Firm,
    *,
    to: str,
    headline: str,
    reference: str,
    name: str,
    service: str,
    before: datetime | None,
    start: datetime,
    meeting: Meeting,
    ended: str,
    free_cents: int,
    used: str,
    lost: str,
    admin_link: str,
) -> Draft:
    """To staff: a client chose, moved, gave back or cancelled the time `start`. before: the time it was moved from.

    ended: what became of it, in words, where the consultation is not at that time any more; else ''.
    name: of the client, '' while nothing proves who that is. free_cents: what is here of the money for what was
    cancelled, and can be given back; used: what of it is deducted elsewhere, a sentence. lost: what loses the
    consultation with it, a sentence.
    """
    return Draft(
        kind="staff_consultation_changed",
        firm=firm,
        recipient=to,
        subject=f"{headline} {reference}: {sydney_text(start)}",
        headline=f"{headline} {reference}",
        blocks=(
            Action(f"Open {reference}", admin_link),
            rows(
                "Consultation",
                [
                    ("When", f"{sydney_text(start)}{f', {ended}' if ended else ''}"),
                    ("Before", sydney_text(before) if before else ""),
                    ("How", "" if ended else meeting.for_staff),
                    ("Paid", f"{dollars(free_cents)}: please decide about a refund" if free_cents else ""),
                    ("Service", service),
                    ("Name", name),
                ],
            ),
            *(Paragraph(said) for said in (used, lost) if said),
        ),
    )
