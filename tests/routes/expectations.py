"""Who gets what from which route: one table for all routes and all actors."""

from dataclasses import dataclass
from typing import Any

ACTORS = ("visitor", "owner_session", "client", "other_client", "staff", "owner", "temporary")


Statuses = tuple[int, int, int, int, int, int, int]


@dataclass(frozen=True)
class Case:
    """How to call a route and what each actor gets: in the order of ACTORS."""

    method: str
    path: str
    statuses: Statuses
    body: Any = None


def everyone(status: int) -> Statuses:
    return (status,) * 7


# Of what the browser "owner_session" made and of what is Amelia's: both reach it, and nobody else learns of it.
BOTH_OWNERS = (404, 200, 200, 404, 404, 404, 403)
BOTH_REFUSED = (404, 409, 409, 404, 404, 404, 403)  # the owners read why not
# What the browser made is Amelia's on the word of staff: it may look, and she changes it.
CLIENT_CHANGES = (404, 403, 200, 404, 404, 404, 403)
# Of a draft: it is the browser's alone, since nobody has shown whose the address in it is.
ITS_BROWSER = (404, 200, 404, 404, 404, 404, 404)
DETAILS = {
    "name": "Amelia Hart",
    "email": "amelia@example.com",
    "phone": "0400 123 456",
    "addressStreet": "12 Forest Road",
    "addressCity": "Hurstville",
    "addressState": "NSW",
    "addressZip": "2220",
}
NEW_PASSWORD = {"newPassword": "quite another phrase", "confirmPassword": "quite another phrase"}
REFUND = {"amountCents": 100, "reason": "Paid twice"}
ONLY_STAFF = (401, 401, 403, 403, 200, 200, 403)
ONLY_CLIENTS = (401, 401, 200, 200, 403, 403, 403)
STRANGERS = (404, 404, 404, 404, 404, 404, 403)
CLIENTS_CHANGING = (401, 401, 200, 200, 403, 403, 200)

# The rule of the URL map -> what to call. {document} and the like are ids that belong to the client Amelia;
# {unproved} has her address, but a browser that is nobody's here has typed it and nobody has proved it.
# "owner_session" is the browser that booked for her without signing in, with a second draft of its own under way,
# "temporary" is Amelia's own browser while she still has the temporary password of her letter. Neither that browser nor
# the one of "client" has made anything.
TABLE: dict[str, list[Case]] = {
    "/api/health": [Case("GET", "/api/health", everyone(200))],
    "/api/openapi.json": [Case("GET", "/api/openapi.json", everyone(200))],
    "/api/user": [Case("GET", "/api/user", (401, 401, 200, 200, 200, 200, 200))],
    "/api/bookings": [Case("POST", "/api/bookings", (409, 200, 409, 409, 409, 409, 409), {"step": 3})],
    "/api/bookings/current": [Case("GET", "/api/bookings/current", everyone(200))],
    "/api/bookings/current/documents": [
        Case("POST", "/api/bookings/current/documents", (404, 201, 404, 404, 404, 404, 404), "file")
    ],
    "/api/bookings/current/documents/<int:document_id>": [
        Case("DELETE", "/api/bookings/current/documents/{draft_document}", (404, 204, 404, 404, 404, 404, 404)),
        # A paid booking's document is nobody's draft any more.
        Case("DELETE", "/api/bookings/current/documents/{document}", everyone(404)),
        Case("DELETE", "/api/bookings/current/documents/{onboarded_document}", everyone(404)),
    ],
    "/api/bookings/confirmation": [
        Case("GET", f"/api/bookings/confirmation?{asked}", (200, 200, 200, 200, 200, 200, 403))
        for asked in (
            "projectId={project}",
            "projectId={onboarded}",
            "paymentIntent={intent}",
            "paymentIntent={onboarded_intent}",
            "paymentIntent={draft_intent}",
        )
    ],
    "/api/create-payment-intent": [
        Case("POST", "/api/create-payment-intent", ITS_BROWSER, {"amount": 250}),
        Case("POST", "/api/create-payment-intent", CLIENT_CHANGES, {"projectId": "{onboarded}"}),
        Case("POST", "/api/create-payment-intent", BOTH_REFUSED, {"projectId": "{project}"}),
    ],
    # Where cards can be taken, a booking is not paid by transfer.
    "/api/bookings/current/bank-transfer": [Case("POST", "/api/bookings/current/bank-transfer", everyone(409))],
    "/api/payments/settle": [
        Case("POST", "/api/payments/settle", BOTH_OWNERS, {"paymentIntent": "{intent}"}),
        Case("POST", "/api/payments/settle", BOTH_OWNERS, {"paymentIntent": "{onboarded_intent}"}),
        Case("POST", "/api/payments/settle", (404, 200, 404, 404, 404, 404, 403), {"paymentIntent": "{draft_intent}"}),
    ],
    "/api/stripe/webhook": [Case("POST", "/api/stripe/webhook", everyone(400), {"type": "payment_intent.succeeded"})],
    "/api/client/create-account": [Case("POST", "/api/client/create-account", (403, 200, 403, 403, 403, 403, 403), {})],
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
    "/api/client/profile": [Case("GET", "/api/client/profile", CLIENTS_CHANGING)],
    "/api/client/reset-password": [Case("POST", "/api/client/reset-password", (401, 401, 422, 422, 403, 403, 422), {})],
    "/api/client/projects": [Case("GET", "/api/client/projects", ONLY_CLIENTS)],
    "/api/client/documents": [Case("GET", "/api/client/documents", ONLY_CLIENTS)],
    "/api/client/documents/<int:document_id>/download": [
        Case("GET", "/api/client/documents/{document}/download", (401, 401, 200, 404, 403, 403, 403)),
        Case("GET", "/api/client/documents/{onboarded_document}/download", (401, 401, 200, 404, 403, 403, 403)),
        Case("GET", "/api/client/documents/{draft_document}/download", (401, 401, 404, 404, 403, 403, 403)),
        Case("GET", "/api/client/documents/{unproved_document}/download", (401, 401, 404, 404, 403, 403, 403)),
    ],
    "/api/client/appointments": [Case("GET", "/api/client/appointments", ONLY_CLIENTS)],
    "/api/admin/login": [Case("POST", "/api/admin/login", everyone(401), {"username": "helena", "password": "guess"})],
    "/api/admin/password": [
        Case("POST", "/api/admin/password", ONLY_STAFF, {**NEW_PASSWORD, "currentPassword": "a lasting password"})
    ],
    "/api/admin/logout": [Case("POST", "/api/admin/logout", everyone(200))],
    "/api/admin/dashboard": [Case("GET", "/api/admin/dashboard", ONLY_STAFF)],
    "/api/admin/bookings": [Case("GET", "/api/admin/bookings", ONLY_STAFF)],
    "/api/admin/bookings/<int:booking_id>": [Case("GET", "/api/admin/bookings/{booking}", ONLY_STAFF)],
    "/api/admin/documents/<int:document_id>/download": [
        Case("GET", "/api/admin/documents/{document}/download", ONLY_STAFF),
        Case("GET", "/api/admin/documents/{draft_document}/download", ONLY_STAFF),
    ],
    "/api/admin/letters/<int:letter_id>/resend": [Case("POST", "/api/admin/letters/{letter}/resend", ONLY_STAFF)],
    "/api/admin/alerts/<int:alert_id>/resolve": [Case("POST", "/api/admin/alerts/{alert}/resolve", ONLY_STAFF)],
    "/api/admin/alerts/<int:alert_id>/reopen": [Case("POST", "/api/admin/alerts/{resolved}/reopen", ONLY_STAFF)],
    "/api/admin/clients/<int:client_id>/sign-in": [Case("POST", "/api/admin/clients/{client}/sign-in", ONLY_STAFF)],
    "/api/admin/enquiries": [Case("GET", "/api/admin/enquiries", ONLY_STAFF)],
    "/api/admin/consultations": [Case("GET", "/api/admin/consultations", ONLY_STAFF)],
    "/api/admin/payments/<int:payment_id>/receive-transfer": [
        Case("POST", "/api/admin/payments/{transfer}/receive-transfer", ONLY_STAFF),
        Case("POST", "/api/admin/payments/{transfer}/receive-transfer", ONLY_STAFF, {"amountCents": 100}),
    ],
    "/api/admin/projects/<int:project_id>/transfers": [
        Case("POST", "/api/admin/projects/{project}/transfers", ONLY_STAFF, {"amountCents": 100})
    ],
    "/api/admin/payments/<int:payment_id>/refunds": [
        Case("POST", "/api/admin/payments/{came}/refunds", ONLY_STAFF, REFUND),
        # It came by card, or not yet.
        Case("POST", "/api/admin/payments/{by_card}/refunds", (401, 401, 403, 403, 409, 409, 403), REFUND),
        Case("POST", "/api/admin/payments/{transfer}/refunds", (401, 401, 403, 403, 409, 409, 403), REFUND),
    ],
    "/api/admin/projects/<int:project_id>/confirm-client": [
        Case("POST", "/api/admin/projects/{unproved}/confirm-client", ONLY_STAFF)
    ],
    "/api/admin/projects/<int:project_id>/take-back-client": [
        Case("POST", "/api/admin/projects/{onboarded}/take-back-client", ONLY_STAFF),
        # It is paid.
        Case("POST", "/api/admin/projects/{project}/take-back-client", (401, 401, 403, 403, 409, 409, 403)),
    ],
    # Whoever has the link of the letter may answer, and nobody else.
    "/api/ownership/question": [
        Case("POST", "/api/ownership/question", everyone(200), {"token": "{token}"}),
        Case("POST", "/api/ownership/question", everyone(404), {"token": "guess"}),
    ],
    "/api/ownership/answer": [
        Case("POST", "/api/ownership/answer", everyone(200), {"token": "{token}", "answer": "no"}),
        Case("POST", "/api/ownership/answer", everyone(404), {"token": "guess", "answer": "yes"}),
    ],
    "/api/slots/available": [Case("GET", "/api/slots/available", everyone(200))],
    "/api/clients": [Case("POST", "/api/clients", everyone(201), DETAILS)],
    "/api/clients/<int:client_id>": [Case("GET", "/api/clients/{intake}", BOTH_OWNERS)],
    "/api/projects": [
        Case(
            "POST",
            "/api/projects",
            (404, 403, 201, 404, 404, 404, 403),
            {"clientId": "{intake}", "serviceType": "scope_tender", "status": "inquiry"},
        ),
        Case(
            "POST",
            "/api/projects",
            everyone(422),
            {"clientId": "{intake}", "serviceType": "scope_tender", "status": "completed"},
        ),
        Case(
            "POST",
            "/api/projects",
            everyone(422),
            {"clientId": "{intake}", "serviceType": "scope_tender", "paymentStatus": "completed"},
        ),
    ],
    "/api/projects/<int:project_id>": [
        Case("GET", "/api/projects/{onboarded}", BOTH_OWNERS),
        Case("GET", "/api/projects/{unproved}", STRANGERS),
        Case("GET", "/api/projects/{project}", BOTH_OWNERS),
        Case("PATCH", "/api/projects/{onboarded}", CLIENT_CHANGES, {"appointmentDate": "{start}"}),
        Case("PATCH", "/api/projects/{project}", BOTH_REFUSED, {"appointmentDate": "{start}"}),
        Case("PATCH", "/api/projects/{onboarded}", everyone(422), {"status": "completed"}),
        Case("PATCH", "/api/projects/{onboarded}", everyone(422), {"appointmentDate": "{start}", "paymentStatus": "x"}),
    ],
    "/api/projects/<int:project_id>/consultation.ics": [
        # Its time is only held, so there is no file: its owners learn that, others not even that it exists.
        Case("GET", "/api/projects/{onboarded}/consultation.ics", (404, 404, 404, 404, 404, 404, 403)),
        # It has no time yet.
        Case("GET", "/api/projects/{project}/consultation.ics", (404, 404, 404, 404, 404, 404, 403)),
        Case("GET", "/api/projects/{unproved}/consultation.ics", STRANGERS),
    ],
    "/api/projects/<int:project_id>/terms": [
        Case("POST", "/api/projects/{onboarded}/terms", CLIENT_CHANGES),
        Case("POST", "/api/projects/{project}/terms", BOTH_REFUSED),
    ],
    # Its price is more than a booking's credit: the owners learn that there is something to pay.
    "/api/projects/<int:project_id>/confirm": [
        Case("POST", "/api/projects/{onboarded}/confirm", (404, 403, 409, 404, 404, 404, 403)),
        Case("POST", "/api/projects/{project}/confirm", BOTH_REFUSED),
    ],
    "/api/projects/<int:project_id>/bank-transfer": [
        Case("POST", "/api/projects/{onboarded}/bank-transfer", CLIENT_CHANGES),
        Case("POST", "/api/projects/{project}/bank-transfer", BOTH_REFUSED),
        Case("POST", "/api/projects/{unproved}/bank-transfer", STRANGERS),
    ],
    "/api/slots/<int:slot_id>/book": [
        Case("PATCH", "/api/slots/{slot}/book", CLIENT_CHANGES, {"projectId": "{onboarded}"}),
        # It is another project's.
        Case("PATCH", "/api/slots/{slot}/book", BOTH_REFUSED, {"projectId": "{project}"}),
        Case("PATCH", "/api/slots/{slot}/book", (404, 403, 404, 404, 404, 404, 404)),
    ],
    "/api/documents": [
        Case("POST", "/api/documents", (404, 403, 201, 404, 404, 404, 403), "file for {onboarded}"),
        # The browser has paid for this one itself.
        Case("POST", "/api/documents", (404, 201, 201, 404, 404, 404, 403), "file for {project}"),
    ],
    # The sandbox is the provider: anybody may knock, nothing answers without the intent's own secret.
    "/sandbox/stripe.js": [Case("GET", "/sandbox/stripe.js", everyone(200))],
    # Trouble is ordered with the data folder's own secret only.
    "/sandbox/faults": [
        Case("POST", "/sandbox/faults", everyone(401)),
        Case("DELETE", "/sandbox/faults", everyone(401)),
    ],
    "/sandbox/stripe.css": [Case("GET", "/sandbox/stripe.css", everyone(200))],
    "/sandbox/v1/payment_intents/<intent_id>": [Case("GET", "/sandbox/v1/payment_intents/{intent}", everyone(401))],
    "/sandbox/v1/payment_intents/<intent_id>/confirm": [
        Case("POST", "/sandbox/v1/payment_intents/{intent}/confirm", everyone(401))
    ],
    "/sandbox/v1/payment_intents/<intent_id>/authenticate": [
        Case("POST", "/sandbox/v1/payment_intents/{intent}/authenticate", everyone(401))
    ],
}

# Where the letters lead. None of these pages shows anything without the browser or the sign-in that owns it; a link
# with more than its path in it belongs into TABLE, with what it opens for whom.
LETTER_LINKS = {
    # The last asks whose a submission is: it shows the service and the day, takes one answer and signs nobody in.
    "client": {"/", "/client-portal", "/client-portal/confirm?token={token}"},
    "staff": {"/"},  # and the booking's staff page
}
