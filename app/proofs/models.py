"""The questions that letters ask: is this yours?"""

from datetime import datetime
from typing import Any

import peewee

from app.accounts.rules import digest
from app.orders.sums import is_bought
from app.projects.models import Project
from app.proofs.rules import LINK_TAKES_BACK, Answer, QuestionState, may_take_back, state
from app.rows import BaseModel, UtcDateTimeField


class Question(BaseModel):
    """One link in one letter, about one project, to the address that was typed for it; a yes may be taken back."""

    id = peewee.AutoField()
    project: Any = peewee.ForeignKeyField(Project, column_name="project_id")
    project_id: Any
    address = peewee.TextField()
    token_hash = peewee.TextField(unique=True)
    created_at = UtcDateTimeField()
    expires_at = UtcDateTimeField()
    answer: Any = peewee.TextField(null=True)
    answered_at = UtcDateTimeField(null=True)

    class Meta:
        table_name = "ownership_questions"

    @classmethod
    def of_token(cls, token: str, now: datetime) -> "Question | None":
        """The question of a link that is still good: not expired, and the project still names that address."""
        found: Question | None = cls.get_or_none(cls.token_hash == digest(token), cls.expires_at > now)
        return found if found is not None and found.project.client.email == found.address else None

    @property
    def may_be_taken_back(self) -> bool:
        """Whether this link's "yes" may still become a "no"."""
        project = self.project
        return self.answer == Answer.YES and may_take_back(project.proved_by, LINK_TAKES_BACK, is_bought(project.id))

    @property
    def state(self) -> QuestionState:
        """Where it stands."""
        project = self.project
        return state(self.answer, project.proved_by, project.disowned_at is not None)
