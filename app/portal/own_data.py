"""Everything that we keep of a client, as one ZIP: what the portal shows, our letters, what was noted, and files."""

import json
from collections import defaultdict
from dataclasses import asdict, replace
from datetime import datetime
from functools import partial
from io import BytesIO
from typing import Any

from flask import Blueprint, Response, session
from flask_login import current_user

from app import clock
from app.access import Caller
from app.accounts import links, session_rows, sessions
from app.accounts.details import DetailChange
from app.accounts.finding import find_client
from app.accounts.models import Client
from app.accounts.sessions import present_client
from app.audit.actions import Actor, note
from app.audit.models import Act, AuditLine
from app.booking.models import Booking
from app.config import in_force
from app.documents.models import Document
from app.documents.pack import Entry, entries
from app.documents.serving import was_sent, zip_of
from app.http import Who, route
from app.invoices.files import content
from app.invoices.models import Invoice
from app.limits import per_caller
from app.mail.models import Letter
from app.messages.models import Message
from app.messages.rules import Side
from app.messages.schemas import messages_out
from app.onboarding.models import Onboarding
from app.onboarding.schemas import DetailsOut
from app.portal.appointments import appointments_of
from app.portal.checklist import needs_of
from app.portal.documents import documents_of, note_opened
from app.portal.history import events
from app.portal.money import money_of
from app.portal.projects import projects_of
from app.portal.proposals import proposals_of
from app.portal.signed_in import SessionList, SessionOut
from app.projects.models import Project
from app.projects.rules import Proof

own_data = Blueprint("portal_own_data", __name__)

NAME = "Your data.json"
COLUMNS = ("name", "email", "phone", "company", "address_street", "address_city", "address_state", "address_zip")
COLUMN_OF = {"full_name": "name", "address": "address_street"}  # of a booking's answers
TOLD = (*COLUMN_OF, *COLUMNS)
TOLD_OF_PROJECT = ("preferred_contact", "project_type", "project_value", "message", "package")
BY = {"client": "you", "visitor": "somebody who was not signed in", "staff": "our staff"}
SECRET = "(This letter holds a link or a password, which is not repeated here.)"


@route(own_data, "GET", "/api/client/data.zip", who=Who.CLIENT, limits=(per_caller("10/hour"),))
def client_data() -> Response:
    """All of it; what is not proved to be the client's is not in it."""
    client = present_client()
    return _sent(client, client.actor(), sessions.session_hash(session), "Your data.zip")


@route(own_data, "GET", "/api/admin/clients/<int:client_id>/data.zip", who=Who.STAFF, refusals=(404,))
def data_of_client(client_id: int) -> Response:
    """The same for staff, to whom a client has turned for it; what the client has not opened stays new to them."""
    client = find_client(client_id)
    return _sent(client, current_user.actor(), "", f"Data of {client.name or client.email}.zip")


def _sent(client: Client, to: Actor, present: str, name: str) -> Response:
    now = clock.now()
    documents = list(Document.owned_by(Caller(client_id=client.id)))[::-1]
    text = json.dumps(_all(client, present, now), ensure_ascii=False, indent=1, default=str).encode()
    files = [replace(each, name=f"documents/{each.name}") for each in entries(documents, in_force().documents_folder)]
    papers = [
        _entry(f"invoices/{row.paper.file_name}", content(row, now), row.issued_at)
        for row in Invoice.of_client(client.id).order_by(Invoice.id)
    ]
    sent = zip_of([_entry(NAME, text, now), *papers, *files], name)
    if was_sent(sent):
        if to == client.actor():
            note_opened(documents)
        note(to, Act.DATA_DOWNLOADED, client.get_id(), now)
    return sent


def _entry(name: str, content: bytes, written: datetime) -> Entry:
    return Entry(name, partial(BytesIO, content), len(content), clock.in_sydney(written))


def _all(client: Client, present: str, now: datetime) -> dict[str, Any]:
    """present: the session in which it is read, '' for none of the client's."""
    signed_in = [SessionOut.model_validate(each) for each in session_rows.signed_in(client, present, now)]
    projects = list(Project.select().where(Project.of_client(client.id)).order_by(Project.id))
    return {
        "madeAt": now,
        "details": _json(DetailsOut.of(client, now)),
        "corrections": [
            {"field": row.field, "old": row.old, "new": row.new, "changed_at": row.changed_at}
            for row in DetailChange.of_client(client.id)
        ],
        "projects": _json(projects_of(client.id)),
        "appointments": _json(appointments_of(client.id)),
        "documents": _json(documents_of(Caller(client_id=client.id))),
        "checklists": _json(needs_of(client.id)),
        "aboutEachProject": _about(projects, client, now),
        "letters": _letters(client, [project.id for project in projects]),
        "signedIn": _json(SessionList(signed_in)),
        "activity": _activity(client),
    }


def _about(projects: list[Project], client: Client, now: datetime) -> list[dict[str, Any]]:
    """What is kept of each project, in as many statements for many as for one."""
    ids = [project.id for project in projects]
    proved_by = {project.id: project.proved_by for project in projects}
    own, told = _own_details(client), defaultdict[int, list[dict[str, Any]]](list)
    for model in (Booking, Onboarding):
        for row in model.select().where(model.project.in_(ids)).order_by(model.id):
            said = {name: getattr(row, name) for name in (*TOLD, *TOLD_OF_PROJECT) if hasattr(row, name)}
            for name in TOLD if proved_by[row.project_id] != Proof.CLIENT else ():
                if (said.get(name) or "") not in own[name]:
                    del said[name]
            told[row.project_id].append(said)
    messages = defaultdict[int, list[Any]](list)
    written = list(Message.about(*ids).order_by(Message.id))
    for row, shown in zip(written, messages_out(written, client, Side.CLIENT), strict=True):
        messages[row.project_id].append(_json(shown))
    proposed = proposals_of(ids, client.id, now)
    history, money = events(dict.fromkeys(ids)), money_of(ids, now)
    return [
        {
            "projectId": number,
            "told": told[number],
            "history": [asdict(event) for event in history[number]],
            "money": _json(money[number]),
            "messages": messages[number],
            "proposals": [_json(each) for each in proposed[number]],
        }
        for number in ids
    ]


def _own_details(client: Client) -> dict[str, set[str]]:
    """What the client was ever called, by the name that a form has for it.

    Whoever typed their address may have typed somebody else's details beside it, which are for staff alone.
    """
    changes = list(DetailChange.of_client(client.id))
    kept = {
        column: {getattr(client, column) or "", *(each.old for each in changes if each.field == column)}
        for column in COLUMNS
    }
    return {name: kept[COLUMN_OF.get(name, name)] | {""} for name in TOLD}


def _letters(client: Client, project_ids: list[int]) -> list[dict[str, Any]]:
    """Those to the client's own addresses, without what opens their links: what was written to a wanted one may be a
    stranger's, and whoever reads this file need not be whoever reads the mailbox.
    """
    earlier = DetailChange.of_client(client.id).where(DetailChange.field == "email")
    own = [client.email, *(change.old for change in earlier)]
    theirs = Letter.project_id.is_null() | Letter.project_id.in_(project_ids)
    rows = Letter.select().where(Letter.client_id == client.id, Letter.recipient.in_(own), theirs).order_by(Letter.id)
    return [
        {
            "to": row.recipient,
            "subject": row.subject,
            "writtenAt": row.created_at,
            "sentAt": row.sent_at,
            "text": SECRET if row.secret else links.blanked(row.text),
        }
        for row in rows
    ]


def _activity(client: Client) -> list[dict[str, Any]]:
    """What was noted about the account; who of our staff did something is theirs."""
    rows = AuditLine.select().where(AuditLine.subject == client.get_id()).order_by(AuditLine.id)
    return [
        {"action": row.action, "by": BY.get(row.actor_kind, "Helios"), "detail": row.detail, "at": row.created_at}
        for row in rows
    ]


def _json(model: Any) -> Any:
    return model.model_dump(mode="json", by_alias=True)
