"""A town of four projects and four times, in which anything may happen; and what must hold all the same.

The first two projects are two people's. The last two are one client's, who has paid a booking fee: both may want its
credit.
"""

import copy
import io
import itertools
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

from icalendar import Calendar

from app import clock
from app.access import Caller
from app.attention.rules import Matter
from app.audit.actions import Actor
from app.audit.models import ActorKind
from app.catalogue.actions import services
from app.catalogue.rules import BOOKING_FEE_CENTS
from app.checklist.models import Need
from app.consultations import actions as consultations
from app.consultations import by_client, meetings
from app.consultations.expired import expire_holds
from app.demo.papers import sample_pdf
from app.documents import actions as documents
from app.documents import sharing, versions
from app.documents.models import Document
from app.documents.rules import Uploader
from app.errors import AppError
from app.factory import House
from app.limits import limiter
from app.mail.models import Letter
from app.meeting import Way
from app.messages.notices import tell
from app.messages.rules import Side
from app.orders.credit import quote
from app.orders.models import Line, Order
from app.orders.money import Payment, Refund
from app.orders.sums import standing
from app.payments import bills, transfers
from app.payments.provider import ProviderRefused
from app.payments.settle import settle
from app.projects.models import Project
from app.projects.rules import Reach
from app.slots.models import Hold, Slot
from tests.consultations.changes import may_choose, may_give_back, may_meet, may_shift, may_withdraw
from tests.consultations.correspondence import Correspondence
from tests.onboarders import DETAILS, Onboarder
from tests.orders.plain import differences, paper, task, waits
from tests.payments.banking import payments_of
from tests.people import DECLINED, VISA

PEOPLE, TIMES = 4, 4
CREDITED = (2, 3)
SERVICES = ("consultation", "scope_tender", "premium_advisory")  # 250, 2,000 and 3,000
# What staff are told about money that has no time; all of them say that somebody must act.
TIMELESS = ("paid_cancelled", "refund_due", "paid_twice")
WITHOUT_TIME = (Matter.CONTACT, Matter.TIME, Matter.PART_PAID)
_rounds, _keys = itertools.count(1), itertools.count(1)


class Town:
    """Four projects and four times, with a clock that only goes forward."""

    def __init__(self, house: House) -> None:
        limiter.reset()
        self.house, self.round = house, next(_rounds)
        self.now = clock.now()
        first = self.now + timedelta(weeks=3, seconds=self.round * 100)
        self.times = [Slot.create(date=first + timedelta(seconds=number)) for number in range(TIMES)]
        self.people = [Onboarder(house, email=f"p{self.round}-{number}@example.com") for number in range(3)]
        before = [project.id for project in Project.select(Project.id)]
        self.people[2].book(files=0, email=f"p{self.round}-2@example.com")
        self.booked = Order.get(Order.booking_id.is_null(False), Order.project.not_in(before)).project_id
        self.people.append(self._second_project_of(self.people[2], f"p{self.round}-2@example.com"))
        # Every card form that was ever opened for a project: a tab may be left open for as long as one likes.
        self.forms: dict[int, list[str]] = {number: [] for number in range(PEOPLE)}
        # Whose consultation its client has moved already, and what was answered otherwise than on the wall.
        self.shifted: set[int] = set()
        self.unfair: list[str] = []
        self.ways: dict[int, Way] = {}
        self.sent: dict[int, set[int]] = {number: set() for number in range(PEOPLE)}
        self.mail = [Correspondence(person.project) for person in self.people]

    def _second_project_of(self, person: Onboarder, email: str) -> Onboarder:
        again = copy.copy(person)
        again.intake = person.post("/api/clients", {**DETAILS, "email": email}).get_json()["id"]
        again.project = again.make_project("scope_tender")
        return again

    def play(self, act: tuple[Any, ...]) -> None:
        """One act; a refusal is an answer, too."""
        try:
            with clock.reading(lambda: self.now):
                self._play(*act)
                tell(self.now)
        except AppError as refusal:
            assert refusal.status in (404, 409, 429)

    def _play(self, verb: str, person: int, detail: Any = None) -> None:
        if verb == "expire":
            self.now += timedelta(minutes=15 * person)
            expire_holds(self.now)
        elif verb == "choose":
            self.choose(self.times[person])
        elif verb in ("hold", "move", "shift"):
            getattr(self, verb)(person, self.times[detail].id)
        elif detail is None:
            getattr(self, verb)(person)
        else:
            getattr(self, verb)(person, detail)

    def hold(self, person: int, slot: int) -> None:
        """The visitor takes a time."""
        who = self.people[person]
        answer = who.browser.patch(f"/api/slots/{slot}/book", json={"projectId": who.project})
        # Whoever moved it since, its browser does not.
        refused = () if Project.get_by_id(who.project).browser_reach is Reach.ALL else (403,)
        assert answer.status_code in (200, 404, 409, 429, *refused)

    def choose(self, time: Slot) -> None:
        """The client of the paid booking chooses its consultation's time, or another one."""
        project, slot = Project.get_by_id(self.booked), Slot.get_by_id(time.id)
        expected = may_choose(project, slot, self.now) or project.appointment_date == slot.date
        answer = self.people[2].browser.patch(f"/api/slots/{slot.id}/book", json={"projectId": project.id})
        self._compare("choose", expected, answer.status_code == 200)

    def shift(self, person: int, slot: int) -> None:
        """The client moves the consultation in the portal."""
        project, to = Project.get_by_id(self.people[person].project), Slot.get_by_id(slot)
        hold = Hold.of_project(project.id)
        stays = hold is not None and hold.kind == "paid" and hold.slot_id == slot
        expected = stays or may_shift(project, to, project.id in self.shifted, self.now)
        moved = self._done(lambda: by_client.move(project.id, slot, project.appointment_date or self.now, self.now))
        self._compare("move", expected, moved)
        if moved and not stays:
            self.shifted.add(project.id)

    def release(self, person: int) -> None:
        """The client gives the time of the consultation back in the portal; the answer is lost, so it is sent again."""
        project = Project.get_by_id(self.people[person].project)
        seen = project.appointment_date or self.now
        expected = may_give_back(project, project.id in self.shifted, self.now)
        done = self._done(lambda: by_client.give_back(project.id, seen, self.now))
        self._compare("giving back", expected, done)
        if done:
            self.shifted.add(project.id)
            self._compare("second giving back", False, by_client.give_back(project.id, seen, self.now))

    def meet(self, person: int, way: Way) -> None:
        """The client chooses in the portal how the consultation happens."""
        project = Project.get_by_id(self.people[person].project)
        expected = project.way_to_meet == way or may_meet(project, self.now)
        client = Actor(ActorKind.CLIENT, str(project.client_id))
        met = self._done(lambda: meetings.choose_way(project.id, way, client, self.now))
        self._compare("way of meeting", expected, met)
        if met:
            self.ways[project.id] = way

    def renew(self, person: int) -> None:
        """Staff put a newer version in the place of the report that they shared last."""
        number, folder = self.people[person].project, self.house.config.documents_folder
        reports = Document.of_project(number).where(Document.uploaded_by == Uploader.STAFF)
        if old := reports.order_by(Document.id.desc()).first():
            content, about = io.BytesIO(sample_pdf("Report")), {"username": "helena", "now": self.now}
            versions.replace(folder, content, "Report.pdf", old, **about)

    def withdraw(self, person: int) -> None:
        """The client cancels the consultation in the portal."""
        project = Project.get_by_id(self.people[person].project)
        expected = project.status == "cancelled" or may_withdraw(project, self.now)
        seen = project.appointment_date or self.now
        self._compare("cancel", expected, self._done(lambda: by_client.cancel(project.id, seen, self.now)))

    def _done(self, act: Callable[[], object]) -> bool:
        try:
            act()
        except AppError as refusal:
            assert refusal.status in (404, 409)
            return False
        return True

    def _compare(self, act: str, expected: bool, happened: bool) -> None:
        if expected != happened:
            self.unfair.append(f"a client's {act} was {'made' if happened else 'refused'}")

    def open(self, person: int) -> None:
        """The visitor opens the card form, in place of a transfer if one was chosen."""
        body = {"projectId": self.people[person].project, "replaceTransfer": True}
        answer = self._post(person, "/api/create-payment-intent", body)
        if answer.status_code == 200 and answer.get_json()["paymentIntent"] not in self.forms[person]:
            self.forms[person].append(answer.get_json()["paymentIntent"])

    def pay(self, person: int, card: str = VISA) -> None:
        """The visitor opens the card form, or goes to the one that is open, and enters a card."""
        self.open(person)
        if self.forms[person]:
            self.house.sandbox.confirm(self.forms[person][-1], card=card)

    def decline(self, person: int) -> None:
        """The card is declined."""
        self.pay(person, DECLINED)

    def late(self, person: int, card: str = VISA) -> None:
        """The visitor finds the tab with the form that was opened first."""
        if self.forms[person]:
            self.house.sandbox.confirm(self.forms[person][0], card=card)

    def settle(self, person: int) -> None:
        """News of every form arrive."""
        assert self.house.gateway is not None
        # As the provider's messages do: the visitor may have been away for longer than a session lasts.
        for intent in self.forms[person]:
            settle(self.house.gateway, intent)

    def transfer(self, person: int) -> None:
        """The visitor chooses the transfer, anew if one was chosen."""
        path = f"/api/projects/{self.people[person].project}/bank-transfer"
        self._post(person, path, {"replaceTransfer": True})

    def confirm(self, person: int) -> None:
        """The visitor confirms what the credit covers."""
        self._post(person, f"/api/projects/{self.people[person].project}/confirm")

    def receive(self, person: int) -> None:
        """Staff see the transfer that was asked for last."""
        if asked := transfers_of(self.people[person].project):
            transfers.receive(asked[-1].id, "helena")

    def part(self, person: int) -> None:
        """Of the transfer that was asked for last, staff see the half; they are told if it was received before."""
        if asked := transfers_of(self.people[person].project):
            transfers.receive(asked[-1].id, "helena", asked[-1].amount_cents // 2)

    def rest(self, person: int) -> None:
        """Staff see a transfer that nobody was asked for: what is owed, or 100.00 too much, unless one is awaited."""
        project = self.people[person].project
        owed = standing(Order.of_project(project).id).balance_cents
        transfers.record(project, owed if owed > 0 else 10_000, f"{self.round}-{next(_keys)}", "helena")

    def mistake(self, person: int) -> None:
        """Staff say that the transfer that they noted last, for what it was begun with or a bill, has not come."""
        by_bank = Order.project == self.people[person].project, Payment.provider == "bank", Payment.has_come()
        came = Payment.select().join(Order).where(*by_bank).order_by(Payment.learned_at.desc(), Payment.id.desc())
        if noted := came.first():
            transfers.not_come(noted.id, noted.paid_at, "Somebody else's money", "helena")

    def bill(self, person: int) -> None:
        """Staff bill further work."""
        due_on = clock.in_sydney(self.now).date() + timedelta(days=14)
        key = f"{self.round}-{next(_keys)}"
        bills.bill(self.house.gateway, self.people[person].project, [("Site visit", 40_001)], due_on, "", key, "helena")

    def collect(self, person: int) -> None:
        """Staff see the transfer for the last bill, withdrawn or not."""
        if (row := self._last_bill(person)) and (asked := row.payments.first()):
            transfers.receive(asked.id, "helena")

    def unbill(self, person: int) -> None:
        """Staff withdraw the last bill."""
        if row := self._last_bill(person):
            bills.take_back(self.house.gateway, row.id, "Agreed otherwise", "helena")

    def _last_bill(self, person: int) -> Order | None:
        return Order.bills().where(Order.project == self.people[person].project).order_by(-Order.number).first()

    def change(self, person: int, service: str) -> None:
        """The visitor goes back and chooses another service, whichever way to pay was chosen."""
        body = {"clientId": self.people[person].intake, "serviceType": service, "replaceTransfer": True}
        if Project.get_by_id(self.people[person].project).browser_reach is Reach.ALL:
            self._post(person, "/api/projects", body)
        else:
            assert self.people[person].post("/api/projects", body).status_code == 403

    def refund(self, person: int) -> None:
        """Staff give the last card payment back at the provider."""
        charged = [intent for intent in self.forms[person] if charges(self.house, intent)]
        if charged and self.house.gateway is not None:
            key = f"refund {charged[-1]}"
            self.house.gateway.refund(charged[-1], None, key, "requested_by_customer")

    def give(self, person: int) -> None:
        """Staff give a part of the last card payment back at the provider."""
        charged = [intent for intent in self.forms[person] if charges(self.house, intent)]
        if charged and self.house.gateway is not None:
            with suppress(ProviderRefused):  # it was given back already
                self.house.gateway.refund(charged[-1], 10_000, f"part {next(_keys)}", "requested_by_customer")

    def returned(self, person: int) -> None:
        """The client's bank sends back the last refund that the program has heard of."""
        known = Refund.select().join(Payment).join(Order).where(Order.project == self.people[person].project)
        if row := known.order_by(Refund.id.desc()).first():
            self.house.sandbox.fail_refund(row.provider_id)

    def cancel(self, person: int) -> None:
        """Staff cancel the project."""
        consultations.cancel(self.people[person].project, "helena", "asked to", self.now)

    def move(self, person: int, slot: int) -> None:
        """Staff give the project another time."""
        consultations.move(self.people[person].project, slot, "helena", self.now)

    def send(self, person: int) -> None:
        """The visitor adds a document where one is missing; the answer is lost, and it is sent again."""
        who, key = self.people[person], f"{self.round}-{next(_keys)}"
        missing = Need.missing_of(who.project)
        answers = [who.attach(key, missing[0].id if missing else None) for _ in range(2)]
        assert {answer.status_code for answer in answers} in ({201}, {403}, {404}, {409})
        self.sent[person] |= {answer.get_json()["id"] for answer in answers if answer.status_code == 201}

    def report(self, person: int) -> None:
        """Staff put a document there and share it, if that may be."""
        number, folder = self.people[person].project, self.house.config.documents_folder
        content = io.BytesIO(sample_pdf("Report"))
        about: dict[str, Any] = {"project_id": number, "uploaded_by": Uploader.STAFF, "now": self.now}
        kept = documents.store(folder, content, "Report.pdf", accepted=("pdf",), **about)
        sharing.share(number, [kept.id], "helena", self.now)

    def write(self, person: int) -> None:
        """The client writes to the firm."""
        self.mail[person].write(Side.CLIENT, self.now)

    def answer(self, person: int) -> None:
        """Staff write to the client."""
        self.mail[person].write(Side.STAFF, self.now)

    def read(self, person: int) -> None:
        """The client reads everything."""
        self.mail[person].look(Side.CLIENT, self.now)

    def catch_up(self, person: int) -> None:
        """Staff read everything."""
        self.mail[person].look(Side.STAFF, self.now)

    def unheard(self) -> list[str]:
        """Every project whose messages, marks and letters tell different stories."""
        return [fault for mail in self.mail for fault in mail.faults(self.now)]

    def misfiled(self) -> list[str]:
        """Every project whose documents, checklist and letters tell different stories."""
        found = []
        for project, sent in zip(self.projects, self.sent.values(), strict=True):
            rows = list(Document.of_project(project.id))
            if {row.id for row in rows if row.uploaded_by != Uploader.STAFF} != sent:
                found.append(f"{project.id} has not what was sent, once each")
            every = Document.select().where(Document.project_id == project.id)
            shared = [row for row in every if row.shared_at is not None]
            told = Letter.select().where(Letter.project_id == project.id, Letter.kind == "documents_shared").count()
            if len(shared) != told or (shared and project.proved_at is None):
                found.append(f"{project.id} shares what its client was not told of, or may not see")
            on_it = list(Need.select().where(Need.project_id == project.id).order_by(Need.id))
            paid = Order.of_project(project.id).paid_at is not None
            # What was sent while it counted as paid stays sent.
            missing = {need.id for need in Need.missing_of(project.id)}
            asked = sorted(need.title for need in on_it if paid or need.id in missing)
            needs = sorted(services()[project.service_type].needs)
            if asked != (needs if paid else []) and project.status != "cancelled":
                found.append(f"{project.id} is {'paid' if paid else 'unpaid'}, and asks for {len(asked)} documents")
        return found

    def mistold(self) -> list[str]:
        """Every project whose client's calendar, as the letters fill it, shows another consultation than it has."""
        found = []
        for project in self.projects:
            if project.way_to_meet != self.ways.get(project.id, "phone"):
                found.append(f"{project.id} happens another way than its client chose")
            told = Letter.select().where(Letter.project_id == project.id, Letter.calendar.is_null(False))
            entries = [Calendar.from_ical(letter.calendar) for letter in told.order_by(Letter.id)]
            if not entries:
                continue
            numbers = [int(entry.walk("VEVENT")[0]["SEQUENCE"]) for entry in entries]
            if sorted(set(numbers)) != numbers:
                found.append(f"{project.id} has invitations that calendars take for older ones")
            last = entries[-1]
            shown = None if last["METHOD"] == "CANCEL" else last.walk("VEVENT")[0]["DTSTART"].dt
            hold = Hold.of_project(project.id)
            theirs = project.appointment_date if hold is None or hold.expires_at is None else None
            due = theirs.replace(microsecond=0) if theirs else None
            if shown != due:
                found.append(f"{project.id} is in its client's calendar at {shown}, and is at {due}")
        return found

    def _post(self, person: int, path: str, body: Any = None) -> Any:
        answer = self.people[person].post(path, body)
        assert answer.status_code in (200, 201, 404, 409, 503), answer.get_json()
        return answer

    @property
    def projects(self) -> list[Project]:
        """Everybody's project as it is now."""
        return [Project.get_by_id(person.project) for person in self.people]

    def shared(self) -> list[str]:
        """Every time that has two owners, or of which slot, hold and project tell different stories."""
        found, projects = list(self.unfair), [*self.projects, Project.get_by_id(self.booked)]
        for slot in (Slot.get_by_id(time.id) for time in self.times):
            holds = list(Hold.select().where(Hold.slot == slot, Hold.released_at.is_null()))
            owners = [project.id for project in projects if project.appointment_date == slot.date]
            if len(holds) > 1 or len(owners) > 1:
                found.append(f"the time {slot.id} has two owners")
            if [hold.project_id for hold in holds] != ([slot.project_id] if slot.is_booked else []):
                found.append(f"the time {slot.id} and its holds disagree")
            if owners != [hold.project_id for hold in holds]:
                found.append(f"the time {slot.id} and its projects disagree")
        return found

    def unserved(self) -> list[str]:
        """Whoever has paid for nothing without being somebody's task; holds once every payment was settled."""
        found = []
        for project in self.projects:
            kept = self.times_kept(project.id)
            is_known = task(project.id, *TIMELESS) or waits(project.id, *WITHOUT_TIME)
            if kept and project.appointment_date is None and not is_known:
                found.append(f"{project.id} is paid, has no time, and nobody knows")
            # A part of the price keeps no time for good for whoever is not known to be the client.
            for_good = project.proved_at is not None or paper(Order.of_project(project.id)).state != "part_paid"
            if kept and for_good and (hold := Hold.of_project(project.id)) and hold.expires_at is not None:
                found.append(f"{project.id} is paid, but its time can expire")
        return found

    def times_kept(self, project: int) -> int:
        """How often money came for a project, by transfer, or by card and not all of it was given back since."""
        intents = payments_of(project, Payment.intent_id.is_null(False))
        cards = [charge for payment in intents for charge in charges(self.house, payment.intent_id)]
        transferred = sum(row.status == "completed" for row in transfers_of(project))
        return transferred + sum(charge["amount_refunded"] < charge["amount"] for charge in cards)

    def mispaid(self) -> list[str]:
        """Every project about whose money the program says something else than a plain model of orders."""
        ordered = Order.select().where(Order.project.in_([project.id for project in self.projects]))
        return [fault for order in ordered for fault in differences(order)]

    def lost_credit(self) -> list[str]:
        """A booking fee that is deducted twice, or that an open project may not deduct although nothing uses it."""
        found = []
        projects = [Project.get_by_id(self.people[number].project) for number in CREDITED]
        owed = Order.number > 1, Order.withdrawn_at.is_null(), Order.state != "refunded", Order.project.in_(projects)
        billed = Line.select().join(Order, on=Line.order).where(*owed, Line.credit_of.is_null(False)).exists()
        using = [project for project in projects if uses_credit(project, self.now)]
        if sum(map(spent_credit, projects)) > BOOKING_FEE_CENTS:
            found.append("the credit is spent twice")
        for project in projects:
            order = Order.of_project(project.id)
            if project.status == "cancelled" or order.state != "unpaid":
                continue
            due = quote(order, Caller(project.visitor_id), self.now, anew=True)
            if not due.credit_cents and not billed and all(other.id == project.id for other in using):
                found.append(f"{project.id} cannot have the credit, though nothing uses it")
        return found


def charges(house: House, intent: str) -> list[dict[str, Any]]:
    """The successful charges of a card form."""
    return [charge for charge in house.sandbox.charges(intent) if charge["status"] == "succeeded"]


def transfers_of(project: int) -> list[Payment]:
    """Every transfer that was ever asked for."""
    return list(payments_of(project, Payment.provider == "bank").order_by(Payment.id))


def spent_credit(project: Project) -> int:
    """The cents of its price that a project counts as paid without, whatever its order says of a credit."""
    if project.payment_status != "completed":
        return 0
    came = payments_of(project.id, Payment.status == "completed")
    return max(0, project.payment_amount - sum(payment.amount_cents for payment in came))


def uses_credit(project: Project, now: Any) -> bool:
    """Whether this project has spent the credit, or still may: its checkout is begun and its time is kept."""
    order = Order.of_project(project.id)
    if order.credit is None or project.status == "cancelled":
        return False
    hold = Hold.of_project(project.id)
    kept = hold is not None and (hold.expires_at is None or hold.expires_at > now)
    unsettled = order.payments.where(Payment.superseded == False, Payment.status != "completed").exists()
    return order.state in ("part_paid", "paid", "part_refunded") or (kept and unsettled)
