"""What staff see and send to merge two clients."""

from datetime import datetime

from app import checked
from app.admin.clients.schemas import ClientLine
from app.http import Schema, SentId
from app.merging.rules import Likeness, Source


class DoubleOut(Schema):
    """Somebody who may be the same person, and why."""

    client: ClientLine
    likenesses: list[Likeness]


class DoublesOut(Schema):
    """Likely doubles, the likeliest first."""

    items: list[DoubleOut]


class MergedPerson(Schema):
    """One of both. `sign_in`: 'none', 'temporary' while it is the letter's, else 'own'; `version`: of the details."""

    id: int
    version: int
    name: str
    email: str
    phone: str
    company: str
    address: str
    proved: bool
    sign_in: str


class MovingOut(Schema):
    """Something that moves, in words, and how much of it."""

    what: str
    count: int


class MergePreview(Schema):
    """What a merge would do. `sessions`: of the other, which end; `obstacle`: why it cannot be, '' where it can."""

    kept: MergedPerson
    other: MergedPerson
    moving: list[MovingOut]
    sessions: int
    undo_days: int
    obstacle: str


class MergeIn(Schema):
    """Who is merged, the versions of both that staff had before them, and whose details stay."""

    other_id: SentId = checked.demanded()
    version: SentId = checked.demanded()
    other_version: SentId = checked.demanded()
    name: Source = Source.KEPT
    phone: Source = Source.KEPT
    company: Source = Source.KEPT
    address: Source = Source.KEPT


class MergeOut(Schema):
    """A merge into a client. `other_name` and `other_email` are as they were, '' once the client was erased.

    `refusal`: why it cannot be undone any more, '' where it can. `documents` and `messages`: how many of the kept
    client's go to the other with it.
    """

    id: int
    other_name: str
    other_email: str
    merged_at: datetime
    merged_by: str
    undo_until: datetime
    undone_at: datetime | None
    undone_by: str
    refusal: str
    documents: int
    messages: int


class MergesOut(Schema):
    """What was merged into a client, newest first."""

    items: list[MergeOut]
