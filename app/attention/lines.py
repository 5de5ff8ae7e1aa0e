"""From how the rows stand to the lines that wait for staff, one function for each kind; pure.

`days`: the public holidays around now.
"""

from collections.abc import Collection
from datetime import UTC, date, datetime, time, timedelta

from app.amounts import dollars
from app.attention.rules import Line, Matter, clock_text, day_of, day_text, moment_text, stamp
from app.backups.rules import STALE_AFTER
from app.booking.review_clock import ReviewClock
from app.catalogue.reviews import promised_within
from app.catalogue.rules import Package
from app.messages.rules import first_line
from app.orders.rules import Standing
from app.slots import clocks
from app.slots.rules import SYDNEY, transfer_days_end

CONTACT_HOURS = 24  # "We contact you within 24 hours" (second document, section 1)
DELETION_ANSWERED = timedelta(days=30)  # what the alert and the privacy page promised
ANSWERS_SHOWN = timedelta(days=30)  # what was read and left for longer is not answered any more
CONSULTATIONS_SHOWN = timedelta(days=30)  # nobody notes any more what became of an older one
ENQUIRIES_SHOWN = timedelta(days=30)  # an enquiry that nobody answered for longer is not answered any more

ABOUT_MONEY = (
    *("refund_due", "refunded", "refund_failed", "paid_twice", "paid_cancelled", "paid_withdrawn", "paid_erased"),
    *("bill_open", "dispute"),
)
Days = Collection[date]


def moments_to_snooze(now: datetime, days: Days) -> list[tuple[str, datetime]]:
    """Until when a line may be put off with one click, in words: some hours, or the opening of a later business day."""
    later = clocks.next_opening(clocks.next_closing(now, days), days)
    local = now.astimezone(SYDNEY)
    monday = local.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=7 - local.weekday())
    hours = [(f"For {count}", now + timedelta(hours=number)) for count, number in (("1 hour", 1), ("3 hours", 3))]
    openings = dict.fromkeys((later, clocks.next_opening(monday, days)))
    return hours + [(f"Until {day_of(at, now)}, {clock_text(at)}", at) for at in openings]


def contact(
    project_id: int,
    paid: datetime,
    contacted: datetime | None,
    hold_id: int | None,
    given_back: datetime | None,
    days: Days,
) -> Line:
    """A paid project without a time: somebody calls within a day, and afterwards it still waits for one.

    hold_id: the newest time that was kept for it: one that is lost again is a new reason. given_back: when the client
    released that one to choose another later, and so waits for no call.
    """
    about, part = str(project_id), "consultation"
    if given_back is not None and (contacted is None or contacted < given_back):
        said = f"Paid, without a time. The client gave theirs back on {day_text(given_back)}, to choose another later."
        return Line(Matter.TIME, about, f"{hold_id} {stamp(given_back)}", said, given_back, None, project_id, part)
    if contacted is not None and contacted >= paid:
        said = f"Paid, without a time. Contact was made on {day_text(contacted)}."
        return Line(Matter.TIME, about, f"{hold_id} {stamp(contacted)}", said, contacted, None, project_id, part)
    due = clocks.within_hours(paid, CONTACT_HOURS, days)
    said = "Paid, without a time. We promised to be in touch within 24 hours."
    # Whose number it is stands first in the record.
    return Line(Matter.CONTACT, about, f"{hold_id} {stamp(paid)}", said, paid, due, project_id)


def consultation(project_id: int, hold_id: int, start: datetime, minutes: int, missed: bool) -> Line:
    """A consultation that is over in a project that goes on as if it were still to come. missed: its client was not."""
    ended, when = start + timedelta(minutes=minutes), moment_text(start)
    said = f"The consultation of {when} is over. Was it held, and what comes next? Note it, or set another status."
    if missed:
        said = (
            f"The client did not come to the consultation of {when}. What comes next? Agree on another time, or set "
            "another status."
        )
    reason = f"{hold_id} missed" if missed else f"{hold_id}"
    return Line(Matter.CONSULTATION, str(project_id), reason, said, ended, None, project_id, "consultation")


def review(project_id: int, clock: ReviewClock, now: datetime) -> Line:
    """A contract review that is paid and whose documents are here."""
    half = f"Half the fee goes back if it is later than {moment_text(clock.ends)}."
    if now > clock.ends:
        half = f"It is later than {moment_text(clock.ends)}: half the fee is to go back."
    return Line(
        Matter.REVIEW,
        str(project_id),
        stamp(clock.since),
        f"Contract review, promised {promised_within(clock.package)} of payment and documents. {half}",
        clock.since,
        clock.due,
        project_id,
        "documents",
    )


def review_to_bill(project_id: int, package: Package, booked: datetime) -> Line:
    """A contract review that was chosen with a consultation, of which only the booking fee is paid."""
    said = (
        f"{package.capitalize()} review chosen: we said that an invoice follows for the rest of its price. "
        f"It is promised {promised_within(package)} once that is paid and the documents are here."
    )
    return Line(Matter.REVIEW, str(project_id), f"bill {stamp(booked)}", said, booked, None, project_id, "money")


def review_to_price(project_id: int, package: Package, booked: datetime) -> Line:
    """The same of a project that the packages' prices do not cover, and that has had neither a price nor a bill."""
    said = (
        f"{package.capitalize()} review chosen for a project that the packages’ prices do not cover: "
        "we said that its client receives a fixed price before we begin."
    )
    return Line(Matter.REVIEW, str(project_id), f"price {stamp(booked)}", said, booked, None, project_id, "money")


def hold(project_id: int, hold_id: int, since: datetime, ends: datetime, start: datetime) -> Line:
    """A time that is kept for a transfer that has not come."""
    said = f"The time of {moment_text(start)} is given up unless its transfer arrives or is marked as received."
    return Line(Matter.HOLD, str(hold_id), stamp(ends), said, since, ends, project_id, "money")


def holds_shown_until(now: datetime, days: Days) -> datetime:
    """Times that are given up until then are shown: before the office closes once more after today."""
    return clocks.within_one_business_day(now, days)


def transfer(project_id: int, payment_id: int, reference: str, cents: int, asked: datetime, days: Days) -> Line:
    """A transfer that has not arrived in its days."""
    said = f"{dollars(cents)} by bank transfer for {reference}, asked for on {day_text(asked)}, has not been matched."
    due = transfer_days_end(asked, days)
    return Line(Matter.TRANSFER, str(payment_id), stamp(asked), said, asked, due, project_id, "money")


def part_paid(
    project_id: int, reference: str, order_id: int, sums: Standing, since: datetime, ends: datetime | None
) -> Line:
    """Money came that is not all that is owed. ends: until when its time is kept, None where it is for good."""
    total, came, back = sums.total_cents, sums.paid_cents, sums.refunded_cents
    moved = f"{dollars(came)} came" + (f" and {dollars(back)} went back" if back else "")
    please = "please decide about a refund" if sums.is_over else "please agree on the rest, or refund it"
    said = f"{reference} costs {dollars(total)}, but {moved}: {please}."
    kept = f" Its time is kept until {moment_text(ends)} only." if ends else ""
    return Line(
        Matter.PART_PAID, str(order_id), f"{total} {came - back}", said + kept, since, ends, project_id, "money"
    )


def overdue(project_id: int, reference: str, order_id: int, cents: int, due_on: date) -> Line:
    """A bill that is not paid on the day after it was due."""
    ended = datetime.combine(due_on + clocks.DAY, time(), SYDNEY).astimezone(UTC)
    said = f"{dollars(cents)} for {reference} was due on {day_text(ended - clocks.DAY)} and is not paid."
    return Line(Matter.OVERDUE, str(order_id), due_on.isoformat(), said, ended, ended, project_id, "money")


def documents(project_id: int, count: int, oldest: datetime, newest_id: int, name: str) -> Line:
    """Documents that came from outside and that nobody here has opened. name: of the newest."""
    said = f"{count} {'document' if count == 1 else 'documents'} that nobody here has opened yet."
    about, quote = str(project_id), first_line(name)
    return Line(Matter.DOCUMENTS, about, f"{newest_id}", said, oldest, None, project_id, "documents", quote=quote)


def messages(project_id: int, count: int, oldest: datetime, newest_id: int, text: str, *, are_read: bool) -> Line:
    """Messages of a client that nobody here has read, or that somebody has and nobody has answered.

    text: of the newest.
    """
    said = f"{count} {'message' if count == 1 else 'messages'} of the client that nobody here has read yet."
    if are_read:
        those = "A message" if count == 1 else f"{count} messages"
        said = f"{those} of the client, read here and not answered. Answer, or mark as done if none is needed."
    about, quote = str(project_id), first_line(text)
    return Line(Matter.MESSAGES, about, f"{newest_id}", said, oldest, None, project_id, "messages", quote=quote)


def checklist(project_id: int, asked: datetime, since: datetime) -> Line:
    """Nothing that was asked for is missing any more, and the work has not begun. asked: for something last."""
    said = "The checklist is settled: each document that was asked for came, or is not to come."
    return Line(Matter.CHECKLIST, str(project_id), stamp(asked), said, since, None, project_id, "documents")


def enquiry(enquiry_id: int, name: str, came: datetime, link: str, days: Days) -> Line:
    """An enquiry that nobody has answered."""
    due = clocks.within_one_business_day(came, days)
    said = "An enquiry, to be answered within one business day."
    return Line(Matter.ENQUIRY, str(enquiry_id), "", said, came, due, link=link, who=name)


def letter(letter_id: int, subject: str, recipient: str, error: str, tried: datetime, link: str) -> Line:
    """A letter that could not be delivered. tried: when last."""
    said = (
        f"“{subject}” to {recipient} could not be delivered: {error}. Check the address, then send the letter again or "
        "reach the reader another way."
    )
    return Line(Matter.LETTER, str(letter_id), stamp(tried), said, tried, link=link)


def email_change(change_id: int, name: str, asked: datetime, ends: datetime, project_id: int | None) -> Line:
    """A client's new address has said yes and the old one has not. project_id: the client's newest."""
    said = "The new email address is confirmed, the old one is not. Where the client cannot read that any more, vouch."
    return Line(Matter.EMAIL_CHANGE, str(change_id), "", said, asked, ends, project_id, who=name)


def deletion(client_id: int, name: str, email: str, asked: datetime, obstacles: Collection[str]) -> Line:
    """A client asks to be deleted. obstacles: what is in the way of it."""
    said = f"{name} ({email}) asks to be deleted. Please answer within 30 days: "
    if obstacles:
        said += f"it cannot be done yet. {' '.join(obstacles)}"
    else:
        said += "their page has Erase, and says before what goes and what the law has us keep."
    due, link = asked + DELETION_ANSWERED, f"/admin/clients/{client_id}"
    return Line(Matter.DELETION, str(client_id), stamp(asked), said, asked, due, link=link, who=name)


def backup(made: datetime, shelf: str) -> Line:
    """The newest backup is older than a night. shelf: where they lie."""
    said = (
        f"The newest backup in {shelf} is of {moment_text(made)}. One is to be made each night: the log says why not."
    )
    return Line(Matter.BACKUP, "backup", stamp(made), said, made, made + STALE_AFTER)


def setting(name: str, said: str) -> Line:
    """Something that the configuration lacks."""
    return Line(Matter.SETTING, name, said, said, None)


def news(kind: str, key: str, message: str, told: datetime, link: str) -> Line:
    """An alert. key: what it is told once under. One about money leads to the money in the project's record."""
    part = "money" if kind in ABOUT_MONEY else ""
    return Line(Matter.NEWS, key, stamp(told), message, told, part=part, link=link, label=kind)
