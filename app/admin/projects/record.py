"""The record of one project: everything that is known of it."""

from collections.abc import Collection
from datetime import datetime

from app.accounts.details import DetailChange
from app.accounts.models import Admin, Client
from app.admin import letters
from app.admin.clients.lines import projects_of
from app.admin.clients.page import sign_in
from app.admin.clients.schemas import DetailChangeOut, ProjectOfClient
from app.admin.documents import needed_before, needs_of
from app.admin.documents_seen import deleted_of, documents_of
from app.admin.letter_facts import outdated_of
from app.admin.ownership import ownership
from app.admin.project_money import money_of
from app.admin.projects import answers, ledger
from app.admin.projects.about import acts, audit_lines, letters_about, statuses, time_of_consultation
from app.admin.projects.listing import awaits_begun
from app.admin.projects.record_schemas import HistoryOut, NoteOut, Person, Record, RecordClient
from app.admin.projects.schemas import Way
from app.admin.proposals import proposals_of
from app.consultations.rules import dearer_on_cancelling, sharers_on_cancelling
from app.consultations.shared import sharers_among
from app.messages.models import Message, Reader
from app.messages.rules import Side
from app.notes.models import Note
from app.onboarding.schemas import DetailsOut
from app.orders.credit import left_for_bill
from app.orders.models import Order
from app.orders.offered import dearer_without
from app.orders.sums import asked_for, is_bought
from app.orders.unsettled import settled, unsettled
from app.projects.models import HistoryLine, Project
from app.projects.naming import name_of
from app.projects.rules import reference
from app.proofs.persons import Persons, submitted
from app.rows import Prepared
from app.search.rules import other_number


def of_project(project: Project, now: datetime) -> Record:
    """Everything about one project."""
    project_id: int = project.id
    who, orders = Persons([project]).of(project), Order.all_of(project_id)
    money, time = money_of([project], now)[project_id], time_of_consultation(project, who.phone, now)
    history = HistoryLine.rows("project_id = ? ORDER BY id", project_id)
    needs, written = needs_of(project_id), letters_about(project)
    old = outdated_of(project, written, now)
    first, dearer = orders[0], dearer_without([project], now)[project_id]
    undecided = unsettled([project_id]).get(project_id)
    shared = sharers_on_cancelling(sharers_among([project], now)[project_id], for_staff=True)
    return Record(
        project_id=project_id,
        reference=reference(project_id),
        way=Way.of(project, first.booking_id is not None),
        status=project.status,
        money_state=first.state,
        payment_status=project.payment_status,
        is_awaited=bool(awaits_begun([project_id])),
        is_asked=bool(asked_for([project])),
        service_title=name_of(project),
        created_at=project.created_at,
        erased=project.erased_at is not None,
        client=_client(project, who.name, who.phone, now),
        ownership=ownership(project, who, is_bought(project_id)),
        answers=answers.of_project(project_id),
        money=money,
        on_cancelling=" ".join(filter(None, (dearer_on_cancelling(dearer), shared))),
        fee_left_cents=left_for_bill(project.client_id, now),
        unsettled_cents=undecided.cents if undecided else 0,
        kept_cents=settled([project_id]).get(project_id, 0),
        orders=ledger.orders(project, orders, now),
        payments=ledger.payments(orders),
        documents=documents_of(project_id),
        deleted=deleted_of(project_id),
        needs=needs,
        needed_before=needed_before(project),
        letters=[letters.line(letter, old.get(letter.id, "")) for letter in written],
        time=time,
        messages=Message.count_about(project_id),
        unread=Reader.unread_among([project_id], Side.STAFF).get(project_id, 0),
        notes=[
            NoteOut(id=note.id, author=note.admin.name, text=note.text, written_at=note.written_at)
            for note in _NOTES.rows(project_id)
        ],
        history=_told(history),
        audit=audit_lines(project, orders, needs),
        adviser=Person.model_validate(project.adviser) if project.adviser_id else None,
        staff=[Person.model_validate(admin) for admin in Admin.present()],
        acts=acts(project, first, money, time),
        statuses=statuses(project, orders, time, now),
        proposals=proposals_of(project, now),
    )


_NOTES = Prepared(Note.about)


def _told(history: Collection[HistoryLine]) -> list[HistoryOut]:
    names = Admin.names({line.actor for line in history})
    lines = [HistoryOut.model_validate(line) for line in history]
    return [line.model_copy(update={"actor": names.get(line.actor, line.actor)}) for line in lines]


def _client(project: Project, name: str, phone: str, now: datetime) -> RecordClient:
    client: Client = project.client
    given = submitted([project]).get(project.id)
    return RecordClient(
        id=client.id,
        name=name,
        email=client.email,
        phone=phone,
        given_phone=other_number(given.phone, phone) if given else "",
        erased=client.erased_at is not None,
        sign_in=sign_in(client),
        version=client.version,
        details=DetailsOut.of(client, now),
        changes=[DetailChangeOut.model_validate(row) for row in DetailChange.of_client(client.id)],
        others=_others(project),
    )


def _others(project: Project) -> list[ProjectOfClient]:
    number = project.client_id
    if Project.one("client_id = ? AND id <> ? AND erased_at IS NULL", number, project.id) is None:
        return []
    return [each for each in projects_of([number])[number] if each.project_id != project.id]
