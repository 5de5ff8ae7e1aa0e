"""What clients and the firm write to each other, in the back office."""

from flask import Blueprint
from flask_login import current_user

from app import clock
from app.accounts.sessions import present_staff
from app.audit import actions as audit
from app.http import Ok, Who, demanded_key, route
from app.messages import actions
from app.messages.actions import Person
from app.messages.rules import Side
from app.messages.schemas import (
    Conversation,
    MessageOut,
    MessagesQuery,
    ReadTo,
    StaffMessageIn,
    conversation,
    messages_out,
)

messages = Blueprint("admin_messages", __name__)
ADDRESS = "/api/admin/projects/<int:project_id>/messages"


def _me() -> Person:
    return Person(admin=present_staff())


@route(messages, "GET", ADDRESS, who=Who.STAFF, query=MessagesQuery, answer=Conversation, refusals=(404,))
def staff_messages(project_id: int, query: MessagesQuery) -> Conversation:
    """The messages about a project."""
    shown = conversation(project_id, _me(), query.before)
    audit.look(current_user.actor(), f"messages:{project_id}", clock.now())
    return shown


@route(
    messages,
    "POST",
    ADDRESS,
    who=Who.STAFF,
    body=StaffMessageIn,
    answer=MessageOut,
    status=201,
    refusals=(404, 409),
    keyed=True,
)
def send_to_client(project_id: int, body: StaffMessageIn) -> MessageOut:
    """Write to a project's client; once for each Idempotency-Key. 409 where a colleague has written since."""
    sent = actions.send(project_id, _me(), body.text, body.documents, demanded_key(), body.seen)
    return messages_out([sent], sent.project.client, Side.STAFF)[0]


@route(messages, "POST", f"{ADDRESS}/read", who=Who.STAFF, body=ReadTo, answer=Ok, refusals=(404,))
def staff_have_read(project_id: int, body: ReadTo) -> Ok:
    """Note how far staff have read: one of them has read for all."""
    actions.note_read(project_id, _me(), body.up_to)
    return Ok()
