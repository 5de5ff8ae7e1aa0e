"""What a client and the firm write to each other, in the portal."""

from flask import Blueprint

from app.http import Ok, Who, caller, demanded_key, route
from app.messages import actions
from app.messages.actions import Person
from app.messages.rules import Side
from app.messages.schemas import Conversation, MessageIn, MessageOut, MessagesQuery, ReadTo, conversation, messages_out

messages = Blueprint("portal_messages", __name__)
ADDRESS = "/api/client/projects/<int:project_id>/messages"


def _me() -> Person:
    return Person(client_id=caller().client_id)


@route(messages, "GET", ADDRESS, who=Who.CLIENT, query=MessagesQuery, answer=Conversation, refusals=(404,))
def client_messages(project_id: int, query: MessagesQuery) -> Conversation:
    """The messages about one of the client's projects."""
    return conversation(project_id, _me(), query.before)


@route(
    messages,
    "POST",
    ADDRESS,
    who=Who.CLIENT,
    body=MessageIn,
    answer=MessageOut,
    status=201,
    refusals=(404, 409, 429),
    keyed=True,
)
def send_to_firm(project_id: int, body: MessageIn) -> MessageOut:
    """Write to the firm about a project; once for each Idempotency-Key."""
    sent = actions.send(project_id, _me(), body.text, body.documents, demanded_key())
    return messages_out([sent], sent.project.client, Side.CLIENT)[0]


@route(messages, "POST", f"{ADDRESS}/read", who=Who.CLIENT, body=ReadTo, answer=Ok, refusals=(404,))
def client_has_read(project_id: int, body: ReadTo) -> Ok:
    """Note how far the client has read."""
    actions.note_read(project_id, _me(), body.up_to)
    return Ok()
