"""A village in which everything has happened once that can happen to money, times and documents."""

import io

from app import clock
from app.access import Caller
from app.accounts.models import Admin
from app.accounts.rules import Role
from app.accounts.staff import add_staff
from app.audit.actions import Actor
from app.audit.models import ActorKind
from app.checklist import actions as checklist
from app.checklist.models import Need
from app.consultations import actions as consultations
from app.demo.papers import sample_pdf
from app.documents import actions as documents
from app.documents import sharing
from app.documents.models import Document
from app.documents.rules import Uploader
from app.factory import House
from app.invoices.files import make_files
from app.messages import actions as messages
from app.orders.models import Order
from app.orders.money import Payment
from app.payments import choosing, transfers
from app.payments.settle import settle
from app.projects.models import Project
from app.slots import actions as slots
from tests.onboarders import Onboarder
from tests.payments.banking import payments_of
from tests.people import DECLINED, TAKES_TIME, VISA, Person


class Village:
    """Its people by what became of them: `projects` has the ids of their projects, `bookings` of their bookings."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.projects: dict[str, int] = {}
        self.bookings: dict[str, int] = {}
        slots.generate(clock.now())
        self._bookings()
        self._cards()
        self._transfers()
        self._credits()
        self._messages()
        self._exchange()
        make_files(clock.now())

    def _bookings(self) -> None:
        """Bookings of the wizard."""
        Person(self.house).fill_wizard(email="draft@example.com")
        for name, cents in {"booked": 0, "booked_part_refunded": 5_000, "booked_refunded": 25_000}.items():
            intent = Person(self.house).book(files=2, email=f"{name}@example.com".replace("_", "-"))
            self.bookings[name] = Payment.of_intent(intent).order.booking_id
            self.projects[name] = Payment.of_intent(intent).project_id
            if cents:
                self._refund(intent, cents)
        removed = Document.select().where(Document.booking_id == self.bookings["booked_refunded"]).first()
        documents.remove(removed, self.house.config.documents_folder)
        for name, cents in {"awaiting": None, "arrived": 25_000, "awaiting_part_paid": 20_000}.items():
            visitor = Person(self.house)
            visitor.fill_wizard(email=f"{name}@example.com".replace("_", "-"))
            payment = choosing.book(None, self._caller(visitor))
            self.bookings[name], self.projects[name] = payment.order.booking_id, payment.project_id
            if cents is not None:
                transfers.receive(payment.id, "helena", cents)

    def _cards(self) -> None:
        """Projects with a time, and a card form."""
        self._held("undecided", TAKES_TIME)
        self._held("declined", DECLINED)
        paid = self._held("paid")
        paid.attach()
        self._pay(paid, VISA)
        self._held("cancelled", VISA)
        consultations.cancel(self.projects["cancelled"], "helena", "asked to", clock.now())
        moved = self._held("moved", VISA)
        consultations.move(moved.project, moved.times()[-1]["id"], "helena", clock.now())
        for name, cents in {"part_refunded": 40_000, "refunded": 150_000}.items():
            self._held(name, VISA)
            self._refund(payments_of(self.projects[name]).get().intent_id, cents)
        bounced = payments_of(self._held("refund_bounced", VISA).project).get().intent_id
        given = self._refund(bounced, 150_000)
        self.house.sandbox.fail_refund(given)
        settle(self.house.gateway, bounced)

    def _transfers(self) -> None:
        """Projects with a time whose client chose to pay by transfer."""
        for name, cents in {"asked": None, "transferred": 150_000, "part_paid": 100_000, "overpaid": 200_000}.items():
            asked = choosing.choose(self.house.gateway, *self._chooser(self._held(name)))
            if cents is not None:
                transfers.receive(asked.id, "helena", cents)
        transfers.record(self.projects["transferred"], 150_000, "sent twice", "helena")

    def _credits(self) -> None:
        """A client whose booking fee is deducted, and one for whom it is all that was owed."""
        for name, service in {"credited": "planning_approvals", "covered": "consultation"}.items():
            person = self._onboarder(name, service)
            person.book(files=0, email=f"{name}@example.com")
            self.bookings[f"{name}_fee"] = Order.select().order_by(Order.booking_id.desc()).first().booking_id
            assert person.take(person.times()[1]["id"]).status_code == 200
            if name == "covered":
                assert person.post(f"/api/projects/{person.project}/confirm").status_code == 200
            else:
                self._pay(person, VISA)

    def _messages(self) -> None:
        """What the client of a booking and the firm wrote, with a file, one of it unread."""
        project = Project.get_by_id(self.projects["booked"])
        add_staff("helena", "Helena Marsh", Role.STAFF, "a lasting password")
        client, staff = messages.Person(client_id=project.client_id), messages.Person(admin=Admin.called("helena"))
        plan = documents.store(
            self.house.config.documents_folder,
            io.BytesIO(sample_pdf("Plan")),
            "Sketch.pdf",
            project_id=project.id,
            uploaded_by=Uploader.CLIENT,
            accepted=("pdf",),
            now=clock.now(),
        )
        first = messages.send(project.id, client, "Here is our sketch.", [plan.id], "first")
        messages.note_read(project.id, staff, first.id)
        messages.send(project.id, staff, "Thank you.", [], "second")

    def _exchange(self) -> None:
        """A line of a checklist that is ticked, and documents that staff share, or keep to themselves."""
        number, now = self.projects["booked"], clock.now()
        client_id, folder = Project.get_by_id(number).client_id, self.house.config.documents_folder
        line = Need.get(Need.project_id == number)
        checklist.tick(line.id, Document.of_project(number).first().id, client_id, now)
        for name in ("Notes.pdf", "Report.pdf"):
            kept = documents.store(
                folder,
                io.BytesIO(sample_pdf(name)),
                name,
                project_id=number,
                uploaded_by=Uploader.STAFF,
                accepted=("pdf",),
                now=now,
            )
        sharing.share(number, [kept.id], "helena", now)
        sharing.opened(kept, Actor(ActorKind.CLIENT, str(client_id)), now)

    def _onboarder(self, name: str, service: str = "planning_approvals") -> Onboarder:
        person = Onboarder(self.house, f"{name}@example.com".replace("_", "-"), service)
        self.projects[name] = person.project
        return person

    def _held(self, name: str, card: str | None = None) -> Onboarder:
        person = self._onboarder(name)
        # Not the soonest: when the hour strikes, that one cannot be booked any more.
        assert person.take(person.times()[1]["id"]).status_code == 200
        if card is not None:
            self._pay(person, card)
        return person

    def _pay(self, person: Onboarder, card: str) -> None:
        intent = person.begin_card()
        self.house.sandbox.confirm(intent, card=card)
        person.settle(intent)

    def _refund(self, intent: str, cents: int) -> str:
        given = self.house.gateway.refund(intent, cents, f"refund {intent}", "requested_by_customer")
        settle(self.house.gateway, intent)
        return given.id

    def _caller(self, person: Person) -> Caller:
        with person.browser.session_transaction() as session:
            return Caller(session["visitor"])

    def _chooser(self, person: Onboarder) -> tuple[Project, Caller]:
        return Project.get_by_id(person.project), self._caller(person)
