"""Notes of staff about a project, which no client ever sees."""

from typing import Any

import peewee

from app.accounts.models import Admin
from app.projects.models import Project
from app.rows import BaseModel, UtcDateTimeField


class Note(BaseModel):
    """A note; `note_key` names the one act of writing it."""

    id = peewee.AutoField()
    project: Any = peewee.ForeignKeyField(Project, backref="staff_notes", column_name="project_id")
    project_id: Any
    admin: Any = peewee.ForeignKeyField(Admin, backref="notes", column_name="admin_id")
    admin_id: Any
    text: Any = peewee.TextField()
    note_key = peewee.TextField()
    written_at: Any = UtcDateTimeField()

    class Meta:
        table_name = "notes"

    @classmethod
    def about(cls, project_id: int) -> Any:
        """The query of a project's notes with who wrote them, the newest first."""
        return cls.select(cls, Admin).join(Admin).where(cls.project == project_id).order_by(cls.id.desc())
