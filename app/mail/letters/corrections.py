"""Letters that take back what an earlier one said."""

from collections.abc import Sequence

from app.amounts import dollars
from app.mail.content import Action, Block, Draft, Firm, Greeting, Paragraph
from app.mail.letters.parts import KEPT_APART, farewell, not_you, open_project, or_call, rows


def transfer_not_come(
    firm: Firm,
    *,
    to: str,
    name: str,
    reference: str,
    noted_cents: int,
    owed_cents: int,
    came_cents: int,
    stays_paid: bool,
    kept: str,
    note: str,
    account: Sequence[tuple[str, str]],
    is_this_yours: str | None,
    calendar: str | None,
    proved: bool,
    address: str,
) -> Draft:
    """To a client of whom a transfer was noted as received that has not come.

    owed_cents: what is to be paid without it, came_cents: what has come besides; stays_paid: it is paid without it.
    kept: what becomes of the consultation's time, as a sentence or ''; calendar: what takes it out of calendars, None
    where it is in none. note: the number of the adjustment note, '' where nothing was invoiced; account: where to pay,
    by label. is_this_yours, proved: as in `transfer_details`.
    """
    yours = "a transfer" if is_this_yours is not None else "your transfer"
    said = (
        f"We wrote that {yours} of {dollars(noted_cents)} for {reference} had arrived. That was our mistake: it has "
        "not come. We are sorry."
    )
    if owed_cents:
        rest = f" {dollars(came_cents)} has come," if came_cents else ""
        still = "still to be paid" if came_cents else "to be paid"
        next_ = (
            f"So {reference} is not paid:{rest} {dollars(owed_cents)} is {still}. If you have sent it already, "
            "please do not send it again: we write as soon as it arrives. If not, please transfer it, using exactly "
            "this reference."
        )
        if is_this_yours is not None:
            next_ = f"So {reference} is not paid. If it was you, {dollars(owed_cents)} is {still}."
    elif stays_paid:
        next_ = f"You need to do nothing: {reference} is paid without it."
    else:
        next_ = f"You need to do nothing: nothing is to be paid for {reference}."
    question: list[Block] = []
    if is_this_yours is not None:
        question = [Paragraph(KEPT_APART), Action("Tell us whether it is yours", is_this_yours)]
    taken_back = f"The invoice for it is taken back with our adjustment note {note}." if note else ""
    more = [Paragraph(text) for text in (kept, taken_back) if text]
    pay = [rows("Transfer to", [*account, ("Amount", f"{dollars(owed_cents)} AUD inc. GST")])] if account else []
    reply = (
        f"If the money left your account more than two working days ago, please reply to this email{or_call(firm)}, so "
        "that we look for it."
    )
    return Draft(
        kind="transfer_not_come",
        firm=firm,
        recipient=to,
        subject=f"A correction: your transfer for {reference} has not arrived",
        headline="Your transfer has not arrived",
        blocks=(
            Greeting(name),
            Paragraph(said),
            Paragraph(next_),
            *more,
            *question,
            *pay,
            Paragraph(reply),
            *(() if question else open_project(firm, address)),
            *not_you(proved or bool(question)),
            farewell(firm),
        ),
        calendar=calendar,
    )
