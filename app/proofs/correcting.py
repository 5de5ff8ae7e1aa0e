"""Correcting an email address that was mistyped for a booking: it is as if the right one had been given at once."""

from collections.abc import Collection
from datetime import datetime, timedelta

from app.access import Caller
from app.accounts.actions import attach
from app.accounts.models import Client
from app.accounts.opening import grant_access
from app.accounts.rules import email_key
from app.accounts.unclaimed import erase_if_unclaimed
from app.accounts.withdrawn import withdraw_sign_in
from app.audit.actions import VISITOR, note
from app.audit.models import Act, ActorKind, AuditLine
from app.booking.models import Booking
from app.consultations.left import has_gone_on
from app.db import write
from app.errors import AppError, invalid, too_many
from app.invoices.models import Invoice
from app.mail.models import Letter
from app.mail.rules import mailbox
from app.messages.models import Message
from app.onboarding.models import Onboarding
from app.orders.models import Order
from app.orders.sums import is_being_decided
from app.projects import actions as projects
from app.projects.models import Project
from app.projects.rules import Proof
from app.proofs.corrected import tell
from app.proofs.ownership import prove
from app.proofs.persons import submitter
from app.proofs.rules import (
    CORRECTED_WITHIN,
    MOST_TO_ONE_ADDRESS,
    NOT_HERE,
    SAME_ADDRESS,
    TOO_MANY_TO_ONE,
    may_correct,
)

DAY = timedelta(days=1)


def is_correctable(project: Project, caller: Caller, now: datetime) -> bool:
    """Whether this browser may correct the address: it made the project, and nobody has used the address since.

    Not for a client who is signed in: the portal changes theirs.
    """
    mine = project.visitor_id is not None and caller.visitor == project.visitor_id
    if not mine or caller.client_id is not None or project.erased_at is not None:
        return False
    return all(_is_as_typed(each, caller, now) for each in _together(project))


def _together(project: Project) -> list[Project]:
    """What the same browser began with the same address: one slip, corrected in all of it."""
    same = (Project.visitor_id == project.visitor_id) & (Project.client == project.client_id)
    return list(Project.select().where(same, Project.erased_at.is_null()).order_by(Project.id))


def _is_as_typed(project: Project, caller: Caller, now: datetime) -> bool:
    # What comes later decides nothing any more, and the page asks every few seconds.
    since = (AuditLine.created_at > project.created_at) & (AuditLine.created_at < project.created_at + CORRECTED_WITHIN)
    client = (AuditLine.actor_kind == ActorKind.CLIENT) & (AuditLine.actor == str(project.client_id))
    used = AuditLine.select().where(since, client).exists()
    if not may_correct(project.proved_by, project.created_at, used, now):
        return False
    # Once for each: every correction writes to two mailboxes.
    done = AuditLine.action == Act.EMAIL_CORRECTED, AuditLine.subject == f"project:{project.id}"
    order = Order.of_project(project.id)
    # An invoice whose transfer was noted by mistake is taken back by a note, and cannot be made anew before it is paid.
    taken_back = order.paid_at is None and Invoice.of_order(order.id) is not None
    return not (
        taken_back
        or project.taken_over_at is not None
        or has_gone_on(project, order, caller)
        or is_being_decided(project.id)
        or Message.about(project.id).exists()
        or AuditLine.select().where(*done).exists()
    )


def correct_email(project: Project, address: str, caller: Caller, now: datetime) -> None:
    """Give the project, and what was begun with it, to whoever reads `address`; repeatable.

    A sign-in that lies in the wrong mailbox is worth nothing from then on, and both addresses are written to.
    AppError 403 where this browser may not, 422 for another spelling of the present address, 429 where too many were
    corrected to that one lately.
    """
    new = email_key(address)
    with write():
        project = Project.get_by_id(project.id)
        old = submitter(project).email
        if email_key(old) == new:
            raise invalid({"email": SAME_ADDRESS})
        if not is_correctable(project, caller, now):
            raise AppError("not_here", 403, NOT_HERE)
        moving, before = _together(project), project.client
        _spare(new, len(moving), now)
        ids = [each.id for each in moving]
        was_paid = {each.id: Order.of_project(each.id).paid_at is not None for each in moving}
        others = Project.of_client(before.id) & Project.id.not_in(ids)
        # Whom this slip alone made a client has nothing to sign in for; whom we knew before keeps their own.
        is_nobody = before.is_only_typed or before.proved_at in [each.proved_at for each in moving]
        _retype(ids, new)
        attached = attach(submitter(project), now)
        after = attached.client
        if is_nobody and not Project.select().where(others).exists():
            withdraw_sign_in(before, now)
        _give(ids, after, attached.is_new, now)
        for each in moving:
            said = f"Email address corrected on the page of the booking: {old} was mistyped for {address.strip()}"
            projects.record(each.id, "visitor", said, now)
            note(VISITOR, Act.EMAIL_CORRECTED, f"project:{each.id}", now, f"{before.get_id()} to {after.get_id()}")
            follows = _settle(each.id, was_paid[each.id], now)
            tell(each.id, before.email, old, follows, now)
        erase_if_unclaimed(before.id, now)


def _spare(address: str, count: int, now: datetime) -> None:
    """AppError 429 where so many letters more are too many for whoever reads the address, who has asked for none."""
    since = Letter.kind == "email_corrected", Letter.created_at > now - DAY
    rows = Letter.select(Letter.recipient, Letter.created_at).where(*since).order_by(Letter.created_at)
    sent = [row.created_at for row in rows if mailbox(row.recipient) == mailbox(address)]
    if len(sent) + count > MOST_TO_ONE_ADDRESS:
        first = sent[0] if sent else now
        raise too_many(TOO_MANY_TO_ONE, (first + DAY - now).total_seconds())


def _retype(ids: Collection[int], address: str) -> None:
    Booking.update(email=address).where(Booking.project.in_(ids)).execute()
    Onboarding.update(email=address).where(Onboarding.project.in_(ids)).execute()


def _give(ids: Collection[int], after: Client, is_new: bool, now: datetime) -> None:
    Booking.update(client=after, client_is_new=is_new).where(Booking.project.in_(ids)).execute()
    Onboarding.update(client=after).where(Onboarding.project.in_(ids)).execute()
    for project_id in ids:
        projects.change_client(project_id, after.id, now)


def _settle(project_id: int, is_paid: bool, now: datetime) -> bool:
    """What has been paid is its client's by that; returns whether their sign-in follows in a letter of its own.

    What is not paid proves nothing: the letter to the address asks a client whom we know (`corrected.tell`).
    """
    project = Project.get_by_id(project_id)
    if not is_paid:
        return False
    booking = Booking.get_or_none(Booking.project == project_id)
    follows = grant_access(project.client, project.visitor_id, now, project_id, booking.id if booking else None)
    prove(project_id, Proof.PAYMENT, "payment", now)
    return follows
