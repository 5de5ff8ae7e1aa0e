"""The one list of all projects' documents: which it holds, in which order, and how many."""

from enum import StrEnum
from typing import Any, Literal

from peewee import SQL, Asc, Desc, NodeList, fn

from app.accounts.models import Client
from app.admin.documents_seen import ProjectDocument, shown
from app.admin.lists import PAGE_SIZE, ListQuery, Number, Sieve, begins, counted, holds
from app.documents import sharing
from app.documents.models import Document
from app.documents.rules import DocumentType, Uploader
from app.http import Schema
from app.projects.models import Project
from app.projects.rules import reference
from app.proofs.persons import Persons
from app.search.models import Kind, begun_with
from app.search.rules import project_named
from app.totals.models import Of, Part, document_part
from app.totals.models import total as total_of


class Shown(StrEnum):
    """Which documents the list holds. INTERNAL: what staff put there and do not share."""

    ALL = ""
    UNREAD = "unread"
    SHARED = "shared"
    INTERNAL = "internal"
    DELETED = "deleted"


class DocumentsQuery(ListQuery):
    """Search, filters and page of the list; '' and None filter nothing."""

    show: Shown = Shown.ALL
    type: DocumentType | Literal[""] = ""
    client: Number | None = None
    of: Number | None = None
    sort: Literal["newest", "oldest", "name"] = "newest"


class DocumentLine(ProjectDocument):
    """A document in the list, and whose it is."""

    reference: str
    client_id: int
    client_name: str


class DocumentsPage(Schema):
    """One page of the list.

    `more`: the search finds more than `total`, which is where counting ends; `whose`: the client or project that it
    is filtered by, as staff know it, '' without one.
    """

    items: list[DocumentLine]
    total: int
    more: bool
    page: int
    page_size: int
    whose: str


def page_of(query: DocumentsQuery) -> DocumentsPage:
    """A page of the list."""
    found = _found(query)
    rows = list(found.order_by(*_order(query)).paginate(query.page, PAGE_SIZE))
    total, more = counted(found) if query.search.strip() else (_count(query, found), False)
    return DocumentsPage(
        items=_lines(rows), total=total, more=more, page=query.page, page_size=PAGE_SIZE, whose=_whose(query)
    )


def _found(query: DocumentsQuery) -> Any:
    """The query of the documents with these filters."""
    # Nearly all are a project's. The plus keeps SQLite from looking them up by that, row after row: the list's own
    # indexes hold all that it counts.
    wanted: list[Any] = [NodeList((SQL("+"), Document.project_id, SQL("IS NOT NULL")))]
    if query.show is not Shown.DELETED:
        wanted.append(Document.is_newest())
    if query.show is Shown.UNREAD:
        wanted.append(sharing.is_unread())
    elif query.show in (Shown.SHARED, Shown.INTERNAL):
        # In the words of their index, which SQLite takes up for no value that it is told later.
        staffs = NodeList((Document.uploaded_by, SQL(f"= '{Uploader.STAFF}'")))
        wanted += [staffs, Document.shared_at.is_null() == (query.show is Shown.INTERNAL)]
    if query.type:
        wanted.append(Document.document_type == query.type)
    if query.of:
        wanted.append(Document.project_id == query.of)
    if query.client:
        wanted.append(Document.project_id.in_(Project.select(Project.id).where(Project.client == query.client)))
    if words := query.search.strip():
        wanted.append(_matches(words))
    return (Document.deleted() if query.show is Shown.DELETED else Document.select()).where(*wanted)


def _count(query: DocumentsQuery, found: Any) -> int:
    parts = {Shown.ALL: tuple(Part), Shown.SHARED: (Part.SHARED,), Shown.INTERNAL: (Part.INTERNAL,)}.get(query.show)
    if parts is None or query.of or query.client:
        return int(found.count())
    types = [query.type] if query.type else list(DocumentType)
    return total_of(Of.DOCUMENTS, [document_part(kind, part) for kind in types for part in parts]).count


def _matches(words: str) -> Any:
    """Of a document: its name, its client's or its project's number holds the words.

    A single letter or digit: how its client's name begins, or the project's number.
    """
    number = project_named(words)
    if len(words) == 1:
        begun = begun_with(words)
        if begun is not None:
            its: Any = Project.select(Project.id).where(Project.client.in_(begun) | (Project.id == number))
            return Document.project_id.in_(its)
        its = Project.select(Project.id).join(Client).where(begins(words, Client.name) | (Project.id == number))
        return fn.EXISTS(its.where(Project.id == Document.project_id))
    other, few = Document.alias(), Sieve(words, Kind.DOCUMENT, Kind.CLIENT)
    clients = Client.select(Client.id).where(few.lets_through(Kind.CLIENT, Client.id), holds(words, Client.name))
    if not few.are_few:
        # Asked of one document after the other, until the page is full: where many are found that is soon.
        theirs = fn.EXISTS(clients.where(Client.id == Project.client_id)) | (Project.id == number)
        one = Project.select(Project.id).where(Project.id == Document.project_id, theirs)
        return holds(words, Document.file_name) | fn.EXISTS(one)
    called: Any = other.select(other.id).where(few.lets_through(Kind.DOCUMENT, other.id), holds(words, other.file_name))
    their_projects = Project.select(Project.id).where(Project.client.in_(clients))
    # Not in one condition: with an OR in it SQLite goes through all documents.
    queries = called.union_all(other.select(other.id).where(other.project_id.in_(their_projects)))
    if number is not None:
        queries = queries.union_all(other.select(other.id).where(other.project_id == number))
    return Document.id.in_(queries)


def _order(query: DocumentsQuery) -> tuple[Any, ...]:
    at: Any = Document.deleted_at if query.show is Shown.DELETED else Document.uploaded_at
    if query.show is Shown.UNREAD:
        # The plus keeps SQLite from going through all documents in this order: the few unread ones have their index.
        at = NodeList((SQL("+"), at))
    return {
        "newest": (Desc(at), Document.id.desc()),
        "oldest": (Asc(at), Document.id),
        "name": (Document.file_name.collate("NOCASE"), Document.id),
    }[query.sort]


def _lines(rows: list[Document]) -> list[DocumentLine]:
    projects = {row.id: row for row in Project.with_clients({row.project_id for row in rows})}
    persons = Persons(list(projects.values()))
    return [
        DocumentLine(
            **each.model_dump(),
            reference=reference(project.id),
            client_id=project.client_id,
            client_name=persons.of(project).name,
        )
        for each, project in zip(shown(rows), (projects[row.project_id] for row in rows), strict=True)
    ]


def _whose(query: DocumentsQuery) -> str:
    if query.of:
        return reference(query.of)
    client = Client.get_or_none(Client.id == query.client) if query.client else None
    return client.name if client else ""
