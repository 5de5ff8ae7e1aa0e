"""The templates of letters that staff keep."""

from typing import Any

import peewee

from app.rows import BaseModel, UtcDateTimeField


class Template(BaseModel):
    """A letter with blanks. `version` grows with every change; `changed_by`: a user name, '' for the program."""

    id = peewee.AutoField()
    name = peewee.TextField(unique=True)
    subject = peewee.TextField()
    text: Any = peewee.TextField()
    version: Any = peewee.IntegerField(default=1)
    changed_at = UtcDateTimeField()
    changed_by = peewee.TextField(default="")

    class Meta:
        table_name = "letter_templates"

    @classmethod
    def by_name(cls) -> "list[Template]":
        """All of them."""
        return list(cls.select().order_by(cls.name.collate("NOCASE")))
