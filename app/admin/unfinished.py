"""What visitors began and is no project yet: the wizard's drafts, and onboardings whose service was not chosen."""

from datetime import datetime
from typing import Any, Literal, get_args

from flask import Blueprint
from flask_login import current_user
from peewee import SQL, Value

from app import clock
from app.admin import letters
from app.admin.letters import LetterLine
from app.admin.lists import PAGE_SIZE, ListQuery, holds
from app.admin.projects import answers, ledger
from app.admin.projects.record_schemas import FormAnswer, PaymentLine
from app.admin.projects.schemas import Way
from app.audit import actions as audit
from app.booking.models import Booking
from app.booking.rules import BookingStatus
from app.catalogue.actions import bought_as
from app.documents.models import Document
from app.documents.schemas import DocumentOut
from app.errors import not_found
from app.http import Schema, Who, route
from app.mail.models import Letter
from app.onboarding.models import Onboarding
from app.orders.models import Order

unfinished = Blueprint("admin_unfinished", __name__)
# A draft begins once step 1 is answered.
Step = Literal["2", "3", "4", "onboarding"]
STEPS: tuple[Step, ...] = get_args(Step)


class DraftsQuery(ListQuery):
    """Search and page of the list. `step`: those that stopped there; '' filters nothing."""

    step: Step | Literal[""] = ""


class DraftLine(Schema):
    """Something unfinished. `step`: of the wizard's four, None for an onboarding."""

    way: Way
    id: int
    name: str
    email: str
    phone: str
    service_title: str
    step: int | None
    touched_at: datetime


class DraftPage(Schema):
    """One page of what is unfinished."""

    items: list[DraftLine]
    total: int
    page: int
    page_size: int


class Draft(DraftLine):
    """One of them with everything that was told. `project_id`: what became of it meanwhile, else None."""

    project_id: int | None
    answers: list[FormAnswer]
    payments: list[PaymentLine]
    documents: list[DocumentOut]
    letters: list[LetterLine]


@route(unfinished, "GET", "/api/admin/unfinished", who=Who.STAFF, query=DraftsQuery, answer=DraftPage)
def list_unfinished(query: DraftsQuery) -> DraftPage:
    """What was begun and not finished, the latest first."""
    booked, told = _found(query.search.strip(), query.step)
    asked = booked.union_all(told)
    rows = asked.order_by(asked.c.touched_at.desc(), asked.c.id.desc()).paginate(query.page, PAGE_SIZE).tuples()
    wanted = [(Way(way), number) for way, number, _ in rows]
    bookings = {row.id: row for row in _among(Booking, wanted, Way.BOOKING)}
    onboardings = {row.id: row for row in _among(Onboarding, wanted, Way.ONBOARDING)}
    items = [_line(bookings[number] if way is Way.BOOKING else onboardings[number]) for way, number in wanted]
    return DraftPage(items=items, total=count(query.search.strip(), query.step), page=query.page, page_size=PAGE_SIZE)


@route(unfinished, "GET", "/api/admin/unfinished/<way>/<int:number>", who=Who.STAFF, answer=Draft, refusals=(404,))
def show_unfinished(way: str, number: int) -> Draft:
    """One of them."""
    model: Any = {Way.BOOKING: Booking, Way.ONBOARDING: Onboarding}.get(Way(way)) if way in set(Way) else None
    row = model.get_or_none(model.id == number) if model else None
    if row is None:
        raise not_found("Nothing unfinished has this number.")
    audit.look(current_user.actor(), f"{way}:{number}", clock.now())
    booked = isinstance(row, Booking)
    orders = list(Order.select().where(Order.booking_id == number)) if booked else []
    posted = Letter.select().where(Letter.booking_id == number).order_by(Letter.id) if booked else []
    return Draft(
        **_line(row).model_dump(),
        project_id=row.project_id,
        answers=answers.of_booking(row) if booked else answers.of_onboarding(row),
        payments=ledger.payments(orders),
        documents=[DocumentOut.model_validate(file) for file in Document.of_booking(number)] if booked else [],
        letters=[letters.line(letter) for letter in posted],
    )


def count(words: str = "", step: str = "") -> int:
    """How many are unfinished."""
    return sum(query.count() for query in _found(words, step))


def _found(words: str, step: str) -> tuple[Any, Any]:
    """The queries of what is unfinished, either way, with way, number and last touch."""
    draft = [Booking.status == BookingStatus.DRAFT, Booking.erased_at.is_null()]
    without = [Onboarding.project.is_null()]
    if step:
        draft.append(Booking.step == (0 if step == "onboarding" else int(step)))
        without.append(SQL("1") if step == "onboarding" else SQL("0"))
    if words:
        draft.append(holds(words, Booking.full_name, Booking.email, Booking.phone, Booking.address))
        without.append(holds(words, Onboarding.name, Onboarding.email, Onboarding.phone, Onboarding.address_street))
    booked = Booking.select(Value(Way.BOOKING).alias("way"), Booking.id, Booking.updated_at.alias("touched_at"))
    told = Onboarding.select(Value(Way.ONBOARDING), Onboarding.id, Onboarding.updated_at)
    return booked.where(*draft), told.where(*without)


def _among(model: Any, wanted: list[tuple[Way, int]], way: Way) -> list[Any]:
    return list(model.select().where(model.id.in_([number for each, number in wanted if each is way])))


def _line(row: Booking | Onboarding) -> DraftLine:
    about = {"id": row.id, "email": row.email, "phone": row.phone, "touched_at": row.updated_at}
    if isinstance(row, Onboarding):
        return DraftLine(way=Way.ONBOARDING, name=row.name, service_title="", step=None, **about)
    title = bought_as(row.service_type, row.package) if row.service_type else ""
    return DraftLine(way=Way.BOOKING, name=row.full_name, service_title=title, step=row.step, **about)
