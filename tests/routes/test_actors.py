"""Every route against every actor. A route without a line in the table fails the test."""

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from app.accounts.rules import Role
from app.alerts.actions import raise_alert
from app.alerts.models import Alert
from app.booking.models import Booking
from app.clock import now
from app.db import write
from app.demo import sample_pdf
from app.documents.models import Document
from app.factory import House
from app.http import limiter
from app.mail.models import Letter
from app.onboarding.models import Onboarding
from app.payments.models import Payment
from app.slots import actions as slots
from app.slots.models import Slot
from tests.people import People, Person

ACTORS = ("visitor", "owner_session", "client", "other_client", "staff", "owner")


@dataclass(frozen=True)
class Case:
    """How to call a route and what each actor gets: in the order of ACTORS."""

    method: str
    path: str
    statuses: tuple[int, int, int, int, int, int]
    body: Any = None


def everyone(status: int) -> tuple[int, int, int, int, int, int]:
    return (status,) * 6


DETAILS = {
    "name": "Amelia Hart",
    "email": "amelia@example.com",
    "phone": "0400 123 456",
    "addressStreet": "12 Forest Road",
    "addressCity": "Hurstville",
    "addressState": "NSW",
    "addressZip": "2220",
}
ONLY_STAFF = (401, 401, 403, 403, 200, 200)
ONLY_CLIENTS = (401, 401, 200, 200, 403, 403)

# The rule of the URL map -> what to call. {document} and the like are ids that belong to the client Amelia;
# "owner_session" is the browser that booked for her without signing in, with a second draft of its own under way.
TABLE: dict[str, list[Case]] = {
    "/api/health": [Case("GET", "/api/health", everyone(200))],
    "/api/openapi.json": [Case("GET", "/api/openapi.json", everyone(200))],
    "/api/user": [Case("GET", "/api/user", (401, 401, 200, 200, 200, 200))],
    "/api/bookings": [Case("POST", "/api/bookings", (409, 200, 409, 409, 409, 409), {"step": 3})],
    "/api/bookings/current": [Case("GET", "/api/bookings/current", everyone(200))],
    "/api/bookings/current/documents": [
        Case("POST", "/api/bookings/current/documents", (404, 201, 404, 404, 404, 404), "file")
    ],
    "/api/bookings/current/documents/<int:document_id>": [
        Case("DELETE", "/api/bookings/current/documents/{draft_document}", (404, 204, 404, 404, 404, 404)),
        # A paid booking's document is nobody's draft any more.
        Case("DELETE", "/api/bookings/current/documents/{document}", everyone(404)),
    ],
    "/api/bookings/confirmation": [
        Case("GET", "/api/bookings/confirmation?projectId={project}", everyone(200)),
        Case("GET", "/api/bookings/confirmation?paymentIntent={intent}", everyone(200)),
    ],
    "/api/create-payment-intent": [
        Case("POST", "/api/create-payment-intent", (404, 200, 404, 404, 404, 404), {"amount": 250}),
        Case("POST", "/api/create-payment-intent", (404, 200, 200, 404, 404, 404), {"projectId": "{onboarded}"}),
    ],
    # Where cards can be taken, a booking is not paid by transfer.
    "/api/bookings/current/bank-transfer": [Case("POST", "/api/bookings/current/bank-transfer", everyone(409))],
    "/api/payments/settle": [
        Case("POST", "/api/payments/settle", (404, 200, 404, 404, 404, 404), {"paymentIntent": "{intent}"})
    ],
    "/api/stripe/webhook": [Case("POST", "/api/stripe/webhook", everyone(400), {"type": "payment_intent.succeeded"})],
    "/api/client/create-account": [Case("POST", "/api/client/create-account", (403, 200, 403, 403, 403, 403), {})],
    "/api/enquiries": [
        Case(
            "POST",
            "/api/enquiries",
            everyone(201),
            {"name": "Ann", "email": "ann@example.com", "phone": "0400 000 000", "message": "Could you call me?"},
        )
    ],
    "/api/client/login": [
        Case("POST", "/api/client/login", everyone(401), {"email": "amelia@example.com", "password": "guess"})
    ],
    "/api/client/logout": [Case("POST", "/api/client/logout", everyone(200))],
    "/api/client/profile": [Case("GET", "/api/client/profile", ONLY_CLIENTS)],
    "/api/client/reset-password": [Case("POST", "/api/client/reset-password", (401, 401, 422, 422, 403, 403), {})],
    "/api/client/projects": [Case("GET", "/api/client/projects", ONLY_CLIENTS)],
    "/api/client/documents": [Case("GET", "/api/client/documents", ONLY_CLIENTS)],
    "/api/client/documents/<int:document_id>/download": [
        Case("GET", "/api/client/documents/{document}/download", (401, 401, 200, 404, 403, 403))
    ],
    "/api/client/appointments": [Case("GET", "/api/client/appointments", ONLY_CLIENTS)],
    "/api/admin/login": [Case("POST", "/api/admin/login", everyone(401), {"username": "helena", "password": "guess"})],
    "/api/admin/logout": [Case("POST", "/api/admin/logout", everyone(200))],
    "/api/admin/dashboard": [Case("GET", "/api/admin/dashboard", ONLY_STAFF)],
    "/api/admin/bookings": [Case("GET", "/api/admin/bookings", ONLY_STAFF)],
    "/api/admin/bookings/<int:booking_id>": [Case("GET", "/api/admin/bookings/{booking}", ONLY_STAFF)],
    "/api/admin/documents/<int:document_id>/download": [
        Case("GET", "/api/admin/documents/{document}/download", ONLY_STAFF)
    ],
    "/api/admin/letters/<int:letter_id>/resend": [Case("POST", "/api/admin/letters/{letter}/resend", ONLY_STAFF)],
    "/api/admin/alerts/<int:alert_id>/resolve": [Case("POST", "/api/admin/alerts/{alert}/resolve", ONLY_STAFF)],
    "/api/admin/alerts/<int:alert_id>/reopen": [Case("POST", "/api/admin/alerts/{alert}/reopen", ONLY_STAFF)],
    "/api/admin/enquiries": [Case("GET", "/api/admin/enquiries", ONLY_STAFF)],
    "/api/admin/consultations": [Case("GET", "/api/admin/consultations", ONLY_STAFF)],
    "/api/admin/payments/<int:payment_id>/receive-transfer": [
        Case("POST", "/api/admin/payments/{transfer}/receive-transfer", ONLY_STAFF)
    ],
    "/api/slots/available": [Case("GET", "/api/slots/available", everyone(200))],
    "/api/clients": [Case("POST", "/api/clients", everyone(201), DETAILS)],
    "/api/clients/<int:client_id>": [Case("GET", "/api/clients/{intake}", (404, 200, 404, 404, 404, 404))],
    "/api/projects": [
        Case(
            "POST",
            "/api/projects",
            (404, 201, 404, 404, 404, 404),
            {"clientId": "{intake}", "serviceType": "scope_tender", "status": "inquiry"},
        ),
        Case(
            "POST",
            "/api/projects",
            everyone(422),
            {"clientId": "{intake}", "serviceType": "scope_tender", "status": "completed"},
        ),
    ],
    "/api/projects/<int:project_id>": [
        Case("GET", "/api/projects/{onboarded}", (404, 200, 200, 404, 404, 404)),
        Case("PATCH", "/api/projects/{onboarded}", (404, 200, 200, 404, 404, 404), {"appointmentDate": "{start}"}),
        Case("PATCH", "/api/projects/{onboarded}", everyone(422), {"status": "completed"}),
        Case("PATCH", "/api/projects/{onboarded}", everyone(422), {"appointmentDate": "{start}", "paymentStatus": "x"}),
    ],
    "/api/projects/<int:project_id>/consultation.ics": [
        Case("GET", "/api/projects/{onboarded}/consultation.ics", (404, 200, 200, 404, 404, 404))
    ],
    "/api/projects/<int:project_id>/terms": [
        # Nobody has begun to pay: the owners learn that, strangers learn nothing.
        Case("POST", "/api/projects/{onboarded}/terms", (404, 409, 409, 404, 404, 404))
    ],
    "/api/projects/<int:project_id>/bank-transfer": [
        Case("POST", "/api/projects/{onboarded}/bank-transfer", (404, 200, 200, 404, 404, 404))
    ],
    "/api/slots/<int:slot_id>/book": [
        Case("PATCH", "/api/slots/{slot}/book", (404, 200, 200, 404, 404, 404), {"projectId": "{onboarded}"}),
        Case("PATCH", "/api/slots/{slot}/book", (404, 200, 404, 404, 404, 404)),
    ],
    "/api/documents": [Case("POST", "/api/documents", (404, 201, 201, 404, 404, 404), "project file")],
    # The sandbox is the provider: anybody may knock, nothing answers without the intent's own secret.
    "/sandbox/stripe.js": [Case("GET", "/sandbox/stripe.js", everyone(200))],
    "/sandbox/stripe.css": [Case("GET", "/sandbox/stripe.css", everyone(200))],
    "/sandbox/v1/payment_intents/<intent_id>": [Case("GET", "/sandbox/v1/payment_intents/{intent}", everyone(401))],
    "/sandbox/v1/payment_intents/<intent_id>/confirm": [
        Case("POST", "/sandbox/v1/payment_intents/{intent}/confirm", everyone(401))
    ],
    "/sandbox/v1/payment_intents/<intent_id>/authenticate": [
        Case("POST", "/sandbox/v1/payment_intents/{intent}/authenticate", everyone(401))
    ],
}


@pytest.fixture
def cast(people: People) -> Iterator[dict[str, Callable[[], Person]]]:
    """Each actor's browser, made anew: Amelia and Bruno are clients, the second draft is the owner session's."""
    client = people.client("amelia@example.com")
    session = people.visitor()
    session.book(email="amelia@example.com")
    session.fill_wizard(email="amelia@example.com")
    onboard(session)
    other = people.client("bruno@example.com")
    staff, owner = people.staff("helena"), people.staff("olivia", Role.OWNER)
    limiter.reset()
    yield {
        "visitor": people.visitor,
        "owner_session": lambda: session,
        "client": lambda: client,
        "other_client": lambda: other,
        "staff": lambda: staff,
        "owner": lambda: owner,
    }


def onboard(person: Person) -> None:
    """Amelia's second project, started from the form of /onboarding in the same browser, with a time held."""
    slots.generate(now())
    intake = person.post("/api/clients", DETAILS).get_json()["id"]
    answer = person.post("/api/projects", {"clientId": intake, "serviceType": "scope_tender"})
    assert answer.status_code == 201
    free = person.get("/api/slots/available").get_json()[0]["id"]
    assert person.browser.patch(f"/api/slots/{free}/book").status_code == 200


def ids() -> dict[str, object]:
    """Amelia's things."""
    booked = Booking.select().where(Booking.status == "confirmed").order_by(Booking.id)[1]
    draft = Booking.get(Booking.status == "draft")
    with write():
        alert = raise_alert("test", "test", "Something happened", now=now())
        Alert.update(resolved_at=None).execute()
        Letter.update(status="sent").execute()
    # A transfer that was given up for a card and arrives all the same: the project's payment is still to be begun.
    transfer = Payment.create(
        provider="bank",
        project=Onboarding.get().project_id,
        idempotency_key="transfer",
        amount_cents=200000,
        currency="aud",
        livemode=False,
        superseded=True,
        created_at=now(),
        updated_at=now(),
    )
    return {
        "transfer": transfer.id,
        "booking": booked.id,
        "project": booked.project_id,
        "document": Document.get(Document.project_id == booked.project_id).id,
        "draft_document": Document.get(Document.booking_id == draft.id).id,
        "intent": Payment.get(Payment.booking == booked).intent_id,
        "intake": (row := Onboarding.get()).id,
        "onboarded": row.project_id,
        "slot": (slot := Slot.get(Slot.project_id == row.project_id)).id,
        "start": slot.date.isoformat(),
        "letter": Letter.get(Letter.kind == "booking_confirmed", Letter.booking_id == booked.id).id,
        "alert": alert.id,
    }


def filled(value: Any, known: dict[str, object]) -> Any:
    """A value of a body with the ids in place; a number stays a number."""
    if not isinstance(value, str):
        return value
    return known.get(value[1:-1], value)


def call(person: Person, case: Case, known: dict[str, object]) -> int:
    path = case.path.format(**known)
    if case.body == "file":
        return person.upload().status_code
    if case.body == "project file":
        data = {"file": (io.BytesIO(sample_pdf("Plan")), "Plan.pdf"), "projectId": str(known["onboarded"])}
        return person.browser.post(path, data=data).status_code
    body = {k: filled(v, known) for k, v in (case.body or {}).items()}
    sent: dict[str, Any] = {"json": body} if case.body is not None else {}
    with person.browser.open(path, method=case.method, **sent) as answer:
        return answer.status_code


def test_every_route_of_the_url_map_has_its_expectation(house: House) -> None:
    rules = {(rule.rule, method) for rule in house.flask.url_map.iter_rules() for method in rule.methods or ()}
    expected = {(rule, case.method) for rule, cases in TABLE.items() for case in cases}
    assert {(rule, method) for rule, method in rules if method not in ("HEAD", "OPTIONS")} == expected


@pytest.mark.spec("R-01")
@pytest.mark.parametrize(("rule", "number"), [(rule, n) for rule, cases in TABLE.items() for n in range(len(cases))])
def test_each_actor_gets_what_the_table_says(cast: dict[str, Callable[[], Person]], rule: str, number: int) -> None:
    case, known = TABLE[rule][number], ids()
    # The owner of a thing comes last: who may delete it must not hide it from the others' tries.
    for actor in ("visitor", "other_client", "client", "staff", "owner", "owner_session"):
        limiter.reset()
        assert (actor, call(cast[actor](), case, known)) == (actor, case.statuses[ACTORS.index(actor)])


@pytest.mark.spec("R-01")
def test_a_confirmation_is_shown_to_its_browser_and_its_client_alone(cast: dict[str, Callable[[], Person]]) -> None:
    known = ids()
    states = {
        actor: [
            cast[actor]().get(f"/api/bookings/confirmation?{query}".format(**known)).get_json()["state"]
            for query in ("projectId={project}", "paymentIntent={intent}")
        ]
        for actor in ACTORS
    }
    assert states == {
        "visitor": ["none", "none"],
        "owner_session": ["paid", "paid"],
        "client": ["paid", "none"],
        "other_client": ["none", "none"],
        "staff": ["none", "none"],
        "owner": ["none", "none"],
    }


@pytest.mark.spec("R-01")
def test_lists_hold_a_clients_own_things_only(cast: dict[str, Callable[[], Person]]) -> None:
    for what, mine in (("projects", 3), ("documents", 2), ("appointments", 1)):
        assert len(cast["client"]().get(f"/api/client/{what}").get_json()) == mine
    assert len(cast["other_client"]().get("/api/client/projects").get_json()) == 1
