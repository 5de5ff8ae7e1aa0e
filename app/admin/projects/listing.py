"""The one list of projects: what it shows, and the one expression by which it is counted wherever a number names it."""

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import date, datetime
from typing import Any, Final

from peewee import SQL, NodeList, fn

from app.accounts.models import Client
from app.admin.figures.periods import by_period
from app.admin.figures.rules import LATELY, week_of, weeks
from app.admin.lists import FEW, PAGE_SIZE, counted
from app.admin.projects.matching import matches
from app.admin.projects.schemas import PaidHow, ProjectLine, ProjectsPage, ProjectsQuery, Sort, Way
from app.documents.models import Document
from app.messages.models import Reader
from app.messages.rules import Side
from app.orders.models import Order
from app.orders.money import Payment
from app.orders.rules import IS_PAID, OrderState
from app.orders.sums import asked_for, standings
from app.projects.models import Project
from app.projects.naming import names_of
from app.projects.rules import CLOSED, ProjectStatus, reference
from app.proofs.persons import Persons
from app.rows import Prepared, these
from app.totals.models import Of, counts
from app.totals.models import total as total_of

TO_BE_SCHEDULED: Final = "to_be_scheduled"
STATES: dict[PaidHow, tuple[OrderState, ...]] = {
    PaidHow.UNPAID: (OrderState.UNPAID,),
    PaidHow.PART_PAID: (OrderState.PART_PAID,),
    PaidHow.PAID: IS_PAID,
    PaidHow.REFUNDED: (OrderState.REFUNDED,),
}


def awaited() -> Any:
    """The transfers that clients still mean to send, with their projects and clients; a bill outlives its project."""
    owed = (Order.number == 1) & Project.status.not_in(CLOSED) | (Order.number > 1) & Order.withdrawn_at.is_null()
    return transfers().where(Payment.superseded == False, owed)


def transfers() -> Any:
    """The transfers that have not arrived, with their orders, projects and clients."""
    asked = Payment.select(Payment, Order, Project, Client).join(Order).join(Project).join(Client)
    return asked.where(Payment.may_come())


def awaited_sums() -> tuple[int, int]:
    """How many projects have transfers that clients still mean to send, and how many cents these come to."""
    sums = (fn.COUNT(Order.project.distinct()), fn.COALESCE(fn.SUM(Payment.amount_cents), 0))
    count, cents = awaited().select(*sums).scalar(as_tuple=True)
    return int(count), int(cents)


def awaits_begun(project_ids: Collection[int]) -> set[int]:
    """Those of these projects whose client still means to send a transfer for what it was begun with."""
    return set(_begun_awaited(project_ids))


def _begun_awaited(project_ids: Collection[int]) -> dict[int, int]:
    """The cents that are still to come by transfer for what each of these projects was begun with."""
    return dict(_BEGUN_AWAITED.rows(project_ids))


def _asked_begun(project_ids: SQL) -> Any:
    begun = awaited().where(Order.project.in_(these(project_ids)), Order.number == 1)
    return begun.select(Order.project, Payment.amount_cents).tuples()


_BEGUN_AWAITED = Prepared(_asked_begun)


def awaited_of(project_ids: Collection[int]) -> dict[int, int]:
    """The cents that are still to come by transfer for each of these projects, of those for which any are.

    Of what is not owed yet.
    """
    return dict(_AWAITED_OF.rows(project_ids))


def _asked_of(project_ids: SQL) -> Any:
    offered = (Order.number == 1) & (Order.state == OrderState.UNPAID)
    asked = awaited().where(Order.project.in_(these(project_ids)), offered).group_by(Order.project)
    return asked.select(Order.project, fn.SUM(Payment.amount_cents)).tuples()


_AWAITED_OF = Prepared(_asked_of)


def total(query: ProjectsQuery, now: datetime) -> int:
    """How many projects a list with these filters holds."""
    return _count(query, _wanted(query, now))


def totals_by_week(way: Way, mondays: Sequence[date], now: datetime) -> list[int]:
    """How many projects that came this way the list of each of these weeks holds, in one statement."""
    counted = _found(ProjectsQuery(way=way), now, fn.COUNT(SQL("*")))
    return by_period(counted, Project.created_at, [week_of(monday) for monday in mondays])


def totals_by_status(now: datetime) -> dict[str, int]:
    """How many projects the list of each status holds, with those of TO_BE_SCHEDULED, which are no enquiries."""
    every, paid, found = counts(Of.PROJECTS), total(ProjectsQuery(status=TO_BE_SCHEDULED), now), dict[str, int]()
    for status in ProjectStatus:
        found[status] = every.get(status, 0)
        if status is ProjectStatus.INQUIRY:
            found[status] -= paid
            found[TO_BE_SCHEDULED] = paid
    return found


def page_of(query: ProjectsQuery, now: datetime) -> ProjectsPage:
    """A page of the list."""
    filters, words = _filters(query, now), query.search.strip()
    if words:
        found, every = matches(words), Project.select(Project.id).where(*filters)
        wanted = [*filters, found.condition]
        some = None if found.some is None else every.where(found.some)
        count, more = counted(every.where(found.condition), some=some)
    else:
        wanted, count, more = filters, _count(query, filters), False
    rows = _listed(wanted, query.sort).order_by(*_order(query.sort)).paginate(query.page, PAGE_SIZE)
    return ProjectsPage(items=_lines(list(rows)), total=count, more=more, page=query.page, page_size=PAGE_SIZE)


def _count(query: ProjectsQuery, wanted: list[Any]) -> int:
    by_status = query.status not in (TO_BE_SCHEDULED, ProjectStatus.INQUIRY)
    if by_status and query == ProjectsQuery(status=query.status, sort=query.sort, page=query.page):
        return total_of(Of.PROJECTS, [query.status] if query.status else None).count
    alone = query == ProjectsQuery(payment=query.payment, sort=query.sort, page=query.page)
    if alone and query.payment and query.payment in STATES:
        return _count_begun(query.payment)
    return int(Project.select(Project.id).where(*wanted).count())


def _count_begun(payment: PaidHow) -> int:
    return total_of(Of.BEGUN, STATES[payment]).count


def _begun(payment: PaidHow) -> Any:
    """The projects of the orders that they were begun with whose money stands so, as a query."""
    # A number in the text, since SQLite takes up an index of some rows for no value that it is told later.
    first = NodeList((Order.number, SQL("= 1")))
    return Order.select(Order.project).where(first, Order.state.in_(STATES[payment]))


def _found(query: ProjectsQuery, now: datetime, *columns: Any) -> Any:
    # Every project has a client, so that who only counts need not look.
    return Project.select(*columns).where(*_wanted(query, now))


def _listed(wanted: list[Any], sort: Sort) -> Any:
    found = Project.select(Project, Client).where(*wanted)
    # With the plus SQLite goes from clients, by the index of their names, to their projects: what is to be a page of
    # all is not sorted whole then.
    if sort is Sort.NAME and len(wanted) == 1:
        return found.join(Client, on=Project.client == NodeList((SQL("+"), Client.id)))
    return found.join(Client)


def _wanted(query: ProjectsQuery, now: datetime) -> list[Any]:
    """The conditions of a list, for its page and its total."""
    words = query.search.strip()
    return [*_filters(query, now), *([matches(words).condition] if words else [])]


def _filters(query: ProjectsQuery, now: datetime) -> list[Any]:
    """The same without what is searched for."""
    wanted: list[Any] = [Project.erased_at.is_null()]
    if query.status == TO_BE_SCHEDULED:
        wanted += [Project.status == ProjectStatus.INQUIRY, Order.is_one_of(IS_PAID)]
    elif query.status:
        # What is paid has another name than an enquiry.
        wanted += [~Order.is_one_of(IS_PAID)] if query.status is ProjectStatus.INQUIRY else []
        wanted.append(Project.status == query.status)
    if query.way:
        wanted.append(Project.consultation_of.is_null(query.way is not Way.PORTAL))
        if query.way is not Way.PORTAL:
            ours = Project.opened_by.is_null(query.way is not Way.STAFF)
            wanted.append(ours & Project.intake_id.is_null(query.way is not Way.ONBOARDING))
    if query.payment is PaidHow.AWAITED:
        wanted.append(Project.id.in_(awaited().select(Order.project)))
    elif query.payment is PaidHow.TO_CHASE:
        wanted += [Project.id.in_(_begun(PaidHow.UNPAID)), Project.status != ProjectStatus.CANCELLED]
    elif query.payment and not query.since and not query.week and _count_begun(query.payment) <= FEW:
        wanted.append(Project.id.in_(_begun(query.payment)))
    elif query.payment:
        # Of a few lately each one's order is looked up, and of many until the page is full.
        wanted.append(Order.is_one_of(STATES[query.payment]))
    if query.since:
        begins = week_of(weeks(now, 1)[0])[0] if query.since == "week" else now - LATELY
        wanted.append(Project.created_at >= begins)
    if query.week:
        begins, ends = week_of(query.week)
        wanted.append((Project.created_at >= begins) & (Project.created_at < ends))
    return wanted


def _order(sort: Sort) -> tuple[Any, ...]:
    newest = (Project.created_at.desc(), Project.id.desc())
    return {
        Sort.NEWEST: newest,
        Sort.OLDEST: (Project.created_at, Project.id),
        Sort.NAME: (fn.LOWER(Client.name), *newest),
        Sort.CONSULTATION: (Project.appointment_date.is_null(), Project.appointment_date, *newest),
        Sort.STATUS: (Project.status, *newest),
    }[sort]


def _lines(rows: list[Project]) -> list[ProjectLine]:
    ids, names, persons = [row.id for row in rows], names_of(rows), Persons(rows)
    files, unread = dict(_FILES.rows(ids)), Reader.unread_among(ids, Side.STAFF)
    orders, due_back = dict[int, Order](), Counter[int]()
    for order in _ORDERS.rows(ids):
        due_back[order.project_id] += order.due_back_cents
        if not order.is_bill:
            orders[order.project_id] = order
    asked, begun = asked_for(rows), _begun_awaited(ids)
    open_bills = _OPEN_BILLS.rows(ids)
    owed, bills = standings([order.id for order in open_bills]), Counter[int]()
    for order in open_bills:
        bills[order.project_id] += owed[order.id].owed_cents
    return [
        ProjectLine(
            project_id=row.id,
            reference=reference(row.id),
            way=Way.of(row, row.id in orders and orders[row.id].booking_id is not None),
            name=persons.of(row).name,
            email=row.client.email,
            phone=persons.of(row).phone,
            service_title=names[row.id],
            status=row.status,
            money=orders[row.id].state if row.id in orders else OrderState.UNPAID,
            payment_status=row.payment_status,
            is_awaited=row.id in begun,
            is_asked=row.id in asked,
            amount_cents=begun.get(row.id, row.payment_amount),
            bills_cents=bills[row.id],
            due_back_cents=due_back[row.id],
            start=row.appointment_date,
            documents=files.get(row.id, 0),
            unread=unread.get(row.id, 0),
            proved=row.proved_at is not None,
            created_at=row.created_at,
        )
        for row in rows
    ]


def _counted_files(project_ids: SQL) -> Any:
    theirs: Any = Document.select(Document.project_id, fn.COUNT(SQL("*"))).where(
        Document.project_id.in_(these(project_ids)), Document.is_newest()
    )
    return theirs.group_by(Document.project_id).tuples()


_FILES = Prepared(_counted_files)
_ORDERS = Prepared(lambda project_ids: Order.select().where(Order.project.in_(these(project_ids))))
_OPEN_BILLS = Prepared(
    lambda project_ids: Order.select().where(Order.project.in_(these(project_ids)), Order.is_open_bill())
)
