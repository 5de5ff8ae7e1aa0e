"""Who gets what from which route: one table for all routes and all actors."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from app import clock

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
DUE = (clock.in_sydney(clock.now()).date() + timedelta(days=30)).isoformat()
BILL = {"lines": [{"description": "Site visit", "cents": 40_000}], "dueOn": DUE}
REFUND = {"amountCents": 100, "seenCents": 25_000, "reason": "Paid twice"}
NOT_COME = {"seen": "2026-01-01T00:00:00Z", "reason": "Another client's money"}
# As if each had read what the one before has written.
HELLO = {"text": "Hello", "seen": 1_000_000}
ALERT = {"kind": "news", "subject": "test", "reason": "{told}"}
SOON = (clock.now() + timedelta(days=1)).isoformat()
AVAILABILITY = {
    "version": "{version}",
    "saves": True,
    "hours": [{"weekday": day, "opens": "09:00", "closes": "16:45"} for day in range(5)],
    "minutes": 45,
    "bufferMinutes": 15,
    "noticeHours": 48,
    "horizonWeeks": 8,
    "onHolidays": False,
}
MERGING = {"otherId": "{double}", "version": 1, "otherVersion": 1}
WORDS = {"subject": "About your plans", "text": "Hello {name}, we have looked through them."}
PHONED = {"name": "Carla Diaz", "email": "carla@example.com", "phone": "0400 555 666", "serviceType": "consultation"}
CLOSED = {"starts": f"{DUE}T13:00", "ends": f"{DUE}T14:00", "reason": "Site visit"}
CLOSURE = {"starts": f"{DUE}T00:00", "ends": f"{DUE}T12:00", "reason": "Staff day"}
BLOCKED = {"offered": False, "saves": True}
ONLY_STAFF = (401, 401, 403, 403, 200, 200, 403)
# What one of the staff has done is not as another had it before them any more.
SEEN_ONCE = (401, 401, 403, 403, 200, 409, 403)
NOT_YET = (401, 401, 404, 404, 403, 403, 403)
ONLY_CLIENTS = (401, 401, 200, 200, 403, 403, 403)
CLIENTS_OWN = (401, 401, 200, 404, 403, 403, 403)
NOBODYS = (401, 401, 404, 404, 403, 403, 403)
STRANGERS = (404, 404, 404, 404, 404, 404, 403)
CLIENTS_CHANGING = (401, 401, 200, 200, 403, 403, 200)

# The rule of the URL map -> what to call. {document} and the like are ids that belong to the client Amelia;
# {unproved} has her address, but a browser that is nobody's here has typed it and nobody has proved it.
# "owner_session" is the browser that booked for her without signing in, with a second draft of its own under way,
# "temporary" is Amelia's own browser while she still has the temporary password of her letter. Neither that browser nor
# the one of "client" has made anything.
TABLE: dict[str, list[Case]] = {
    # Who asks is told by where they come from: tests/metrics.
    "/metrics": [Case("GET", "/metrics", everyone(200))],
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
        Case(
            "POST",
            "/api/create-payment-intent",
            (404, 404, 200, 404, 404, 404, 403),
            {"projectId": "{project}", "bill": 2, "replaceTransfer": True},
        ),
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
    "/api/client/steps": [Case("GET", "/api/client/steps", ONLY_CLIENTS)],
    # The answer is the same whether the address is a client's or nobody's.
    "/api/client/reset-link": [
        Case("POST", "/api/client/reset-link", everyone(200), {"email": address})
        for address in ("amelia@example.com", "nobody@example.com")
    ],
    "/api/client/reset-link/look": [
        Case("POST", "/api/client/reset-link/look", everyone(200), {"token": "{reset}"}),
        Case("POST", "/api/client/reset-link/look", everyone(404), {"token": "guess"}),
    ],
    "/api/client/reset-link/password": [
        # A link works once, so here for nobody: whoever has it reads what is wrong with the password.
        Case("POST", "/api/client/reset-link/password", everyone(422), {"token": "{reset}", "newPassword": "short"}),
        Case("POST", "/api/client/reset-link/password", everyone(404), {"token": "guess", **NEW_PASSWORD}),
    ],
    "/api/client/projects": [Case("GET", "/api/client/projects", ONLY_CLIENTS)],
    "/api/client/projects/<int:project_id>": [
        Case("GET", "/api/client/projects/{project}", (401, 401, 200, 404, 403, 403, 403)),
        Case("GET", "/api/client/projects/{onboarded}", (401, 401, 200, 404, 403, 403, 403)),
        Case("GET", "/api/client/projects/{unproved}", (401, 401, 404, 404, 403, 403, 403)),
    ],
    "/api/client/documents": [Case("GET", "/api/client/documents", ONLY_CLIENTS)],
    # What came with the form or was opened stays; a stranger's is not there.
    "/api/client/documents/<int:document_id>": [
        Case("DELETE", "/api/client/documents/{document}", (401, 401, 409, 404, 403, 403, 403)),
    ],
    "/api/client/documents/<int:document_id>/download": [
        Case("GET", "/api/client/documents/{document}/download", CLIENTS_OWN),
        Case("GET", "/api/client/documents/{internal}/download", (401, 401, 404, 404, 403, 403, 403)),
        Case("GET", "/api/client/documents/{shared}/download", CLIENTS_OWN),
        Case("GET", "/api/client/documents/{deleted_document}/download", (401, 401, 404, 404, 403, 403, 403)),
        Case("GET", "/api/client/documents/{onboarded_document}/download", (401, 401, 200, 404, 403, 403, 403)),
        Case("GET", "/api/client/documents/{draft_document}/download", (401, 401, 404, 404, 403, 403, 403)),
        Case("GET", "/api/client/documents/{unproved_document}/download", (401, 401, 404, 404, 403, 403, 403)),
    ],
    # The document is no picture, so nobody gets one; that its owner gets a picture's is in tests/documents.
    "/api/client/documents/<int:document_id>/thumbnail/<digest>": [
        Case("GET", "/api/client/documents/{document}/thumbnail/0123456789abcdef", NOBODYS)
    ],
    "/api/client/projects/<int:project_id>/documents.zip": [
        Case("GET", "/api/client/projects/{project}/documents.zip", CLIENTS_OWN),
        Case("GET", "/api/client/projects/{unproved}/documents.zip", NOBODYS),
    ],
    "/api/client/needs": [Case("GET", "/api/client/needs", ONLY_CLIENTS)],
    "/api/client/needs/<int:need_id>/decline": [
        Case("POST", "/api/client/needs/{need}/decline", CLIENTS_OWN),
        Case("POST", "/api/client/needs/{unproved_need}/decline", (401, 401, 404, 404, 403, 403, 403)),
        Case("DELETE", "/api/client/needs/{need}/decline", CLIENTS_OWN),
    ],
    "/api/client/needs/<int:need_id>/document": [
        Case("POST", "/api/client/needs/{need}/document", CLIENTS_OWN, {"documentId": "{document}"}),
    ],
    "/api/client/projects/<int:project_id>/messages": [
        Case("GET", "/api/client/projects/{project}/messages", CLIENTS_OWN),
        Case("GET", "/api/client/projects/{onboarded}/messages", CLIENTS_OWN),
        Case("GET", "/api/client/projects/{unproved}/messages", NOBODYS),
        Case("POST", "/api/client/projects/{project}/messages", (401, 401, 201, 404, 403, 403, 403), {"text": "Hello"}),
        Case("POST", "/api/client/projects/{unproved}/messages", NOBODYS, {"text": "Hello"}),
    ],
    "/api/client/projects/<int:project_id>/messages/read": [
        Case("POST", "/api/client/projects/{project}/messages/read", CLIENTS_OWN, {"upTo": 1}),
        Case("POST", "/api/client/projects/{unproved}/messages/read", NOBODYS, {"upTo": 1}),
    ],
    "/api/client/projects/<int:project_id>/money": [
        Case("GET", "/api/client/projects/{project}/money", (401, 401, 200, 404, 403, 403, 403)),
        Case("GET", "/api/client/projects/{unproved}/money", (401, 401, 404, 404, 403, 403, 403)),
    ],
    "/api/client/invoices/<int:invoice_id>/download": [
        Case("GET", "/api/client/invoices/{invoice}/download", (401, 401, 200, 404, 403, 403, 403)),
    ],
    "/api/admin/bills": [Case("GET", "/api/admin/bills", ONLY_STAFF)],
    "/api/admin/projects/<int:project_id>/bills": [
        Case("POST", "/api/admin/projects/{project}/bills", (401, 401, 403, 403, 201, 201, 403), BILL),
    ],
    "/api/admin/bills/<int:order_id>/withdraw": [
        Case("POST", "/api/admin/bills/{bill}/withdraw", ONLY_STAFF, {"reason": "Written by mistake"}),
    ],
    "/api/admin/invoices/<int:invoice_id>/download": [
        Case("GET", "/api/admin/invoices/{invoice}/download", ONLY_STAFF),
    ],
    "/api/client/sums": [
        Case("GET", "/api/client/sums", ONLY_CLIENTS),
    ],
    "/api/client/projects/<int:project_id>/start": [
        Case("POST", "/api/client/projects/{project}/start", CLIENTS_OWN, {"priceCents": 150_000}),
        Case("POST", "/api/client/projects/999/start", NOBODYS, {"priceCents": 1}),
    ],
    "/api/client/proposals/<int:proposal_id>/accept": [
        Case("POST", "/api/client/proposals/{proposal}/accept", CLIENTS_OWN),
        Case("POST", "/api/client/proposals/999/accept", NOBODYS),
    ],
    "/api/client/proposals/<int:proposal_id>/decline": [
        Case("POST", "/api/client/proposals/{proposal}/decline", CLIENTS_OWN, {"reason": "Too early"}),
        Case("POST", "/api/client/proposals/999/decline", NOBODYS, {}),
    ],
    "/api/client/appointments": [Case("GET", "/api/client/appointments", ONLY_CLIENTS)],
    # Neither has a confirmed time, so that there is nothing to move, give back or cancel; a stranger's is not there.
    "/api/client/appointments/<int:project_id>/move": [
        Case("POST", f"/api/client/appointments/{{{project}}}/move", NOT_YET, {"slotId": "{slot}", "date": "{start}"})
        for project in ("project", "onboarded", "unproved")
    ],
    "/api/client/appointments/<int:project_id>/give-back": [
        Case("POST", f"/api/client/appointments/{{{project}}}/give-back", NOT_YET, {"date": "{start}"})
        for project in ("project", "onboarded", "unproved")
    ],
    "/api/client/appointments/<int:project_id>/cancel": [
        Case("POST", f"/api/client/appointments/{{{project}}}/cancel", NOT_YET, {"date": "{start}"})
        for project in ("project", "onboarded", "unproved")
    ],
    # Amelia's is paid, what she began is not; a stranger's is not there.
    "/api/client/projects/<int:project_id>/give-up": [
        Case("POST", "/api/client/projects/{project}/give-up", (401, 401, 409, 404, 403, 403, 403)),
        Case("POST", "/api/client/projects/{unproved}/give-up", NOT_YET),
    ],
    "/api/client/details": [
        Case("GET", "/api/client/details", ONLY_CLIENTS),
        Case("PATCH", "/api/client/details", ONLY_CLIENTS, {"phone": "0400 999 999"}),
        Case("PATCH", "/api/client/details", (401, 401, 422, 422, 403, 403, 403), {"email": "new@example.com"}),
    ],
    "/api/client/email-change": [
        Case(
            "POST",
            "/api/client/email-change",
            ONLY_CLIENTS,
            {"email": "new@example.com", "password": "a lasting password"},
        ),
        Case(
            "POST",
            "/api/client/email-change",
            (401, 401, 403, 403, 403, 403, 403),
            {"email": "new@example.com", "password": "guess"},
        ),
        Case("DELETE", "/api/client/email-change", ONLY_CLIENTS),
    ],
    # Whoever reads one of the two mailboxes may answer, and nobody else; it signs nobody in.
    "/api/client/email-change/look": [
        Case("POST", "/api/client/email-change/look", everyone(200), {"token": "{old_link}"}),
        Case("POST", "/api/client/email-change/look", everyone(404), {"token": "guess"}),
    ],
    "/api/client/email-change/answer": [
        Case("POST", "/api/client/email-change/answer", everyone(200), {"token": "{old_link}", "confirms": True}),
        Case("POST", "/api/client/email-change/answer", everyone(200), {"token": "{old_link}", "confirms": False}),
        Case("POST", "/api/client/email-change/answer", everyone(404), {"token": "guess", "confirms": True}),
    ],
    "/api/client/data.zip": [Case("GET", "/api/client/data.zip", ONLY_CLIENTS)],
    "/api/client/deletion": [
        Case("POST", "/api/client/deletion", ONLY_CLIENTS),
        Case("DELETE", "/api/client/deletion", ONLY_CLIENTS),
    ],
    "/api/client/sessions": [
        Case("GET", "/api/client/sessions", ONLY_CLIENTS),
        Case("DELETE", "/api/client/sessions", ONLY_CLIENTS),
    ],
    # A name that is nobody's, or another account's, ends nothing and is answered alike.
    "/api/client/sessions/<name>": [Case("DELETE", "/api/client/sessions/nobodys", ONLY_CLIENTS)],
    "/api/admin/login": [Case("POST", "/api/admin/login", everyone(401), {"username": "helena", "password": "guess"})],
    "/api/admin/password": [
        Case("POST", "/api/admin/password", ONLY_STAFF, {**NEW_PASSWORD, "currentPassword": "a lasting password"})
    ],
    "/api/admin/logout": [Case("POST", "/api/admin/logout", everyone(200))],
    "/api/admin/dashboard": [Case("GET", "/api/admin/dashboard", ONLY_STAFF)],
    "/api/admin/system": [Case("GET", "/api/admin/system", ONLY_STAFF)],
    "/api/admin/figures": [Case("GET", "/api/admin/figures", ONLY_STAFF)],
    "/api/admin/money": [Case("GET", "/api/admin/money?month=2026-11-01", ONLY_STAFF)],
    "/api/admin/promises": [Case("GET", "/api/admin/promises?kind=contact&kept=late", ONLY_STAFF)],
    "/api/admin/done": [Case("GET", "/api/admin/done", ONLY_STAFF)],
    "/api/admin/projects": [Case("GET", "/api/admin/projects", ONLY_STAFF)],
    "/api/admin/projects/<int:project_id>": [
        Case("GET", "/api/admin/projects/{project}", ONLY_STAFF),
        Case("GET", "/api/admin/projects/{unproved}", ONLY_STAFF),
    ],
    "/api/admin/projects/<int:project_id>/notes": [
        Case("POST", "/api/admin/projects/{project}/notes", (401, 401, 403, 403, 201, 201, 403), {"text": "Call her"}),
    ],
    "/api/admin/projects/<int:project_id>/notes/<int:note_id>": [
        Case("DELETE", "/api/admin/projects/{project}/notes/{note}", (401, 401, 403, 403, 200, 200, 403)),
    ],
    "/api/admin/projects/<int:project_id>/status": [
        Case(
            "POST",
            "/api/admin/projects/{project}/status",
            ONLY_STAFF,
            {"status": "in_progress", "reason": "The contract has come", "seen": "inquiry"},
        ),
    ],
    "/api/admin/projects/<int:project_id>/status/undo": [
        Case(
            "POST",
            "/api/admin/projects/{unproved}/status/undo",
            (401, 401, 403, 403, 200, 404, 403),  # each their own changes alone
            {"changeId": "{change}"},
        ),
    ],
    "/api/admin/unfinished": [Case("GET", "/api/admin/unfinished", ONLY_STAFF)],
    "/api/admin/unfinished/<way>/<int:number>": [
        Case("GET", "/api/admin/unfinished/booking/{booking}", ONLY_STAFF),
        Case("GET", "/api/admin/unfinished/onboarding/{intake}", ONLY_STAFF),
        Case("GET", "/api/admin/unfinished/letter/{letter}", (401, 401, 403, 403, 404, 404, 403)),
    ],
    "/api/admin/documents/<int:document_id>/download": [
        Case("GET", "/api/admin/documents/{document}/download", ONLY_STAFF),
        Case("GET", "/api/admin/documents/{draft_document}/download", ONLY_STAFF),
    ],
    "/api/admin/projects/<int:project_id>/documents.zip": [
        Case("GET", "/api/admin/projects/{project}/documents.zip", ONLY_STAFF)
    ],
    "/api/admin/documents": [
        Case("GET", "/api/admin/documents", ONLY_STAFF),
        Case("GET", "/api/admin/documents?show=deleted&sort=name", ONLY_STAFF),
    ],
    "/api/admin/documents.zip": [
        Case("GET", "/api/admin/documents.zip?ids={document}", ONLY_STAFF),
        Case("GET", "/api/admin/documents.zip?ids={draft_document}", (401, 401, 403, 403, 404, 404, 403)),
    ],
    "/api/admin/documents/<int:document_id>/versions": [
        # The owner comes after staff have put a newer version there.
        Case("POST", "/api/admin/documents/{internal}/versions", (401, 401, 403, 403, 201, 409, 403), "file"),
        Case("POST", "/api/admin/documents/{document}/versions", (401, 401, 403, 403, 409, 409, 403), "file"),
    ],
    "/api/admin/documents/<int:document_id>/delete": [
        Case("POST", "/api/admin/documents/{document}/delete", ONLY_STAFF, {"reason": "Sent twice"}),
        Case(
            "POST",
            "/api/admin/documents/{draft_document}/delete",
            (401, 401, 403, 403, 404, 404, 403),
            {"reason": "Sent twice"},
        ),
    ],
    "/api/admin/documents/<int:document_id>/recover": [
        Case("POST", "/api/admin/documents/{deleted_document}/recover", ONLY_STAFF)
    ],
    "/api/admin/documents/<int:document_id>/take-back": [
        Case("POST", "/api/admin/documents/{shared}/take-back", ONLY_STAFF)
    ],
    "/api/admin/projects/<int:project_id>/documents": [
        Case("POST", "/api/admin/projects/{project}/documents", (401, 401, 403, 403, 201, 201, 403), "file"),
    ],
    "/api/admin/projects/<int:project_id>/documents/share": [
        Case("POST", "/api/admin/projects/{project}/documents/share", ONLY_STAFF, {"documentIds": ["{internal}"]}),
        Case(
            "POST",
            "/api/admin/projects/{project}/documents/share",
            (401, 401, 403, 403, 404, 404, 403),
            {"documentIds": ["{onboarded_document}"]},
        ),
    ],
    "/api/admin/projects/<int:project_id>/needs": [
        Case("POST", "/api/admin/projects/{project}/needs", ONLY_STAFF, {"titles": ["Lease"]})
    ],
    "/api/admin/needs/<int:need_id>/withdraw": [Case("POST", "/api/admin/needs/{need}/withdraw", ONLY_STAFF)],
    "/api/admin/letters/<int:letter_id>/resend": [Case("POST", "/api/admin/letters/{letter}/resend", ONLY_STAFF)],
    "/api/admin/attention": [Case("GET", "/api/admin/attention", ONLY_STAFF)],
    "/api/admin/attention/take": [
        # The owner comes when she has it.
        Case("POST", "/api/admin/attention/take", (401, 401, 403, 403, 200, 409, 403), ALERT)
    ],
    "/api/admin/attention/let-go": [
        Case("POST", "/api/admin/attention/let-go", ONLY_STAFF, {"kind": "news", "subject": "test-taken"}),
    ],
    "/api/admin/attention/snooze": [Case("POST", "/api/admin/attention/snooze", ONLY_STAFF, ALERT | {"until": SOON})],
    "/api/admin/attention/done": [Case("POST", "/api/admin/attention/done", ONLY_STAFF, ALERT)],
    "/api/admin/attention/undo": [
        Case("POST", "/api/admin/attention/undo", ONLY_STAFF, {"kind": "news", "subject": "test-resolved"})
    ],
    "/api/admin/projects/<int:project_id>/contact": [
        Case("POST", "/api/admin/projects/{project}/contact", ONLY_STAFF),
        Case("DELETE", "/api/admin/projects/{project}/contact", ONLY_STAFF),
    ],
    "/api/admin/changes": [Case("GET", "/api/admin/changes", ONLY_STAFF)],
    "/api/admin/clients": [Case("GET", "/api/admin/clients?q=amelia", ONLY_STAFF)],
    "/api/admin/clients/<int:client_id>": [Case("GET", "/api/admin/clients/{client}", ONLY_STAFF)],
    "/api/admin/clients/<int:client_id>/doubles": [Case("GET", "/api/admin/clients/{client}/doubles", ONLY_STAFF)],
    "/api/admin/clients/<int:client_id>/merge/<int:other_id>": [
        Case("GET", "/api/admin/clients/{lone}/merge/{double}", ONLY_STAFF)
    ],
    "/api/admin/clients/<int:client_id>/merge": [
        Case("POST", "/api/admin/clients/{lone}/merge", (401, 401, 403, 403, 200, 409, 403), MERGING)
    ],
    "/api/admin/clients/<int:client_id>/merges": [Case("GET", "/api/admin/clients/{kept}/merges", ONLY_STAFF)],
    "/api/admin/clients/<int:client_id>/merges/<int:merge_id>/undo": [
        Case("POST", "/api/admin/clients/{kept}/merges/{merge}/undo", (401, 401, 403, 403, 200, 409, 403))
    ],
    "/api/admin/clients/<int:client_id>/timeline": [Case("GET", "/api/admin/clients/{client}/timeline", ONLY_STAFF)],
    "/api/admin/clients/<int:client_id>/sign-in": [Case("POST", "/api/admin/clients/{client}/sign-in", ONLY_STAFF)],
    "/api/admin/clients/<int:client_id>/projects": [
        Case(
            "POST",
            "/api/admin/clients/{client}/projects",
            (401, 401, 403, 403, 201, 409, 403),
            {"serviceType": "scope_tender", "slotId": "{free_slot}"},
        )
    ],
    "/api/admin/phone-bookings": [
        Case("POST", "/api/admin/phone-bookings", (401, 401, 403, 403, 201, 409, 403), PHONED)
    ],
    "/api/admin/letter-templates": [
        Case("POST", "/api/admin/letter-templates", ONLY_STAFF, {**WORDS, "name": "Site visit"}),
        Case("GET", "/api/admin/letter-templates", ONLY_STAFF),
    ],
    "/api/admin/letter-templates/<int:template_id>": [
        Case("PATCH", "/api/admin/letter-templates/1", ONLY_STAFF, {**WORDS, "version": 1}),
        Case("DELETE", "/api/admin/letter-templates/1", ONLY_STAFF),
    ],
    "/api/admin/clients/<int:client_id>/erasure": [
        Case("GET", "/api/admin/clients/{erasable}/erasure", ONLY_STAFF),
        Case(
            "POST",
            "/api/admin/clients/{erasable}/erasure",
            # Once, and for good.
            (401, 401, 403, 403, 200, 404, 403),
            {"typed": "Nobody Yet", "reason": "mistake", "seal": "{erasure_seal}"},
        ),
    ],
    "/api/admin/clients/<int:client_id>/letters/preview": [
        Case("POST", "/api/admin/clients/{client}/letters/preview", ONLY_STAFF, WORDS)
    ],
    "/api/admin/clients/<int:client_id>/letters": [
        # The owner's seal is of before the letter that staff wrote.
        Case(
            "POST",
            "/api/admin/clients/{client}/letters",
            (401, 401, 403, 403, 200, 409, 403),
            {**WORDS, "seal": "{seal}"},
        )
    ],
    "/api/admin/clients/<int:client_id>/data.zip": [Case("GET", "/api/admin/clients/{client}/data.zip", ONLY_STAFF)],
    "/api/admin/clients/<int:client_id>/details": [
        Case("PATCH", "/api/admin/clients/{client}/details", ONLY_STAFF, {"phone": "0400 000 111", "version": 1})
    ],
    "/api/admin/clients/<int:client_id>/email-change/vouch": [
        Case(
            "POST", "/api/admin/clients/{client}/email-change/vouch", ONLY_STAFF, {"newAddress": "amelia@example.org"}
        ),
        Case(
            "POST",
            "/api/admin/clients/{client}/email-change/vouch",
            (401, 401, 403, 403, 409, 409, 403),
            {"newAddress": "another@example.org"},
        ),
    ],
    "/api/admin/enquiries": [Case("GET", "/api/admin/enquiries", ONLY_STAFF)],
    "/api/admin/enquiries/<int:enquiry_id>/answer": [
        Case("POST", "/api/admin/enquiries/{enquiry}/answer", ONLY_STAFF, {"text": "Yes, it is.", "seen": 1_000_000})
    ],
    "/api/admin/projects/<int:project_id>/messages": [
        Case("GET", "/api/admin/projects/{project}/messages", ONLY_STAFF),
        Case(
            "POST",
            "/api/admin/projects/{project}/messages",
            (401, 401, 403, 403, 201, 201, 403),
            HELLO,
        ),
        # Not in anybody's portal: nobody could read it there.
        Case(
            "POST",
            "/api/admin/projects/{unproved}/messages",
            (401, 401, 403, 403, 409, 409, 403),
            HELLO,
        ),
    ],
    "/api/admin/projects/<int:project_id>/messages/read": [
        Case("POST", "/api/admin/projects/{project}/messages/read", ONLY_STAFF, {"upTo": "{message}"})
    ],
    "/api/admin/projects/<int:project_id>/consultation": [
        # It is another project's time.
        Case(
            "POST",
            "/api/admin/projects/{project}/consultation",
            (401, 401, 403, 403, 409, 409, 403),
            {"slotId": "{slot}", "seen": None},
        )
    ],
    "/api/admin/projects/<int:project_id>/meeting": [
        Case("POST", "/api/admin/projects/{project}/meeting", ONLY_STAFF, {"way": "phone"}),
    ],
    "/api/admin/projects/<int:project_id>/cancel": [
        Case("POST", "/api/admin/projects/{unproved}/cancel", (401, 401, 403, 403, 409, 409, 403), {"seen": None})
    ],
    "/api/admin/consultations": [Case("GET", "/api/admin/consultations", ONLY_STAFF)],
    "/api/admin/payments/<int:payment_id>/receive-transfer": [
        # The owner comes second, and hears that staff have noted it.
        Case("POST", "/api/admin/payments/{transfer}/receive-transfer", (401, 401, 403, 403, 200, 409, 403)),
        Case(
            "POST",
            "/api/admin/payments/{transfer}/receive-transfer",
            (401, 401, 403, 403, 200, 409, 403),
            {"amountCents": 100},
        ),
    ],
    "/api/admin/projects/<int:project_id>/transfers": [
        Case("POST", "/api/admin/projects/{project}/transfers", SEEN_ONCE, {"amountCents": 100, "seenCents": 25_000})
    ],
    "/api/admin/payments/<int:payment_id>/refunds": [
        Case("POST", "/api/admin/payments/{came}/refunds", SEEN_ONCE, REFUND),
        # It came by card, or not yet.
        Case("POST", "/api/admin/payments/{by_card}/refunds", (401, 401, 403, 403, 409, 409, 403), REFUND),
        Case("POST", "/api/admin/payments/{transfer}/refunds", (401, 401, 403, 403, 409, 409, 403), REFUND),
    ],
    "/api/admin/payments/<int:payment_id>/not-come": [
        # It has not come, or came by card.
        Case("POST", "/api/admin/payments/{transfer}/not-come", (401, 401, 403, 403, 409, 409, 403), NOT_COME),
        Case("POST", "/api/admin/payments/{by_card}/not-come", (401, 401, 403, 403, 409, 409, 403), NOT_COME),
    ],
    "/api/admin/projects/<int:project_id>/adviser": [
        Case("POST", "/api/admin/projects/{project}/adviser", ONLY_STAFF, {}),
        Case(
            "POST", "/api/admin/projects/{project}/adviser", (401, 401, 403, 403, 422, 422, 403), {"username": "nobody"}
        ),
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
    "/api/admin/appointments": [
        Case("GET", "/api/admin/appointments?first=2026-11-23&last=2026-12-20", ONLY_STAFF),
        Case("GET", "/api/admin/appointments?first=2026-11-23&last=2027-12-20", (401, 401, 403, 403, 422, 422, 403)),
    ],
    "/api/admin/availability": [
        Case("PUT", "/api/admin/availability", ONLY_STAFF, AVAILABILITY),
        Case("PUT", "/api/admin/availability", ONLY_STAFF, {**AVAILABILITY, "saves": False}),
        # Made from rules that are not in force any more.
        Case("PUT", "/api/admin/availability", (401, 401, 403, 403, 409, 409, 403), {**AVAILABILITY, "version": 99}),
        Case("GET", "/api/admin/availability", ONLY_STAFF),
    ],
    # One's own: the owner has none that could be changed.
    "/api/admin/calendar-address": [
        Case("POST", "/api/admin/calendar-address", (401, 401, 403, 403, 201, 201, 403), {"showsNames": True}),
        Case("PATCH", "/api/admin/calendar-address", (401, 401, 403, 403, 200, 404, 403), {"showsBlocked": True}),
        Case("DELETE", "/api/admin/calendar-address", ONLY_STAFF),
        Case("GET", "/api/admin/calendar-address", ONLY_STAFF),
    ],
    # Whoever has the address: calendars sign in nowhere.
    "/api/calendar/<token>.ics": [
        Case("GET", "/api/calendar/{calendar}.ics", everyone(200)),
        Case("GET", "/api/calendar/{token}.ics", everyone(404)),
    ],
    "/api/admin/closures": [
        Case("POST", "/api/admin/closures", ONLY_STAFF, {**CLOSURE, "saves": True}),
        Case("POST", "/api/admin/closures", ONLY_STAFF, {**CLOSURE, "saves": False}),
    ],
    "/api/admin/closures/end": [Case("POST", "/api/admin/closures/end", ONLY_STAFF, {**CLOSED, "saves": True})],
    "/api/admin/times": [
        Case("GET", "/api/admin/times", ONLY_STAFF),
        Case("POST", "/api/admin/times", ONLY_STAFF, {"start": f"{DUE}T20:00"}),
    ],
    "/api/admin/times/<int:slot_id>": [
        Case("PATCH", "/api/admin/times/{free_slot}", ONLY_STAFF, BLOCKED),
        Case("PATCH", "/api/admin/times/{free_slot}", ONLY_STAFF, {"offered": True, "saves": True}),
        # It is somebody's.
        Case(
            "PATCH", "/api/admin/times/{slot}", (401, 401, 403, 403, 409, 409, 403), {"offered": False, "saves": True}
        ),
    ],
    "/api/admin/projects/<int:project_id>/proposals": [
        # One is open at a time.
        Case(
            "POST",
            "/api/admin/projects/{over}/proposals",
            (401, 401, 403, 403, 201, 409, 403),
            {"service": "scope_tender"},
        ),
        # Its consultation was not held.
        Case(
            "POST",
            "/api/admin/projects/{unproved}/proposals",
            (401, 401, 403, 403, 409, 409, 403),
            {"service": "scope_tender"},
        ),
    ],
    "/api/admin/proposals/<int:proposal_id>/withdraw": [
        Case("POST", "/api/admin/proposals/{proposal}/withdraw", ONLY_STAFF),
        Case("POST", "/api/admin/proposals/999/withdraw", (401, 401, 403, 403, 404, 404, 403)),
    ],
    "/api/admin/projects/<int:project_id>/outcome": [
        Case(
            "POST",
            "/api/admin/projects/{over}/outcome",
            ONLY_STAFF,
            {"start": "{over_start}", "outcome": "held"},
        ),
        # It has no consultation that is the client's for good.
        Case(
            "POST",
            "/api/admin/projects/{unproved}/outcome",
            (401, 401, 403, 403, 409, 409, 403),
            {"start": "{start}", "outcome": "held"},
        ),
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
    "/api/projects/<int:project_id>/meeting": [
        Case("POST", "/api/projects/{onboarded}/meeting", CLIENT_CHANGES, {"way": "phone"}),
        Case("POST", "/api/projects/{unproved}/meeting", STRANGERS, {"way": "phone"}),
        # The firm does not meet that way.
        Case("POST", "/api/projects/{project}/meeting", BOTH_REFUSED, {"way": "place"}),
        Case("POST", "/api/projects/{project}/meeting", everyone(422), {"way": "fax"}),
    ],
    # Amelia has signed in since, so that even its browser is told to call.
    "/api/projects/<int:project_id>/email": [
        Case(
            "POST", "/api/projects/{project}/email", (404, 403, 403, 404, 404, 404, 403), {"email": "new@example.com"}
        ),
        Case("POST", "/api/projects/{unproved}/email", STRANGERS, {"email": "new@example.com"}),
        Case("POST", "/api/projects/{project}/email", everyone(422), {"email": "new@"}),
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
        # The browser has paid for this one itself, and its client has signed in elsewhere since.
        Case("POST", "/api/documents", (404, 403, 201, 404, 404, 404, 403), "file for {project}"),
    ],
    "/api/projects/<int:project_id>/documents/<int:document_id>": [
        Case("DELETE", "/api/projects/{onboarded}/documents/{onboarded_document}", (404, 403, 204, 404, 404, 404, 403)),
        # Not a submission's; the browser that paid for it may change nothing of it any more.
        Case("DELETE", "/api/projects/{project}/documents/{document}", (404, 403, 404, 404, 404, 404, 403)),
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
    # "confirm" asks whose a submission is: it shows the service and the day, takes one answer and signs nobody in.
    # "reset" takes a new password for the account of the mailbox that the letter went to.
    # The booking's page shows nothing to anybody but its browser and its signed-in client.
    "client": {
        "/",
        "/client-portal",
        "/client-portal/confirm?token={token}",
        "/client-portal/reset?token={token}",
        "/success?projectId={project}",
    },
    "staff": {"/"},  # and the booking's staff page
}
