"""The change of a client's email address: asked for in the portal, answered from the links of two letters."""

from datetime import datetime
from typing import Annotated

from flask import Blueprint, session
from pydantic import Field

from app import checked, clock
from app.accounts import attempts, email_change, sessions
from app.accounts.credentials import check_current
from app.accounts.email_change_rows import AddressSide, EmailChange
from app.accounts.models import Client
from app.accounts.rules import WRONG_PASSWORD
from app.accounts.schemas import ResetLink
from app.accounts.session_rows import ASKED
from app.errors import AppError
from app.http import Ok, Schema, Who, caller, demanded_key, route
from app.limits import per_address
from app.onboarding.rules import TEXT_RULES

email = Blueprint("portal_email", __name__)


class EmailIn(Schema):
    """The address that a client wants to sign in with, and the password that they have."""

    email: Annotated[str, checked.text(TEXT_RULES["email"])] = checked.demanded()
    password: checked.Filled


class EmailAnswer(ResetLink):
    """What whoever reads one of the two addresses says: yes, or that the change is to stop."""

    confirms: Annotated[bool, Field(strict=True)]


class EmailLinkOut(Schema):
    """What a link is about: `side` tells whose it is, `confirmed` whether that side has said yes.

    The old address is told to nobody: whoever reads the new one may be a stranger.
    """

    side: AddressSide
    new_address: str
    confirmed: bool
    made: bool
    stopped: bool
    expires_at: datetime


@route(
    email,
    "POST",
    "/api/client/email-change",
    who=Who.CLIENT,
    body=EmailIn,
    answer=Ok,
    refusals=(409, 429),
    limits=(per_address("30/hour"),),
    keyed=True,
)
def ask_email_change(body: EmailIn) -> Ok:
    """Write to the old and the new address; the answer is the same whoever has the new one."""
    client, now = sessions.present_client(), clock.now()
    refusal = AppError("wrong_password", 403, WRONG_PASSWORD, {"password": WRONG_PASSWORD})
    with attempts.current_password(sessions.session_hash(session)):
        check_current(client, body.password, refusal, now)
    told = client.id, body.email, demanded_key(), now
    session[ASKED] = email_change.ask(*told, within=sessions.require_still_signed_in).id
    return Ok()


@route(email, "DELETE", "/api/client/email-change", who=Who.CLIENT, answer=Ok)
def take_back_email_change() -> Ok:
    """The client does not want it any more; repeating it changes nothing."""
    email_change.take_back(sessions.present_client(), clock.now())
    return Ok()


@route(
    email,
    "POST",
    "/api/client/email-change/look",
    body=ResetLink,
    answer=EmailLinkOut,
    refusals=(404,),
    limits=(per_address("60/hour"),),
)
def look_at_email_link(body: ResetLink) -> EmailLinkOut:
    """What a letter's link asks. It changes nothing: programs open links, too."""
    return _link(*email_change.look(body.token, clock.now()))


@route(
    email,
    "POST",
    "/api/client/email-change/answer",
    body=EmailAnswer,
    answer=EmailLinkOut,
    refusals=(404, 409),
    limits=(per_address("60/hour"),),
)
def answer_email_link(body: EmailAnswer) -> EmailLinkOut:
    """Take the answer; with the second yes the address is changed, and only this session and that which asked go on."""
    change, side = email_change.answer(body.token, body.confirms, clock.now())
    if change.is_made and caller().client_id == change.client_id:
        sessions.sign_in(session, Client.get_by_id(change.client_id), anew=False)
    return _link(change, side)


def _link(change: EmailChange, side: AddressSide) -> EmailLinkOut:
    return EmailLinkOut(
        side=side,
        new_address=change.new_address,
        confirmed=getattr(change, f"{side}_confirmed_at") is not None,
        made=change.is_made,
        stopped=change.closed_at is not None and not change.is_made,
        expires_at=change.expires_at,
    )
