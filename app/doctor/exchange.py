"""What passed between clients and the firm: whose lines documents tick, what is shared or replaced, who opened it."""

from collections.abc import Iterator
from typing import Any

from app.audit.models import ActorKind
from app.checklist.models import Need
from app.doctor.finding import Finding, document_name, project_name
from app.documents.models import Document, Opening
from app.documents.rules import Uploader
from app.projects.models import Project

HIDDEN = "is hidden, but no newer version is kept"


def examine() -> Iterator[Finding]:
    """Every document that ticks a line, every one that is shared, and every one that a client opened."""
    ticking = Document.select(Document, Need).join(Need, on=Document.need_id == Need.id, attr="need")
    for document in ticking.where(Document.project_id != Need.project_id).order_by(Document.id):
        what = f"ticks “{document.need.title}”, which {project_name(document.need.project_id)} asks for"
        yield Finding("document", document_name(document), what)
    own = Document.select().where(Document.shared_at.is_null(False), Document.uploaded_by != Uploader.STAFF)
    for document in own.order_by(Document.id):
        yield Finding("document", document_name(document), "is shared, but staff did not put it there")
    yield from _versions()
    opened = Opening.select(Opening, Document).join(Document, on=Opening.document_id == Document.id, attr="document")
    for opening in opened.where(Opening.reader_kind == ActorKind.CLIENT).order_by(Opening.id):
        project = Project.get_or_none(Project.id == opening.document.project_id)
        if project is None or str(project.client_id) != opening.reader:
            what = f"was opened by client {opening.reader}, whose it is not"
            yield Finding("document", document_name(opening.document), what)


def _versions() -> Iterator[Finding]:
    """Every version of a document that another hides although none is newer, or that two of them stand for."""
    rows: Any = Document.select().where(Document.series.is_null(False), Document.is_kept())
    newest = dict[int, Document]()
    for row in rows.order_by(Document.series, Document.version.desc()):
        of = newest.setdefault(row.series, row)
        if row.project_id != of.project_id:
            yield Finding("document", document_name(row), f"is a version of {document_name(of)}")
        if (row.replaced_at is None) != (row is of):
            beside = f"shows beside {document_name(of)}, which replaced it"
            yield Finding("document", document_name(row), HIDDEN if row is of else beside)
    alone = Document.select().where(Document.series.is_null(), Document.replaced_at.is_null(False))
    for row in alone.order_by(Document.id):
        yield Finding("document", document_name(row), HIDDEN)
