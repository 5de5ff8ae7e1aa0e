"""Who staff deal with about a project: its client, or whoever typed a client's address while nothing is proved."""

from collections.abc import Collection, Mapping

from app.accounts.actions import Details
from app.booking import actions as bookings
from app.booking.models import Booking
from app.onboarding import actions as onboardings
from app.onboarding.models import Onboarding
from app.projects.models import Project
from app.projects.rules import whom_to_ask
from app.rows import Prepared, these


def submitted(projects: Collection[Project]) -> dict[int, Details]:
    """What was typed about the client of each project, by its id; nothing of a project that began otherwise."""
    if not projects:
        return {}
    ids = [project.id for project in projects]
    booked = {row.project_id: bookings.details(row) for row in _BOOKED.rows(ids)}
    return booked | {row.project_id: onboardings.details(row) for row in _ONBOARDED.rows(ids)}


_BOOKED = Prepared(lambda project_ids: Booking.select().where(Booking.project.in_(these(project_ids))))
_ONBOARDED = Prepared(lambda project_ids: Onboarding.select().where(Onboarding.project.in_(these(project_ids))))


def submitter(project: Project) -> Details:
    """What was typed about the client of this project; the client's own record where nothing was."""
    return submitted([project]).get(project.id) or Details.kept(project.client)


def contact(project: Project) -> str:
    """How an alert names whom staff turn to about a project."""
    who = submitter(project)
    return whom_to_ask(project.is_disowned, who.name, who.phone)


class Persons:
    """Who staff deal with in each project: its client, or whoever typed the address while nothing is proved.

    kept: what the records of their clients say, by number, where they are read.
    """

    def __init__(self, projects: Collection[Project], kept: Mapping[int, Details] | None = None) -> None:
        self._kept = kept
        self._submitted = submitted([project for project in projects if project.proved_at is None])

    def of(self, project: Project) -> Details:
        """Of one of the projects."""
        if told := self._submitted.get(project.id):
            return told
        return Details.kept(project.client) if self._kept is None else self._kept[project.client_id]
