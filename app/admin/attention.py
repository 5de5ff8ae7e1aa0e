"""What waits for staff, over HTTP, and what they do about it."""

from datetime import datetime, timedelta
from typing import Annotated

from flask import Blueprint
from flask_login import current_user
from pydantic import Field

from app import checked, clock
from app.accounts.sessions import present_staff
from app.attention import actions
from app.attention.listing import Waiting, waiting
from app.attention.rules import WHY, Matter, Urgency, standing, urgency
from app.consultations.contacted import contact_made, no_contact
from app.errors import invalid
from app.http import Ok, Schema, Who, route

attention = Blueprint("admin_attention", __name__)
ADDRESS = "/api/admin/attention"
LATEST = timedelta(days=366)
SNOOZE_AHEAD = "Please choose a moment within the next year"


class Holder(Schema):
    """The member of staff who has taken a line."""

    username: str
    name: str


class AttentionLine(Schema):
    """A line. `label`: of an alert, its own kind; `who`: whom it is about, '' where nobody is known.

    `standing`: how late it is, in words; `part`: of the record of `project_id`; `link`: where it is no project's;
    `quote`: the newest of what waits in its own words, at most 120 characters, '' where nothing is quoted;
    `is_mine`: the reader has taken it; `reason`: why it waits, to be sent back with what is done about it.
    """

    kind: Matter
    subject: str
    reason: str
    label: str
    who: str
    reference: str
    what: str
    quote: str
    urgency: Urgency
    standing: str
    due: datetime | None
    project_id: int | None
    part: str
    link: str
    taken_by: Holder | None
    is_mine: bool
    snoozed_until: datetime | None


class Moment(Schema):
    """A moment until which a line may be put off, in words."""

    label: str
    until: datetime


class Attention(Schema):
    """What waits, the most urgent first, and what is put off. `cut`: there is more of a kind than is shown."""

    lines: list[AttentionLine]
    snoozed: list[AttentionLine]
    cut: bool
    moments: list[Moment]


class Named(Schema):
    """Which line is meant."""

    kind: Matter
    subject: Annotated[str, Field(max_length=300)]


class Taking(Named):
    """`seen`: the user name of who had it, as it was shown; '' for nobody."""

    seen: Annotated[str, Field(max_length=100)] = ""


class Snoozing(Named):
    """Until when, and the line's reason as it was shown."""

    reason: Annotated[str, Field(max_length=500)]
    until: checked.Moment


class Finishing(Named):
    """Why it is done, in words, and the line's reason as it was shown."""

    reason: Annotated[str, Field(max_length=500)]
    why: Annotated[str, checked.text(WHY)] = ""


@route(attention, "GET", ADDRESS, who=Who.STAFF, answer=Attention)
def list_attention() -> Attention:
    """What waits for staff."""
    now = clock.now()
    desk = waiting(now)
    return Attention(
        lines=[_shown(each, now) for each in desk.open],
        snoozed=[_shown(each, now) for each in desk.snoozed],
        cut=desk.cut,
        moments=[Moment(label=label, until=until) for label, until in desk.moments],
    )


@route(attention, "POST", f"{ADDRESS}/take", who=Who.STAFF, body=Taking, answer=Ok, refusals=(404, 409))
def take_line(body: Taking) -> Ok:
    """Take a line; repeating it changes nothing."""
    actions.take(body.kind, body.subject, body.seen, present_staff(), clock.now())
    return Ok()


@route(attention, "POST", f"{ADDRESS}/let-go", who=Who.STAFF, body=Named, answer=Ok, refusals=(404, 409))
def let_go_of_line(body: Named) -> Ok:
    """Leave a line to the others; repeating it changes nothing."""
    actions.let_go(body.kind, body.subject, present_staff(), clock.now())
    return Ok()


@route(attention, "POST", f"{ADDRESS}/snooze", who=Who.STAFF, body=Snoozing, answer=Ok, refusals=(404, 409))
def snooze_line(body: Snoozing) -> Ok:
    """Put a line off until a moment; repeating it changes nothing."""
    now = clock.now()
    if not now < body.until <= now + LATEST:
        raise invalid({"until": SNOOZE_AHEAD}, SNOOZE_AHEAD)
    actions.snooze(body.kind, body.subject, body.reason, body.until, present_staff(), now)
    return Ok()


@route(attention, "POST", f"{ADDRESS}/done", who=Who.STAFF, body=Finishing, answer=Ok, refusals=(404, 409))
def finish_line(body: Finishing) -> Ok:
    """Say that a line is done; repeating it changes nothing."""
    actions.done(body.kind, body.subject, body.reason, body.why, present_staff(), clock.now())
    return Ok()


@route(attention, "POST", f"{ADDRESS}/undo", who=Who.STAFF, body=Named, answer=Ok, refusals=(404,))
def undo_line(body: Named) -> Ok:
    """What was done or put off waits again; repeating it changes nothing."""
    actions.undo(body.kind, body.subject, present_staff(), clock.now())
    return Ok()


@route(attention, "POST", "/api/admin/projects/<int:project_id>/contact", who=Who.STAFF, answer=Ok, refusals=(404,))
def note_contact(project_id: int) -> Ok:
    """Note that staff were in touch about a project."""
    contact_made(project_id, present_staff(), clock.now())
    return Ok()


@route(attention, "DELETE", "/api/admin/projects/<int:project_id>/contact", who=Who.STAFF, answer=Ok, refusals=(404,))
def take_back_contact(project_id: int) -> Ok:
    """Nobody was in touch after all; repeating it changes nothing."""
    no_contact(project_id, present_staff(), clock.now())
    return Ok()


def _shown(each: Waiting, now: datetime) -> AttentionLine:
    line = each.line
    return AttentionLine(
        kind=line.kind,
        subject=line.subject,
        reason=line.reason,
        label=line.label,
        who=each.who,
        reference=each.reference,
        what=line.what,
        quote=line.quote,
        urgency=urgency(line.due, now),
        standing=standing(line, now),
        due=line.due,
        project_id=each.project_id,
        part=line.part,
        link=line.link,
        is_mine=each.taken_by is not None and each.taken_by.username == current_user.username,
        taken_by=Holder.model_validate(each.taken_by) if each.taken_by else None,
        snoozed_until=each.snoozed_until,
    )
