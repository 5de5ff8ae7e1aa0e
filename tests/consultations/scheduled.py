"""Clients whose consultations are confirmed, and what they do with them in the portal."""

from typing import Any

from werkzeug.test import TestResponse

from app.mail.models import Letter
from app.projects.models import Project
from app.slots.models import Slot
from tests.people import PASSWORD, People, Person

FAR = 40  # the number of a time some days ahead


def kinds() -> list[str]:
    """Every letter's kind, in order."""
    return [letter.kind for letter in Letter.select().order_by(Letter.id)]


class Client(Person):
    """Somebody signed in to the portal, with a paid booking."""

    project: int

    @classmethod
    def with_time(cls, people: People, number: int, email: str = "amelia@example.com") -> "Client":
        """A client who has chosen the time of that number among the free ones."""
        person = people.client(email)
        made = cls(people.house)
        made.browser, made.project = person.browser, Project.select().order_by(Project.id.desc()).get().id
        taken = made.browser.patch(f"/api/slots/{made.free()[number]}/book", json={"projectId": made.project})
        assert taken.status_code == 200, taken.get_json()
        return made

    def free(self) -> list[int]:
        """The ids of the times that can be booked, soonest first."""
        return [slot["id"] for slot in self.get("/api/slots/available").get_json()]

    def sign_in(self) -> None:
        """Sign in again: the last time was too long ago."""
        body = {"email": Project.get_by_id(self.project).client.email, "password": PASSWORD}
        assert self.post("/api/client/login", body).status_code == 200

    @property
    def start(self) -> str:
        """When the consultation begins, as JSON has it; '' for none."""
        date = Project.get_by_id(self.project).appointment_date
        return date.isoformat() if date else ""

    def appointment(self) -> dict[str, Any]:
        """The consultation as the portal shows it."""
        (shown,) = self.get("/api/client/appointments").get_json()
        return dict(shown)

    def told_of_moving(self) -> tuple[str, bool]:
        """What /success says about moving the time, and whether the last letter about a time says the same."""
        shown = self.get(f"/api/bookings/confirmation?projectId={self.project}").get_json()["booking"]["moveNote"]
        letter = Letter.select().where(Letter.kind == "consultation_moved").order_by(Letter.id.desc()).get()
        return shown, shown in " ".join(letter.text.split())

    def move(self, slot: int, seen: str | None = None) -> TestResponse:
        """Ask for another time; `seen` where the page shows an older one."""
        body = {"slotId": slot, "date": seen or self.start}
        return self.post(f"/api/client/appointments/{self.project}/move", body)

    def give_back(self, seen: str | None = None) -> TestResponse:
        """Ask to release the time and keep the project."""
        return self.post(f"/api/client/appointments/{self.project}/give-back", {"date": seen or self.start})

    def cancel(self, seen: str | None = None) -> TestResponse:
        """Ask to cancel."""
        return self.post(f"/api/client/appointments/{self.project}/cancel", {"date": seen or self.start})


def date_of(slot: int) -> str:
    """When a time begins, as JSON has it."""
    return str(Slot.get_by_id(slot).date.isoformat())
