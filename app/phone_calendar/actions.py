"""The verbs of a staff member's private calendar address: make, choose what it shows, end, use."""

import secrets
from datetime import datetime

from app.accounts.models import Admin
from app.accounts.rules import digest
from app.audit.actions import note
from app.audit.models import Act
from app.config import in_force
from app.db import write
from app.errors import not_found
from app.phone_calendar.models import CalendarAddress
from app.phone_calendar.rules import Choice, is_use_noted

NONE = "You have no calendar address at present. Please make one."


def make(admin: Admin, choice: Choice, now: datetime) -> str:
    """A new address for this member of staff, in full; the one before ends. It is known in full to nobody but them."""
    token = secrets.token_urlsafe(32)
    with write():
        CalendarAddress.delete().where(CalendarAddress.admin == admin.id).execute()
        CalendarAddress.create(
            admin=admin.id,
            token_hash=digest(token),
            password_stamp=admin.password_stamp(),
            shows_names=choice.names,
            shows_blocked=choice.blocked,
            made_at=now,
        )
        note(admin.actor(), Act.MAKE_CALENDAR_ADDRESS, admin.get_id(), now, str(choice))
    return f"{in_force().server.address}/api/calendar/{token}.ics"


def choose(admin: Admin, choice: Choice, now: datetime) -> None:
    """Let the address that there is show something else; repeatable. AppError 404 where there is none that works."""
    with write():
        address = CalendarAddress.of(admin)
        if address is None or address.is_over:
            raise not_found(NONE)
        if address.choice == choice:
            return
        changed = {"shows_names": choice.names, "shows_blocked": choice.blocked}
        CalendarAddress.update(**changed).where(CalendarAddress.id == address.id).execute()
        note(admin.actor(), Act.CHANGE_CALENDAR_ADDRESS, admin.get_id(), now, str(choice))


def end(admin: Admin, now: datetime) -> None:
    """End this member of staff's address; repeating it changes nothing."""
    with write():
        if CalendarAddress.delete().where(CalendarAddress.admin == admin.id).execute():
            note(admin.actor(), Act.END_CALENDAR_ADDRESS, admin.get_id(), now)


def note_use(address: CalendarAddress, now: datetime) -> None:
    """A calendar has asked at this address."""
    if is_use_noted(address.used_at, now):
        with write():
            CalendarAddress.update(used_at=now).where(CalendarAddress.id == address.id).execute()
