"""A firm at work: some sixty clients over two years, each made by the same actions as real ones."""

import random
from bisect import bisect_left
from datetime import datetime, timedelta
from functools import partial
from operator import add, sub

from app import clock
from app.accounts import passwords
from app.accounts.models import Admin
from app.accounts.rules import Role
from app.accounts.staff import add_staff
from app.alerts.actions import resolve
from app.alerts.models import Alert
from app.audit.actions import Actor
from app.audit.models import ActorKind
from app.booking import actions as booking
from app.booking.models import Booking
from app.db import write
from app.demo.engagement import Engagement
from app.demo.names import ENQUIRIES, NAMES
from app.enquiries import actions as enquiries
from app.enquiries.models import Enquiry
from app.mail.models import Letter, LetterStatus
from app.onboarding.models import Onboarding
from app.slots.availability import Availability
from app.slots.calendar import nsw_holidays
from app.slots.hours import wanted
from app.slots.models import Slot

COLLEAGUE = "theo"
DAYS = 2 * 365
STOPPED = (2, 2, 2, 3, 4, 4, 4)  # at which of the wizard's steps
LEFT_TO_POST = timedelta(days=1)  # older letters have long been posted
SEEN_TO = timedelta(hours=3)  # staff read what they are told


def put_to_work(owner: str, password: str) -> None:
    """Fill the demo's folder with what the firm has done until now; what an earlier start has made stays as it is."""
    now = clock.now()
    if Admin.called(COLLEAGUE) is None:
        add_staff(COLLEAGUE, "Theo Papas", Role.STAFF, password, Actor(ActorKind.COMMAND))
    hashed = passwords.hash_password(password)
    calendar = _Calendar(now)
    for number in range(len(NAMES)):
        visitor = f"firm-{number}"
        if Booking.made_by(visitor) or Onboarding.select().where(Onboarding.visitor_id == visitor).exists():
            continue
        Engagement(number, visitor, begun(number, now), (owner, COLLEAGUE)[number % 2], hashed, calendar.take).live(now)
    _stop_halfway(now)
    _enquire(owner, now)
    with write():
        old = Letter.select(Letter.id).where(
            Letter.status == LetterStatus.QUEUED, Letter.created_at < now - LEFT_TO_POST
        )
        sent = {"status": LetterStatus.SENT, "sent_at": Letter.created_at, "attempts": 1}
        Letter.update(**sent).where(Letter.id.in_(old)).execute()
        for alert in Alert.select().where(Alert.resolved_at.is_null(), Alert.created_at < now - SEEN_TO):
            resolve(alert.id, owner, alert.created_at + SEEN_TO)


def begun(number: int, now: datetime) -> datetime:
    """When a client came: by day in Sydney, the more often the nearer to now."""
    drawn = random.Random(number)
    days = DAYS * ((len(NAMES) - 1 - number) / (len(NAMES) - 1)) ** 1.7
    moment = now - timedelta(days=days)
    return min(
        now - timedelta(minutes=40), moment.replace(hour=(22 + drawn.randrange(8)) % 24, minute=drawn.randrange(60))
    )


class _Calendar:
    """The firm's consultation times of these two years and the weeks to come."""

    def __init__(self, now: datetime) -> None:
        first, last = (now - timedelta(days=DAYS)).date(), (now + timedelta(weeks=6)).date()
        self._times = wanted(Availability.rules(), first, last, nsw_holidays(first, last))
        self._taken = {slot.date for slot in Slot.select().where(Slot.is_booked == True)}

    def take(self, after: datetime) -> Slot:
        """The first free time after a moment; a past one is made, as the calendar would have."""
        place = bisect_left(self._times, after)
        start = next(time for time in self._times[place:] if time not in self._taken)
        self._taken.add(start)
        return Slot.get_or_create(date=start)[0]


def _stop_halfway(now: datetime) -> None:
    for number, step in enumerate(STOPPED):
        visitor = f"firm-left-{number}"
        if Booking.draft_of(visitor) is not None:
            continue
        with clock.reading(partial(sub, now, timedelta(days=1 + 3 * number))), write():
            about = {"full_name": NAMES[-number - 1].split()[0] + " Miller", "email": f"left{number}@example.com"}
            told = {"phone": "0400 999 000", "address": "1 King Georges Road, Hurstville NSW 2220"}
            booking.save_personal(visitor, {**about, **told, "preferred_contact": "either"})
            if step > 2:
                asked = {"service_type": "scope_tender", "project_type": "home_renovation", "project_value": "500k_1m"}
                booking.save_project(visitor, {**asked, "message": "", "package": None})
            if step > 3:
                booking.save_documents_step(visitor)


def _enquire(owner: str, now: datetime) -> None:
    for days, name, message, hours in ENQUIRIES:
        then = now - timedelta(days=days, hours=1)
        visitor = f"firm-{name}"
        if Enquiry.select().where(Enquiry.visitor_id == visitor).exists():
            continue
        with clock.reading(partial(add, then, timedelta())):
            made = enquiries.receive(name, f"{name.split()[0].lower()}@example.com", "0400 888 111", message, visitor)
        if hours is not None:
            answer = "Thank you for writing to us. Yes, we do; the best start is a consultation."
            enquiries.answer(made.id, answer, "firm", owner, then + timedelta(hours=hours))
