"""What the two sides of one project write and read, kept as plain lists; and what their letters must agree with."""

import itertools
from datetime import datetime, timedelta
from typing import NamedTuple

from app.accounts.models import Admin
from app.accounts.rules import Role
from app.accounts.staff import add_staff
from app.mail.models import Letter
from app.messages import actions
from app.messages.actions import Person
from app.messages.models import Message, Reader
from app.messages.rules import Side
from app.projects.models import Project
from tests.people import PASSWORD

QUIET, DAY = timedelta(minutes=10), timedelta(days=1)
KINDS = {Side.CLIENT: "messages_from_us", Side.STAFF: "messages_from_client"}
_keys = itertools.count(1)


class Sent(NamedTuple):
    """A message as the model knows it."""

    id: int
    to: Side
    at: datetime


class Correspondence:
    """The messages about one project."""

    def __init__(self, project: int) -> None:
        self.project = project
        self.sent: list[Sent] = []
        self.looks: dict[Side, list[tuple[datetime, int]]] = {side: [] for side in Side}

    def _person(self, side: Side) -> Person:
        if side is Side.CLIENT:
            return Person(client_id=Project.get_by_id(self.project).client_id)
        return Person(admin=Admin.called("helena") or add_staff("helena", "Helena Marsh", Role.STAFF, PASSWORD))

    def write(self, side: Side, now: datetime) -> None:
        """One side writes; the answer is lost, and it is sent again."""
        key = f"{next(_keys)}"
        ids = {actions.send(self.project, self._person(side), "Hello", [], key).id for _ in range(2)}
        self.sent += [Sent(number, side.other, now) for number in ids]

    def look(self, side: Side, now: datetime) -> None:
        """One side reads all that is there."""
        newest = self.sent[-1].id if self.sent else 0
        actions.note_read(self.project, self._person(side), newest)
        self.looks[side].append((now, newest))

    def faults(self, now: datetime) -> list[str]:
        """Where rows or letters tell another story than the lists."""
        found = []
        if [message.id for message in Message.about(self.project).order_by(Message.id)] != [m.id for m in self.sent]:
            found.append(f"{self.project} has other messages than were sent")
        for side in Side:
            read = max((number for _, number in self.looks[side]), default=0)
            unread = [message for message in self.sent if message.to is side and message.id > read]
            if Reader.unread_among([self.project], side).get(self.project, 0) != len(unread):
                found.append(f"{self.project} does not count what {side} has not read")
            told = Letter.select().where(Letter.project_id == self.project, Letter.kind == KINDS[side])
            found += self._mistold(side, unread, [letter.created_at for letter in told.order_by(Letter.id)], now)
        return found

    def _mistold(self, side: Side, unread: list[Sent], told: list[datetime], now: datetime) -> list[str]:
        pairs = itertools.pairwise(told)
        found = [
            f"{self.project}: {side} got two letters within a day without having read"
            for first, second in pairs
            if second - first < DAY and not self._was_read(side, first, second)
        ]
        # The clock stands still between two acts: what was sent at the very moment of a letter came after it.
        waiting = [message for message in unread if not told or message.at >= told[-1]]
        is_free = not told or now - told[-1] >= DAY or self._was_read(side, told[-1], now)
        if waiting and is_free and now - waiting[-1].at >= QUIET and self._is_reached(side):
            found.append(f"{self.project}: nobody told {side} of {len(waiting)} messages")
        return found

    def _was_read(self, side: Side, told_at: datetime, until: datetime) -> bool:
        """Whether a side has read, by then, all that a letter told of."""
        told_of = max(message.id for message in self.sent if message.to is side and message.at < told_at)
        return any(at <= until and number >= told_of for at, number in self.looks[side])

    def _is_reached(self, side: Side) -> bool:
        project = Project.get_by_id(self.project)
        return side is Side.STAFF or (project.proved_at is not None and project.client.has_sign_in)
