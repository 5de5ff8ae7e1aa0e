"""Enquiries in the back office."""

from datetime import datetime
from typing import Any

from flask import Blueprint
from flask_login import current_user
from peewee import fn

from app import clock
from app.accounts.models import Client
from app.accounts.rules import email_key
from app.admin import letters
from app.admin.letters import LetterLine
from app.admin.lists import PAGE_SIZE, ListQuery, Number, holds
from app.enquiries.actions import answer, answers_begin, answers_of
from app.enquiries.models import Enquiry
from app.enquiries.schemas import EnquiryAnswer, EnquiryOut
from app.http import Ok, Schema, Who, demanded_key, route
from app.projects.models import Project
from app.projects.rules import reference

enquiries = Blueprint("admin_enquiries", __name__)


class EnquiryLine(EnquiryOut):
    """An enquiry in the list. `project_id`: the newest project of the client whose address it names, else None."""

    answered_at: datetime | None
    answered_by: str | None
    answers: list[LetterLine]
    project_id: int | None
    reference: str | None


class EnquiryQuery(ListQuery):
    """`enquiry`: this one alone."""

    enquiry: Number | None = None


class EnquiryPage(Schema):
    """One page of the enquiries."""

    items: list[EnquiryLine]
    total: int
    page: int
    page_size: int


@route(enquiries, "GET", "/api/admin/enquiries", who=Who.STAFF, query=EnquiryQuery, answer=EnquiryPage)
def list_enquiries(query: EnquiryQuery) -> EnquiryPage:
    """Enquiries, newest first; `search` looks into name, e-mail, phone and message."""
    found = Enquiry.select().order_by(Enquiry.created_at.desc(), Enquiry.id.desc())
    if words := query.search.strip():
        found = found.where(holds(words, Enquiry.name, Enquiry.email, Enquiry.phone, Enquiry.message))
    if query.enquiry is not None:
        found = found.where(Enquiry.id == query.enquiry)
    rows = list(found.paginate(query.page, PAGE_SIZE))
    return EnquiryPage(items=_lines(rows), total=found.count(), page=query.page, page_size=PAGE_SIZE)


@route(
    enquiries,
    "POST",
    "/api/admin/enquiries/<int:enquiry_id>/answer",
    who=Who.STAFF,
    body=EnquiryAnswer,
    answer=Ok,
    refusals=(404, 409),
    keyed=True,
)
def answer_enquiry(enquiry_id: int, body: EnquiryAnswer) -> Ok:
    """Answer an enquiry by a letter, which is kept; once for each Idempotency-Key. 409 where it was answered since."""
    answer(enquiry_id, body.text, demanded_key(), current_user.username, clock.now(), body.seen)
    return Ok()


def _lines(rows: list[Enquiry]) -> list[EnquiryLine]:
    addresses = [email_key(row.email) for row in rows]
    newest: Any = Project.select(Client.email, fn.MAX(Project.id)).join(Client).where(Client.email.in_(addresses))
    projects = dict(newest.where(Project.erased_at.is_null()).group_by(Client.email).tuples())
    lines, answers = [], _answers(rows)
    for row in rows:
        project = projects.get(email_key(row.email))
        lines.append(
            EnquiryLine(
                **EnquiryOut.model_validate(row).model_dump(),
                answered_at=row.answered_at,
                answered_by=row.answered_by,
                answers=answers[row.id],
                project_id=project,
                reference=reference(project) if project else None,
            )
        )
    return lines


def _answers(rows: list[Enquiry]) -> dict[int, list[LetterLine]]:
    """The letters with which these enquiries were answered, oldest first."""
    begins = {answers_begin(row.id): row.id for row in rows if row.answered_at is not None}
    found: dict[int, list[LetterLine]] = {row.id: [] for row in rows}
    for letter in answers_of(begins.values()) if begins else ():
        number = next(number for begin, number in begins.items() if letter.dedupe_key.startswith(begin))
        found[number].append(letters.line(letter))
    return found
