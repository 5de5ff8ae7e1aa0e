"""A visitor's browser, as far as the program sees one: cookies are kept, JSON is spoken."""

import json
import time
from typing import Any
from urllib.parse import urlencode

from running import fetch

TIMES_SECONDS = 120.0
PDF = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%%EOF\n"
PERSONAL = {
    "step": 1,
    "fullName": "Amelia Hart",
    "phone": "0400 123 456",
    "address": "12 Forest Road, Hurstville",
    "preferredContact": "email",
}
PROJECT = {"step": 2, "serviceType": "planning_approvals", "projectType": "new_home", "projectValue": "1m_3m"}
CLIENT = {
    "name": "Ann Lee",
    "phone": "0400 111 222",
    "addressStreet": "1 High Street",
    "addressCity": "Hurstville",
    "addressState": "NSW",
    "addressZip": "2220",
}
CARD = {"number": "4242424242424242", "exp_month": "12", "exp_year": "34", "cvc": "123"}


class Visit:
    """One browser. Every call raises RuntimeError with the answer when it is refused."""

    def __init__(self, port: int) -> None:
        self.port, self.cookie = port, ""

    def call(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[str, bytes]:
        """One request; the answer's content type and body."""
        status, answered, got = fetch(self.port, path, {"Cookie": self.cookie, **(headers or {})}, body, method)
        if status not in (200, 201):
            raise RuntimeError(f"{method} {path}: {status} {got[:500].decode(errors='replace')}")
        self.cookie = (answered.get("Set-Cookie") or self.cookie).partition(";")[0]
        return answered.get("Content-Type", ""), got

    def get(self, path: str) -> Any:
        """What the API tells."""
        return json.loads(self.call("GET", path)[1])

    def send(self, method: str, path: str, **told: object) -> Any:
        """Tell the API something; its answer."""
        return json.loads(self.call(method, path, json.dumps(told).encode(), {"Content-Type": "application/json"})[1])

    def add_file(self, path: str, content: bytes = PDF, called: str = "Plan.pdf", **fields: str) -> None:
        """Upload a file, a small PDF unless told otherwise."""
        parts = [f'name="{name}"\r\n\r\n{text}'.encode() for name, text in fields.items()]
        parts.append(f'name="file"; filename="{called}"\r\n\r\n'.encode() + content)
        body = b"".join(b"--x\r\nContent-Disposition: form-data; %b\r\n" % part for part in parts) + b"--x--\r\n"
        self.call("POST", path, body, {"Content-Type": "multipart/form-data; boundary=x"})

    def pay(self, **wanted: object) -> str:
        """Start a payment and give the sandbox the test card; the payment's status as the browser sees it."""
        started = self.send("POST", "/api/create-payment-intent", **wanted)
        intent = started["paymentIntent"]
        if "projectId" in wanted:
            self.send("POST", f"/api/projects/{wanted['projectId']}/terms")
        form = {"payment_method_data[type]": "card"} | {f"payment_method_data[card][{key}]": CARD[key] for key in CARD}
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Authorization": "Bearer pk_test_sandbox",
            "Sandbox-Client-Secret": started["clientSecret"],
        }
        self.call("POST", f"/sandbox/v1/payment_intents/{intent}/confirm", urlencode(form).encode(), headers)
        return str(self.send("POST", "/api/payments/settle", paymentIntent=intent)["status"])

    def prepare(self, email: str) -> None:
        """The wizard at /contact with one document, up to its payment."""
        self.send("POST", "/api/bookings", **PERSONAL, email=email)
        self.send("POST", "/api/bookings", **PROJECT)
        self.add_file("/api/bookings/current/documents")
        self.send("POST", "/api/bookings", step=3)

    def book(self, email: str) -> str:
        """The wizard, paid by card; the payment's status."""
        self.prepare(email)
        return self.pay(amount=250)

    def free_times(self) -> list[Any]:
        """What can be booked; a job makes the times shortly after the program's start."""
        deadline = time.monotonic() + TIMES_SECONDS
        while time.monotonic() < deadline:
            found: list[Any] = self.get("/api/slots/available")
            if found:
                return found
            time.sleep(0.05)
        raise RuntimeError("no consultation times were made")

    def submit(self, email: str, slot: Any) -> int:
        """The whole submit chain of /onboarding for that time; the project's id."""
        client = self.send("POST", "/api/clients", **CLIENT, email=email)
        project = self.send("POST", "/api/projects", clientId=client["id"], serviceType="scope_tender")
        number = int(project["id"])
        self.add_file("/api/documents", projectId=str(number))
        self.send("PATCH", f"/api/slots/{slot['id']}/book", projectId=number)
        self.send("PATCH", f"/api/projects/{number}", appointmentDate=slot["date"])
        return number
