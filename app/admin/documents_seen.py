"""Documents of projects as staff see them."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from peewee import SQL

from app.accounts.models import Admin
from app.documents import deleting
from app.documents.models import Document, Opening
from app.documents.schemas import DocumentOut, EarlierVersion
from app.projects.models import Project
from app.rows import Prepared, these


class ProjectDocument(DocumentOut):
    """A document of a project as staff see it.

    `shared_at`, `shared_by`: since when and through whom the client sees what staff put there; `opened_at`: when the
    client first opened that. `proved`: its project is known to be its client's. `is_unread`: it came from others, and
    no staff have opened it. `earlier`: the versions that it replaced, the latest first. `deleted_at`: it can be
    recovered until `erased_at`.
    """

    need_id: int | None
    proved: bool
    shared_at: datetime | None
    shared_by: str | None
    opened_at: datetime | None
    is_unread: bool
    version: int
    earlier: list[EarlierVersion]
    deleted_at: datetime | None
    deleted_by: str | None
    deleted_for: str | None
    erased_at: datetime | None


def documents_of(project_id: int) -> list[ProjectDocument]:
    """A project's documents, newest first."""
    return shown(_OF_PROJECT.rows(project_id)[::-1])


def deleted_of(project_id: int) -> list[ProjectDocument]:
    """What can be recovered of a project's documents, the last deleted first."""
    return shown(_DELETED_OF.rows(project_id))


def _proved(project_ids: SQL) -> Any:
    proved = Project.id.in_(these(project_ids)), Project.proved_at.is_null(False)
    return Project.select(Project.id).where(*proved).tuples()


_PROVED = Prepared(_proved)
_OF_PROJECT = Prepared(Document.of_project)
_DELETED_OF = Prepared(lambda project_id: Document.deleted().where(Document.project_id == project_id))


def shown(rows: Collection[Document]) -> list[ProjectDocument]:
    """These documents as staff see them, in as many statements for many as for one."""
    if not rows:
        return []
    ids = [row.id for row in rows]
    seen, earlier = Opening.by_clients(ids), Document.earlier_among(rows, Document.select())
    proved = {number for (number,) in _PROVED.rows({row.project_id for row in rows})}
    names = Admin.names({row.shared_by for row in rows} | {row.deleted_by for row in rows})
    return [
        ProjectDocument(
            **DocumentOut.model_validate(row).model_dump(),
            need_id=row.need_id,
            proved=row.project_id in proved,
            shared_at=row.shared_at,
            shared_by=names.get(row.shared_by or "", row.shared_by),
            opened_at=seen.get(row.id),
            is_unread=row.unopened,
            version=row.version,
            earlier=[EarlierVersion.model_validate(each) for each in earlier.get(row.id, ())],
            deleted_at=row.deleted_at,
            deleted_by=names.get(row.deleted_by or "", row.deleted_by),
            deleted_for=row.deleted_for,
            erased_at=row.deleted_at + deleting.KEPT if row.deleted_at else None,
        )
        for row in rows
    ]
