"""Erasing a client over HTTP: what it would do, and doing it."""

from datetime import datetime
from typing import Annotated

from flask import Blueprint
from flask_login import current_user
from pydantic import Field

from app import checked, clock
from app.audit import actions as audit
from app.backups.rules import gone_after
from app.config import in_force
from app.erasure import actions
from app.erasure.rules import REASONS, Reason
from app.erasure.shares import ELSEWHERE, NIGHTLY
from app.http import Ok, Schema, Who, demanded_key, route
from app.payments.current import card_provider

erasing = Blueprint("admin_erasing", __name__)
ADDRESS = "/api/admin/clients/<int:client_id>/erasure"


class GoneOut(Schema):
    """Something that goes, in words; `which`: by their names, where staff should know them."""

    what: str
    count: int
    which: list[str]


class KeptOut(Schema):
    """Something that stays, in words, why, and until when it has to."""

    what: str
    count: int
    why: str
    until: datetime


class ReasonOut(Schema):
    """Why a client may be erased, and what that is called."""

    reason: Reason
    label: str


class ErasurePreview(Schema):
    """What erasing a client would do. `obstacles`: why it cannot be done yet, each with what to do.

    `writes_to`: whom the last letter goes to, '' for nobody; `elsewhere`: where it does not reach; `seal` names it all.
    """

    name: str
    email: str
    obstacles: list[str]
    gone: list[GoneOut]
    kept: list[KeptOut]
    elsewhere: str
    reasons: list[ReasonOut]
    writes_to: str
    seal: str


class ErasureIn(Schema):
    """The client's name or email, typed; the reason; and the seal of the preview that was seen."""

    typed: Annotated[str, Field(max_length=300)] = checked.demanded()
    reason: Reason = checked.demanded()
    seal: Annotated[str, Field(max_length=64)] = checked.demanded()


@route(erasing, "GET", ADDRESS, who=Who.STAFF, answer=ErasurePreview, refusals=(404,))
def preview_erasure(client_id: int) -> ErasurePreview:
    """What would go, what would stay until when, and what is in the way; nothing is erased."""
    now = clock.now()
    shown = actions.preview(client_id, now)
    audit.look(current_user.actor(), f"client:{client_id}", now)
    return ErasurePreview(
        name=shown.name,
        email=shown.email,
        obstacles=shown.obstacles,
        gone=[GoneOut.model_validate(each) for each in shown.gone],
        kept=[KeptOut.model_validate(each) for each in shown.kept],
        elsewhere=_elsewhere(),
        reasons=[ReasonOut(reason=reason, label=label) for reason, label in REASONS.items()],
        writes_to=shown.writes_to,
        seal=shown.seal,
    )


def _elsewhere() -> str:
    config = in_force()
    days = gone_after(config.backups.days, config.backups.weeks)
    return ELSEWHERE + (NIGHTLY.format(days) if config.backs_up else "")


@route(erasing, "POST", ADDRESS, who=Who.STAFF, body=ErasureIn, answer=Ok, refusals=(404, 409, 503), keyed=True)
def erase_client(client_id: int, body: ErasureIn) -> Ok:
    """Erase a client, for good and once for each Idempotency-Key; what tax law wants stays, without a name."""
    by, now = current_user.actor(), clock.now()
    actions.erase(card_provider(), client_id, body.typed, body.reason, body.seal, demanded_key(), by, now)
    return Ok()
