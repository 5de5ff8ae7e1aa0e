"""What becomes of one of the firm's clients, from the first form to the last letter, as far as time has gone."""

from collections.abc import Callable
from datetime import datetime, timedelta

from app import clock
from app.accounts.models import Admin
from app.audit.actions import Actor
from app.audit.models import ActorKind
from app.consultations import actions as consultations
from app.consultations import outcomes
from app.consultations.contacted import contact_made
from app.consultations.statuses import set_status
from app.db import write
from app.demo.arrival import Arrival
from app.demo.names import ANSWERED, ASKED, NOTED, WORK
from app.documents import sharing
from app.documents.models import Document
from app.documents.rules import Uploader
from app.messages import actions as messages
from app.notes import actions as notes
from app.orders.models import Order
from app.orders.money import Payment
from app.payments import transfers
from app.payments.bills import bill
from app.projects.actions import look_after
from app.projects.models import Project
from app.projects.rules import ProjectStatus
from app.slots.models import Slot
from app.slots.rules import Attendance

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


class Engagement(Arrival):
    """One client's story. `by`: the user name of who works on it."""

    project: Project
    report: Document

    def __init__(
        self, number: int, visitor: str, begun: datetime, by: str, hashed: str, take: Callable[[datetime], Slot]
    ) -> None:
        super().__init__(number, visitor, begun, hashed, take)
        self.by, self.owner = by, Admin.called(by)

    def live(self, now: datetime) -> None:
        """Tell the story up to `now`; what is between two documents in one transaction."""
        if not self.is_bought:
            self.draft()
        with write():
            start = self._meet(now)
        if start is not None and start + 2 * DAY <= now:
            name, at = "Report on the consultation.pdf", start + DAY
            self.report = self.store(name, Uploader.STAFF, at, project_id=self.project.id)
            with write():
                self._work(start, now)

    def _meet(self, now: datetime) -> datetime | None:
        """From the first form to the consultation, whose start comes back once it has taken place."""
        with self.at(self.begun):
            self.buy() if self.is_bought else self.book()
        self.project = Project.get(Project.visitor_id == self.visitor)
        paid_at = self.begun + DAY * (1 + self.number % 2)
        if self.number % 10 == 3:  # the transfer never comes
            self._end(self.begun + 12 * DAY, "We have not heard from you.", now)
            return None
        if paid_at > now:
            return None
        with self.at(paid_at):
            transfers.receive(self._payment(1).id, self.by)
        start = self._agree(paid_at, now)
        if start is None:
            return None
        if self.number % 9 == 4:
            self._end(start - DAY, "The client is not going to build.", now)
            if start + DAY <= now:
                with self.at(start + DAY):
                    paid = self._payment(1)
                    transfers.give_back(paid.id, paid.amount_cents, "Cancelled in time", "firm", self.by)
            return None
        if start + HOUR > now:
            return None
        came = Attendance.NO_SHOW if self.number % 13 == 6 else Attendance.HELD
        outcomes.note_outcome(self.project.id, start, came, Actor.staff(self.by), start + HOUR)
        return start

    def _work(self, start: datetime, now: datetime) -> None:
        """What follows the consultation."""
        sharing.share(self.project.id, [self.report.id], self.by, start + DAY)
        asked = "The client has asked us to go on"
        set_status(self.project.id, ProjectStatus.IN_PROGRESS, asked, self.by, start + 2 * DAY)
        if self.number % 2:
            self._bill(start + 20 * DAY, now)
        ends = start + timedelta(days=50 + self.number % 30)
        if self.number % 11 != 7 and ends <= now:
            set_status(self.project.id, ProjectStatus.COMPLETED, "All is done and paid", self.by, ends)

    def _agree(self, paid_at: datetime, now: datetime) -> datetime | None:
        """The call and the time agreed on; None where neither is yet."""
        if not self.is_bought:
            called = paid_at + HOUR * (40 if self.number % 7 == 3 else 3)
            if called > now:
                return None
            assert self.owner is not None
            contact_made(self.project.id, self.owner, called)
            if called + HOUR > now or (self.number % 12 == 8 and called + 20 * DAY > now):
                return None
            consultations.move(self.project.id, self.take(called + 3 * DAY).id, self.by, called + HOUR)
        assert self.owner is not None
        looked = paid_at + 5 * HOUR
        if looked <= now:
            look_after(self.project.id, self.owner, self.by, looked)
            notes.jot(self.project.id, self.owner, NOTED[self.number % len(NOTED)], "firm", looked)
            for document in Document.of_project(self.project.id):
                sharing.opened(document, Actor(ActorKind.STAFF, self.by), looked)
        self._converse(paid_at + 8 * HOUR, now)
        return Project.get_by_id(self.project.id).appointment_date

    def _converse(self, at: datetime, now: datetime) -> None:
        client, staff = messages.Person(client_id=self.project.client_id), messages.Person(admin=self.owner)
        for moment, by, texts in ((at, client, ASKED), (at + 4 * HOUR, staff, ANSWERED)):
            if moment <= now and self.number % 3:
                with self.at(moment):
                    sent = messages.send(self.project.id, by, texts[self.number % 3], [], f"firm-{by.side}")
                    messages.note_read(self.project.id, by, sent.id)

    def _bill(self, at: datetime, now: datetime) -> None:
        if at > now:
            return
        due_on = clock.in_sydney(at).date() + timedelta(days=14)
        with self.at(at):
            work = WORK[self.number % len(WORK)]
            bill(None, self.project.id, [work], due_on, "As agreed on the phone.", "firm", self.by)
        paid_at = at + (35 if self.number % 7 == 2 else 9) * DAY
        awaited = Payment.select().where(Payment.id == self._payment(2).id, Payment.is_awaited())
        if paid_at <= now and awaited.exists():
            with self.at(paid_at):
                transfers.receive(self._payment(2).id, self.by)

    def _end(self, at: datetime, reason: str, now: datetime) -> None:
        if at <= now:
            consultations.cancel(self.project.id, self.by, reason, at)

    def _payment(self, number: int) -> Payment:
        order = next(order for order in Order.all_of(self.project.id) if order.number == number)
        found: Payment = order.payments.order_by(Payment.id.desc()).get()
        return found
