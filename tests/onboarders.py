"""People who come through /onboarding."""

import io
from datetime import datetime
from typing import Any

from werkzeug.test import TestResponse

from app import clock
from app.demo.papers import sample_pdf
from app.factory import House
from app.slots import actions as slots
from tests.people import VISA, Person

DETAILS = {
    "name": "Ann Lee",
    "email": "ann@example.com",
    "phone": "0400 111 222",
    "company": "",
    "addressStreet": "1 High Street",
    "addressCity": "Hurstville",
    "addressState": "NSW",
    "addressZip": "2220",
    "enquiryType": "new_project",
}


class Onboarder(Person):
    """A visitor with a project under way."""

    project: int
    intake: int

    def __init__(
        self, house: House, email: str = "ann@example.com", service: str = "planning_approvals", **told: str
    ) -> None:
        super().__init__(house)
        made = self.post("/api/clients", {**DETAILS, "email": email, **told})
        assert made.status_code == 201, made.get_json()
        self.intake = made.get_json()["id"]
        self.project = self.make_project(service)

    @classmethod
    def who_booked(cls, house: House) -> "Onboarder":
        """Somebody who has paid the booking fee, and keeps a time for the project."""
        slots.generate(clock.now())
        made = cls(house)
        made.book(email="ann@example.com")
        assert made.take(made.times()[1]["id"]).status_code == 200
        return made

    @classmethod
    def signed_in(cls, house: House, time: int = 1) -> "Onboarder":
        """Amelia, who is a client already, signed in: she keeps a time for a service of $2,000.00."""
        made = cls(house, email="amelia@example.com")
        made.sign_in("amelia@example.com")
        made.make_project("scope_tender")
        assert made.take(made.times()[time]["id"]).status_code == 200
        return made

    def make_project(self, service: str, **more: Any) -> int:
        """The project of the submission."""
        body = {"clientId": self.intake, "serviceType": service, "status": "inquiry", **more}
        made = self.post("/api/projects", body)
        assert made.status_code == 201, made.get_json()
        return int(made.get_json()["id"])

    def times(self) -> list[dict[str, Any]]:
        """What can be booked; the first of them only until the next full hour."""
        return list(self.get("/api/slots/available").get_json())

    def take(self, slot: int) -> TestResponse:
        """Book a time."""
        return self.browser.patch(f"/api/slots/{slot}/book")

    def checkout(self) -> dict[str, Any]:
        """The project as the checkout shows it."""
        return dict(self.get(f"/api/projects/{self.project}").get_json())

    def begin_card(self, terms: bool = True) -> str:
        """Open the card form and accept the terms; where a transfer was chosen, say that the card takes its place."""
        shown = self.checkout()
        replace, total = shown["method"] == "bank", (shown["anew"] or shown)["totalCents"] / 100
        body = {"projectId": self.project, "amount": total, "replaceTransfer": replace}
        answer = self.post("/api/create-payment-intent", body)
        assert answer.status_code == 200, answer.get_json()
        assert not terms or self.post(f"/api/projects/{self.project}/terms").status_code == 200
        return str(answer.get_json()["paymentIntent"])

    def pay(self) -> str:
        """Pay what is to be paid by card; returns the intent's id."""
        intent = self.begin_card()
        self.house.sandbox.confirm(intent, card=VISA)
        assert self.settle(intent) == "paid"
        return intent

    def attach(self, key: str | None = None, need: int | None = None) -> TestResponse:
        """Add a file to the project, for a line of its checklist."""
        data = {"file": (io.BytesIO(sample_pdf("Plan")), "Plan.pdf"), "projectId": str(self.project)}
        if need is not None:
            data["needId"] = str(need)
        return self.browser.post("/api/documents", data=data, headers={"Idempotency-Key": key} if key else {})


def moment(text: str) -> datetime:
    """A moment as JSON has it."""
    return datetime.fromisoformat(text)
