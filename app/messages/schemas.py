"""The contract of messages, alike for both sides."""

from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, Field

from app import checked
from app.accounts.models import Client
from app.documents.schemas import DocumentOut
from app.http import RowId, Schema, Seen, SentId
from app.messages.actions import Person
from app.messages.models import Message, MessageFile, Reader
from app.messages.rules import MOST_FILES, TEXT, TOO_MANY_FILES, Side

PAGE_SIZE = 50


def _few(documents: list[int]) -> list[int]:
    if len(documents) > MOST_FILES:
        raise checked.wrong(TOO_MANY_FILES)
    return documents


Documents = Annotated[list[SentId], AfterValidator(_few), Field(json_schema_extra={"maxItems": MOST_FILES})]


class MessageIn(Schema):
    """What is sent: the text, which may be empty beside files, and the numbers of the project's documents with it."""

    text: Annotated[str, checked.text(TEXT)] = ""
    documents: Documents = []


class StaffMessageIn(MessageIn):
    """What staff send. `seen`: the newest message that they had before them, 0 for none."""

    seen: Seen


class ReadTo(Schema):
    """The newest message that was seen."""

    up_to: SentId


class MessagesQuery(Schema):
    """`before`: the message before which to go on reading; none for the newest."""

    before: RowId | None = None


class MessageOut(Schema):
    """A message. `author`: the name of whoever wrote it."""

    id: int
    side: Side
    author: str
    text: str
    sent_at: datetime
    files: list[DocumentOut]


class Conversation(Schema):
    """A page of what was written about a project, oldest first. `has_earlier`: there is more before it.

    `read_to`: the newest that the asking side has read; `unread`: how many they have not. `read_only`: why
    they cannot write, '' where they can.
    """

    messages: list[MessageOut]
    has_earlier: bool
    read_to: int
    unread: int
    read_only: str


def conversation(project_id: int, by: Person, before: int | None = None) -> Conversation:
    """What somebody reads of a project's messages; AppError 404 for one that is not theirs."""
    project = by.find(project_id)
    # The mark first: what comes in between is then shown as unread, never the other way round.
    reader = Reader.of(project.id, by.side)
    unread = Reader.unread_among([project.id], by.side).get(project.id, 0)
    wanted = Message.about(project.id).order_by(Message.id.desc()).limit(PAGE_SIZE + 1)
    rows = list(wanted if before is None else wanted.where(Message.id < before))
    shown = rows[PAGE_SIZE - 1 :: -1]
    return Conversation(
        messages=messages_out(shown, project.client, by.side),
        has_earlier=len(rows) > PAGE_SIZE,
        read_to=reader.read_to if reader else 0,
        unread=unread,
        read_only=by.read_only(project),
    )


def messages_out(rows: list[Message], client: Client, reader: Side) -> list[MessageOut]:
    """Messages about a client's projects with their files, as one side sees them."""
    files = MessageFile.of_messages([row.id for row in rows], reader)
    return [
        MessageOut(
            id=row.id,
            side=row.side,
            author=row.admin.name if row.admin_id else client.name,
            text=row.text,
            sent_at=row.sent_at,
            files=[DocumentOut.model_validate(document) for document in files.get(row.id, [])],
        )
        for row in rows
    ]
