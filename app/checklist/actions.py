"""The verbs of a project's checklist: ask, tick, decline, withdraw; and what follows from a document that came."""

from collections.abc import Collection
from datetime import datetime

from peewee import fn

from app.alerts.actions import tell_staff
from app.alerts.actions import withdraw as withdraw_alert
from app.audit.actions import Actor, note
from app.audit.models import Act, ActorKind
from app.booking.reviewing import tell_begun
from app.catalogue.actions import services
from app.catalogue.rules import ServiceType
from app.checklist.models import Need, states
from app.checklist.notices import post_needed, take_back_needed
from app.checklist.rules import CATALOGUE, MOST_ASKED, NeedState, answered, state
from app.consultations.confirmed import is_confirmed, still_to_come
from app.consultations.rules import is_paid_back
from app.db import write
from app.documents.models import Document
from app.documents.rules import Uploader
from app.documents.sharing import require_portal
from app.errors import AppError, not_found
from app.orders.models import Order
from app.projects import actions as projects
from app.projects.finding import find_for_staff, require_open
from app.projects.models import Project
from app.projects.rules import CLOSED, PAID_BACK, ProjectStatus, reference

NO_NEED = "We could not find that line of the checklist."
TICKS_ANOTHER = "That document is on the checklist already. If it is for both, please add it once more."
TOO_MANY = f"A project can wait for at most {MOST_ASKED} documents at a time."


def ask_for_service(project: Project, now: datetime) -> None:
    """A project became paid: what its service needs is on its checklist. Joins the caller's `write()`.

    Not what the project whose consultation it shares has been sent, or is still waiting for.
    """
    needs = services()[ServiceType(project.service_type)].needs
    before = project.consultation_of if project.shares_consultation else None
    if before is not None:
        settled = {NeedState.SENT} if before.status in CLOSED else {NeedState.SENT, NeedState.MISSING}
        asked = list(Need.select().where(Need.project_id == before.id))
        standing = states(asked)
        elsewhere = {need.title.casefold() for need in asked if standing[need.id] in settled}
        needs = tuple(title for title in needs if title.casefold() not in elsewhere)
    _add(project.id, needs, CATALOGUE, now)


def ask(project_id: int, titles: Collection[str], username: str, now: datetime) -> None:
    """Staff ask a project's client for documents, who gets one letter about all that is missing.

    What is asked for already is not asked again. AppError 404 when there is no such project, 409 when it is closed,
    paid back before work began, or no portal shows it (`sharing.require_portal`), or for too many documents.
    """
    with write():
        project = find_for_staff(project_id)
        require_open(project_id)
        require_portal(project)
        if is_paid_back(ProjectStatus(project.status), Order.state_of(project_id)):
            raise AppError("refunded", 409, PAID_BACK)
        if not _add(project_id, titles, username, now):
            return
        missing = Need.missing_of(project_id)
        if len(missing) > MOST_ASKED:
            raise AppError("too_many_needs", 409, TOO_MANY)
        note(Actor.staff(username), Act.ASK, f"project:{project_id}", now, ", ".join(titles))
        # Every other status says more than that something is waited for, or would be lost by it.
        if project.status in (ProjectStatus.INQUIRY, ProjectStatus.SCHEDULED):
            waits, was = ProjectStatus.PENDING_DOCUMENTS, project.status
            projects.change_status(project_id, was, waits, username, "Asked the client for documents", now)
        post_needed(project, missing, asked=now, number=0, now=now)


def ask_no_more(project_id: int) -> None:
    """A project is not paid after all: what its service needs, and nobody has sent, is not asked for until it is.

    Joins the caller's `write()`. What staff have asked for stays.
    """
    sent = Document.select().where(Document.need_id == Need.id)
    by_service = Need.project_id == project_id, Need.asked_by == CATALOGUE
    Need.delete().where(*by_service, Need.is_missing(), ~fn.EXISTS(sent)).execute()


def find(need_id: int, project_id: int) -> Need:
    """A line of a project's checklist; AppError 404 when it is none."""
    found: Need | None = Need.get_or_none(Need.id == need_id, Need.project_id == project_id)
    if found is None:
        raise not_found(NO_NEED)
    return found


def find_of_client(need_id: int, client_id: int | None) -> Need:
    """A line of the checklist of one of a client's projects; AppError 404 when it is none, 409 once that is closed."""
    theirs = Project.select(Project.id).where(Project.of_client(client_id))
    found: Need | None = Need.get_or_none(Need.id == need_id, Need.project_id.in_(theirs))
    if found is None:
        raise not_found(NO_NEED)
    require_open(found.project_id)
    return found


def decline(need_id: int, client_id: int | None, now: datetime) -> None:
    """The client does not have a document; staff are told. Again changes nothing.

    AppError 409 once it was sent or is asked for no longer.
    """
    with write():
        need = find_of_client(need_id, client_id)
        if not _goes_on(need, NeedState.MISSING, NeedState.DECLINED):
            return
        Need.update(declined_at=now).where(Need.id == need_id).execute()
        note(Actor(ActorKind.CLIENT, str(client_id)), Act.DECLINE, f"need:{need_id}", now, f"project:{need.project_id}")
        tell_staff(
            "document_declined",
            f"document-declined-{need_id}",
            f"{reference(need.project_id)}: the client does not have “{need.title}”.",
            link=Project.get_by_id(need.project_id).staff_page,
            now=now,
        )
        _note_complete(need.project_id, "Nothing more to wait for", now)


def take_back_decline(need_id: int, client_id: int | None, now: datetime) -> None:
    """The client has a document after all: it is still to come. Again changes nothing.

    What the project went on to meanwhile stays; its status is staff's to set. AppErrors as those of `decline`.
    """
    with write():
        need = find_of_client(need_id, client_id)
        if not _goes_on(need, NeedState.DECLINED, NeedState.MISSING):
            return
        Need.update(declined_at=None).where(Need.id == need_id).execute()
        note(Actor(ActorKind.CLIENT, str(client_id)), Act.UNDO, f"need:{need_id}", now, f"project:{need.project_id}")
        withdraw_alert(f"document-declined-{need_id}")


def tick(need_id: int, document_id: int, client_id: int | None, now: datetime) -> None:
    """A document that the client sent before is what a line asks for; repeatable.

    AppError 404 for what is not theirs, or of another project; 409 for one that ticks another line, and for a line that
    staff need no longer.
    """
    with write():
        need = find_of_client(need_id, client_id)
        was_missing = states([need])[need.id] is NeedState.MISSING
        own = Document.of_project(need.project_id).where(Document.uploaded_by != Uploader.STAFF)
        document = own.where(Document.id == document_id).first()
        if document is None:
            raise not_found("We could not find that document.")
        if document.need_id not in (None, need_id):
            raise AppError("ticks_another", 409, TICKS_ANOTHER)
        if document.need_id is None:
            require_asked(need_id)
        Document.update(need_id=need_id).where(Document.id == document_id).execute()
        _tell_begun(Project.get_by_id(need.project_id), now)
        if was_missing:
            _note_complete(need.project_id, "Documents arrived", now)


def require_asked(need_id: int) -> None:
    """AppError 409 where staff need a document no longer: an old page still asks for it."""
    need = Need.get_by_id(need_id)
    if need.withdrawn_at is not None:
        raise AppError("answered", 409, answered(need.title, NeedState.WITHDRAWN))


def _goes_on(need: Need, was: NeedState, becomes: NeedState) -> bool:
    """Whether a line is to be changed, False where it was before; AppError 409 where it was answered otherwise."""
    standing = states([need])[need.id]
    if standing in (was, becomes):
        return standing is was
    raise AppError("answered", 409, answered(need.title, standing))


def withdraw(need_id: int, username: str, now: datetime) -> None:
    """Staff need a document no longer; again changes nothing. AppError 404 when there is no such line, 409 once the
    client has answered it.

    A letter that asks for it and has not left yet goes with it, and asks anew for the rest that it had asked for.
    """
    with write():
        need = Need.get_or_none(Need.id == need_id)
        if need is None:
            raise not_found(NO_NEED)
        if _goes_on(need, NeedState.MISSING, NeedState.WITHDRAWN):
            Need.update(withdrawn_at=now).where(Need.id == need_id).execute()
            note(Actor.staff(username), Act.WITHDRAW, f"need:{need_id}", now, f"project:{need.project_id}")
            missing = Need.missing_of(need.project_id)
            if take_back_needed(need.project_id, need.asked_at) and any(
                other.asked_at == need.asked_at and other.asked_by != CATALOGUE for other in missing
            ):
                project = Project.get_by_id(need.project_id)
                post_needed(project, missing, asked=need.asked_at, number=0, now=now)
            if not missing:
                _go_on(need.project_id, "Nothing more to wait for", now)


def arrived(document: Document, now: datetime) -> None:
    """What follows from a document that a client or visitor put beside a project, in the transaction of its row."""
    project = Project.get_by_id(document.project_id)
    _tell_begun(project, now)
    if document.need_id is None:
        # It may be all that was waited for, unless staff have asked for something by its name: they look.
        if all(need.asked_by == CATALOGUE for need in Need.missing_of(project.id)):
            _go_on(project.id, "Documents arrived", now)
        return
    need = Need.get_by_id(document.need_id)
    others = Document.select().where(Document.need_id == need.id, Document.id != document.id, Document.is_kept())
    if state(others.exists(), need.declined_at is not None, need.withdrawn_at is not None) is NeedState.MISSING:
        _note_complete(project.id, "Documents arrived", now)


def _tell_begun(project: Project, now: datetime) -> None:
    """A document is here by which the time of a review may begin: of this project, or of one that goes on from it."""
    for each in (project, *Project.select().where(Project.consultation_of == project.id)):
        tell_begun(each.id, still_to_come(each, now), now)


def _add(project_id: int, titles: Collection[str], by: str, now: datetime) -> bool:
    """Put on the checklist what is not asked for there yet; whether anything was new."""
    known = {need.title.casefold(): need for need in Need.select().where(Need.project_id == project_id)}
    standing = states(known.values())
    added = False
    for title in dict.fromkeys(titles):
        need = known.get(title.casefold())
        if need is None:
            Need.create(project_id=project_id, title=title, asked_by=by, asked_at=now)
        elif standing[need.id] in (NeedState.DECLINED, NeedState.WITHDRAWN) and by != CATALOGUE:
            again = {"asked_by": by, "asked_at": now, "declined_at": None, "withdrawn_at": None}
            Need.update(again).where(Need.id == need.id).execute()
        else:
            continue
        added = True
    return added


def _go_on(project_id: int, said: str, now: datetime) -> None:
    """A project waits for documents no longer, if it did: it is scheduled where its consultation stands."""
    stands = is_confirmed(Project.get_by_id(project_id))
    becomes = ProjectStatus.SCHEDULED if stands else ProjectStatus.INQUIRY
    projects.documents_arrived(project_id, said, now, becomes)


def _note_complete(project_id: int, said: str, now: datetime) -> None:
    """Where nothing is missing any more, the project waits no longer."""
    if not Need.missing_of(project_id):
        _go_on(project_id, said, now)
