"""The people of the story: visitors, clients and staff, each with a browser of their own."""

import io
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app.accounts import credentials as accounts
from app.accounts.models import Admin
from app.accounts.rules import Role
from app.accounts.staff import add_staff
from app.demo.papers import sample_pdf
from app.factory import House

PERSONAL = {
    "step": 1,
    "fullName": "Amelia Hart",
    "email": "amelia@example.com",
    "phone": "0400 123 456",
    "address": "12 Forest Road, Hurstville",
    "preferredContact": "email",
}
PROJECT = {
    "step": 2,
    "serviceType": "planning_approvals",
    "projectType": "new_home",
    "projectValue": "1m_3m",
    "message": "A duplex on a sloping block.",
}
# What JSON says of a booking fee that has come.
FEE_CAME = {
    "state": "paid",
    "amountCents": 25_000,
    "priceCents": 25_000,
    "refundedCents": 0,
    "owedCents": 0,
    "dueBackCents": 0,
    "refundedAt": None,
    "refundedTo": None,
}
VISA = "4242424242424242"
DECLINED = "4000000000000002"
NEEDS_AUTHENTICATION = "4000002500003155"
TAKES_TIME = "4000000000005100"
PASSWORD = "a lasting password"


class Person:
    """Somebody with a browser: cookies are kept, JSON is spoken."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.browser: FlaskClient = house.flask.test_client()

    def get(self, path: str, **more: Any) -> TestResponse:
        """GET a path."""
        return self.browser.get(path, **more)

    def post(self, path: str, body: Any = None, **more: Any) -> TestResponse:
        """POST JSON to a path."""
        return self.browser.post(path, json=body if body is not None else {}, **more)

    def upload(self, name: str = "Plan.pdf", content: bytes | None = None) -> TestResponse:
        """Add a file to the booking draft."""
        body = sample_pdf("Plan") if content is None else content
        return self.browser.post("/api/bookings/current/documents", data={"file": (io.BytesIO(body), name)})

    def fill_wizard(self, files: int = 1, **changes: Any) -> dict[str, Any]:
        """Answer steps 1 to 3 and return the draft."""
        personal = {**PERSONAL, **{key: value for key, value in changes.items() if key in PERSONAL}}
        project = {**PROJECT, **{key: value for key, value in changes.items() if key not in PERSONAL}}
        assert self.post("/api/bookings", personal).status_code == 200
        assert self.post("/api/bookings", project).status_code == 200
        for number in range(files):
            assert self.upload(f"Plan {number + 1}.pdf").status_code == 201
        answer = self.post("/api/bookings", {"step": 3})
        assert answer.status_code == 200
        return dict(answer.get_json())

    def start_payment(self) -> str:
        """Open the card form; returns the intent's id."""
        answer = self.post("/api/create-payment-intent", {"amount": 250})
        assert answer.status_code == 200, answer.get_json()
        return str(answer.get_json()["paymentIntent"])

    def settle(self, intent: str) -> str:
        """Come back from the card form; returns the status shown."""
        answer = self.post("/api/payments/settle", {"paymentIntent": intent})
        assert answer.status_code == 200, answer.get_json()
        return str(answer.get_json()["status"])

    def call_off(self, project: int, reason: str = "") -> TestResponse:
        """Staff cancel a project, with its time before them as their page shows it."""
        shown = self.get(f"/api/admin/projects/{project}").get_json()
        seen = shown["time"]["start"] if "time" in shown else None
        return self.post(f"/api/admin/projects/{project}/cancel", {"reason": reason, "seen": seen})

    def sign_in(self, email: str) -> None:
        """Sign in as a client whose password is PASSWORD."""
        answer = self.post("/api/client/login", {"email": email, "password": PASSWORD})
        assert answer.status_code == 200, answer.get_json()

    def book(self, files: int = 1, card: str = VISA, **changes: Any) -> str:
        """A whole paid booking; returns the intent's id."""
        self.fill_wizard(files, **changes)
        intent = self.start_payment()
        self.house.sandbox.confirm(intent, card=card)
        self.settle(intent)
        return intent


class People:
    """Makes people."""

    def __init__(self, house: House) -> None:
        self.house = house

    def visitor(self) -> Person:
        """A stranger with a fresh browser."""
        return Person(self.house)

    def client(self, email: str = "amelia@example.com", **changes: Any) -> Person:
        """A client with a paid booking and a lasting password, signed in from a browser that booked nothing."""
        Person(self.house).book(email=email, **changes)
        accounts.set_client_password(email, PASSWORD)
        person = Person(self.house)
        person.sign_in(email)
        return person

    def staff(self, username: str = "helena", role: Role = Role.STAFF) -> Person:
        """A signed-in member of staff."""
        if Admin.called(username) is None:
            add_staff(username, "Helena Marsh", role, PASSWORD)
        person = Person(self.house)
        answer = person.post("/api/admin/login", {"username": username, "password": PASSWORD})
        assert answer.status_code == 200, answer.get_json()
        return person
